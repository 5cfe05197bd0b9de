//! `#[derive(yar::Error)]` on a struct: one declared error.

use super::data;
use crate::deprecation;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Field, Ident, Path, Visibility};
use yar_idl::rust::{DataField, Declared, ErrorType};

pub(super) fn expand(
    error: &ErrorType,
    declared: &Declared,
    visibility: &Visibility,
) -> TokenStream {
    let constructors = constructors(&error.ident, declared, visibility);
    let thrown = match declared.fields.as_slice() {
        [] => thrown(error, declared, &Parts::without_data()),
        fields => thrown(error, declared, &data::expand(error, fields)),
    };
    let ident = &error.ident;
    quote! {
        #constructors

        #[automatically_derived]
        #[allow(deprecated)]
        impl ::core::fmt::Display for #ident {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.write_str(&self.message)
            }
        }

        #[automatically_derived]
        #[allow(deprecated)]
        impl ::core::error::Error for #ident {}

        #thrown
    }
}

/// What is said of the data of an error.
pub(super) struct Parts {
    /// Items that the others use.
    pub(super) items: TokenStream,
    /// The body of `data`, which gives none if there is no body.
    pub(super) data: Option<TokenStream>,
    /// The error, of an `error: &Error`.
    pub(super) read: TokenStream,
}

impl Parts {
    fn without_data() -> Self {
        Self {
            items: TokenStream::new(),
            data: None,
            read: quote!(::core::option::Option::Some(Self::new(error.message()))),
        }
    }
}

fn constructors(ident: &Ident, declared: &Declared, visibility: &Visibility) -> TokenStream {
    let message = &declared.message;
    let fields = declared
        .fields
        .iter()
        .filter_map(|field| field.ident.as_ref());
    let docs = format!(" This error with a message of its own, in place of \"{message}\".");
    quote! {
        #[allow(dead_code, deprecated)]
        impl #ident {
            #[doc = #docs]
            #[must_use]
            #visibility fn new(message: impl ::core::convert::Into<::std::string::String>) -> Self {
                Self {
                    message: ::core::convert::Into::into(message),
                    #(#fields: ::core::option::Option::None,)*
                }
            }
        }

        #[automatically_derived]
        #[allow(deprecated)]
        impl ::core::default::Default for #ident {
            fn default() -> Self {
                Self::new(#message)
            }
        }
    }
}

fn thrown(error: &ErrorType, declared: &Declared, parts: &Parts) -> TokenStream {
    let ErrorType {
        ident,
        runtime,
        docs,
        ..
    } = error;
    let Declared {
        name,
        code,
        message,
        ..
    } = declared;
    let Parts { items, data, read } = parts;
    let deprecated = deprecation::info(runtime, error.deprecation.as_ref());
    let fields = declared.fields.iter().map(|it| field(runtime, it));
    let data = data.as_ref().map(|data| {
        quote! {
            fn data(&self) -> ::core::option::Option<#runtime::__private::Value> {
                #data
            }
        }
    });
    quote! {
        const _: () = {
        #items

        static __YAR_INFO: #runtime::ThrownInfo = #runtime::ThrownInfo {
            name: #name,
            code: #code,
            message: #message,
            docs: #docs,
            deprecated: #deprecated,
            data: &[#(#fields),*],
        };

        #[automatically_derived]
        #[allow(deprecated)]
        impl #runtime::Thrown for #ident {
            const DECLARED: &'static [#runtime::ThrownInfo] =
                ::core::slice::from_ref(&__YAR_INFO);

            fn info(&self) -> &'static #runtime::ThrownInfo {
                &__YAR_INFO
            }

            fn message(&self) -> #runtime::__private::Cow<'_, ::core::primitive::str> {
                #runtime::__private::Cow::Borrowed(&self.message)
            }

            #data

            fn from_error(
                _: &'static #runtime::ThrownInfo,
                error: &#runtime::Error,
            ) -> ::core::option::Option<Self> {
                #read
            }
        }
        };
    }
}

/// The description of a field.
fn field(runtime: &Path, field: &Field) -> TokenStream {
    let DataField {
        name,
        ty,
        optional,
        docs,
        deprecation,
        ..
    } = DataField::read(field);
    let deprecated = deprecation::info(runtime, deprecation.as_ref());
    quote! {
        #runtime::__private::FieldInfo {
            name: #name,
            ty: #ty,
            optional: #optional,
            docs: #docs,
            deprecated: #deprecated,
        }
    }
}

/// The traits without their meaning, so that rustc says only what is wrong
/// with the declaration.
pub(super) fn fallback(input: &DeriveInput, error: &ErrorType) -> TokenStream {
    let ErrorType { ident, runtime, .. } = error;
    let (generics, arguments, clause) = input.generics.split_for_impl();
    let constructors = matches!(input.data, syn::Data::Struct(_)).then(|| {
        quote! {
            impl #generics #ident #arguments #clause {
                pub fn new(_: impl ::core::convert::Into<::std::string::String>) -> Self {
                    ::core::unimplemented!()
                }
            }

            impl #generics ::core::default::Default for #ident #arguments #clause {
                fn default() -> Self {
                    ::core::unimplemented!()
                }
            }
        }
    });
    quote! {
        #constructors

        impl #generics ::core::fmt::Display for #ident #arguments #clause {
            fn fmt(&self, _: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::unimplemented!()
            }
        }

        impl #generics ::core::error::Error for #ident #arguments #clause {}

        impl #generics #runtime::Thrown for #ident #arguments #clause {
            const DECLARED: &'static [#runtime::ThrownInfo] = &[];

            fn info(&self) -> &'static #runtime::ThrownInfo {
                ::core::unimplemented!()
            }

            fn message(&self) -> #runtime::__private::Cow<'_, ::core::primitive::str> {
                ::core::unimplemented!()
            }

            fn from_error(
                _: &'static #runtime::ThrownInfo,
                _: &#runtime::Error,
            ) -> ::core::option::Option<Self> {
                ::core::unimplemented!()
            }
        }
    }
}
