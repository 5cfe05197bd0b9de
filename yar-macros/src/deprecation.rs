//! `#[deprecated]` as a description has it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Attribute, Path};
use yar_idl::rust::{Deprecation, deprecation};

/// An `Option<DeprecationInfo>` of what is said among the attributes.
pub(crate) fn expand(runtime: &Path, attributes: &[Attribute]) -> TokenStream {
    info(runtime, deprecation(attributes).as_ref())
}

/// The same of what was read before.
pub(crate) fn info(runtime: &Path, deprecation: Option<&Deprecation>) -> TokenStream {
    let Some(Deprecation { note, since, .. }) = deprecation else {
        return quote!(::core::option::Option::None);
    };
    quote! {
        ::core::option::Option::Some(#runtime::__private::DeprecationInfo {
            note: #note,
            since: #since,
        })
    }
}
