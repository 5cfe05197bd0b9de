//! The arguments of a call at the client: no more of them than were given.

use super::{argument, defaults, local, private_at};
use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::Ident;
use yar_idl::rust::{Method, ServiceTrait};

/// As many elements as serde's tuples have at most.
pub(super) const TUPLE: usize = 16;

/// A tuple; of no arguments an empty array, which travels as a list where
/// `()` would travel as null.
pub(super) fn arguments(service: &ServiceTrait, method: &Method) -> TokenStream {
    if method.params.is_empty() {
        return quote!([(); 0]);
    }
    let params = method.params.iter();
    let sent: Vec<_> = params.map(|it| argument::sent(service, it)).collect();
    let span = method.ident.span();
    let all = tuple(service, method, &sent);
    if has_prefix(method) {
        let private = private_at(span, service);
        let count = count();
        return quote_spanned!(span=> #private::Prefix::new(#count, #all));
    }
    all
}

/// The elements as a tuple, or as a tuple of tuples where they are too many.
pub(super) fn tuple(
    service: &ServiceTrait,
    method: &Method,
    elements: &[TokenStream],
) -> TokenStream {
    let span = method.ident.span();
    if elements.len() <= TUPLE {
        return quote_spanned!(span=> (#(#elements,)*));
    }
    let private = private_at(span, service);
    let parts = elements.chunks(TUPLE).map(|part| quote!((#(#part,)*)));
    quote_spanned!(span=> #private::Many((#(#parts,)*)))
}

/// Counts the arguments to be sent, and fills or refuses the holes among them.
pub(super) fn holes(service: &ServiceTrait, method: &Method) -> TokenStream {
    if !has_prefix(method) {
        return TokenStream::new();
    }
    let count = count();
    let number = number(method);
    let fillings = method
        .params
        .iter()
        .enumerate()
        .map(|(index, _)| filling(service, method, index));
    quote! {
        let #count: ::core::primitive::usize = #number;
        #(#fillings)*
    }
}

fn has_prefix(method: &Method) -> bool {
    method.params.len() > TUPLE || method.params.iter().any(|it| it.may_be_left_out())
}

fn count() -> Ident {
    local("__yar_count")
}

/// The position behind the last argument that was given.
fn number(method: &Method) -> TokenStream {
    let required = method.params.iter().take_while(|it| !it.may_be_left_out());
    let required = Literal::usize_unsuffixed(required.count());
    let numbered = method.params.iter().enumerate().rev();
    let given = numbered
        .filter(|(_, param)| param.may_be_left_out())
        .map(|(index, param)| {
            let ident = &param.ident;
            let number = Literal::usize_unsuffixed(index + 1);
            quote!(if ::core::option::Option::is_some(&#ident) { #number } else)
        });
    quote!(#(#given)* { #required })
}

/// What is done where the argument with this index was left out and a later one
/// was not.
fn filling(service: &ServiceTrait, method: &Method, index: usize) -> TokenStream {
    let Some(param) = method.params.get(index).filter(|it| it.may_be_left_out()) else {
        return TokenStream::new();
    };
    let later = method.params.get(index + 1..).unwrap_or_default();
    if later.is_empty() {
        return TokenStream::new();
    }
    let (ident, count) = (&param.ident, count());
    let number = Literal::usize_unsuffixed(index + 1);
    let is_hole = quote!(#count > #number && ::core::option::Option::is_none(&#ident));
    if param.default.is_some() {
        let default = defaults::call(service, method, param);
        return quote! {
            let #ident = if #is_hole {
                ::core::option::Option::Some(#default)
            } else {
                #ident
            };
        };
    }
    if param.takes_null() {
        return TokenStream::new();
    }
    let runtime = &service.runtime;
    let result = super::result_type(method);
    let (method, missing) = (&method.name, &param.name);
    let names = later.iter().map(|param| &param.name);
    let first = Literal::usize_unsuffixed(index + 2);
    quote! {
        if #is_hole {
            let __yar_names = [#(#names),*];
            return #runtime::__private::left_out::<#result>(
                #method,
                #missing,
                __yar_names.get(#count - #first).copied().unwrap_or_default(),
            );
        }
    }
}
