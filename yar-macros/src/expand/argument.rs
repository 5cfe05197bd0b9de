//! What a client takes for a parameter: what the caller has, who keeps it.

use super::private_at;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{PathArguments, Type};
use yar_idl::rust::{Param, ServiceTrait};

/// What is no larger than a reference to it.
const SMALL: [&str; 16] = [
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32",
    "u64", "u128", "usize",
];

/// The type of the parameter in the client's method.
pub(super) fn taken(service: &ServiceTrait, param: &Param) -> TokenStream {
    let (runtime, ty) = (&service.runtime, &param.ty);
    if param.default.is_some() {
        return quote!(::core::option::Option<#ty>);
    }
    if is_given_away(param) {
        return ty.to_token_stream();
    }
    quote!(impl #runtime::Argument<#ty>)
}

/// What is sent of it.
pub(super) fn sent(service: &ServiceTrait, param: &Param) -> TokenStream {
    let (ident, ty) = (&param.ident, &param.ty);
    if is_given_away(param) {
        return ident.to_token_stream();
    }
    let private = private_at(ty.span(), service);
    quote_spanned!(ty.span()=> #private::lend::<#ty, _>(&#ident))
}

/// True where a caller has nothing to keep. What may be left out counts as
/// such: `None` alone would not tell which type it is none of.
fn is_given_away(param: &Param) -> bool {
    param.may_be_left_out() || is_small(&param.ty)
}

/// True of numbers, `bool` and `char` by these names. A type of another name
/// may be lent as well as given, so nothing depends on knowing all of them.
fn is_small(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => is_small(&group.elem),
        Type::Paren(paren) => is_small(&paren.elem),
        Type::Path(path) if path.qself.is_none() => {
            let mut segments = path.path.segments.iter().rev();
            let last = segments.next();
            last.is_some_and(|it| {
                matches!(it.arguments, PathArguments::None)
                    && SMALL.iter().any(|name| it.ident == name)
            }) && segments.next().is_none_or(|it| it.ident == "primitive")
        }
        _ => false,
    }
}
