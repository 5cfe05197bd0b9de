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
mod shapes;
mod thrown;
mod types;

use std::fmt::Write as _;

use proc_macro2::TokenStream;
use quote::quote;
use yar_idl::model::Package;

use crate::File;
use names::Scope;
use shapes::Shapes;

/// The one file of a package: `demo.calc` becomes `demo/calc.rs`. It begins
/// with the docs of the package as such, or as a comment, which `include!`
/// accepts.
#[must_use]
pub fn generate(package: &Package, file_docs: bool) -> Vec<File> {
    let path = format!("{}.rs", package.name.replace('.', "/"));
    let context = Context {
        package,
        scope: Scope::of(package),
        shapes: Shapes::of(package),
    };
    let mut text = header(package, if file_docs { "//!" } else { "//" });
    for item in items_of(&context) {
        text.push('\n');
        text.push_str(&layout::print_item(item));
    }
    vec![File { path, text }]
}

/// A package, and what is known of it as a whole.
struct Context<'a> {
    package: &'a Package,
    scope: Scope,
    shapes: Shapes<'a>,
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
    let errors = package.errors.iter();
    items.extend(errors.map(|item| items::error(item, context)));
    items.extend(thrown::all(package).map(|item| items::thrown(&item)));
    let structs = package.structs.iter();
    items.extend(structs.map(|item| items::structure(item, context)));
    let enums = package.enums.iter();
    items.extend(enums.map(|item| items::enumeration(item, context)));
    let services = package.services.iter();
    items.extend(services.map(|item| items::service(item, context)));
    items
}

/// A carriage return inside a doc comment is an error in Rust.
fn one_line(line: &str) -> String {
    line.replace('\r', " ")
}
