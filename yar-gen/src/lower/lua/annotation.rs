//! Types as the Lua language server reads them.
//!
//! Annotations say what a caller handles: integers of every width are
//! `integer`, an enum is its constants or any other raw value.

use yar_idl::model::{EnumRepr, Package, Type, TypeName};

use super::syntax::{self, is_keyword, quote};

/// The annotation of a type.
pub(super) fn of(package: &Package, ty: &Type) -> String {
    match ty {
        Type::Bool => "boolean".to_owned(),
        Type::Int(_) => "integer".to_owned(),
        Type::F32 | Type::F64 => "number".to_owned(),
        Type::String | Type::Bytes => "string".to_owned(),
        Type::List(item) => format!("{}[]", element(package, item)),
        Type::Map(key, item) => {
            format!("table<{}, {}>", of(package, key), nested(package, item))
        }
        Type::Tuple(items) => tuple(package, items),
        Type::Nullable(inner) => optional(&of(package, inner)),
        Type::Struct(name) => format!("{}.{name}", syntax::module(&package.name)),
        Type::Enum(name) => format!(
            "{}.{name}|{}",
            syntax::module(&package.name),
            raw(package, name)
        ),
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

/// The name of a field in an annotation.
pub(super) fn field(name: &str) -> String {
    if is_keyword(name) {
        format!("[{}]", quote(name))
    } else {
        name.to_owned()
    }
}

/// Inside lists and maps null is a value, because nil would be a hole.
fn nested(package: &Package, ty: &Type) -> String {
    match ty {
        Type::Nullable(inner) => format!("{}|yar.Null", of(package, inner)),
        other => of(package, other),
    }
}

fn element(package: &Package, ty: &Type) -> String {
    let annotation = nested(package, ty);
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

fn tuple(package: &Package, items: &[Type]) -> String {
    let items: Vec<String> = items
        .iter()
        .enumerate()
        .map(|(index, item)| format!("[{}]: {}", index + 1, of(package, item)))
        .collect();
    format!("{{ {}, n: integer }}", items.join(", "))
}

fn raw(package: &Package, name: &TypeName) -> &'static str {
    match package.get_enum(name).map(|item| item.repr) {
        Some(EnumRepr::Int(_)) => "integer",
        _ => "string",
    }
}
