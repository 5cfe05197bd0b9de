//! Constants.

use proc_macro2::TokenStream;
use quote::quote;
use yar_idl::model::{Constant, Type};
use yar_idl::names::to_screaming;

use super::attributes::{deprecated, docs};
use super::context::Context;
use super::literals;
use super::names;
use super::types::rust_type;

pub(super) fn constant(item: &Constant, context: &Context<'_>) -> TokenStream {
    let docs = docs(&item.docs);
    let deprecated = deprecated(&item.options, to_screaming);
    let name = match &item.options.rust.name {
        Some(name) => names::ident(name),
        None => names::ident(&to_screaming(&item.name)),
    };
    let ty = match &item.ty {
        Type::String => quote!(&str),
        Type::Bytes => quote!(&[u8]),
        other => rust_type(other, context),
    };
    let value = literals::constant(&item.value, &item.ty, context);
    // A program that is no library need not use them all.
    let old = matches!(item.ty, Type::Enum(_)).then(|| context.allow_old_values());
    quote!(#docs #deprecated #[allow(dead_code)] #old pub const #name: #ty = #value;)
}
