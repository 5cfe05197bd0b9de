//! The data of a declared error: its fields beside the message, read and written
//! by serde as those of a struct are.

use super::declared::Parts;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Field;
use yar_idl::rust::ErrorType;

pub(super) fn expand(error: &ErrorType, fields: &[Field]) -> Parts {
    let ErrorType { ident, runtime, .. } = error;
    let private = quote!(#runtime::__private);
    Parts {
        items: items(error, fields),
        data: Some(quote!(#private::error_data(&__YarRef(self)))),
        read: quote! {
            let __YarData(read) = #private::read_error_data(error)?;
            ::core::option::Option::Some(#ident {
                message: ::core::convert::From::from(error.message()),
                ..read
            })
        },
    }
}

/// serde's derives for a type that they do not stand on, once to write and once
/// to read it.
fn items(error: &ErrorType, fields: &[Field]) -> TokenStream {
    let ErrorType { ident, runtime, .. } = error;
    let serde = quote!(#runtime::serde);
    let path = yar_idl::rust::spell(&serde);
    let remote = ident.to_string();
    let fields = fields.iter().map(|field| {
        let Field { ident, ty, .. } = field;
        let attributes = field.attrs.iter().filter(|it| it.path().is_ident("serde"));
        quote!(#(#attributes)* #ident: #ty)
    });
    quote! {
        #[derive(#serde::Serialize, #serde::Deserialize)]
        #[serde(crate = #path, remote = #remote)]
        #[allow(dead_code, deprecated, clippy::option_option, clippy::type_complexity)]
        struct __YarFields {
            #[serde(skip)]
            message: ::std::string::String,
            #(#fields,)*
        }

        #[allow(deprecated)]
        struct __YarRef<'a>(&'a #ident);

        #[allow(deprecated)]
        impl #serde::Serialize for __YarRef<'_> {
            fn serialize<S: #serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                __YarFields::serialize(self.0, serializer)
            }
        }

        #[allow(deprecated)]
        struct __YarData(#ident);

        #[allow(deprecated)]
        impl<'de> #serde::Deserialize<'de> for __YarData {
            fn deserialize<D: #serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                __YarFields::deserialize(deserializer).map(__YarData)
            }
        }
    }
}
