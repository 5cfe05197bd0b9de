//! The trait itself: `async fn` become functions that return `Send` futures,
//! so that a server may run them on any thread.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{ReturnType, TraitItem, TraitItemFn, Type, parse_quote};
use yar_idl::rust::ServiceTrait;

pub(super) fn expand(service: &ServiceTrait) -> TokenStream {
    let mut item = service.item.clone();
    item.colon_token.get_or_insert_with(Default::default);
    item.supertraits.push(parse_quote!(::core::marker::Send));
    item.supertraits.push(parse_quote!(::core::marker::Sync));
    item.supertraits.push(parse_quote!('static));
    for inner in &mut item.items {
        if let TraitItem::Fn(function) = inner {
            return_future(function);
        }
    }
    item.into_token_stream()
}

fn return_future(function: &mut TraitItemFn) {
    if function.sig.asyncness.take().is_none() {
        return;
    }
    let output: Type = match &function.sig.output {
        ReturnType::Default => parse_quote!(()),
        ReturnType::Type(_, ty) => (**ty).clone(),
    };
    let future = quote!(::core::future::Future<Output = #output> + ::core::marker::Send);
    function.sig.output = parse_quote!(-> impl #future);
    // The future makes it more complex than what was written.
    let allowed = parse_quote!(#[allow(clippy::type_complexity)]);
    function.attrs.push(allowed);
    if let Some(body) = &function.default {
        function.default = Some(parse_quote!({ async move #body }));
    }
}
