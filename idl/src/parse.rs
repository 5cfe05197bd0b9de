//! From text to [`ast::File`]: runs the grammar and gives every error
//! production its sentence.
//!
//! One mistake gives one diagnostic, and reading goes on after it. What the
//! names mean is not known here.

mod items;
mod literals;
mod members;
mod methods;
mod reader;
mod types;

use pest::Parser as _;
use pest::iterators::Pair;
use pest_derive::Parser;

use crate::ast::{self, File};
use crate::codes;
use crate::diag::{self, Diagnostic};
use crate::scan::{self, Scan};
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
    if diagnostics.is_empty() && file.package.is_none() && file.items.is_empty() {
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
        let mut docs = Vec::new();
        for part in entry.into_inner() {
            match part.as_rule() {
                Rule::doc => docs.push(part),
                Rule::annotation => self.annotation(&part),
                Rule::package_line => self.package_line(part, file),
                Rule::dangling_lead => self.dangling_lead(part),
                _ => {
                    let docs = join_docs(&docs);
                    file.items.extend(self.item(part, docs));
                }
            }
        }
    }

    fn package_line(&mut self, line: Node<'_>, file: &mut File) {
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
                    reported = self.syntax_error(self.missing(&part, "`;` after the package line"));
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
        if !file.items.is_empty() && !reported {
            self.report(
                Diagnostic::new(
                    codes::PACKAGE_PLACE,
                    span,
                    "the package line comes after a declaration",
                    "comes too late",
                )
                .with_help("move it above all declarations"),
            );
        }
        file.package = name;
    }

    fn dangling_lead(&mut self, lead: Node<'_>) {
        let mut first_doc = None;
        for part in lead.into_inner() {
            match part.as_rule() {
                Rule::annotation => self.annotation(&part),
                Rule::doc if first_doc.is_none() => first_doc = Some(self.span(&part)),
                _ => {}
            }
        }
        if let Some(span) = first_doc {
            self.dangling_docs(span, "declaration");
        }
    }
}

/// The text of a doc comment without the space that usually begins it.
fn doc_line(doc: &Node<'_>) -> String {
    let text = doc
        .clone()
        .into_inner()
        .next()
        .map_or("", |text| text.as_str());
    text.strip_prefix(' ').unwrap_or(text).trim_end().to_owned()
}

fn join_docs(docs: &[Node<'_>]) -> String {
    docs.iter().map(doc_line).collect::<Vec<_>>().join("\n")
}

fn name_of(node: &Node<'_>) -> ast::Name {
    let span = node.as_span();
    ast::Name {
        text: node.as_str().to_owned(),
        span: span.start()..span.end(),
    }
}
