//! Types as they are written, for edits.

use crate::ast::{Field, Type, TypeKind};

/// The type in canonical layout, unless a part of it was reported.
pub(super) fn ty(ty: &Type) -> Option<String> {
    Some(match &ty.kind {
        TypeKind::Named(name, arguments) if arguments.is_empty() => name.text.clone(),
        TypeKind::Named(name, arguments) => format!("{}<{}>", name.text, all(arguments)?),
        TypeKind::Tuple(parts) => format!("({})", all(parts)?),
        TypeKind::Nullable(inner) => format!("{}?", self::ty(inner)?),
        TypeKind::Broken => return None,
    })
}

fn all(types: &[Type]) -> Option<String> {
    let types: Option<Vec<String>> = types.iter().map(ty).collect();
    Some(types?.join(", "))
}

/// `id: i64?`
pub(super) fn optional_field(field: &Field) -> Option<String> {
    let ty = ty(&field.ty)?;
    let mark = if ty.ends_with('?') { "" } else { "?" };
    Some(format!("{}: {ty}{mark}", field.name.text))
}
