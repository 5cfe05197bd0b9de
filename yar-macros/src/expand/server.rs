//! The server: one `match` decodes the arguments, one runs the method.

use super::{info, local, local_at, private_at, server_ident};
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;
use yar_idl::rust::{Method, Output, ServiceTrait};

/// Names of the generated body. The service's type is among them because a
/// user's type may be called `S`.
struct Locals {
    value: Ident,
    method: Ident,
    params: Ident,
    reply: Ident,
    call: Ident,
    error: Ident,
    info: Ident,
    description: Ident,
    service_type: Ident,
    call_type: Ident,
}

pub(super) fn expand(service: &ServiceTrait) -> TokenStream {
    let trait_ident = &service.item.ident;
    let head = head(service, &quote!(#trait_ident));
    let implementation = implementation(service);
    quote!(#head #implementation)
}

/// The type and its constructors, for services within a bound.
pub(super) fn head(service: &ServiceTrait, bound: &TokenStream) -> TokenStream {
    let runtime = &service.runtime;
    let visibility = &service.item.vis;
    let trait_ident = &service.item.ident;
    let ident = server_ident(service);
    let docs = format!(" Serves a [`{trait_ident}`]: what `yar::Server` takes.");
    quote! {
        #[doc = #docs]
        #[derive(::core::fmt::Debug)]
        #[allow(dead_code, non_camel_case_types)]
        #visibility struct #ident<S>(#runtime::__private::Arc<S>);

        #[allow(dead_code)]
        impl<S: #bound> #ident<S> {
            /// Serves this value.
            #[must_use]
            #visibility fn new(service: S) -> Self {
                Self(#runtime::__private::Arc::new(service))
            }
        }

        #[automatically_derived]
        impl<S: #bound> ::core::convert::From<#runtime::__private::Arc<S>> for #ident<S> {
            fn from(service: #runtime::__private::Arc<S>) -> Self {
                Self(service)
            }
        }
    }
}

fn implementation(service: &ServiceTrait) -> TokenStream {
    let runtime = &service.runtime;
    let private = quote!(#runtime::__private);
    let trait_ident = &service.item.ident;
    let ident = server_ident(service);
    let locals = Locals::new();
    let Locals {
        service_type,
        description,
        method,
        params,
        reply,
        ..
    } = &locals;
    let info = info::expand(service);
    let body = body(service, &locals);
    let wants_context = wants_context(service, method);
    quote! {
        #[automatically_derived]
        #[allow(deprecated)]
        impl<#service_type: #trait_ident> #runtime::Service for #ident<#service_type> {
            fn info(&self) -> &'static #runtime::ServiceInfo {
                static #description: #runtime::ServiceInfo = #info;
                &#description
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
    let methods = service.methods.iter().enumerate();
    let numbers: Vec<_> = methods
        .filter(|(_, it)| it.context.is_some())
        .map(|(number, _)| Literal::usize_unsuffixed(number))
        .collect();
    (!numbers.is_empty()).then(|| {
        quote! {
            fn wants_context(&self, #method: ::core::primitive::usize) -> ::core::primitive::bool {
                ::core::matches!(#method, #(#numbers)|*)
            }
        }
    })
}

/// The arguments are decoded before the future exists, while the buffer they
/// lie in can still be borrowed.
fn body(service: &ServiceTrait, locals: &Locals) -> TokenStream {
    let runtime = &service.runtime;
    let private = quote!(#runtime::__private);
    let Locals {
        value,
        method,
        reply,
        call,
        error,
        call_type,
        info,
        ..
    } = locals;
    let variants = service.methods.iter().map(variant);
    let numbered = service.methods.iter().enumerate();
    let decodes = numbered.map(|(number, it)| decode_arm(service, locals, number, it));
    let runs = service
        .methods
        .iter()
        .map(|it| run_arm(service, locals, it));
    quote! {
        #[allow(non_camel_case_types, clippy::enum_variant_names, clippy::large_enum_variant)]
        enum #call_type {
            #(#variants,)*
        }
        let #info = #runtime::Service::info(self);
        let #call: ::core::result::Result<#call_type, #runtime::Error> = match #method {
            #(#decodes,)*
            _ => ::core::result::Result::Err(#private::unknown_method(#info, #method)),
        };
        let #value = ::core::clone::Clone::clone(&self.0);
        async move {
            match #call {
                #(#runs,)*
                ::core::result::Result::Err(#error) => #reply.refuse(&#error),
            }
        }
    }
}

/// `add(i64, i64)`
fn variant(method: &Method) -> TokenStream {
    let ident = &method.ident;
    if method.params.is_empty() {
        return quote!(#ident);
    }
    let types = method.params.iter().map(|param| &param.ty);
    quote!(#ident(#(#types),*))
}

/// `add(a, b)`
fn call(method: &Method, locals: &Locals) -> TokenStream {
    let call_type = &locals.call_type;
    let variant = variant_path(method, call_type);
    if method.params.is_empty() {
        return variant;
    }
    let arguments = method.params.iter().map(|param| &param.ident);
    quote!(#variant(#(#arguments),*))
}

fn variant_path(method: &Method, call_type: &Ident) -> TokenStream {
    let ident = &method.ident;
    quote!(#call_type::#ident)
}

fn decode_arm(
    service: &ServiceTrait,
    locals: &Locals,
    number: usize,
    method: &Method,
) -> TokenStream {
    let number = Literal::usize_unsuffixed(number);
    let call = call(method, locals);
    if method.params.is_empty() {
        return quote!(#number => ::core::result::Result::Ok(#call));
    }
    let Locals { params, info, .. } = locals;
    let private = private_at(method.ident.span(), service);
    let arguments = method.params.iter().map(|param| &param.ident);
    quote_spanned! {method.ident.span()=>
        #number => #private::arguments(&#params, #info, #number)
            .map(|(#(#arguments,)*)| #call)
    }
}

fn run_arm(service: &ServiceTrait, locals: &Locals, method: &Method) -> TokenStream {
    let trait_ident = &service.item.ident;
    let Locals {
        value,
        service_type,
        ..
    } = locals;
    let call = call(method, locals);
    let ident = &method.ident;
    let reply = local_at(&locals.reply.to_string(), ident.span());
    let context = local("__yar_context");
    let mut arguments: Vec<_> = method
        .params
        .iter()
        .map(|it| it.ident.to_token_stream())
        .collect();
    if let Some(position) = method.context {
        arguments.insert(position, context.to_token_stream());
    }
    let wait = method.is_async.then(|| quote!(.await));
    let run = quote! {
        <#service_type as #trait_ident>::#ident(&#value, #(#arguments),*)#wait
    };
    let result = match &method.output {
        Output::Result(ty) => {
            let private = private_at(ty.span(), service);
            quote_spanned!(ty.span()=> #private::MethodResult::into_result(#run))
        }
        Output::Value(_) | Output::Nothing => quote_spanned! {ident.span()=>
            ::core::result::Result::<_, ::core::convert::Infallible>::Ok(#run)
        },
    };
    let finish = quote_spanned!(ident.span()=> #reply.finish(#result));
    let finish = match method.context {
        None => finish,
        Some(_) => quote!({
            let #context = #reply.context();
            #finish
        }),
    };
    quote_spanned!(ident.span()=> ::core::result::Result::Ok(#call) => #finish)
}

impl Locals {
    fn new() -> Self {
        Self {
            value: local("__yar_service"),
            method: local("__yar_method"),
            params: local("__yar_params"),
            reply: local("__yar_reply"),
            call: local("__yar_call"),
            error: local("__yar_error"),
            info: local("__yar_info"),
            description: local("__YAR_INFO"),
            service_type: local("__YarService"),
            call_type: local("__YarCall"),
        }
    }
}
