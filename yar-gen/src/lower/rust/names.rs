//! Rust identifiers for contract names.
//!
//! Converts first and escapes afterwards; knows nothing of the wire, except
//! that a name which changed must be renamed there.

use std::collections::HashSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use yar_idl::model::{Options, Package};
use yar_idl::names;
use yar_idl::words::{RUST_NEVER, RUST_RAW};

/// Names that generated code or what it derives needs for itself: crates, and
/// a type that serde's derives name without a path.
const NEVER_TYPES: &[&str] = &["std", "str", "yar"];

/// Name of a struct, enum, error or service.
pub(super) fn type_ident(name: &str) -> Ident {
    if NEVER_TYPES.contains(&name) {
        return ident(&format!("{name}_"));
    }
    ident(name)
}

/// The identifier spelled `name`, escaped where Rust reserves the word.
pub(super) fn ident(name: &str) -> Ident {
    if RUST_NEVER.contains(&name) {
        Ident::new(&format!("{name}_"), Span::call_site())
    } else if RUST_RAW.contains(&name) {
        Ident::new_raw(name, Span::call_site())
    } else {
        // A checked contract has ASCII identifiers only, but `_1` loses its
        // first character on conversion.
        syn::parse_str(name)
            .or_else(|_| syn::parse_str(&format!("n{name}")))
            .unwrap_or_else(|_| Ident::new("unnamed", Span::call_site()))
    }
}

/// A path word that is no name, such as `super`.
pub(super) fn plain(word: &str) -> Ident {
    Ident::new(word, Span::call_site())
}

/// Name of a declaration: what `@rust` says, or its own.
pub(super) fn declared_ident(name: &str, options: &Options) -> Ident {
    match &options.rust.name {
        Some(name) => ident(name),
        None => type_ident(name),
    }
}

/// Name of a field, parameter or method.
pub(super) fn member_ident(name: &str, options: &Options) -> Ident {
    match &options.rust.name {
        Some(name) => ident(name),
        None => ident(&names::to_snake(name)),
    }
}

/// Name of a case of an enum or a union.
pub(super) fn case_ident(name: &str, options: &Options) -> Ident {
    match &options.rust.name {
        Some(name) => ident(name),
        None => ident(&names::to_pascal(name)),
    }
}

/// Name of the case for what is not known: `Unknown`, unless the contract has
/// a case of that name.
pub(super) fn unknown_ident(cases: impl Iterator<Item = Ident>) -> Ident {
    let taken: HashSet<String> = cases.map(|case| bare(&case)).collect();
    let mut name = "Unknown".to_owned();
    while taken.contains(&name) {
        name.push_str("Value");
    }
    ident(&name)
}

/// What is left of an identifier when its `r#` is taken off: the name under
/// which derives and the macro know it.
pub(super) fn bare(ident: &Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#").map(str::to_owned).unwrap_or(text)
}

/// Names of all types and services of a package.
pub(super) fn declared(package: &Package) -> HashSet<String> {
    let idents = package.types();
    let idents = idents.map(|it| declared_ident(it.name, it.options));
    idents.map(|ident| bare(&ident)).collect()
}

/// The type names that a package takes away from Rust's prelude.
pub(super) struct Scope {
    declared: HashSet<String>,
}

impl Scope {
    pub(super) fn of(package: &Package) -> Self {
        Self {
            declared: declared(package),
        }
    }

    /// True when `name` still means what Rust means by it.
    pub(super) fn is_plain(&self, name: &str) -> bool {
        !self.declared.contains(name)
    }

    /// A variant of `Option`, which a declaration of its name would hide.
    pub(super) fn variant(&self, name: &str) -> TokenStream {
        let ident = plain(name);
        match self.is_plain(name) {
            true => quote!(#ident),
            false => quote!(::std::option::Option::#ident),
        }
    }

    /// `name` alone, or its full path when the package declares such a type.
    pub(super) fn standard(&self, name: &str) -> TokenStream {
        let ident = Ident::new(name, Span::call_site());
        if self.is_plain(name) {
            return quote!(#ident);
        }
        match name {
            "String" => quote!(::std::string::#ident),
            "Vec" => quote!(::std::vec::#ident),
            "Option" => quote!(::std::option::#ident),
            "Box" => quote!(::std::boxed::#ident),
            "BTreeMap" => quote!(::std::collections::#ident),
            _ => quote!(::std::result::#ident),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_leave_what_generated_code_stands_on() {
        for (name, expected) in [("yar", "yar_"), ("std", "std_"), ("str", "str_")] {
            assert_eq!(type_ident(name).to_string(), expected);
            assert_eq!(ident(name).to_string(), name);
        }
        assert_eq!(type_ident("Yar").to_string(), "Yar");
    }
}
