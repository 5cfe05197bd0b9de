//! Services and their methods.

use proc_macro2::TokenStream;
use quote::quote;
use yar_idl::model::{Method, Param, Service, Type};
use yar_idl::names::to_snake;

use super::attributes::{allow, allow_casing, allow_deprecated, deprecated, docs};
use super::context::Context;
use super::literals;
use super::names;
use super::types::{self, optional, rust_type_as};

/// From how many `bool`s or parameters clippy objects; the contract has the
/// last word, so the method says that it is meant.
const MOST_BOOLS: usize = 3;
const MOST_PARAMS: usize = 6;

pub(super) fn service(item: &Service, context: &Context<'_>) -> TokenStream {
    let docs = docs(&item.docs);
    let deprecated = deprecated(&item.options, str::to_owned);
    let name = names::declared_ident(&item.name, &item.options);
    let casing = allow_casing(&names::bare(&name));
    let package = &context.package.name;
    let rename = item.options.rust.name.is_some().then(|| {
        let name = &item.name;
        quote!(, name = #name)
    });
    let base = item.extends.as_ref().map(|base| {
        let path = context.path(base);
        quote!(: #path)
    });
    let types = item.methods.iter().flat_map(|method| {
        let params = method.params.iter().map(|param| &param.ty);
        params.chain(&method.returns)
    });
    let errors = item.methods.iter().flat_map(|method| &method.throws);
    let old = allow_deprecated(types, errors, context);
    let methods = item.methods.iter();
    let methods = methods.map(|method| self::method(item, method, context));
    quote! {
        #docs
        #deprecated
        #[yar::service(package = #package #rename)]
        #old
        #casing
        pub trait #name #base {
            #(#methods)*
        }
    }
}

fn method(service: &Service, method: &Method, context: &Context<'_>) -> TokenStream {
    let docs = docs(&method.docs);
    let deprecated = deprecated(&method.options, to_snake);
    let ident = names::member_ident(&method.name, &method.options);
    let options = options(method, &names::bare(&ident));
    let bools = method.params.iter().filter(|param| param.ty == Type::Bool);
    let lints = allow(&[
        ("fn_params_excessive_bools", bools.count() > MOST_BOOLS),
        ("too_many_arguments", method.params.len() > MOST_PARAMS),
        (
            "wrong_self_convention",
            implies_receiver(&names::bare(&ident)),
        ),
        ("option_option", method.params.iter().any(is_tri_state)),
    ]);
    let params = method
        .params
        .iter()
        .map(|param| self::param(param, context));
    let result = context.scope.standard("Result");
    let failure = failure(service, method, context);
    let value = match &method.returns {
        Some(ty) => types::rust_type(ty, context),
        None => quote!(()),
    };
    quote! {
        #docs
        #deprecated
        #options
        #lints
        async fn #ident(&self #(, #params)*) -> #result<#value, #failure>;
    }
}

/// What the macro must know besides the signature.
fn options(method: &Method, ident: &str) -> Option<TokenStream> {
    let wire = &method.wire;
    let name = (ident != wire).then(|| quote!(name = #wire));
    let idempotent = method.idempotent.then(|| quote!(idempotent));
    let strict = method.strict_arity.then(|| quote!(strict_arity));
    let all: Vec<_> = [name, idempotent, strict].into_iter().flatten().collect();
    (!all.is_empty()).then(|| quote!(#[yar(#(#all),*)]))
}

/// True for names by which Rust readers expect another receiver than `&self`.
fn implies_receiver(method: &str) -> bool {
    method == "new"
        || method.starts_with("from_")
        || method.starts_with("into_")
        || method.starts_with("to_") && method.ends_with("_mut")
}

fn is_tri_state(param: &Param) -> bool {
    param.optional && matches!(param.ty, Type::Nullable(_))
}

fn param(param: &Param, context: &Context<'_>) -> TokenStream {
    let ident = names::member_ident(&param.name, &param.options);
    let name = &param.name;
    // A parameter of a type called `Context` would be the handler's own, if no
    // name said that it travels.
    let own = matches!(&param.ty, Type::Struct(name) | Type::Enum(name) | Type::Union(name)
        if name.name == "Context");
    let renamed = names::bare(&ident) != *name;
    let rename = (renamed || own).then(|| quote!(name = #name));
    let left_out = param.optional.then(|| quote!(optional));
    let default = param.default.as_ref().map(|value| {
        let value = literals::expression(value, &param.ty, context);
        quote!(default = #value)
    });
    let options: Vec<_> = [rename, left_out, default].into_iter().flatten().collect();
    let options = (!options.is_empty()).then(|| quote!(#[yar(#(#options),*)]));
    let mut ty = rust_type_as(&param.ty, param.options.rust_map, context);
    if param.optional {
        ty = optional(&ty, context);
    }
    quote!(#options #ident: #ty)
}

fn failure(service: &Service, method: &Method, context: &Context<'_>) -> TokenStream {
    if let Some(name) = service.thrown_enum(method) {
        let name = names::type_ident(&name);
        return quote!(yar::Fault<#name>);
    }
    match method.throws.first() {
        Some(name) => {
            let name = context.path(name);
            quote!(yar::Fault<#name>)
        }
        None => quote!(yar::Error),
    }
}
