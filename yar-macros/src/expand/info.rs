//! The static description of a service. Its methods are in the order of the
//! trait's, and their positions are the numbers that dispatch uses.

use super::{base_ident, defaults, private_at, result_type, success_type};
use crate::deprecation;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Type};
use yar_idl::rust::{Method, Output, Param, ServiceTrait, contract_type, in_option, spell};

pub(super) fn expand(service: &ServiceTrait) -> TokenStream {
    let runtime = &service.runtime;
    let ServiceTrait { name, docs, .. } = service;
    let package = service.package.as_ref().map(syn::LitStr::value);
    let package = package.unwrap_or_default();
    let deprecated = deprecation::expand(runtime, &service.item.attrs);
    let methods = service.methods.iter().map(|it| method(service, it));
    let base = match base_ident(service, "Client") {
        Some(base) => quote!(::core::option::Option::Some(
            <#base as #runtime::__private::Described>::INFO
        )),
        None => quote!(::core::option::Option::None),
    };
    quote! {
        #runtime::ServiceInfo {
            name: #name,
            package: #package,
            docs: #docs,
            deprecated: #deprecated,
            methods: &[#(#methods),*],
            base: #base,
        }
    }
}

fn method(service: &ServiceTrait, method: &Method) -> TokenStream {
    let runtime = &service.runtime;
    let Method {
        name,
        docs,
        idempotent,
        strict_arity,
        ..
    } = method;
    let deprecated = deprecation::expand(runtime, &method.attributes);
    let params = method.params.iter().map(|it| param(service, method, it));
    let returns = returns(&method.output);
    let result = result_type(method);
    let private = private_at(result.span(), service);
    quote! {
        #runtime::MethodInfo {
            name: #name,
            docs: #docs,
            deprecated: #deprecated,
            idempotent: #idempotent,
            strict_arity: #strict_arity,
            params: &[#(#params),*],
            returns: #returns,
            throws: #private::declared::<#result>(),
        }
    }
}

/// The call carries the span of the type, because it is what says that a
/// type cannot travel.
fn param(service: &ServiceTrait, method: &Method, param: &Param) -> TokenStream {
    let Param { name, ty, .. } = param;
    let private = private_at(ty.span(), service);
    let shown = in_option(ty).filter(|_| param.optional).unwrap_or(ty);
    let spelled = contract_type(shown);
    let optional = param.optional;
    let default = match &param.default {
        Some(given) => {
            let made = defaults::path(service, method, param);
            default(service, given, &made)
        }
        None => quote!(::core::option::Option::None),
    };
    quote_spanned! {ty.span()=>
        #private::param::<#ty>(#name, #spelled, #optional, #default)
    }
}

/// As text, and as what it is: a caller in another language cannot read Rust.
fn default(service: &ServiceTrait, given: &Expr, made: &TokenStream) -> TokenStream {
    let runtime = &service.runtime;
    let private = quote!(#runtime::__private);
    let text = spell(given);
    quote! {
        ::core::option::Option::Some(#private::DefaultInfo {
            rust: #text,
            value: || #private::default_value(&#made()),
        })
    }
}

fn returns(output: &Output) -> String {
    let value = match output {
        Output::Nothing => None,
        Output::Value(ty) => Some(ty),
        Output::Result(ty) => Some(success_type(ty).unwrap_or(ty)),
    };
    value
        .filter(|ty| !is_unit(ty))
        .map(contract_type)
        .unwrap_or_default()
}

fn is_unit(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(tuple) if tuple.elems.is_empty())
}
