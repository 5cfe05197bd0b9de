//! Rust types for contract types.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use yar_idl::model::{Field, IntType, RustMap, TimestampFormat, Type};

use super::context::Context;

/// The Rust spelling of a type.
pub(super) fn rust_type(ty: &Type, context: &Context<'_>) -> TokenStream {
    rust_type_as(ty, RustMap::Sorted, context)
}

/// The same, with maps of this kind.
pub(super) fn rust_type_as(ty: &Type, map: RustMap, context: &Context<'_>) -> TokenStream {
    let scope = &context.scope;
    let part = |ty: &Type| rust_type_as(ty, map, context);
    match ty {
        Type::Bool => quote!(bool),
        Type::Int(int) => {
            let int = int_ident(*int);
            quote!(#int)
        }
        Type::F32 => quote!(f32),
        Type::F64 => quote!(f64),
        Type::String => scope.standard("String"),
        Type::Bytes => quote!(yar::Bytes),
        Type::Timestamp(TimestampFormat::Millis) => quote!(yar::Timestamp),
        Type::Timestamp(TimestampFormat::Rfc3339) => quote!(yar::Rfc3339),
        Type::Date => quote!(yar::Date),
        Type::Duration => quote!(yar::Duration),
        Type::List(item) => {
            let (vec, item) = (scope.standard("Vec"), part(item));
            quote!(#vec<#item>)
        }
        Type::Map(key, value) => {
            let (key, value) = (part(key), part(value));
            let name = match map {
                RustMap::Sorted => scope.standard("BTreeMap"),
                RustMap::Hash => quote!(std::collections::HashMap),
            };
            quote!(#name<#key, #value>)
        }
        Type::Nullable(inner) => optional(&part(inner), context),
        Type::Tuple(parts) => {
            let parts = parts.iter().map(part);
            quote!((#(#parts),*))
        }
        Type::Struct(name) | Type::Enum(name) | Type::Union(name) => context.path(name),
        // `Any`, and whatever the model may learn: a value can be anything.
        _ => quote!(yar::Value),
    }
}

/// An option around a type.
pub(super) fn optional(ty: &TokenStream, context: &Context<'_>) -> TokenStream {
    let option = context.scope.standard("Option");
    quote!(#option<#ty>)
}

/// The Rust spelling of a field's type: boxed where the struct would contain
/// itself, which Rust allows only behind a pointer.
pub(super) fn field_type(field: &Field, owner: &str, context: &Context<'_>) -> TokenStream {
    part_of_field(&field.ty, field, owner, context)
}

fn part_of_field(ty: &Type, field: &Field, owner: &str, context: &Context<'_>) -> TokenStream {
    let map = field.options.rust_map;
    let is_looped = |ty| context.shapes.is_looped(owner, ty);
    match ty {
        Type::Nullable(inner) if is_looped(inner) => {
            let inner = boxed(&rust_type_as(inner, map, context), context);
            optional(&inner, context)
        }
        Type::Struct(_) if field.optional && is_looped(ty) => {
            boxed(&rust_type_as(ty, map, context), context)
        }
        // A tuple holds its parts as the struct does.
        Type::Tuple(parts) => {
            let parts = parts
                .iter()
                .map(|part| part_of_field(part, field, owner, context));
            quote!((#(#parts),*))
        }
        _ => rust_type_as(ty, map, context),
    }
}

fn boxed(ty: &TokenStream, context: &Context<'_>) -> TokenStream {
    let name = context.scope.standard("Box");
    quote!(#name<#ty>)
}

pub(super) fn int_ident(int: IntType) -> Ident {
    Ident::new(int.name(), Span::call_site())
}
