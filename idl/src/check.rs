//! From [`ast::File`] to [`model::Package`]: resolves names, refuses what
//! cannot work on the wire or in a target language.
//!
//! Everything is checked before anything is refused, so that one run shows
//! all mistakes. Parts that the parser has reported already are skipped
//! silently. How a target spells a name is known to [`collisions`] only.

mod aliases;
mod collisions;
mod cycles;
mod enums;
mod names;
mod services;
mod structs;
mod types;
mod unserved;

use crate::ast::{self, File, Item};
use crate::codes;
use crate::diag::{self, Diagnostic};
use crate::model::{Docs, Package};
use names::Names;

/// Reads and checks a contract: [`parse`](crate::parse()) and [`check`]
/// together. `default_package` names a contract without a `package` line; it
/// is usually the file's stem.
///
/// ```
/// let source = "service Echo { echo(value: any) -> any }";
/// let package = yar_idl::load(source, "echo").unwrap();
/// assert_eq!(package.name, "echo");
/// assert_eq!(package.services[0].methods[0].name, "echo");
/// ```
///
/// # Errors
///
/// All mistakes of the source, sorted by place, at most
/// [`diag::MAX_DIAGNOSTICS`].
pub fn load(source: &str, default_package: &str) -> Result<Package, Vec<Diagnostic>> {
    let (file, mut diagnostics) = crate::parse::parse(source);
    match check(&file, default_package) {
        Ok(package) if diagnostics.is_empty() => return Ok(package),
        Ok(_) => {}
        Err(found) => diagnostics.extend(found),
    }
    Err(diag::sorted(diagnostics))
}

/// Checks a file that has been read.
///
/// # Errors
///
/// All mistakes of the file, sorted by place, at most
/// [`diag::MAX_DIAGNOSTICS`].
pub fn check(file: &File, default_package: &str) -> Result<Package, Vec<Diagnostic>> {
    let mut report = Report::default();
    let mut package = Package::new(package_name(file, default_package, &mut report));
    package.docs = Docs(file.docs.clone());
    let mut names = Names::collect(file, &package.name, &mut report);
    names.resolve_aliases(file, &mut report);
    let mut edges = cycles::Edges::default();
    for item in &file.items {
        match item {
            Item::Struct(item) => {
                let item = structs::check(item, &mut names, &mut edges, &mut report);
                package.structs.push(item);
            }
            Item::Enum(item) => {
                let item = enums::check(item, &mut names, &mut report);
                package.enums.extend(item);
            }
            Item::Error(item) => {
                let item = services::check_error(item, &mut report);
                package.errors.extend(item);
            }
            Item::Service(item) => {
                let item = services::check(item, &mut names, &mut report);
                package.services.push(item);
            }
            Item::Const(_) | Item::Union(_) | Item::Alias(_) | Item::Broken(_) => {}
        }
    }
    services::check_error_codes(file, &mut report);
    unserved::check(file, &mut report);
    edges.check(&mut report);
    collisions::check(file, &mut report);
    names.report_unknown(&mut report);
    if report.diagnostics.is_empty() {
        Ok(package)
    } else {
        Err(diag::sorted(report.diagnostics))
    }
}

/// Collects mistakes.
#[derive(Debug, Default)]
struct Report {
    diagnostics: Vec<Diagnostic>,
}

impl Report {
    fn push(&mut self, diagnostic: Diagnostic) {
        if !self.is_full() {
            self.diagnostics.push(diagnostic);
        }
    }

    fn is_full(&self) -> bool {
        self.diagnostics.len() >= diag::MAX_COLLECTED
    }
}

fn package_name(file: &File, default: &str, report: &mut Report) -> String {
    if let Some(name) = &file.package {
        names::check_package(name, report);
        return name.text.clone();
    }
    if !is_package_name(default) {
        report.push(
            Diagnostic::new(
                codes::PACKAGE_NAME,
                0..0,
                format!("`{default}` cannot be a package name"),
                "no package line here",
            )
            .with_note("a file without a package line is named after the file")
            .with_help("begin with `package name;`, of letters, digits and `_`"),
        );
    }
    default.to_owned()
}

fn is_package_name(text: &str) -> bool {
    text.split('.').all(|part| {
        let rest = part.trim_start_matches('_');
        rest.starts_with(|first: char| first.is_ascii_alphabetic())
            && part
                .chars()
                .all(|next| next.is_ascii_alphanumeric() || next == '_')
    })
}

/// Finds the first of several equal names; `what` and `owner` make the
/// sentence ``field `id` is declared twice in struct `P` ``.
fn check_duplicates<'a>(
    names: impl Iterator<Item = &'a ast::Name>,
    what: &str,
    owner: &str,
    report: &mut Report,
) {
    let mut seen = std::collections::HashMap::new();
    for name in names {
        match seen.get(name.text.as_str()) {
            None => {
                seen.insert(name.text.as_str(), name);
            }
            Some(first) => report.push(duplicate(name, first, what, owner)),
        }
    }
}

fn duplicate(name: &ast::Name, first: &ast::Name, what: &str, owner: &str) -> Diagnostic {
    Diagnostic::new(
        codes::DUPLICATE,
        name.span.clone(),
        format!("{what} `{}` is declared twice in {owner}", name.text),
        "declared again here",
    )
    .with_secondary(first.span.clone(), "first declared here")
    .with_help("rename one of them, or delete this one")
}
