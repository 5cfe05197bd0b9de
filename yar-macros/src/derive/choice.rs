//! `#[derive(yar::Error)]` on an enum: one of several declared errors.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Ident, Type};
use yar_idl::rust::ErrorType;

pub(super) fn expand(error: &ErrorType, variants: &[(Ident, Type)]) -> TokenStream {
    let ident = &error.ident;
    let conversions = variants.iter().map(|(variant, ty)| {
        quote! {
            #[automatically_derived]
            #[allow(deprecated)]
            impl ::core::convert::From<#ty> for #ident {
                fn from(error: #ty) -> Self {
                    Self::#variant(error)
                }
            }
        }
    });
    let display = each(
        ident,
        variants,
        &quote!(::core::fmt::Display::fmt(error, f)),
    );
    let source = each(
        ident,
        variants,
        &quote!(::core::error::Error::source(error)),
    );
    let thrown = thrown(error, variants);
    quote! {
        #(#conversions)*

        #[automatically_derived]
        #[allow(deprecated)]
        impl ::core::fmt::Display for #ident {
            #[allow(unused_variables)]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                #display
            }
        }

        #[automatically_derived]
        #[allow(deprecated)]
        impl ::core::error::Error for #ident {
            fn source(&self) -> ::core::option::Option<&(dyn ::core::error::Error + 'static)> {
                #source
            }
        }

        #thrown
    }
}

fn thrown(error: &ErrorType, variants: &[(Ident, Type)]) -> TokenStream {
    let ErrorType { ident, runtime, .. } = error;
    let private = quote!(#runtime::__private);
    let info = each(ident, variants, &quote!(#runtime::Thrown::info(error)));
    let message = each(ident, variants, &quote!(#runtime::Thrown::message(error)));
    let data = each(ident, variants, &quote!(#runtime::Thrown::data(error)));
    let lists: Vec<_> = variants
        .iter()
        .map(|(_, ty)| quote_spanned!(ty.span()=> <#ty as #runtime::Thrown>::DECLARED))
        .collect();
    let readings = variants.iter().zip(&lists).map(|((variant, ty), list)| {
        quote_spanned! {ty.span()=>
            if #list.contains(info) {
                return <#ty as #runtime::Thrown>::from_error(info, error).map(Self::#variant);
            }
        }
    });
    quote! {
        const _: () = #private::assert_distinct(<#ident as #runtime::Thrown>::DECLARED);

        #[automatically_derived]
        #[allow(deprecated)]
        impl #runtime::Thrown for #ident {
            const DECLARED: &'static [#runtime::ThrownInfo] =
                &#private::join::<{ 0 #(+ #lists.len())* }>(&[#(#lists),*]);

            fn info(&self) -> &'static #runtime::ThrownInfo {
                #info
            }

            fn message(&self) -> #private::Cow<'_, ::core::primitive::str> {
                #message
            }

            fn data(&self) -> ::core::option::Option<#private::Value> {
                #data
            }

            fn from_error(
                info: &'static #runtime::ThrownInfo,
                error: &#runtime::Error,
            ) -> ::core::option::Option<Self> {
                #(#readings)*
                ::core::option::Option::None
            }
        }
    }
}

/// The same expression for the `error` in each variant.
fn each(ident: &Ident, variants: &[(Ident, Type)], expression: &TokenStream) -> TokenStream {
    let arms = variants
        .iter()
        .map(|(variant, _)| quote!(#ident::#variant(ref error) => #expression));
    quote!(match *self { #(#arms,)* })
}
