//! What values of a declared type are made of: fields and cases, by their names
//! in Rust.

use super::names;
use super::problem::Problem;
use super::scope::{Role, Scope, plain, role};
use super::serde::field_words;
use super::split::SourceItem;
use super::{EnumType, UnionType};
use std::collections::HashMap;
use std::rc::Rc;
use syn::{DeriveInput, ItemStruct};

/// Fields or cases by their identifiers.
pub(super) type Members = HashMap<String, Member>;

/// A field or a case.
pub(super) struct Member {
    /// Name in the contract.
    pub(super) name: String,
    /// True of a field that has a value when none is given.
    pub(super) has_default: bool,
}

/// The members of a declared type; its mistakes are reported when its turn
/// comes.
pub(super) fn of(item: &SourceItem, scope: &mut Scope<'_>) -> Rc<Members> {
    if let Some(known) = scope.members.get(&item.name) {
        return Rc::clone(known);
    }
    let mut ignored = Vec::new();
    let members = match role(item) {
        Role::Struct => fields(item, &mut ignored),
        Role::Enum => item.parse::<DeriveInput>(&mut ignored).map(|input| {
            let cases = EnumType::read(&input).0.cases.into_iter();
            cases.map(|case| member(&case.ident, case.name)).collect()
        }),
        Role::Union => item.parse::<DeriveInput>(&mut ignored).map(|input| {
            let cases = UnionType::read(&input).0.cases.into_iter();
            cases.map(|case| member(&case.ident, case.name)).collect()
        }),
        _ => None,
    };
    let members = Rc::new(members.unwrap_or_default());
    scope.members.insert(item.name.clone(), Rc::clone(&members));
    members
}

fn member(ident: &syn::Ident, name: String) -> (String, Member) {
    let has_default = false;
    (plain(ident), Member { name, has_default })
}

fn fields(item: &SourceItem, ignored: &mut Vec<Problem>) -> Option<Members> {
    let tree: ItemStruct = item.parse(ignored)?;
    let fields = tree.fields.iter().filter_map(|field| {
        let ident = field.ident.as_ref()?;
        let words = field_words(&field.attrs, ignored);
        let has_default = matches!(words.default, Some((_, Some(_))));
        let name = match words.name {
            Some((wire, place)) => names::on_wire(ident, &wire, place).0.text,
            None => plain(ident),
        };
        Some((plain(ident), Member { name, has_default }))
    });
    Some(fields.collect())
}
