//! `#[derive(yar::Union)]`: one of several values, and those of newer peers.

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned;
use yar_idl::rust::UnionType;

pub(super) fn expand(item: &UnionType, open: &Ident) -> TokenStream {
    let UnionType { ident, runtime, .. } = item;
    let serde = quote!(#runtime::serde);
    let private = quote!(#runtime::__private);
    let name = &item.name;
    let wires = item.cases.iter().map(|case| &case.wire);
    let writing = writing(item, open);
    let (reading, reader) = match item.tag {
        None => (by_key(item), quote!(read_union)),
        Some(_) => (by_tag(item), quote!(read_tagged)),
    };
    quote! {
        #[automatically_derived]
        #[allow(deprecated)]
        impl #private::Cases for #ident {
            const NAME: &'static ::core::primitive::str = #name;
            const CASES: &'static [&'static ::core::primitive::str] = &[#(#wires),*];

            fn unknown(tag: #private::String, value: #private::Value) -> Self {
                Self::#open { tag, value }
            }
        }

        #reading

        #[automatically_derived]
        #[allow(deprecated)]
        impl #serde::Serialize for #ident {
            fn serialize<__S: #serde::Serializer>(
                &self,
                serializer: __S,
            ) -> ::core::result::Result<__S::Ok, __S::Error> {
                match self {
                    #writing
                }
            }
        }

        #[automatically_derived]
        #[allow(deprecated)]
        impl<'de> #serde::Deserialize<'de> for #ident {
            fn deserialize<__D: #serde::Deserializer<'de>>(
                deserializer: __D,
            ) -> ::core::result::Result<Self, __D::Error> {
                #private::#reader(deserializer)
            }
        }
    }
}

fn writing(item: &UnionType, open: &Ident) -> TokenStream {
    let runtime = &item.runtime;
    let private = quote!(#runtime::__private);
    let arms = item.cases.iter().map(|case| {
        let (variant, wire) = (&case.ident, &case.wire);
        match (&case.ty, &item.tag) {
            (Some(ty), None) => quote_spanned! {ty.span()=>
                Self::#variant(value) => #private::write_case(serializer, #wire, value),
            },
            (None, None) => quote! {
                Self::#variant => #private::write_case(serializer, #wire, &()),
            },
            (Some(ty), Some(tag)) => quote_spanned! {ty.span()=>
                Self::#variant(value) => #private::write_tagged(serializer, #tag, #wire, value),
            },
            (None, Some(tag)) => quote! {
                Self::#variant => #private::write_case(serializer, #tag, #wire),
            },
        }
    });
    let unknown = match item.tag {
        None => quote! {
            Self::#open { tag, value } => #private::write_case(serializer, tag, value),
        },
        // The value has the tag.
        Some(_) => quote! {
            Self::#open { value, .. } => #runtime::serde::Serialize::serialize(value, serializer),
        },
    };
    quote!(#(#arms)* #unknown)
}

fn by_key(item: &UnionType) -> TokenStream {
    let UnionType { ident, runtime, .. } = item;
    let serde = quote!(#runtime::serde);
    let private = quote!(#runtime::__private);
    let arms = item.cases.iter().enumerate().map(|(number, case)| {
        let number = Literal::usize_unsuffixed(number);
        let variant = &case.ident;
        match &case.ty {
            Some(ty) => quote_spanned! {ty.span()=>
                #number => map.next_value().map(Self::#variant),
            },
            None => quote! {
                #number => map
                    .next_value::<#serde::de::IgnoredAny>()
                    .map(|_| Self::#variant),
            },
        }
    });
    quote! {
        #[automatically_derived]
        #[allow(deprecated)]
        impl #private::Union for #ident {
            fn read<'de, A: #serde::de::MapAccess<'de>>(
                case: ::core::primitive::usize,
                map: &mut A,
            ) -> ::core::result::Result<Self, A::Error> {
                match case {
                    #(#arms)*
                    _ => ::core::result::Result::Err(#private::no_case(case)),
                }
            }
        }
    }
}

fn by_tag(item: &UnionType) -> TokenStream {
    let UnionType {
        ident,
        runtime,
        tag,
        ..
    } = item;
    let serde = quote!(#runtime::serde);
    let private = quote!(#runtime::__private);
    let arms = item.cases.iter().enumerate().map(|(number, case)| {
        let number = Literal::usize_unsuffixed(number);
        let variant = &case.ident;
        match &case.ty {
            Some(ty) => quote_spanned! {ty.span()=>
                #number => #serde::Deserialize::deserialize(map).map(Self::#variant),
            },
            None => quote! {
                #number => #private::nothing(map).map(|()| Self::#variant),
            },
        }
    });
    quote! {
        #[automatically_derived]
        #[allow(deprecated)]
        impl #private::Tagged for #ident {
            const TAG: &'static [&'static ::core::primitive::str; 1] = &[#tag];

            fn read<'de, __D: #serde::Deserializer<'de>>(
                case: ::core::primitive::usize,
                map: __D,
            ) -> ::core::result::Result<Self, __D::Error> {
                match case {
                    #(#arms)*
                    _ => ::core::result::Result::Err(#private::no_case(case)),
                }
            }
        }
    }
}
