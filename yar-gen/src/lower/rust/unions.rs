//! Unions.

use proc_macro2::TokenStream;
use quote::quote;
use yar_idl::model::{Union, UnionCase};
use yar_idl::names::to_pascal;
use yar_idl::rust::case_name;

use super::attributes::{allow, allow_casing, allow_deprecated, deprecated, docs};
use super::context::Context;
use super::names;
use super::types::rust_type;

pub(super) fn union(item: &Union, context: &Context<'_>) -> TokenStream {
    let docs = docs(&item.docs);
    let deprecated = deprecated(&item.options, str::to_owned);
    let name = names::declared_ident(&item.name, &item.options);
    let casing = allow_casing(&names::bare(&name));
    // How large a case is, is up to the contract.
    let lints = allow(&[(
        "large_enum_variant",
        item.cases.iter().any(|it| it.ty.is_some()),
    )]);
    let tag = item.tag.as_ref().map(|tag| quote!(tag = #tag));
    let rename = item.options.rust.name.is_some().then(|| {
        let name = &item.name;
        quote!(name = #name)
    });
    let options: Vec<_> = [rename, tag].into_iter().flatten().collect();
    let options = (!options.is_empty()).then(|| quote!(#[yar(#(#options),*)]));
    let types = item.cases.iter().filter_map(|case| case.ty.as_ref());
    let old = allow_deprecated(types, [], context);
    let cases = item.cases.iter().map(|it| case(it, item, context));
    let idents = item.cases.iter();
    let idents = idents.map(|it| names::case_ident(&it.name, &it.options));
    let unknown = names::unknown_ident(idents);
    let string = context.scope.standard("String");
    quote! {
        #docs
        #deprecated
        #[derive(Debug, Clone, PartialEq, yar::Union)]
        #options
        #lints
        #old
        #casing
        pub enum #name {
            #(#cases,)*
            #[doc = " A case this version does not know."]
            #unknown {
                #[doc = " Its name."]
                tag: #string,
                #[doc = " What it holds."]
                value: yar::Value,
            },
        }
    }
}

fn case(case: &UnionCase, owner: &Union, context: &Context<'_>) -> TokenStream {
    let docs = docs(&case.docs);
    let deprecated = deprecated(&case.options, to_pascal);
    let ident = names::case_ident(&case.name, &case.options);
    let (name, wire) = (&case.name, &case.wire);
    // Told only where the reader would not come to the same name.
    let spelled = names::bare(&ident);
    let name = (case_name(&spelled, Some(wire)) != name).then(|| quote!(name = #name,));
    let content = case.ty.as_ref().map(|ty| {
        let content = rust_type(ty, context);
        // A case that holds its own union needs a pointer.
        if context.shapes.is_looped(&owner.name, ty) {
            let boxed = context.scope.standard("Box");
            return quote!((#boxed<#content>));
        }
        quote!((#content))
    });
    quote!(#docs #deprecated #[yar(#name value = #wire)] #ident #content)
}
