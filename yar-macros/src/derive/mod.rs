//! The derives: from a type's declaration to its traits. Knows only
//! `proc_macro2`.

mod choice;
mod closed;
mod data;
mod declared;
mod enumeration;
mod union;

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Path};
use yar_idl::rust::{EnumType, ErrorKind, ErrorType, Problem, UnionType};

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
        None if problems.is_empty() => closed::expand(&item, &input.vis),
        _ => fallback(&input, &item.runtime),
    };
    with_errors(&problems, implementation)
}

/// Expands `#[derive(yar::Union)]`.
pub(crate) fn union(item: TokenStream) -> TokenStream {
    let input = match syn::parse2::<DeriveInput>(item) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let (item, problems) = UnionType::read(&input);
    let implementation = match &item.open {
        Some(open) if problems.is_empty() => union::expand(&item, open),
        _ => fallback(&input, &item.runtime),
    };
    with_errors(&problems, implementation)
}

fn with_errors(problems: &[Problem], implementation: TokenStream) -> TokenStream {
    let errors = problems.iter().map(Problem::to_compile_error);
    quote!(#(#errors)* #implementation)
}

/// The traits without their meaning, so that rustc says only what is wrong
/// with the declaration.
fn fallback(input: &DeriveInput, runtime: &Path) -> TokenStream {
    let ident = &input.ident;
    let serde = quote!(#runtime::serde);
    let (generics, arguments, clause) = input.generics.split_for_impl();
    let mut reading = input.generics.clone();
    reading.params.insert(0, syn::parse_quote!('de));
    let (reading, ..) = reading.split_for_impl();
    quote! {
        impl #generics #serde::Serialize for #ident #arguments #clause {
            fn serialize<__S: #serde::Serializer>(
                &self,
                _: __S,
            ) -> ::core::result::Result<__S::Ok, __S::Error> {
                ::core::unimplemented!()
            }
        }

        impl #reading #serde::Deserialize<'de> for #ident #arguments #clause {
            fn deserialize<__D: #serde::Deserializer<'de>>(
                _: __D,
            ) -> ::core::result::Result<Self, __D::Error> {
                ::core::unimplemented!()
            }
        }
    }
}
