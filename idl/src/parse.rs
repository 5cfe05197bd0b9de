//! From text to [`ast::File`]: runs the grammar and gives every error
//! production its sentence.
//!
//! One mistake gives one diagnostic, and reading goes on after it. What the
//! names mean is not known here.

mod head;
mod imports;
mod items;
mod lead;
mod literals;
mod members;
mod methods;
mod reader;
mod types;
mod values;

use pest::Parser as _;
use pest::iterators::Pair;
use pest_derive::Parser;

use crate::ast::{self, File};
use crate::codes;
use crate::diag::{self, Diagnostic};
use crate::scan::{self, Scan};
use lead::{Lead, doc_line};
use reader::Reader;

/// Reads a contract; the diagnostics are sorted by place, at most
/// [`diag::MAX_DIAGNOSTICS`] of them.
///
/// Never panics, whatever the source is. A source that is not text, too large
/// or nested too deeply gives an empty file and one diagnostic.
#[must_use]
pub fn parse(source: &str) -> (File, Vec<Diagnostic>) {
    match scan::scan(source) {
        Ok(scan) => parse_scanned(source, scan),
        Err(refused) => (File::default(), vec![*refused]),
    }
}

#[derive(Parser)]
#[grammar = "grammar.pest"]
struct Grammar;

type Node<'a> = Pair<'a, Rule>;

fn parse_scanned(source: &str, scan: Scan) -> (File, Vec<Diagnostic>) {
    let text = source.get(..scan.end).unwrap_or_default();
    let lexical = scan.diagnostics;
    let mut reader = Reader::new(text, scan.comments);
    let file = match Grammar::parse(Rule::file, text) {
        Ok(mut pairs) => pairs
            .next()
            .map(|file| reader.file(file))
            .unwrap_or_default(),
        Err(error) => {
            reader.unreadable(&error);
            File::default()
        }
    };
    let lost_from = if scan.end < source.len() {
        reader.end_before(scan.end)
    } else {
        usize::MAX
    };
    let mut diagnostics = reader.diagnostics;
    // What an endless comment swallows is not missing for another reason.
    diagnostics.retain(|found| found.span.start < lost_from);
    diagnostics.retain(|found| {
        !lexical
            .iter()
            .any(|known| known.span.contains(&found.span.start))
    });
    diagnostics.extend(lexical);
    let is_empty = file.package.is_none() && file.imports.is_empty() && file.items.is_empty();
    if is_empty && diagnostics.is_empty() {
        diagnostics.push(nothing_declared());
    }
    (file, diag::sorted(diagnostics))
}

fn nothing_declared() -> Diagnostic {
    Diagnostic::new(
        codes::NOTHING_DECLARED,
        0..0,
        "the file declares nothing",
        "expected a declaration",
    )
    .with_help("begin with `service Name { … }`")
}

impl Reader<'_> {
    fn file(&mut self, file: Node<'_>) -> File {
        let mut result = File::default();
        let mut docs = Vec::new();
        for part in file.into_inner() {
            match part.as_rule() {
                Rule::file_doc => docs.push(doc_line(&part)),
                Rule::entry => self.entry(part, &mut result),
                _ => {}
            }
        }
        result.docs = docs.join("\n");
        if !self.undeclared.is_empty() {
            result
                .items
                .push(ast::Item::Broken(std::mem::take(&mut self.undeclared)));
        }
        result
    }

    fn entry(&mut self, entry: Node<'_>, file: &mut File) {
        let mut lead = Lead::default();
        for part in entry.into_inner() {
            if self.lead(&part, &mut lead) {
                continue;
            }
            match part.as_rule() {
                Rule::package_line => self.package_line(part, std::mem::take(&mut lead), file),
                Rule::import_line => {
                    self.no_lead(&std::mem::take(&mut lead), "declaration");
                    self.import_line(part, file);
                }
                Rule::dangling_lead => self.dangling_lead(part),
                _ => file
                    .items
                    .extend(self.item(part, std::mem::take(&mut lead))),
            }
        }
    }

    fn package_line(&mut self, line: Node<'_>, lead: Lead, file: &mut File) {
        let span = self.span(&line);
        let mut name = None;
        let mut reported = false;
        for part in line.into_inner() {
            match part.as_rule() {
                Rule::path => name = Some(self.path(&part)),
                Rule::missing_name => {
                    reported =
                        self.syntax_error(self.missing(&part, "a package name after `package`"))
                }
                Rule::stray_top => {
                    reported = self.syntax_error(self.stray(&part, "`;` after the package line"))
                }
                Rule::missing_semicolon if !reported => {
                    reported =
                        self.syntax_error(self.missing_sign(&part, ";", "after the package line"));
                }
                _ => {}
            }
        }
        if let Some(first) = &file.package {
            self.report(
                Diagnostic::new(
                    codes::PACKAGE_PLACE,
                    span,
                    "a file has one package line",
                    "second package line",
                )
                .with_secondary(first.span.clone(), "first one"),
            );
            return;
        }
        self.package_lead(&lead);
        file.annotations = lead.annotations;
        let above = match has_declarations(file) {
            true => Some("a declaration"),
            false => file.imports.first().map(|_| "an import"),
        };
        if let Some(above) = above.filter(|_| !reported) {
            self.report(
                Diagnostic::new(
                    codes::PACKAGE_PLACE,
                    span,
                    format!("the package line comes after {above}"),
                    "comes too late",
                )
                .with_help("move it above all imports and declarations"),
            );
        }
        file.package = name;
    }

    /// Docs of the file have a mark of their own.
    fn package_lead(&mut self, lead: &Lead) {
        if let Some(span) = lead.first_doc() {
            self.report(
                Diagnostic::new(
                    codes::DANGLING_DOCS,
                    span,
                    "the package line takes no doc comment",
                    "docs of the file begin with `//!`",
                )
                .with_help("write `//!` at the top of the file, or `//` for a plain comment"),
            );
        }
    }

    fn dangling_lead(&mut self, node: Node<'_>) {
        let mut lead = Lead::default();
        for part in node.into_inner() {
            self.lead(&part, &mut lead);
        }
        self.no_lead(&lead, "declaration");
    }
}

/// Whether more than imports and mistakes has been read.
fn has_declarations(file: &File) -> bool {
    let is_broken = |item: &ast::Item| matches!(item, ast::Item::Broken(_));
    !file.items.iter().all(is_broken)
}

fn name_of(node: &Node<'_>) -> ast::Name {
    let span = node.as_span();
    ast::Name {
        text: node.as_str().to_owned(),
        span: span.start()..span.end(),
    }
}
