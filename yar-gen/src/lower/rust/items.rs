//! One function for each kind of item: contract in, tokens out.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use yar_idl::model::{
    Docs, Enum, EnumCase, EnumRepr, EnumValue, ErrorType, Field, Method, Param, Service, Struct,
    Type,
};
use yar_idl::rust::case_name;

use super::Context;
use super::names::{self, Scope};
use super::thrown::{self, ThrownEnum};
use super::types;

/// From how many `bool`s or parameters clippy objects; the contract has the
/// last word, so the item says that it is meant.
const MOST_BOOLS: usize = 3;
const MOST_PARAMS: usize = 6;

pub(super) fn error(item: &ErrorType, context: &Context<'_>) -> TokenStream {
    let string = context.scope.standard("String");
    let docs = docs(&item.docs);
    let casing = allow_casing(&item.name);
    let name = names::type_ident(&item.name);
    let code = Literal::i64_unsuffixed(item.code);
    let message = &item.message;
    quote! {
        #docs
        #[derive(Debug, Clone, PartialEq, Eq, yar::Error)]
        #[yar(code = #code, message = #message)]
        #casing
        pub struct #name {
            #[doc = " Text for people."]
            pub message: #string,
        }
    }
}

pub(super) fn thrown(item: &ThrownEnum<'_>) -> TokenStream {
    let casing = allow_casing(&item.name);
    let name = names::type_ident(&item.name);
    let docs = format!(" What `{}::{}` throws.", item.service, item.method);
    let variants = item.errors.iter().map(|error| {
        let docs = self::docs(&error.docs);
        let error = names::type_ident(&error.name);
        quote!(#docs #error(#error))
    });
    quote! {
        #[doc = #docs]
        #[derive(Debug, Clone, PartialEq, Eq, yar::Error)]
        #casing
        pub enum #name {
            #(#variants),*
        }
    }
}

pub(super) fn structure(item: &Struct, context: &Context<'_>) -> TokenStream {
    let docs = docs(&item.docs);
    let casing = allow_casing(&item.name);
    let name = names::type_ident(&item.name);
    let eq = context.shapes.is_eq(item).then(|| quote!(Eq,));
    let bools = item.fields.iter().filter(|field| field.ty == Type::Bool);
    let bools = bools.count() > MOST_BOOLS;
    let lints = allow(&[("struct_excessive_bools", bools)]);
    let fields = item.fields.iter();
    let fields = fields.map(|field| self::field(field, item, context));
    quote! {
        #docs
        #[derive(Debug, Clone, PartialEq, #eq yar::Serialize, yar::Deserialize)]
        #[serde(crate = "yar::serde")]
        #lints
        #casing
        pub struct #name {
            #(#fields),*
        }
    }
}

