//! `import` lines.

use super::reader::{Close, Reader};
use super::{Node, Rule, name_of};
use crate::ast::{File, Import, Item, Name, Value, ValueKind};
use crate::codes;
use crate::diag::Diagnostic;

impl Reader<'_> {
    /// One mistake per line is enough. What a broken line would have brought
    /// counts as declared.
    pub(super) fn import_line(&mut self, line: Node<'_>, file: &mut File) {
        let span = self.member_span(&line);
        let whole = line.as_str().trim_end().len();
        let mut import = Import {
            span: span.start..span.end.max(span.start + whole),
            ..Import::default()
        };
        let mut source: Option<Value> = None;
        let mut reported = false;
        for part in line.into_inner() {
            match part.as_rule() {
                Rule::string => source = Some(self.text_literal(&part)),
                Rule::selection => import.names = Some(self.selection(part)),
                Rule::name => import.alias = Some(self.name(&part)),
                Rule::kw_as if import.names.is_some() && !reported => {
                    let found = self.stray(&part, "`;` after the import");
                    reported = self.syntax_error(
                        found.with_help("select names, or give the package another name"),
                    );
                }
                _ if reported => {}
                _ => {
                    if let Some(found) = self.import_error(&part) {
                        reported = self.syntax_error(found);
                    }
                }
            }
        }
        if super::has_declarations(file) && !reported && !self.has_late_import {
            self.has_late_import = true;
            self.report(
                Diagnostic::new(
                    codes::PACKAGE_PLACE,
                    span,
                    "the import comes after a declaration",
                    "comes too late",
                )
                .with_help("move all imports above the declarations"),
            );
        }
        match source {
            Some(Value {
                kind: ValueKind::String(text),
                span,
            }) => {
                import.path = Name { text, span };
                file.imports.push(import);
            }
            _ => file
                .items
                .push(Item::Broken(import.names.unwrap_or_default())),
        }
    }

    fn import_error(&self, part: &Node<'_>) -> Option<Diagnostic> {
        Some(match part.as_rule() {
            Rule::missing_source => self
                .missing(part, "the path of a file after `import`")
                .with_help(IMPORT_HELP),
            Rule::bad_source => self
                .stray(part, "the path of a file after `import`")
                .with_help(IMPORT_HELP),
            Rule::missing_from => self.missing_sign(part, "from", "after the selected names"),
            Rule::missing_name => self.missing(part, "a name after `as`"),
            Rule::stray_top => self.stray(part, "`;` after the import"),
            Rule::missing_semicolon => self.missing_sign(part, ";", "after the import"),
            _ => return None,
        })
    }

    fn selection(&mut self, node: Node<'_>) -> Vec<Name> {
        let open = node.as_span().start();
        let span = self.span(&node);
        let mut names = Vec::new();
        let mut reported = false;
        for part in node.into_inner() {
            let found = match part.as_rule() {
                Rule::name => {
                    names.push(self.name(&part));
                    continue;
                }
                Rule::stray_name => self.stray(&part, "`,` or `}` after a selected name"),
                Rule::missing_comma => self.missing_sign(&part, ",", "between selected names"),
                Rule::missing_selection_close => {
                    let open = Some(open..open + 1);
                    self.not_closed(&part, open, "list of selected names", Close::BRACE)
                }
                Rule::bad_name => self.stray(&part, "a name to import"),
                Rule::extra_comma => self.extra_comma(&part, "a name to import"),
                _ => continue,
            };
            reported = self.syntax_error(found);
            let inner = part.into_inner();
            let words = inner.filter(|inner| inner.as_rule() == Rule::name);
            self.undeclared.extend(words.map(|name| name_of(&name)));
        }
        if names.is_empty() && !reported {
            let label = "expected a name to import";
            self.syntax_error(
                Diagnostic::new(codes::EXPECTED, span, "the import selects no name", label)
                    .with_help(IMPORT_HELP),
            );
        }
        names
    }
}

const IMPORT_HELP: &str =
    "an import is written `import \"file.yar\";` or `import { Name } from \"file.yar\";`";
