//! What stands before an item or a member: docs, deprecation, lints.

use proc_macro2::TokenStream;
use quote::quote;
use yar_idl::model::{Docs, Options, Type, TypeName};

use super::context::Context;
use super::names;

/// One `///` line for each line.
pub(super) fn docs(docs: &Docs) -> TokenStream {
    let lines = docs.lines().map(|line| match super::one_line(line) {
        line if line.is_empty() => line,
        line => format!(" {line}"),
    });
    quote!(#(#[doc = #lines])*)
}

/// `#[deprecated]`, if it is. `spell` gives the name of what takes its place.
pub(super) fn deprecated(options: &Options, spell: fn(&str) -> String) -> Option<TokenStream> {
    let deprecation = options.deprecated.as_ref()?;
    let since = deprecation.since.as_ref();
    let since = since.map(|since| quote!(since = #since,));
    let note = super::super::deprecation_text(deprecation, spell);
    let note = (!note.is_empty()).then(|| quote!(note = #note));
    Some(match (&since, &note) {
        (None, None) => quote!(#[deprecated]),
        (None, Some(note)) => quote!(#[deprecated(#note)]),
        _ => quote!(#[deprecated(#since #note)]),
    })
}

/// For what still uses something deprecated: that is the contract's business.
pub(super) fn allow_deprecated<'a>(
    types: impl IntoIterator<Item = &'a Type>,
    errors: impl IntoIterator<Item = &'a TypeName>,
    context: &Context<'_>,
) -> Option<TokenStream> {
    let mut types = types.into_iter();
    let mut errors = errors.into_iter();
    let found = types.any(|ty| mentions_deprecated(ty, context))
        || errors.any(|name| context.is_deprecated(name));
    found.then(|| quote!(#[allow(deprecated)]))
}

fn mentions_deprecated(ty: &Type, context: &Context<'_>) -> bool {
    let within = |ty: &Type| mentions_deprecated(ty, context);
    match ty {
        Type::List(inner) | Type::Nullable(inner) => within(inner),
        Type::Map(key, value) => within(key) || within(value),
        Type::Tuple(parts) => parts.iter().any(within),
        Type::Struct(name) | Type::Enum(name) | Type::Union(name) => context.is_deprecated(name),
        _ => false,
    }
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