fn field(field: &Field, owner: &Struct, context: &Context<'_>) -> TokenStream {
    let docs = docs(&field.docs);
    let ident = names::snake(&field.name);
    let wire = &field.name;
    let rename = (names::bare(&ident) != *wire).then(|| quote!(#[serde(rename = #wire)]));
    let ty = types::field_type(&field.ty, owner, context);
    quote!(#docs #rename pub #ident: #ty)
}

pub(super) fn enumeration(item: &Enum, context: &Context<'_>) -> TokenStream {
    let docs = docs(&item.docs);
    let casing = allow_casing(&item.name);
    let name = names::type_ident(&item.name);
    let (repr, raw) = match item.repr {
        EnumRepr::String => ("string".to_owned(), context.scope.standard("String")),
        EnumRepr::Int(int) => {
            let int = types::int_ident(int);
            (int.to_string(), quote!(#int))
        }
    };
    let order = context.shapes.is_key(&item.name);
    let order = order.then(|| quote!(PartialOrd, Ord,));
    let cases = item.cases.iter().map(case);
    let unknown = unknown_case(item);
    quote! {
        #docs
        #[derive(Debug, Clone, PartialEq, Eq, #order yar::Enum)]
        #[yar(repr = #repr)]
        #casing
        pub enum #name {
            #(#cases,)*
            #[doc = " A value this version does not know."]
            #unknown(#raw),
        }
    }
}

fn case(case: &EnumCase) -> TokenStream {
    let docs = docs(&case.docs);
    let ident = names::pascal(&case.name);
    let (value, text) = match &case.value {
        EnumValue::String(text) => (Literal::string(text), Some(text.as_str())),
        EnumValue::Int(number) => (Literal::i128_unsuffixed(*number), None),
    };
    // Told only where the reader would not come to the same name.
    let name = &case.name;
    let name = (case_name(&names::bare(&ident), text) != name).then(|| quote!(name = #name,));
    quote!(#docs #[yar(#name value = #value)] #ident)
}

/// `Unknown`, unless the contract has a case of that name.
fn unknown_case(item: &Enum) -> Ident {
    let taken = |name: &str| {
        let mut cases = item.cases.iter();
        cases.any(|case| names::bare(&names::pascal(&case.name)) == name)
    };
    let mut name = "Unknown".to_owned();
    while taken(&name) {
        name.push_str("Value");
    }
    names::ident(&name)
}

pub(super) fn service(item: &Service, context: &Context<'_>) -> TokenStream {
    let docs = docs(&item.docs);
    let casing = allow_casing(&item.name);
    let name = names::type_ident(&item.name);
    let package = &context.package.name;
    let methods = item.methods.iter();
    let methods = methods.map(|method| {
        let failure = failure(item, method);
        self::method(method, &failure, &context.scope)
    });
    quote! {
        #docs
        #[yar::service(package = #package)]
        #casing
        pub trait #name {
            #(#methods)*
        }
    }
}

fn method(method: &Method, failure: &TokenStream, scope: &Scope) -> TokenStream {
    let docs = docs(&method.docs);
    let ident = names::snake(&method.name);
    let wire = &method.name;
    let rename = (names::bare(&ident) != *wire).then(|| quote!(#[yar(name = #wire)]));
    let bools = method.params.iter().filter(|param| param.ty == Type::Bool);
    let lints = allow(&[
        ("fn_params_excessive_bools", bools.count() > MOST_BOOLS),
        ("too_many_arguments", method.params.len() > MOST_PARAMS),
        (
            "wrong_self_convention",
            implies_receiver(&names::bare(&ident)),
        ),
    ]);
    let params = method.params.iter().map(|param| self::param(param, scope));
    let result = scope.standard("Result");
    let value = match &method.returns {
        Some(ty) => types::rust_type(ty, scope),
        None => quote!(()),
    };
    quote! {
        #docs
        #rename
        #lints
        async fn #ident(&self #(, #params)*) -> #result<#value, #failure>;
    }
}

/// True for names by which Rust readers expect another receiver than `&self`.
fn implies_receiver(method: &str) -> bool {
    method == "new"
        || method.starts_with("from_")
        || method.starts_with("into_")
        || method.starts_with("to_") && method.ends_with("_mut")
}

fn param(param: &Param, scope: &Scope) -> TokenStream {
    let ident = names::snake(&param.name);
    let name = &param.name;
    // A parameter of a type called `Context` would be the handler's own, if no
    // name said that it travels.
    let own = matches!(&param.ty, Type::Struct(name) | Type::Enum(name) if name.name == "Context");
    let renamed = names::bare(&ident) != *name;
    let rename = (renamed || own).then(|| quote!(#[yar(name = #name)]));
    let ty = types::rust_type(&param.ty, scope);
    quote!(#rename #ident: #ty)
}

fn failure(service: &Service, method: &Method) -> TokenStream {
    let several = thrown::enum_name(service, method);
    match several.or_else(|| method.throws.first().map(|it| it.name.clone())) {
        Some(name) => {
            let name = names::type_ident(&name);
            quote!(yar::Fault<#name>)
        }
        None => quote!(yar::Error),
    }
}

/// One `///` line for each line.
fn docs(docs: &Docs) -> TokenStream {
    let lines = docs.lines().map(|line| match super::one_line(line) {
        line if line.is_empty() => line,
        line => format!(" {line}"),
    });
    quote!(#(#[doc = #lines])*)
}

/// Names of types are kept as declared, also where Rust would spell them
/// otherwise.
fn allow_casing(name: &str) -> Option<TokenStream> {
    let camel = name.starts_with(|first: char| first.is_ascii_uppercase()) && !name.contains('_');
    (!camel).then(|| quote!(#[allow(non_camel_case_types)]))
}

/// Says that what a lint of clippy would object to is meant.
fn allow(lints: &[(&str, bool)]) -> Option<TokenStream> {
    let lints = lints.iter().filter(|(_, objects)| *objects);
    let lints: Vec<_> = lints.map(|(lint, _)| names::ident(lint)).collect();
    (!lints.is_empty()).then(|| quote!(#[allow(#(clippy::#lints),*)]))
}
