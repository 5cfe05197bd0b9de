//! Structs.

use proc_macro2::TokenStream;
use quote::quote;
use yar_idl::model::{Struct, Type};

use super::attributes::{allow, allow_casing, allow_deprecated, deprecated, docs};
use super::context::Context;
use super::fields;
use super::literals;
use super::names;

/// From how many `bool`s clippy objects; the contract has the last word, so
/// the item says that it is meant.
const MOST_BOOLS: usize = 3;

/// The struct, and the defaults of its fields if there are any.
pub(super) fn structure(item: &Struct, context: &Context<'_>) -> Vec<TokenStream> {
    let docs = docs(&item.docs);
    let deprecated = deprecated(&item.options, str::to_owned);
    let name = names::declared_ident(&item.name, &item.options);
    let bare = names::bare(&name);
    let casing = allow_casing(&bare);
    let rename = item.options.rust.name.is_some().then(|| {
        let name = &item.name;
        quote!(, rename = #name)
    });
    let eq = context.shapes.is_eq(&item.name).then(|| quote!(Eq,));
    let bools = item.fields.iter().filter(|field| field.ty == Type::Bool);
    let bools = bools.count() > MOST_BOOLS;
    let tri_state = item.fields.iter().any(fields::is_tri_state);
    let lints = allow(&[
        ("option_option", tri_state),
        ("struct_excessive_bools", bools),
    ]);
    let types = item.fields.iter().map(|field| &field.ty);
    let old = allow_deprecated(types, [], context);
    let fields = item.fields.iter();
    let fields = fields.map(|field| fields::field(field, item, context));
    let declaration = quote! {
        #docs
        #deprecated
        #[derive(Debug, Clone, PartialEq, #eq yar::Serialize, yar::Deserialize)]
        #[serde(crate = "yar::serde" #rename)]
        #lints
        #old
        #casing
        pub struct #name {
            #(#fields),*
        }
    };
    [Some(declaration), defaults(item, context)]
        .into_iter()
        .flatten()
        .collect()
}

/// Functions, because that is what serde takes.
fn defaults(item: &Struct, context: &Context<'_>) -> Option<TokenStream> {
    let fields = item.fields.iter();
    let functions: Vec<_> = fields
        .filter_map(|field| {
            let value = field.default.as_ref()?;
            let name = names::ident(&fields::default_name(&fields::ident(field)));
            let ty = fields::ty(field, &item.name, context);
            let value = literals::field_default(value, field, item, context);
            let lints = allow(&[("unnecessary_wraps", matches!(field.ty, Type::Nullable(_)))]);
            Some(quote! {
                #lints
                fn #name() -> #ty {
                    #value
                }
            })
        })
        .collect();
    let name = names::declared_ident(&item.name, &item.options);
    let old = context.allow_old_values();
    (!functions.is_empty()).then(|| {
        quote! {
            #old
            impl #name {
                #(#functions)*
            }
        }
    })
}
