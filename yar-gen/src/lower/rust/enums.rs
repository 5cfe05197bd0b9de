//! Enums.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use yar_idl::model::{Enum, EnumCase, EnumRepr, EnumValue};
use yar_idl::names::to_pascal;
use yar_idl::rust::case_name;

use super::attributes::{allow_casing, deprecated, docs};
use super::context::Context;
use super::names;
use super::types;

pub(super) fn enumeration(item: &Enum, context: &Context<'_>) -> TokenStream {
    let docs = docs(&item.docs);
    let deprecated = deprecated(&item.options, str::to_owned);
    let name = names::declared_ident(&item.name, &item.options);
    let casing = allow_casing(&names::bare(&name));
    let (repr, raw) = match item.repr {
        EnumRepr::String => ("string".to_owned(), context.scope.standard("String")),
        EnumRepr::Int(int) => {
            let int = types::int_ident(int);
            (int.to_string(), quote!(#int))
        }
    };
    let cases = item.cases.iter().map(case);
    let rename = item.options.rust.name.is_some().then(|| {
        let name = &item.name;
        quote!(name = #name,)
    });
    let closed = item.closed.then(|| quote!(, closed));
    let unknown = (!item.closed).then(|| {
        let cases = item.cases.iter();
        let cases = cases.map(|it| names::case_ident(&it.name, &it.options));
        let unknown = names::unknown_ident(cases);
        quote! {
            #[doc = " A value this version does not know."]
            #unknown(#raw),
        }
    });
    quote! {
        #docs
        #deprecated
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, yar::Enum)]
        #[yar(#rename repr = #repr #closed)]
        #casing
        pub enum #name {
            #(#cases,)*
            #unknown
        }
    }
}

fn case(case: &EnumCase) -> TokenStream {
    let docs = docs(&case.docs);
    let deprecated = deprecated(&case.options, to_pascal);
    let ident = names::case_ident(&case.name, &case.options);
    let (value, text) = match &case.value {
        EnumValue::String(text) => (Literal::string(text), Some(text.as_str())),
        EnumValue::Int(number) => (Literal::i128_unsuffixed(*number), None),
    };
    // Told only where the reader would not come to the same name.
    let name = &case.name;
    let name = (case_name(&names::bare(&ident), text) != name).then(|| quote!(name = #name,));
    quote!(#docs #deprecated #[yar(#name value = #value)] #ident)
}
