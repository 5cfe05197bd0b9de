//! Defaults of parameters, each made by a function of the client: both sides
//! and the description need them, and rustc is to see each one once.

use super::client::Waiting;
use super::local;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;
use yar_idl::rust::{Method, Param, ServiceTrait};

/// The functions.
pub(super) fn expand(service: &ServiceTrait) -> TokenStream {
    let functions: Vec<_> = service
        .methods
        .iter()
        .flat_map(|method| {
            let params = method.params.iter();
            params.filter_map(move |param| function(service, method, param))
        })
        .collect();
    if functions.is_empty() {
        return TokenStream::new();
    }
    let client = Waiting::Async.ident(service);
    quote! {
        #[allow(deprecated, clippy::option_option, clippy::type_complexity, clippy::unnecessary_wraps)]
        impl #client {
            #(#functions)*
        }
    }
}

/// Calls the function of a parameter that has a default.
pub(super) fn call(service: &ServiceTrait, method: &Method, param: &Param) -> TokenStream {
    let function = path(service, method, param);
    quote!(#function())
}

/// The path of that function.
pub(super) fn path(service: &ServiceTrait, method: &Method, param: &Param) -> TokenStream {
    let client = Waiting::Async.ident(service);
    let name = name(service, method, param);
    quote!(#client::#name)
}

fn function(service: &ServiceTrait, method: &Method, param: &Param) -> Option<TokenStream> {
    let default = param.default.as_ref()?;
    let (name, ty) = (name(service, method, param), &param.ty);
    Some(quote_spanned! {ty.span()=>
        #[inline]
        fn #name() -> #ty {
            #default
        }
    })
}

/// By position, since two names joined could be those of another parameter.
fn name(service: &ServiceTrait, method: &Method, param: &Param) -> Ident {
    let mut methods = service.methods.iter();
    let mut params = method.params.iter();
    let number = methods.position(|it| it.ident == method.ident);
    let index = params.position(|it| it.name == param.name);
    local(&format!(
        "__yar_default_{}_{}",
        number.unwrap_or_default(),
        index.unwrap_or_default()
    ))
}
