//! `#[derive(yar::Enum)]`: an open enum of strings or integers.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::{Ident, Visibility};
use yar_idl::model::{EnumRepr, EnumValue};
use yar_idl::rust::{EnumType, raw_type};

pub(super) fn expand(item: &EnumType, visibility: &Visibility, open: &Ident) -> TokenStream {
    match item.repr {
        EnumRepr::String => of_strings(item, visibility, open),
        EnumRepr::Int(_) => of_integers(item, visibility, open),
    }
}

fn of_strings(item: &EnumType, visibility: &Visibility, open: &Ident) -> TokenStream {
    let EnumType { ident, runtime, .. } = item;
    let private = quote!(#runtime::__private);
    let serde = quote!(#runtime::serde);
    let cases: Vec<_> = item.cases.iter().map(|case| &case.ident).collect();
    let values: Vec<_> = item.cases.iter().map(|case| literal(&case.value)).collect();
    quote! {
        #[allow(dead_code, deprecated)]
        impl #ident {
            /// The string that travels.
            #[must_use]
            #visibility fn as_str(&self) -> &::core::primitive::str {
                match self {
                    #(Self::#cases => #values,)*
                    Self::#open(raw) => raw,
                }
            }
        }

        #[automatically_derived]
        #[allow(deprecated)]
        impl ::core::convert::From<&::core::primitive::str> for #ident {
            fn from(raw: &::core::primitive::str) -> Self {
                match raw {
                    #(#values => Self::#cases,)*
                    raw => Self::#open(::core::convert::From::from(raw)),
                }
            }
        }

        #[automatically_derived]
        #[allow(deprecated)]
        impl ::core::convert::From<::std::string::String> for #ident {
            fn from(raw: ::std::string::String) -> Self {
                match raw.as_str() {
                    #(#values => Self::#cases,)*
                    _ => Self::#open(raw),
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
                serializer.serialize_str(self.as_str())
            }
        }

        #[automatically_derived]
        #[allow(deprecated)]
        impl<'de> #serde::Deserialize<'de> for #ident {
            fn deserialize<D: #serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                #private::raw_string(deserializer, |raw| ::core::convert::From::from(raw))
            }
        }
    }
}

fn of_integers(item: &EnumType, visibility: &Visibility, open: &Ident) -> TokenStream {
    let EnumType { ident, runtime, .. } = item;
    let private = quote!(#runtime::__private);
    let serde = quote!(#runtime::serde);
    let name = format_ident!("{}", raw_type(item.repr));
    let raw = quote!(::core::primitive::#name);
    let write = format_ident!("serialize_{name}");
    let cases: Vec<_> = item.cases.iter().map(|case| &case.ident).collect();
    let values: Vec<_> = item.cases.iter().map(|case| literal(&case.value)).collect();
    quote! {
        #[allow(dead_code, deprecated)]
        impl #ident {
            /// The integer that travels.
            #[must_use]
            #visibility fn raw(&self) -> #raw {
                match *self {
                    #(Self::#cases => #values,)*
                    Self::#open(raw) => raw,
                }
            }
        }

        #[automatically_derived]
        #[allow(deprecated)]
        impl ::core::convert::From<#raw> for #ident {
            fn from(raw: #raw) -> Self {
                match raw {
                    #(#values => Self::#cases,)*
                    raw => Self::#open(raw),
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
                serializer.#write(self.raw())
            }
        }

        #[automatically_derived]
        #[allow(deprecated)]
        impl<'de> #serde::Deserialize<'de> for #ident {
            fn deserialize<D: #serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                #private::raw_integer::<_, #raw>(deserializer).map(::core::convert::From::from)
            }
        }
    }
}

pub(super) fn literal(value: &EnumValue) -> TokenStream {
    match value {
        EnumValue::String(text) => quote!(#text),
        EnumValue::Int(number) => {
            // An i128 literal prints its sign as a token of its own.
            let digits = Literal::u128_unsuffixed(number.unsigned_abs());
            let sign = (*number < 0).then(|| quote!(-));
            quote!(#sign #digits)
        }
    }
}
