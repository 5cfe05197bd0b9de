//! The Rust back end: types and traits under `#[yar::service]`, nothing more.
//!
//! Built from `quote` tokens, not from a template as the other languages are:
//! what is wanted is syntax that `syn` accepts and the front end reads back,
//! keywords and literals need a Rust printer anyway, and prettyplease gives
//! the layout. What a client or a server looks like is known to the macro
//! alone, so that a trait written by hand and a generated one cannot differ.
//!
//! Docs are copied verbatim, code fences included, because reading the output
//! back must give the same contract; a fence without a language is therefore
//! a doctest of the crate that includes the file.

mod items;
mod layout;
mod names;
mod thrown;
mod types;

use std::fmt::Write as _;

use proc_macro2::TokenStream;
use quote::quote;
use yar_idl::model::{Package, Type};

use crate::File;
use names::Scope;
use thrown::ThrownEnums;

/// The one file of a package: `demo.calc` becomes `demo/calc.rs`.
#[must_use]
pub fn generate(package: &Package) -> Vec<File> {
    let path = format!("{}.rs", package.name.replace('.', "/"));
    let scope = Scope::of(package);
    let thrown = ThrownEnums::of(package);
    let mut text = header(package);
    for item in items_of(package, &scope, &thrown) {
        text.push('\n');
        text.push_str(&layout::print_item(item));
    }
    vec![File { path, text }]
}

fn header(package: &Package) -> String {
    let mut text = format!("// {}\n", super::generated_line(package));
    if !package.docs.is_empty() {
        text.push('\n');
    }
    for line in package.docs.lines() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", format!("//! {}", one_line(line)).trim_end());
    }
    text
}

/// Contract order within each kind; a type stands before what uses it most.
fn items_of(package: &Package, scope: &Scope, thrown: &ThrownEnums) -> Vec<TokenStream> {
    let mut items = Vec::new();
    if scope.is_plain("BTreeMap") && types::any_type(package, |ty| matches!(ty, Type::Map(..))) {
        items.push(quote!(
            use std::collections::BTreeMap;
        ));
    }
    let errors = package.errors.iter().map(|item| items::error(item, scope));
    let unions = thrown.iter().map(|item| items::thrown(item, package));
    let structs = package.structs.iter();
    let structs = structs.map(|item| items::structure(item, package, scope));
    let enums = package.enums.iter();
    let enums = enums.map(|item| items::enumeration(item, package, scope));
    let services = package.services.iter();
    let services = services.map(|item| items::service(item, package, scope, thrown));
    items.extend(
        errors
            .chain(unions)
            .chain(structs)
            .chain(enums)
            .chain(services),
    );
    items
}

/// A carriage return inside a doc comment is an error in Rust.
fn one_line(line: &str) -> String {
    line.replace('\r', " ")
}
