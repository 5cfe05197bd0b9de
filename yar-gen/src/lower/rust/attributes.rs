//! What stands before an item or a member: docs, deprecation, lints.

use proc_macro2::TokenStream;
use quote::quote;
use yar_idl::model::{Docs, Options};

use super::names;

/// One `///` line for each line.
pub(super) fn docs(docs: &Docs) -> TokenStream {
    let lines = docs.lines().map(|line| match super::one_line(line) {
        line if line.is_empty() => line,
        line => format!(" {line}"),
    });
    quote!(#(#[doc = #lines])*)
}

/// `#[deprecated]`, if it is.
pub(super) fn deprecated(options: &Options) -> Option<TokenStream> {
    let deprecation = options.deprecated.as_ref()?;
    let since = deprecation.since.as_ref();
    let since = since.map(|since| quote!(since = #since,));
    let note = super::super::deprecation_text(deprecation);
    let note = (!note.is_empty()).then(|| quote!(note = #note));
    Some(match (&since, &note) {
        (None, None) => quote!(#[deprecated]),
        (None, Some(note)) => quote!(#[deprecated(#note)]),
        _ => quote!(#[deprecated(#since #note)]),
    })
}

/// Names of types are kept as declared, also where Rust would spell them
/// otherwise.
pub(super) fn allow_casing(name: &str) -> Option<TokenStream> {
    let camel = name.starts_with(|first: char| first.is_ascii_uppercase()) && !name.contains('_');
    (!camel).then(|| quote!(#[allow(non_camel_case_types)]))
}

/// Says that what a lint of clippy would object to is meant.
pub(super) fn allow(lints: &[(&str, bool)]) -> Option<TokenStream> {
    let lints = lints.iter().filter(|(_, objects)| *objects);
    let lints: Vec<_> = lints.map(|(lint, _)| names::ident(lint)).collect();
    (!lints.is_empty()).then(|| quote!(#[allow(#(clippy::#lints),*)]))
}
