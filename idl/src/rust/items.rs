//! From the items of a Rust file to the declarations of a contract.

use super::annotations;
use super::attributes;
use super::cases;
use super::constants;
use super::fields;
use super::names::{self, name};
use super::problem::{Place, Problem};
use super::scope::{Role, Scope, derives, plain, role};
use super::serde;
use super::services;
use super::split::SourceItem;
use super::types::convert_owned;
use super::{Declared, ErrorKind, ErrorType};
use crate::ast::{self, Item, Value, ValueKind};
use crate::codes;
use crate::names::to_pascal;
use syn::{DeriveInput, Fields, ItemStruct, ItemType, LitStr};

/// The declaration that an item stands for; an enum of errors and the alias
/// of a result stand for none.
pub(super) fn convert_item(
    item: &SourceItem,
    scope: &mut Scope<'_>,
    problems: &mut Vec<Problem>,
) -> (Option<Item>, Option<LitStr>) {
    let declared = match role(item) {
        Role::Service => return services::read(item, scope, problems),
        Role::Struct => structure(item, scope, problems),
        Role::Enum => cases::enumeration(item, problems),
        Role::Union => cases::union(item, scope, problems),
        Role::Const => constants::read(item, scope, problems),
        Role::Error => error(item, scope, problems),
        Role::Alias => alias(item, scope, problems),
    };
    (declared, None)
}

fn structure(
    item: &SourceItem,
    scope: &mut Scope<'_>,
    problems: &mut Vec<Problem>,
) -> Option<Item> {
    let tree: ItemStruct = item.parse(problems)?;
    attributes::refuse_conditions(&tree.attrs, "a struct", problems);
    let ident = &tree.ident;
    let refuse = |place: Place, message: String, help: &str| {
        Problem::new(codes::TRAIT_SHAPE, place, message, "cannot travel").with_help(help)
    };
    if !derives(&tree.attrs, "Serialize") || !derives(&tree.attrs, "Deserialize") {
        problems.push(refuse(
            ident.span().into(),
            format!("struct `{ident}` does not travel"),
            "derive `yar::Serialize` and `yar::Deserialize`",
        ));
    }
    if !tree.generics.params.is_empty() {
        problems.push(refuse(
            Place::of(&tree.generics),
            format!("struct `{ident}` cannot be generic"),
            "declare one struct for each type that is needed",
        ));
        return Some(Item::Broken(vec![names::own(ident)]));
    }
    let Fields::Named(fields) = &tree.fields else {
        problems.push(refuse(
            ident.span().into(),
            format!("the fields of struct `{ident}` have no names"),
            "write `struct Name { field: Type }`",
        ));
        return Some(Item::Broken(vec![names::own(ident)]));
    };
    let (text, place) = serde::type_name(&tree.attrs, problems)
        .unwrap_or_else(|| (plain(ident), ident.span().into()));
    let owner = plain(ident);
    let fields = fields.named.iter();
    let fields = fields.filter_map(|it| fields::read(it, &owner, scope, problems));
    let fields = fields.collect();
    let spelling = names::spelling(ident, &text, &to_pascal(&text));
    let deprecated = annotations::deprecated(&tree.attrs, problems);
    Some(Item::Struct(ast::Struct {
        name: name(&text, place),
        docs: attributes::docs(&tree.attrs),
        annotations: [spelling, deprecated].into_iter().flatten().collect(),
        fields,
        ..Default::default()
    }))
}

fn error(item: &SourceItem, scope: &mut Scope<'_>, problems: &mut Vec<Problem>) -> Option<Item> {
    let tree: DeriveInput = item.parse(problems)?;
    let (error, found) = ErrorType::read(&tree);
    let is_sound = found.is_empty();
    problems.extend(found);
    let ErrorKind::One(declared) = error.kind else {
        return None;
    };
    let Declared {
        code,
        code_place,
        message,
        message_place,
        ..
    } = &declared;
    let (name, wire) = names::error_on_wire(&error.ident, &declared.name, declared.name_place);
    let deprecated = annotations::deprecated(&tree.attrs, problems);
    let owner = plain(&error.ident);
    let data = declared.fields.iter().filter(|_| is_sound);
    let data = data.filter_map(|it| fields::read(it, &owner, scope, problems));
    Some(Item::Error(ast::ErrorItem {
        name,
        docs: error.docs,
        fields: data.collect(),
        annotations: [wire, deprecated].into_iter().flatten().collect(),
        code: Value {
            kind: ValueKind::Int((*code).into()),
            span: code_place.bytes(),
        },
        message: Some(Value {
            kind: ValueKind::String(message.clone()),
            span: message_place.bytes(),
        }),
        ..Default::default()
    }))
}

fn alias(item: &SourceItem, scope: &mut Scope<'_>, problems: &mut Vec<Problem>) -> Option<Item> {
    let tree: ItemType = item.parse(problems)?;
    attributes::refuse_conditions(&tree.attrs, "a type", problems);
    let name = names::own(&tree.ident);
    if !tree.generics.params.is_empty() {
        problems.push(Problem::new(
            codes::UNSUPPORTED,
            Place::of(&tree.generics),
            format!("type alias `{}` cannot be generic", name.text),
            "generic",
        ));
        return Some(Item::Broken(vec![name]));
    }
    let ty = convert_owned(&tree.ty, scope, problems);
    Some(Item::Alias(ast::Alias {
        name,
        ty,
        ..Default::default()
    }))
}
