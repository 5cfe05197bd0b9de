//! Errors, and the enums that stand for several of them.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use yar_idl::model::{ErrorType, Field};
use yar_idl::names::to_snake;

use super::attributes::{allow, allow_casing, allow_deprecated, deprecated, docs};
use super::context::Context;
use super::fields;
use super::names;
use super::thrown::ThrownEnum;

pub(super) fn error(item: &ErrorType, context: &Context<'_>) -> TokenStream {
    let string = context.scope.standard("String");
    let docs = docs(&item.docs);
    let deprecated = deprecated(&item.options, str::to_owned);
    let name = names::declared_ident(&item.name, &item.options);
    let casing = allow_casing(&names::bare(&name));
    let code = Literal::i64_unsuffixed(item.code);
    let (wire, message) = (&item.wire, &item.message);
    let renamed = item.options.rust.name.is_some() || item.name != *wire;
    let rename = renamed.then(|| quote!(name = #wire,));
    let eq = context.shapes.is_eq(&item.name).then(|| quote!(Eq,));
    let types = item.fields.iter().map(|field| &field.ty);
    let old = allow_deprecated(types, [], context);
    let tri_state = item.fields.iter().any(fields::is_tri_state);
    let lints = allow(&[("option_option", tri_state)]);
    let data = item.fields.iter();
    let data = data.map(|field| datum(field, item, context));
    quote! {
        #docs
        #deprecated
        #[derive(Debug, Clone, PartialEq, #eq yar::Error)]
        #[yar(#rename code = #code, message = #message)]
        #lints
        #old
        #casing
        pub struct #name {
            #[doc = " Text for people."]
            pub message: #string,
            #(#data,)*
        }
    }
}

/// What travels along; a peer may leave out any of it.
fn datum(field: &Field, owner: &ErrorType, context: &Context<'_>) -> TokenStream {
    let docs = docs(&field.docs);
    let deprecated = deprecated(&field.options, to_snake);
    // The text of the error has that name.
    let ident = match fields::ident(field) {
        ident if ident == "message" => names::ident("message_"),
        ident => ident,
    };
    let error = names::declared_ident(&owner.name, &owner.options);
    let serde = fields::serde(field, &ident, &error, context);
    let ty = fields::ty(field, &owner.name, context);
    quote!(#docs #deprecated #serde pub #ident: #ty)
}

pub(super) fn thrown(item: &ThrownEnum<'_>, context: &Context<'_>) -> TokenStream {
    let casing = allow_casing(&item.name);
    let name = names::type_ident(&item.name);
    let docs = format!(" What `{}::{}` throws.", item.service, item.method);
    let eq = item
        .errors
        .iter()
        .all(|(name, _)| context.shapes.is_eq_name(name));
    let eq = eq.then(|| quote!(Eq,));
    let old = allow_deprecated([], item.errors.iter().map(|(name, _)| *name), context);
    // How much comes with an error is up to the contract.
    let has_data = item.errors.iter().any(|(_, it)| !it.fields.is_empty());
    let lints = allow(&[("large_enum_variant", has_data)]);
    let variants = item.errors.iter().map(|(name, error)| {
        let docs = self::docs(&error.docs);
        let variant = names::declared_ident(&error.name, &error.options);
        let path = context.path(name);
        quote!(#docs #variant(#path))
    });
    quote! {
        #[doc = #docs]
        #[derive(Debug, Clone, PartialEq, #eq yar::Error)]
        #lints
        #old
        #casing
        pub enum #name {
            #(#variants),*
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_a_method_throws_is_named_as_rust_names_the_method() {
        let source = r#"error A = 1 error B = 2
            @rust(name = "Folk") service Users { @rust(name = "examine") inspect() throws A, B }"#;
        let package = yar_idl::load(source, "p").unwrap_or_default();
        let files = super::super::generate(&package, true);
        let text = files.first().map(|file| file.text.as_str());
        let is_named = |text: &str| {
            text.contains("/// What `Folk::examine` throws.\n")
                && text.contains("pub enum FolkExamineError {")
                && text.contains("yar::Fault<FolkExamineError>")
        };
        assert!(text.is_some_and(is_named), "{text:?}");
    }

    /// The text has the name already.
    #[test]
    fn a_datum_may_be_called_message() {
        let source = "error Odd = 3 { message?: string, code?: i32 }";
        let package = yar_idl::load(source, "odd").unwrap_or_default();
        let files = super::super::generate(&package, true);
        let text = files.first().map(|file| file.text.as_str());
        let is_renamed = |text: &str| {
            text.contains("rename = \"message\"") && text.contains("pub message_: Option<String>,")
        };
        assert!(text.is_some_and(is_renamed), "{text:?}");
    }
}
