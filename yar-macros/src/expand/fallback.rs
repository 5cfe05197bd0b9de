//! What stands in for client and server when the trait has mistakes: the same
//! names and signatures, so that rustc says nothing but what is wrong.

use super::client::{self, Waiting};
use super::{server, server_ident};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeSet;
use syn::{Ident, ReturnType, TraitItem, TraitItemFn, Type};
use yar_idl::rust::ServiceTrait;

pub(super) fn expand(service: &ServiceTrait) -> TokenStream {
    let client = client_stub(service, Waiting::Async);
    let blocking = client_stub(service, Waiting::Blocking);
    let server = server_stub(service);
    quote!(#client #blocking #server)
}

fn client_stub(service: &ServiceTrait, waiting: Waiting) -> TokenStream {
    let head = client::head(service, waiting);
    let ident = waiting.ident(service);
    if !service.item.generics.params.is_empty() {
        // The methods name parameters that the client does not have.
        return head;
    }
    let mut seen = BTreeSet::new();
    let mut is_new = |name: &Ident| seen.insert(name.to_string());
    let sound = service.methods.iter().filter(|it| is_new(&it.ident));
    let methods: Vec<_> = sound
        .map(|it| client::method(service, it, waiting))
        .collect();
    let stubs = service.item.items.iter().filter_map(|item| match item {
        TraitItem::Fn(function) if is_new(&function.sig.ident) => method_stub(service, function),
        _ => None,
    });
    quote! {
        #head

        #[allow(dead_code, clippy::type_complexity)]
        impl #ident {
            #(#methods)*
            #(#stubs)*
        }
    }
}

/// The method as the trait has it. One that returns `impl Trait` is left out:
/// no body without a value fits it.
fn method_stub(service: &ServiceTrait, function: &TraitItemFn) -> Option<TokenStream> {
    if let ReturnType::Type(_, ty) = &function.sig.output
        && matches!(**ty, Type::ImplTrait(_))
    {
        return None;
    }
    let visibility = &service.item.vis;
    let signature = &function.sig;
    Some(quote! {
        #[allow(unused_variables, clippy::unimplemented)]
        #visibility #signature {
            ::core::unimplemented!()
        }
    })
}

fn server_stub(service: &ServiceTrait) -> TokenStream {
    // Not bound by the trait, which may lack what would be written here.
    let bound = quote!(::core::marker::Send + ::core::marker::Sync + 'static);
    let head = server::head(service, &bound, None);
    let ident = server_ident(service);
    let runtime = &service.runtime;
    let name = &service.name;
    quote! {
        #head

        #[automatically_derived]
        impl<__S: #bound> #runtime::Service for #ident<__S> {
            fn info(&self) -> &'static #runtime::ServiceInfo {
                static __YAR_INFO: #runtime::ServiceInfo =
                    #runtime::ServiceInfo::new(#name, &[]);
                &__YAR_INFO
            }

            fn call(
                &self,
                _: ::core::primitive::usize,
                _: #runtime::__private::Params<'_>,
                reply: #runtime::__private::Reply,
            ) -> impl ::core::future::Future<Output = #runtime::__private::Reply>
            + ::core::marker::Send
            + use<__S> {
                async move { reply }
            }
        }
    }
}
