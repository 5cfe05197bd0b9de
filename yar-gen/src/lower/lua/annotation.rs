//! Types as the Lua language server reads them.
//!
//! Annotations say what a caller handles: integers of every width are
//! `integer`, an enum is its constants or any other raw value.

use yar_idl::model::{EnumRepr, IntType, LuaInt, Type, TypeName};

use super::scope::Scope;
use super::syntax::{is_name, quote};

/// The annotation of a type; `form` is how it has 64-bit integers.
pub(super) fn of(scope: &Scope, ty: &Type, form: LuaInt) -> String {
    match ty {
        Type::Bool => "boolean".to_owned(),
        Type::Int(IntType::I64 | IntType::U64) if form == LuaInt::String => "string".to_owned(),
        Type::Int(_) | Type::Timestamp(_) | Type::Duration => "integer".to_owned(),
        Type::F32 | Type::F64 => "number".to_owned(),
        Type::String | Type::Bytes | Type::Date => "string".to_owned(),
        Type::List(item) => format!("{}[]", element(scope, item, form)),
        Type::Map(key, item) => {
            let key = of(scope, key, form);
            format!("table<{key}, {}>", nested(scope, item, form))
        }
        Type::Tuple(items) => tuple(scope, items, form),
        Type::Nullable(inner) => optional(&of(scope, inner, form)),
        Type::Struct(name) | Type::Union(name) => scope.class(name),
        Type::Enum(name) => enumeration(scope, name),
        _ => "any".to_owned(),
    }
}

/// The annotation of a value that may be nil.
pub(super) fn optional(annotation: &str) -> String {
    if annotation.ends_with('?') || annotation == "any" {
        annotation.to_owned()
    } else if is_union(annotation) {
        format!("({annotation})?")
    } else {
        format!("{annotation}?")
    }
}

/// A name with its type; with `may_miss` nil stands for nothing at all, and
/// null is a value of its own.
pub(super) fn named(scope: &Scope, name: &str, ty: &Type, form: LuaInt, may_miss: bool) -> String {
    if may_miss {
        format!("{name}? {}", nested(scope, ty, form))
    } else {
        format!("{name} {}", of(scope, ty, form))
    }
}

/// The name of a field in an annotation.
pub(super) fn field(name: &str) -> String {
    if is_name(name) {
        name.to_owned()
    } else {
        format!("[{}]", quote(name))
    }
}

/// Inside lists and maps null is a value, because nil would be a hole.
fn nested(scope: &Scope, ty: &Type, form: LuaInt) -> String {
    match ty {
        Type::Nullable(inner) => format!("{}|yar.Null", of(scope, inner, form)),
        other => of(scope, other, form),
    }
}

fn element(scope: &Scope, ty: &Type, form: LuaInt) -> String {
    let annotation = nested(scope, ty, form);
    if is_union(&annotation) {
        format!("({annotation})")
    } else {
        annotation
    }
}

/// True when a `|` stands outside all brackets.
fn is_union(annotation: &str) -> bool {
    let mut depth = 0_u32;
    annotation.bytes().any(|byte| {
        match byte {
            b'(' | b'<' | b'{' => depth += 1,
            b')' | b'>' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        byte == b'|' && depth == 0
    })
}

fn tuple(scope: &Scope, items: &[Type], form: LuaInt) -> String {
    let items: Vec<String> = items
        .iter()
        .enumerate()
        .map(|(index, item)| format!("[{}]: {}", index + 1, of(scope, item, form)))
        .collect();
    format!("{{ {}, n: integer }}", items.join(", "))
}

/// A closed enum is nothing but its constants.
fn enumeration(scope: &Scope, name: &TypeName) -> String {
    let class = scope.class(name);
    match scope.package.get_enum(name) {
        Some(item) if item.closed => class,
        Some(item) if matches!(item.repr, EnumRepr::Int(_)) => format!("{class}|integer"),
        _ => format!("{class}|string"),
    }
}
