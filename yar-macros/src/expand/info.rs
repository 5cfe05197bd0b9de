//! The static description of a service. Its methods are in the order of the
//! trait's, and their positions are the numbers that dispatch uses.

use super::{base_ident, private_at, result_type, success_type};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;
use yar_idl::rust::{Method, Output, Param, ServiceTrait, in_option, spell};

pub(super) fn expand(service: &ServiceTrait) -> TokenStream {
    let runtime = &service.runtime;
    let ServiceTrait { name, docs, .. } = service;
    let package = service.package.as_ref().map(syn::LitStr::value);
    let package = package.unwrap_or_default();
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
            methods: &[#(#methods),*],
            base: #base,
        }
    }
}

fn method(service: &ServiceTrait, method: &Method) -> TokenStream {
    let runtime = &service.runtime;
    let Method { name, docs, .. } = method;
    let params = method.params.iter().map(|it| param(service, it));
    let returns = returns(&method.output);
    let result = result_type(method);
    let private = private_at(result.span(), service);
    quote! {
        #runtime::MethodInfo {
            name: #name,
            docs: #docs,
            params: &[#(#params),*],
            returns: #returns,
            throws: #private::declared::<#result>(),
        }
    }
}

/// The call carries the span of the type, because it is what says that a
/// type cannot travel.
fn param(service: &ServiceTrait, param: &Param) -> TokenStream {
    let Param { name, ty, .. } = param;
    let private = private_at(ty.span(), service);
    let shown = in_option(ty).filter(|_| param.optional).unwrap_or(ty);
    let spelled = spell(shown);
    let optional = param.optional;
    let default = match &param.default {
        Some(default) => {
            let text = spell(default);
            quote!(::core::option::Option::Some(#text))
        }
        None => quote!(::core::option::Option::None),
    };
    quote_spanned! {ty.span()=>
        #private::param::<#ty>(#name, #spelled, #optional, #default)
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
        .map(spell)
        .unwrap_or_default()
}

fn is_unit(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(tuple) if tuple.elems.is_empty())
}
