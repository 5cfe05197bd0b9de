//! From a service trait to the code that calls and serves it. Knows only
//! `proc_macro2`, so that it can be tested and reused outside a macro.

mod argument;
mod client;
mod defaults;
mod fallback;
mod incoming;
mod info;
mod outgoing;
mod server;
mod trait_item;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Ident, ItemTrait, Type};
use yar_idl::rust::{Method, Output, ServiceTrait};

/// Expands `#[yar::service(options)] item`.
pub(crate) fn service(options: TokenStream, item: TokenStream) -> TokenStream {
    let item = match syn::parse2::<ItemTrait>(item.clone()) {
        Ok(item) => item,
        Err(error) => return not_a_trait(&error, &item),
    };
    let (service, problems) = ServiceTrait::read(options, item);
    let trait_item = trait_item::expand(&service);
    if problems.is_empty() {
        let client = client::expand(&service);
        let server = server::expand(&service);
        return quote!(#trait_item #client #server);
    }
    let errors = problems.iter().map(|problem| problem.to_compile_error());
    let fallback = fallback::expand(&service);
    quote!(#(#errors)* #trait_item #fallback)
}

/// `CalculatorServer`
fn server_ident(service: &ServiceTrait) -> Ident {
    format_ident!("{}Server", service.item.ident)
}

/// The base's type whose name ends so: `super::HealthServer`.
fn base_ident(service: &ServiceTrait, suffix: &str) -> Option<TokenStream> {
    let mut path = service.base.clone()?;
    let last = path.segments.last_mut()?;
    last.ident = format_ident!("{}{suffix}", last.ident);
    Some(path.into_token_stream())
}

/// The `Result` that a method's outcome is, also for one that cannot fail.
fn result_type(method: &Method) -> TokenStream {
    let value = match &method.output {
        Output::Result(ty) => return ty.to_token_stream(),
        Output::Value(ty) => ty.to_token_stream(),
        Output::Nothing => quote!(()),
    };
    quote_spanned!(value.span()=> ::core::result::Result<#value, ::core::convert::Infallible>)
}

/// What the client's method returns.
fn client_result(service: &ServiceTrait, method: &Method) -> TokenStream {
    let runtime = &service.runtime;
    match &method.output {
        Output::Nothing => quote!(::core::result::Result<(), #runtime::Error>),
        Output::Value(ty) => quote!(::core::result::Result<#ty, #runtime::Error>),
        Output::Result(ty) => {
            let private = private_at(ty.span(), service);
            quote_spanned!(ty.span()=> #private::ClientResult<#ty>)
        }
    }
}

/// The path of the private module, where rustc is to complain about `span`:
/// what a function there demands, the user's types must fulfil.
fn private_at(span: Span, service: &ServiceTrait) -> TokenStream {
    let runtime = &service.runtime;
    let path = quote!(#runtime::__private);
    let respanned = path.into_iter().map(|mut token| {
        token.set_span(span);
        token
    });
    respanned.collect()
}

/// A name of ours, which no name of the user's can be or be shadowed by.
fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// The same, where rustc is to complain about `span`.
fn local_at(name: &str, span: Span) -> Ident {
    Ident::new(name, Span::mixed_site().located_at(span))
}

fn not_a_trait(error: &syn::Error, item: &TokenStream) -> TokenStream {
    if let Ok(other) = syn::parse2::<syn::Item>(item.clone()) {
        let text = "`#[yar::service]` goes on a trait";
        let error = syn::Error::new_spanned(first_word(&other), text).to_compile_error();
        return quote!(#error #item);
    }
    error.to_compile_error()
}

/// `struct`, `fn` and so on: the word that says what an item is.
fn first_word(item: &syn::Item) -> TokenStream {
    match item {
        syn::Item::Struct(item) => item.struct_token.to_token_stream(),
        syn::Item::Enum(item) => item.enum_token.to_token_stream(),
        syn::Item::Fn(item) => item.sig.fn_token.to_token_stream(),
        syn::Item::Impl(item) => item.impl_token.to_token_stream(),
        syn::Item::Mod(item) => item.mod_token.to_token_stream(),
        other => other.to_token_stream(),
    }
}

/// The type that a `Result` is made of first: `T` in `Result<T, E>`.
fn success_type(ty: &Type) -> Option<&Type> {
    let path = match ty {
        Type::Path(path) => &path.path,
        Type::Group(group) => return success_type(&group.elem),
        Type::Paren(paren) => return success_type(&paren.elem),
        _ => return None,
    };
    let syn::PathArguments::AngleBracketed(arguments) = &path.segments.last()?.arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}
