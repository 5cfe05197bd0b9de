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

mod attributes;
mod constants;
mod context;
mod enums;
mod errors;
mod fields;
mod layout;
mod literals;
mod names;
mod services;
mod shapes;
mod structs;
mod thrown;
mod types;
mod unions;

use std::fmt::Write as _;

use proc_macro2::TokenStream;
use quote::quote;
use yar_idl::model::Package;

use crate::File;
use context::Context;

/// The one file of a package: `demo.calc` becomes `demo/calc.rs`. It begins
/// with the docs of the package as such, or as a comment, which `include!`
/// accepts.
#[must_use]
pub fn generate(package: &Package, file_docs: bool) -> Vec<File> {
    let path = format!("{}.rs", package.name.replace('.', "/"));
    let context = Context::of(package);
    let mut text = header(package, if file_docs { "//!" } else { "//" });
    for item in items_of(&context) {
        text.push('\n');
        text.push_str(&layout::print_item(item));
    }
    vec![File { path, text }]
}

fn header(package: &Package, mark: &str) -> String {
    let mut text = format!("// {}\n", super::generated_line(package));
    if !package.docs.is_empty() {
        text.push('\n');
    }
    for line in package.docs.lines() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}", format!("{mark} {}", one_line(line)).trim_end());
    }
    text
}

/// Contract order within each kind; a type stands before what uses it most.
fn items_of(context: &Context<'_>) -> Vec<TokenStream> {
    let package = context.package;
    let mut items = Vec::new();
    if context.scope.is_plain("BTreeMap") && context.shapes.has_maps() {
        items.push(quote!(
            use std::collections::BTreeMap;
        ));
    }
    let constants = package.constants.iter();
    items.extend(constants.map(|item| constants::constant(item, context)));
    let errors = package.errors.iter();
    items.extend(errors.map(|item| errors::error(item, context)));
    items.extend(thrown::all(package).map(|item| errors::thrown(&item, context)));
    let structs = package.structs.iter();
    items.extend(structs.flat_map(|item| structs::structure(item, context)));
    let unions = package.unions.iter();
    items.extend(unions.map(|item| unions::union(item, context)));
    let enums = package.enums.iter();
    items.extend(enums.map(|item| enums::enumeration(item, context)));
    let services = package.services.iter();
    items.extend(services.map(|item| services::service(item, context)));
    items
}

/// A carriage return inside a doc comment is an error in Rust.
fn one_line(line: &str) -> String {
    line.replace('\r', " ")
}
