//! A whole Rust file as a contract.

use super::annotations;
use super::attributes;
use super::items::convert_item;
use super::problem::Problem;
use super::scope::Scope;
use super::split::{Source, split};
use crate::ast::{self, File, Item, Name, TypeKind};
use crate::check::check;
use crate::codes;
use crate::diag::{self, Diagnostic};
use crate::model::Package;
use crate::scan::MAX_BYTES;
use proc_macro2::TokenStream;
use std::collections::{BTreeMap, HashSet};
use syn::LitStr;

/// Reads the contract that a Rust file holds: its traits under
/// `#[yar::service]`, its types with derives of `yar`, and all types of the
/// file that these use. Everything else in it is passed over.
/// `default_package` is the package when no service names one.
///
/// ```
/// let source = "#[yar::service] trait Echo { async fn echo(&self, text: String) -> String; }";
/// let package = yar_idl::rust::load(source, "echo").unwrap();
/// assert_eq!(package.services[0].methods[0].name, "echo");
/// ```
///
/// # Errors
///
/// All mistakes of the source, sorted by place, at most
/// [`diag::MAX_DIAGNOSTICS`].
pub fn load(source: &str, default_package: &str) -> Result<Package, Vec<Diagnostic>> {
    if source.len() > MAX_BYTES {
        let text = format!(
            "the file has {} bytes, the limit is {MAX_BYTES}",
            source.len()
        );
        let diagnostic = Diagnostic::new(codes::TOO_LARGE, 0..0, text, "too large for a contract");
        return Err(vec![diagnostic]);
    }
    let tokens: TokenStream = match source.parse() {
        Ok(tokens) => tokens,
        Err(error) => return Err(vec![not_rust(&error)]),
    };
    let mut problems = Vec::new();
    let file = read(tokens, &mut problems);
    let mut diagnostics: Vec<Diagnostic> =
        problems.into_iter().map(Problem::into_diagnostic).collect();
    match check(&file, default_package) {
        Ok(package) if diagnostics.is_empty() => return Ok(package),
        Ok(_) => {}
        Err(found) => diagnostics.extend(found),
    }
    Err(finish(diagnostics))
}

fn read(tokens: TokenStream, problems: &mut Vec<Problem>) -> File {
    let Source {
        attributes: inner,
        items,
    } = split(tokens, problems);
    let mut scope = Scope::new(&items);
    let mut declared: BTreeMap<usize, Item> = BTreeMap::new();
    let mut package: Option<LitStr> = None;
    while let Some((position, item)) = scope.next() {
        let (item, named) = convert_item(item, &mut scope, problems);
        declared.extend(item.map(|item| (position, item)));
        match (&package, named) {
            (None, named) => package = named,
            (Some(first), Some(second)) if first.value() != second.value() => {
                problems.push(two_packages(first, &second));
            }
            _ => {}
        }
    }
    if declared.is_empty() && problems.is_empty() {
        problems.push(nothing_declared());
    }
    File {
        package: package.map(|text| Name {
            text: text.value(),
            span: text.span().byte_range(),
        }),
        docs: attributes::docs(&inner),
        items: declared
            .into_values()
            .chain(scope.rfc3339.map(rfc3339))
            .collect(),
        ..Default::default()
    }
}

/// `@format(rfc3339) type Name = timestamp`: of Rust's two types of moments a
/// contract has one, with an annotation.
fn rfc3339(name: String) -> Item {
    let timestamp = Name {
        text: "timestamp".to_owned(),
        ..Default::default()
    };
    Item::Alias(ast::Alias {
        name: Name {
            text: name,
            ..Default::default()
        },
        annotations: vec![annotations::rfc3339()],
        ty: ast::Type {
            kind: TypeKind::Named(timestamp, Vec::new()),
            ..Default::default()
        },
        ..Default::default()
    })
}

/// The trait's own checks and those of contracts overlap; a mistake that both
/// have found is told once.
fn finish(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut seen = HashSet::new();
    diagnostics.retain(|it| seen.insert((it.code, it.span.clone())));
    diag::sorted(diagnostics)
}

fn not_rust(error: &proc_macro2::LexError) -> Diagnostic {
    Diagnostic::new(
        codes::EXPECTED,
        error.span().byte_range(),
        "this is not Rust: a bracket, a quote or a character is out of place",
        "cannot be read from here",
    )
}

fn nothing_declared() -> Problem {
    Problem::new(
        codes::NOTHING_DECLARED,
        proc_macro2::Span::call_site(),
        "the file declares no service",
        "no trait under `#[yar::service]`",
    )
    .with_help("put `#[yar::service]` on a trait of this file; modules in it are not read")
}

fn two_packages(first: &LitStr, second: &LitStr) -> Problem {
    Problem::new(
        codes::PACKAGE_PLACE,
        second.span(),
        format!(
            "services of one file are in packages `{}` and `{}`",
            first.value(),
            second.value()
        ),
        "another package",
    )
    .with_secondary(first.span(), "first named here")
    .with_help("give both the same package, or each a file of its own")
}
