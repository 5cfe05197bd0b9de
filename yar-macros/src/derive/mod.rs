//! The derives: from a type's declaration to its traits. Knows only
//! `proc_macro2`.

mod choice;
mod declared;
mod enumeration;

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;
use yar_idl::rust::{EnumType, ErrorKind, ErrorType, Problem};

/// Expands `#[derive(yar::Error)]`.
pub(crate) fn error(item: TokenStream) -> TokenStream {
    let input = match syn::parse2::<DeriveInput>(item) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let (error, problems) = ErrorType::read(&input);
    let implementation = match &error.kind {
        _ if !problems.is_empty() => declared::fallback(&input, &error),
        ErrorKind::One(declared) => declared::expand(&error, declared, &input.vis),
        ErrorKind::Choice(variants) => choice::expand(&error, variants),
    };
    with_errors(&problems, implementation)
}

/// Expands `#[derive(yar::Enum)]`.
pub(crate) fn enumeration(item: TokenStream) -> TokenStream {
    let input = match syn::parse2::<DeriveInput>(item) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let (item, problems) = EnumType::read(&input);
    let implementation = match &item.open {
        Some(open) if problems.is_empty() => enumeration::expand(&item, &input.vis, open),
        _ => enumeration::fallback(&input, &item),
    };
    with_errors(&problems, implementation)
}

fn with_errors(problems: &[Problem], implementation: TokenStream) -> TokenStream {
    let errors = problems.iter().map(Problem::to_compile_error);
    quote!(#(#errors)* #implementation)
}
