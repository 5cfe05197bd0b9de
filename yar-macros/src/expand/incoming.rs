//! The arguments of a call at the server: what was left out gets its value.

use super::{defaults, local, outgoing};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use yar_idl::rust::{Method, Param, ServiceTrait};

/// The pattern that the decoded arguments are taken apart by.
pub(super) fn pattern(service: &ServiceTrait, method: &Method) -> TokenStream {
    let idents: Vec<TokenStream> = method
        .params
        .iter()
        .map(|param| param.ident.to_token_stream())
        .collect();
    outgoing::tuple(service, method, &idents)
}

/// What the handler gets for an argument, given what was decoded for it.
pub(super) fn value(service: &ServiceTrait, method: &Method, param: &Param) -> TokenStream {
    let ident = &param.ident;
    if !param.may_be_left_out() {
        return quote!(#ident);
    }
    let runtime = &service.runtime;
    let given = match param.takes_null() {
        true => quote!(#runtime::__private::Given::into_value(#ident)),
        false => quote!(#ident),
    };
    if param.default.is_none() {
        return given;
    }
    let default = defaults::call(service, method, param);
    let value = local("__yar_value");
    quote! {
        match #given {
            ::core::option::Option::Some(#value) => #value,
            ::core::option::Option::None => #default,
        }
    }
}
