//! Fields of structs and data of errors.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use yar_idl::model::{Field, Struct, Type};
use yar_idl::names::to_snake;

use super::attributes::{deprecated, docs};
use super::context::Context;
use super::names;
use super::types::{field_type, optional};

/// Name of the field in Rust.
pub(super) fn ident(field: &Field) -> Ident {
    names::member_ident(&field.name, &field.options)
}

/// A field of a struct, with what serde must know of it.
pub(super) fn field(field: &Field, item: &Struct, context: &Context<'_>) -> TokenStream {
    let owner = names::declared_ident(&item.name, &item.options);
    let docs = docs(&field.docs);
    let deprecated = deprecated(&field.options, to_snake);
    let ident = ident(field);
    let serde = serde(field, &ident, &owner, context);
    let ty = self::ty(field, &item.name, context);
    quote!(#docs #deprecated #serde pub #ident: #ty)
}

/// How its key is called, and when it may be missing.
pub(super) fn serde(
    field: &Field,
    ident: &Ident,
    owner: &Ident,
    context: &Context<'_>,
) -> Option<TokenStream> {
    let wire = &field.wire;
    let bare = names::bare(ident);
    let rename = (bare != *wire).then(|| quote!(rename = #wire));
    let fallback = field.default.as_ref().map(|_| {
        let function = format!("{owner}::{}", default_name(ident));
        quote!(default = #function)
    });
    let optional = field.optional.then(|| {
        let skip = match context.scope.is_plain("Option") {
            true => "Option::is_none",
            false => "::std::option::Option::is_none",
        };
        quote!(default, skip_serializing_if = #skip)
    });
    let states = is_tri_state(field).then(|| quote!(with = "yar::tri_state"));
    let options: Vec<_> = [rename, fallback, optional, states]
        .into_iter()
        .flatten()
        .collect();
    (!options.is_empty()).then(|| quote!(#[serde(#(#options),*)]))
}

/// Its type, with an option around it when it may be left out.
pub(super) fn ty(field: &Field, owner: &str, context: &Context<'_>) -> TokenStream {
    let ty = field_type(field, owner, context);
    if field.optional {
        optional(&ty, context)
    } else {
        ty
    }
}

/// Missing, null or there.
pub(super) fn is_tri_state(field: &Field) -> bool {
    field.optional && matches!(field.ty, Type::Nullable(_))
}

/// The function that gives a default: no other member can have its name.
pub(super) fn default_name(field: &Ident) -> String {
    format!("default_{}", names::bare(field))
}
