//! `#[derive(yar::Enum)]` with `closed`: an enum that refuses what it does not
//! know.

use super::enumeration::literal;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Visibility;
use yar_idl::model::EnumRepr;
use yar_idl::rust::{EnumType, raw_type};

pub(super) fn expand(item: &EnumType, visibility: &Visibility) -> TokenStream {
    let EnumType { ident, runtime, .. } = item;
    let private = quote!(#runtime::__private);
    let serde = quote!(#runtime::serde);
    let unknown = quote!(#runtime::UnknownCase);
    let name = &item.name;
    let cases: Vec<_> = item.cases.iter().map(|case| &case.ident).collect();
    let values: Vec<_> = item.cases.iter().map(|case| literal(&case.value)).collect();
    let (accessor, raw, docs) = match item.repr {
        EnumRepr::String => (
            quote!(as_str),
            quote!(&'static ::core::primitive::str),
            "The string that travels.",
        ),
        EnumRepr::Int(_) => {
            let raw = format_ident!("{}", raw_type(item.repr));
            let docs = "The integer that travels.";
            (quote!(raw), quote!(::core::primitive::#raw), docs)
        }
    };
    let (taken, reader) = match item.repr {
        EnumRepr::String => (quote!(&::core::primitive::str), quote!(closed_string)),
        EnumRepr::Int(_) => (raw.clone(), quote!(closed_integer)),
    };
    let write = match item.repr {
        EnumRepr::String => format_ident!("serialize_str"),
        EnumRepr::Int(_) => format_ident!("serialize_{}", raw_type(item.repr)),
    };
    quote! {
        #[allow(dead_code, deprecated)]
        impl #ident {
            #[doc = #docs]
            #[must_use]
            #visibility const fn #accessor(&self) -> #raw {
                match *self {
                    #(Self::#cases => #values,)*
                }
            }
        }

        #[automatically_derived]
        #[allow(deprecated)]
        impl ::core::convert::TryFrom<#taken> for #ident {
            type Error = #unknown;

            fn try_from(raw: #taken) -> ::core::result::Result<Self, #unknown> {
                match raw {
                    #(#values => ::core::result::Result::Ok(Self::#cases),)*
                    raw => ::core::result::Result::Err(
                        #unknown::new(#name, &[#(#values),*], &raw),
                    ),
                }
            }
        }

        #[automatically_derived]
        #[allow(deprecated)]
        impl #serde::Serialize for #ident {
            fn serialize<S: #serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                serializer.#write(self.#accessor())
            }
        }

        #[automatically_derived]
        #[allow(deprecated)]
        impl<'de> #serde::Deserialize<'de> for #ident {
            fn deserialize<D: #serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                #private::#reader(deserializer, |raw: #taken| ::core::convert::TryFrom::try_from(raw))
            }
        }
    }
}
