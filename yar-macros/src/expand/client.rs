//! The client: one thin method for each of the trait's.

use super::{client_ident, client_result, local_at, private_at, result_type};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Attribute;
use yar_idl::rust::{Method, ServiceTrait};

pub(super) fn expand(service: &ServiceTrait) -> TokenStream {
    let ident = client_ident(service);
    let head = head(service);
    let methods = service.methods.iter().map(|it| method(service, it));
    quote! {
        #head

        #[allow(dead_code, clippy::too_many_arguments)]
        impl #ident {
            #(#methods)*
        }
    }
}

/// The type and its conversions, without the methods.
pub(super) fn head(service: &ServiceTrait) -> TokenStream {
    let runtime = &service.runtime;
    let visibility = &service.item.vis;
    let ident = client_ident(service);
    let docs = format!(
        " Calls a service `{}`. Made from a client: one clone costs little, and all share its \
         connections.",
        service.name
    );
    quote! {
        #[doc = #docs]
        #[derive(::core::clone::Clone, ::core::fmt::Debug)]
        #[allow(dead_code, non_camel_case_types)]
        #visibility struct #ident(#runtime::Client);

        #[automatically_derived]
        impl ::core::convert::From<#runtime::Client> for #ident {
            fn from(client: #runtime::Client) -> Self {
                Self(client)
            }
        }
    }
}

pub(super) fn method(service: &ServiceTrait, method: &Method) -> TokenStream {
    let visibility = &service.item.vis;
    let Method { ident, name, .. } = method;
    let attributes = method.attributes.iter().filter(|it| goes_along(it));
    let docs = method.docs.is_empty().then(|| {
        let text = format!(" Calls `{name}`.");
        quote!(#[doc = #text])
    });
    let params = method.params.iter().map(|param| {
        let (ident, ty) = (&param.ident, &param.ty);
        quote!(#ident: #ty)
    });
    let arguments = arguments(method);
    let (returns, result) = (client_result(service, method), result_type(method));
    let answer = local_at("__yar_answer", ident.span());
    let private = private_at(ident.span(), service);
    let body = quote_spanned! {ident.span()=>
        let #answer = #private::call::<#result, _>(&self.0, #name, &#arguments);
        #answer.await
    };
    quote! {
        #(#attributes)*
        #docs
        #visibility async fn #ident(&self, #(#params),*) -> #returns {
            #body
        }
    }
}

/// A tuple; of no arguments an empty array, which travels as a list where
/// `()` would travel as null.
fn arguments(method: &Method) -> TokenStream {
    if method.params.is_empty() {
        return quote!([(); 0]);
    }
    let idents = method.params.iter().map(|param| &param.ident);
    quote_spanned!(method.ident.span()=> (#(#idents,)*))
}

/// What is said of the trait's method and holds for the client's.
fn goes_along(attribute: &Attribute) -> bool {
    let path = attribute.path();
    ["doc", "deprecated", "allow"]
        .iter()
        .any(|name| path.is_ident(name))
}
