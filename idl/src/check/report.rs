//! The mistakes of one file, and those that every list of names can have.

use std::collections::HashMap;

use crate::ast::Name;
use crate::codes;
use crate::diag::{self, Diagnostic, FileId};

/// Collects the mistakes of one file.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) file: FileId,
}

impl Report {
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        if !self.is_full() {
            self.diagnostics.push(diagnostic.in_file(self.file));
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.diagnostics.len() >= diag::MAX_COLLECTED
    }
}

/// Finds the first of several equal names; `what` and `owner` make the
/// sentence ``field `id` is declared twice in struct `P` ``.
pub(super) fn check_duplicates<'a>(
    names: impl Iterator<Item = &'a Name>,
    what: &str,
    owner: &str,
    report: &mut Report,
) {
    let mut seen = HashMap::new();
    for name in names {
        match seen.get(name.text.as_str()) {
            None => {
                seen.insert(name.text.as_str(), name);
            }
            Some(first) => report.push(duplicate(name, first, what, owner)),
        }
    }
}

pub(super) fn duplicate(name: &Name, first: &Name, what: &str, owner: &str) -> Diagnostic {
    Diagnostic::new(
        codes::DUPLICATE,
        name.span.clone(),
        format!("{what} `{}` is declared twice in {owner}", name.text),
        "declared again here",
    )
    .with_secondary(first.span.clone(), "first declared here")
    .with_help("rename one of them, or delete this one")
}
