//! The server: its type, and what it is to the runtime.

mod body;

use super::client::Waiting;
use super::{base_ident, local, server_ident};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::Ident;
use yar_idl::rust::ServiceTrait;

/// Names of the generated body. The service's type is among them because a
/// user's type may be called `S`.
struct Locals {
    value: Ident,
    method: Ident,
    params: Ident,
    reply: Ident,
    run: Ident,
    call: Ident,
    error: Ident,
    info: Ident,
    service_type: Ident,
    call_type: Ident,
}

pub(super) fn expand(service: &ServiceTrait) -> TokenStream {
    let trait_ident = &service.item.ident;
    let base = base_ident(service, "Server");
    let head = head(service, &quote!(#trait_ident), base.as_ref());
    let implementation = implementation(service);
    quote!(#head #implementation)
}

/// The type and its constructors, for services within a bound. Behind a base
/// stands its server.
pub(super) fn head(
    service: &ServiceTrait,
    bound: &TokenStream,
    base: Option<&TokenStream>,
) -> TokenStream {
    let arc = {
        let runtime = &service.runtime;
        quote!(#runtime::__private::Arc)
    };
    let visibility = &service.item.vis;
    let trait_ident = &service.item.ident;
    let ident = server_ident(service);
    let docs = format!(" Serves a [`{trait_ident}`]: what `yar::Server` takes.");
    let (inner, make, give) = match base {
        Some(base) => (
            quote!(#base<__S>),
            quote!(::core::convert::From::from(service)),
            quote!(::core::convert::AsRef::as_ref(&self.0)),
        ),
        None => (quote!(#arc<__S>), quote!(service), quote!(&self.0)),
    };
    quote! {
        #[doc = #docs]
        #[derive(::core::fmt::Debug)]
        #[allow(dead_code, non_camel_case_types)]
        #visibility struct #ident<__S>(#inner);

        #[allow(dead_code, deprecated)]
        impl<__S: #bound> #ident<__S> {
            /// Serves this value.
            #[must_use]
            #visibility fn new(service: __S) -> Self {
                <Self as ::core::convert::From<#arc<__S>>>::from(#arc::new(service))
            }
        }

        #[automatically_derived]
        #[allow(deprecated)]
        impl<__S: #bound> ::core::convert::From<#arc<__S>> for #ident<__S> {
            fn from(service: #arc<__S>) -> Self {
                Self(#make)
            }
        }

        #[automatically_derived]
        #[allow(deprecated)]
        impl<__S: #bound> ::core::convert::AsRef<#arc<__S>> for #ident<__S> {
            fn as_ref(&self) -> &#arc<__S> {
                #give
            }
        }
    }
}

fn implementation(service: &ServiceTrait) -> TokenStream {
    let runtime = &service.runtime;
    let private = quote!(#runtime::__private);
    let trait_ident = &service.item.ident;
    let ident = server_ident(service);
    let client = Waiting::Async.ident(service);
    let locals = Locals::new();
    let Locals {
        service_type,
        method,
        params,
        reply,
        ..
    } = &locals;
    let body = body::body(service, &locals);
    let wants_context = wants_context(service, method);
    quote! {
        #[automatically_derived]
        #[allow(deprecated)]
        impl<#service_type: #trait_ident> #runtime::Service for #ident<#service_type> {
            fn info(&self) -> &'static #runtime::ServiceInfo {
                <#client as #private::Described>::INFO
            }

            #wants_context

            fn call(
                &self,
                #method: ::core::primitive::usize,
                #params: #private::Params<'_>,
                #reply: #private::Reply,
            ) -> impl ::core::future::Future<Output = #private::Reply>
            + ::core::marker::Send
            + use<#service_type> {
                #body
            }
        }
    }
}

/// Nothing, if no method wants one.
fn wants_context(service: &ServiceTrait, method: &Ident) -> Option<TokenStream> {
    let runtime = &service.runtime;
    let numbered = service.methods.iter().enumerate();
    let numbers: Vec<_> = numbered
        .filter(|(_, it)| it.context.is_some())
        .map(|(number, _)| Literal::usize_unsuffixed(number))
        .collect();
    let own = match numbers.is_empty() {
        true => quote!(false),
        false => quote!(::core::matches!(#method, #(#numbers)|*)),
    };
    let answer = match &service.base {
        Some(_) => {
            let count = Literal::usize_unsuffixed(service.methods.len());
            quote! {
                match ::core::primitive::usize::checked_sub(#method, #count) {
                    ::core::option::Option::Some(#method) => {
                        #runtime::Service::wants_context(&self.0, #method)
                    }
                    ::core::option::Option::None => #own,
                }
            }
        }
        None if numbers.is_empty() => return None,
        None => own,
    };
    Some(quote! {
        fn wants_context(&self, #method: ::core::primitive::usize) -> ::core::primitive::bool {
            #answer
        }
    })
}

impl Locals {
    fn new() -> Self {
        Self {
            value: local("__yar_service"),
            method: local("__yar_method"),
            params: local("__yar_params"),
            reply: local("__yar_reply"),
            run: local("__yar_run"),
            call: local("__yar_call"),
            error: local("__yar_error"),
            info: local("__yar_info"),
            service_type: local("__YarService"),
            call_type: local("__YarCall"),
        }
    }
}
