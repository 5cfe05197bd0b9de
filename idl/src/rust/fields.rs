//! Fields of structs and data of errors.

use super::annotations;
use super::attributes;
use super::names;
use super::param::in_option;
use super::problem::{Place, Problem};
use super::scope::Scope;
use super::serde::{FieldWords, field_words};
use super::spell::spell;
use super::types::{convert_owned, has_hash_map};
use super::values;
use crate::ast::{self, TypeKind, Value, ValueKind};
use crate::codes;
use syn::{Field, Type};

/// The field of the type `owner`, which functions for defaults call `Self`.
pub(super) fn read(
    field: &Field,
    owner: &str,
    scope: &mut Scope<'_>,
    problems: &mut Vec<Problem>,
) -> Option<ast::Field> {
    attributes::refuse_conditions(&field.attrs, "a field", problems);
    let ident = field.ident.as_ref()?;
    let words = field_words(&field.attrs, problems);
    let (name, wire) = match &words.name {
        Some((wire, place)) => names::on_wire(ident, wire, *place),
        None => (names::own(ident), None),
    };
    let inner = without_absence(&field.ty, &words, problems);
    let hash = has_hash_map(inner, scope)
        .then(|| annotations::keyed("rust", "map", "hash", Place::of(inner)));
    let ty = convert_owned(inner, scope, problems);
    let default = default(&words, &ty, owner, scope, problems);
    let deprecated = annotations::deprecated(&field.attrs, problems);
    Some(ast::Field {
        name,
        docs: attributes::docs(&field.attrs),
        annotations: [wire, hash, deprecated].into_iter().flatten().collect(),
        optional: words.skip.map(|place| place.bytes()),
        span: ident.span().byte_range().start..ty.span.end,
        ty,
        default,
    })
}

/// The type of the value when there is one: without the `Option` that says
/// whether the key is there.
fn without_absence<'t>(ty: &'t Type, words: &FieldWords, problems: &mut Vec<Problem>) -> &'t Type {
    let inner = in_option(ty);
    let is_nullable = inner.is_some_and(|inner| in_option(inner).is_some());
    let mut refuse = |place: Place, message: &str, label: &str, help: String| {
        let problem = Problem::new(codes::TRAIT_SHAPE, place, message, label);
        problems.push(problem.with_help(help));
    };
    match (words.skip, words.tri_state, inner) {
        (None, None, _) => return ty,
        (None, Some(place), _) => refuse(
            place,
            "a field with three states must be left out when it has no value",
            "writes null for both",
            "add `default, skip_serializing_if = \"Option::is_none\"`".to_owned(),
        ),
        (Some(place), _, None) => refuse(
            place,
            "a field that is left out needs a type that can be without a value",
            "is for `Option`",
            format!("write `Option<{}>`", spell(ty)),
        ),
        (Some(_), Some(place), Some(_)) if !is_nullable => refuse(
            place,
            "a field with three states is an `Option` in an `Option`",
            "has two states",
            format!("write `Option<{}>`, or leave this out", spell(ty)),
        ),
        (Some(place), None, Some(_)) if is_nullable => refuse(
            place,
            "null would be read as no value",
            "a third state",
            "add `with = \"yar::tri_state\"`".to_owned(),
        ),
        _ => {}
    }
    inner.unwrap_or(ty)
}

/// What it is when its key is missing. An `Option` is `None` then anyway.
fn default(
    words: &FieldWords,
    ty: &ast::Type,
    owner: &str,
    scope: &mut Scope<'_>,
    problems: &mut Vec<Problem>,
) -> Option<Value> {
    let (place, function) = words.default.as_ref()?;
    if let Some(name) = function {
        let body = scope.functions.body(name, owner, problems)?;
        return Some(values::read(&body, ty, scope, problems));
    }
    let kind = match &ty.kind {
        TypeKind::Nullable(_) | TypeKind::Broken => return None,
        _ if words.skip.is_some() => return None,
        _ => values::of_default(ty),
    };
    if kind.is_none() {
        problems.push(
            Problem::new(
                codes::UNKNOWN_VALUE,
                *place,
                "cannot tell which value `Default` gives here",
                "of a type of its own",
            )
            .with_help("name a function of this file: `default = \"default_name\"`"),
        );
    }
    let kind = kind.unwrap_or(ValueKind::Broken);
    Some(Value {
        kind,
        span: place.bytes(),
    })
}
