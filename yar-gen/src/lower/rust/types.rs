//! Rust types for contract types.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use yar_idl::model::{IntType, Struct, Type};

use super::Context;
use super::names::{self, Scope};

/// The Rust spelling of a type.
pub(super) fn rust_type(ty: &Type, scope: &Scope) -> TokenStream {
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
        Type::List(item) => generic("Vec", &[item], scope),
        Type::Map(key, value) => generic("BTreeMap", &[key, value], scope),
        Type::Nullable(inner) => generic("Option", &[inner], scope),
        Type::Tuple(parts) => {
            let parts = parts.iter().map(|part| rust_type(part, scope));
            quote!((#(#parts),*))
        }
        Type::Struct(name) | Type::Enum(name) => {
            let name = names::type_ident(&name.name);
            quote!(#name)
        }
        // `Any`, and whatever the model may learn: a value can be anything.
        _ => quote!(yar::Value),
    }
}

fn generic(name: &str, arguments: &[&Type], scope: &Scope) -> TokenStream {
    let name = scope.standard(name);
    let arguments = arguments.iter().map(|ty| rust_type(ty, scope));
    quote!(#name<#(#arguments),*>)
}

/// The Rust spelling of a field's type: boxed where the struct would contain
/// itself, which Rust allows only behind a pointer.
pub(super) fn field_type(ty: &Type, owner: &Struct, context: &Context<'_>) -> TokenStream {
    let scope = &context.scope;
    match ty {
        Type::Nullable(inner) if context.shapes.is_looped(owner, inner) => {
            let option = scope.standard("Option");
            let boxed = scope.standard("Box");
            let inner = rust_type(inner, scope);
            quote!(#option<#boxed<#inner>>)
        }
        // A tuple holds its parts as the struct does.
        Type::Tuple(parts) => {
            let parts = parts.iter().map(|part| field_type(part, owner, context));
            quote!((#(#parts),*))
        }
        _ => rust_type(ty, scope),
    }
}

pub(super) fn int_ident(int: IntType) -> Ident {
    let name = match int {
        IntType::I8 => "i8",
        IntType::I16 => "i16",
        IntType::I32 => "i32",
        IntType::I64 => "i64",
        IntType::U8 => "u8",
        IntType::U16 => "u16",
        IntType::U32 => "u32",
        IntType::U64 => "u64",
    };
    Ident::new(name, Span::call_site())
}
