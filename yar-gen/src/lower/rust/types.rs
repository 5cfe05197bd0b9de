//! Rust types for contract types, and what can be derived for them.

use std::collections::HashSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use yar_idl::model::{IntType, Package, Struct, Type};

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
            let name = names::ident(name);
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
pub(super) fn field_type(
    ty: &Type,
    owner: &Struct,
    package: &Package,
    scope: &Scope,
) -> TokenStream {
    match ty {
        Type::Nullable(inner) if holds(inner, &owner.name, package, &mut HashSet::new()) => {
            let option = scope.standard("Option");
            let boxed = scope.standard("Box");
            let inner = rust_type(inner, scope);
            quote!(#option<#boxed<#inner>>)
        }
        _ => rust_type(ty, scope),
    }
}

/// True when a value of `ty` holds a `target` in place, not behind a `Vec`,
/// a map or any other pointer.
fn holds<'a>(
    ty: &'a Type,
    target: &str,
    package: &'a Package,
    seen: &mut HashSet<&'a str>,
) -> bool {
    match ty {
        Type::Nullable(inner) => holds(inner, target, package, seen),
        Type::Tuple(parts) => parts.iter().any(|part| holds(part, target, package, seen)),
        Type::Struct(name) if name == target => true,
        Type::Struct(name) => {
            seen.insert(name)
                && package.get_struct(name).is_some_and(|item| {
                    let mut fields = item.fields.iter();
                    fields.any(|field| holds(&field.ty, target, package, seen))
                })
        }
        _ => false,
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

/// True when `Eq` can be derived: no float and no `any` within reach.
pub(super) fn is_eq(item: &Struct, package: &Package) -> bool {
    let mut seen = HashSet::new();
    let mut fields = item.fields.iter();
    !fields.any(|field| reaches_float(&field.ty, package, &mut seen))
}

fn reaches_float<'a>(ty: &'a Type, package: &'a Package, seen: &mut HashSet<&'a str>) -> bool {
    match ty {
        Type::F32 | Type::F64 | Type::Any => true,
        Type::List(inner) | Type::Nullable(inner) => reaches_float(inner, package, seen),
        Type::Map(_, value) => reaches_float(value, package, seen),
        Type::Tuple(parts) => parts.iter().any(|part| reaches_float(part, package, seen)),
        Type::Struct(name) => {
            seen.insert(name)
                && package.get_struct(name).is_some_and(|item| {
                    let mut fields = item.fields.iter();
                    fields.any(|field| reaches_float(&field.ty, package, seen))
                })
        }
        _ => false,
    }
}

/// True when some type of the package, at any depth, satisfies `test`.
pub(super) fn any_type(package: &Package, test: impl Fn(&Type) -> bool) -> bool {
    let fields = package.structs.iter().flat_map(|item| &item.fields);
    let methods = || package.services.iter().flat_map(|item| &item.methods);
    let params = methods().flat_map(|method| &method.params);
    let returns = methods().filter_map(|method| method.returns.as_ref());
    let mut all = fields
        .map(|field| &field.ty)
        .chain(params.map(|param| &param.ty))
        .chain(returns);
    all.any(|ty| within(ty, &test))
}

fn within(ty: &Type, test: &impl Fn(&Type) -> bool) -> bool {
    test(ty)
        || match ty {
            Type::List(inner) | Type::Nullable(inner) => within(inner, test),
            Type::Map(key, value) => within(key, test) || within(value, test),
            Type::Tuple(parts) => parts.iter().any(|part| within(part, test)),
            _ => false,
        }
}
