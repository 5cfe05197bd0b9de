//! Public constants of a type and with a value that contracts know; all others
//! are no concern of it.

use super::annotations;
use super::attributes;
use super::names;
use super::problem::{Place, Problem};
use super::scope::{Role, Scope, derives, role};
use super::split::SourceItem;
use super::types::convert;
use super::values;
use crate::ast::{self, Item, Name, TypeKind};
use syn::{ItemConst, Type};

/// The types that constants may have beside enums.
const KNOWN: &[&str] = &[
    "bool",
    "i8",
    "i16",
    "i32",
    "i64",
    "u8",
    "u16",
    "u32",
    "u64",
    "f32",
    "f64",
    "Timestamp",
    "Rfc3339",
    "Date",
    "Duration",
];

pub(super) fn read(
    item: &SourceItem,
    scope: &mut Scope<'_>,
    problems: &mut Vec<Problem>,
) -> Option<Item> {
    let mut passed_over = Vec::new();
    let tree: ItemConst = item.parse(&mut passed_over)?;
    let ty = constant_type(&tree.ty, scope, &mut passed_over)?;
    let value = values::read(&tree.expr, &ty, scope, &mut passed_over);
    if !passed_over.is_empty() {
        return None;
    }
    attributes::refuse_conditions(&tree.attrs, "a constant", problems);
    let deprecated = annotations::deprecated(&tree.attrs, problems);
    Some(Item::Const(ast::Const {
        name: names::own(&tree.ident),
        docs: attributes::docs(&tree.attrs),
        annotations: deprecated.into_iter().collect(),
        ty,
        value,
        ..Default::default()
    }))
}

fn constant_type(
    ty: &Type,
    scope: &mut Scope<'_>,
    problems: &mut Vec<Problem>,
) -> Option<ast::Type> {
    let borrowed = match ty {
        Type::Reference(reference) => &*reference.elem,
        Type::Path(path) => {
            let word = path.path.segments.last()?.ident.to_string();
            let is_ours = match scope.find(&path.path) {
                Some(item) => role(item) == Role::Enum && derives(&item.attributes, "Enum"),
                None => KNOWN.contains(&word.as_str()),
            };
            return is_ours.then(|| convert(ty, scope, problems));
        }
        _ => return None,
    };
    let name = match borrowed {
        Type::Path(path) if path.path.is_ident("str") => "string",
        Type::Slice(slice) if matches!(&*slice.elem, Type::Path(it) if it.path.is_ident("u8")) => {
            "bytes"
        }
        _ => return None,
    };
    let span = Place::of(ty).bytes();
    let name = Name {
        text: name.to_owned(),
        span: span.clone(),
    };
    Some(ast::Type {
        kind: TypeKind::Named(name, Vec::new()),
        span,
    })
}
