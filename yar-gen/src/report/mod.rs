//! What a run has found, in a form for people or for a machine.
//!
//! The same data in every form. Knows neither what can be wrong nor how it
//! is found out.

mod finding;
mod github;
mod position;
mod sarif;
mod short;
#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashSet};

use yar_idl::Source;
use yar_idl::diag::{Diagnostic, Level};

use crate::breaking::Comparison;
use crate::render::{self, count};
use crate::{Contract, Drift, LoadError};

pub(crate) use finding::Finding;
pub(crate) use position::mend;

/// How findings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[non_exhaustive]
pub enum Format {
    /// With the lines they are in
    #[default]
    Text,
    /// A line each, `path:line:col: error[code]: message`
    Short,
    /// A JSON object each, in a line
    Json,
    /// A SARIF 2.1.0 log, for code scanning
    Sarif,
    /// Workflow commands of GitHub Actions
    Github,
}

/// Everything that there is to say of the inputs and outputs of one run.
///
/// ```
/// use std::path::Path;
/// use yar_gen::report::{Format, Report};
///
/// let mut report = Report::default();
/// report.add_error(yar_gen::load(Path::new("missing.yar")).unwrap_err());
/// let lines = report.render(Format::Short, false);
/// assert!(lines.starts_with("missing.yar: error: `missing.yar` cannot be read: "));
/// assert_eq!(report.summary(), "1 error in 1 file");
/// ```
#[derive(Debug, Default)]
pub struct Report {
    entries: Vec<Entry>,
    drifts: Vec<Drift>,
    /// What has been said already: contracts may share a file.
    said: HashSet<String>,
}

#[derive(Debug)]
enum Entry {
    Unreadable(LoadError),
    Found {
        sources: Vec<Source>,
        diagnostics: Vec<Diagnostic>,
    },
    Compared {
        comparison: Comparison,
        against: String,
    },
}

impl Report {
    /// Adds what is wrong with an input.
    pub fn add_error(&mut self, error: LoadError) {
        if error.sources().is_empty() {
            self.entries.push(Entry::Unreadable(error));
        } else {
            self.add(error.sources(), error.diagnostics());
        }
    }

    /// Adds what is worth a look in a contract that is right.
    pub fn add_warnings(&mut self, contract: &Contract) {
        self.add(contract.sources(), contract.warnings());
    }

    /// Adds findings in the files of one contract.
    pub fn add(&mut self, sources: &[Source], diagnostics: &[Diagnostic]) {
        let new = diagnostics.iter().filter(|it| {
            let path = sources.get(it.file.0).map(|source| &source.path);
            let key = (path, it.span.clone(), it.code, &it.message);
            self.said.insert(format!("{key:?}"))
        });
        let diagnostics: Vec<_> = new.cloned().collect();
        if !diagnostics.is_empty() {
            self.entries.push(Entry::Found {
                sources: sources.to_vec(),
                diagnostics,
            });
        }
    }

    /// Adds what a change of a contract does, against `what` it was.
    pub fn add_comparison(&mut self, comparison: Comparison, what: &str) {
        if !comparison.changes.is_empty() {
            self.entries.push(Entry::Compared {
                comparison,
                against: what.to_owned(),
            });
        }
    }

    /// Adds a file that is not as it would be generated.
    pub fn add_drift(&mut self, drift: Drift) {
        self.drifts.push(drift);
    }

    /// True when there is nothing to say.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.drifts.is_empty()
    }

    /// True when anything is wrong; warnings are not.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.findings()
            .iter()
            .any(|it| it.level == Level::Error.name())
    }

    /// All findings, with a line end at the end unless there is nothing to
    /// say. `styled` adds the escape sequences of a terminal to
    /// [`Format::Text`].
    #[must_use]
    pub fn render(&self, format: Format, styled: bool) -> String {
        match format {
            Format::Text => self.text(styled),
            Format::Short => lines(&self.findings(), short::line),
            Format::Json => lines(&self.findings(), finding::json),
            Format::Github => lines(&self.findings(), github::command),
            Format::Sarif => sarif::log(&self.findings()),
        }
    }

    /// `3 errors, 1 warning in 2 files`.
    #[must_use]
    pub fn summary(&self) -> String {
        let findings = self.findings();
        let of = |level: Level| {
            findings
                .iter()
                .filter(|it| it.level == level.name())
                .count()
        };
        let counts = [(of(Level::Error), "error"), (of(Level::Warning), "warning")];
        let counts = counts.into_iter().filter(|(number, _)| *number > 0);
        let counts: Vec<String> = counts.map(|(number, noun)| count(number, noun)).collect();
        let paths: BTreeSet<&str> = findings.iter().map(|it| it.file.as_str()).collect();
        format!("{} in {}", counts.join(", "), count(paths.len(), "file"))
    }

    /// The first code that `yar-gen explain` has a page for.
    #[must_use]
    pub fn first_code(&self) -> Option<&'static str> {
        self.findings().iter().find_map(|it| it.code)
    }

    fn text(&self, styled: bool) -> String {
        let entries = self.entries.iter().map(|entry| match entry {
            Entry::Unreadable(error) => error.render(styled),
            Entry::Found {
                sources,
                diagnostics,
            } => render::diagnostics(sources, diagnostics, styled),
            Entry::Compared { comparison, .. } => {
                let changes = comparison.changes.iter();
                let all: Vec<_> = changes.map(|it| it.diagnostic.clone()).collect();
                render::all(&comparison.sources, &all, styled)
            }
        });
        let drifts = self.drifts.iter();
        let drifts = drifts
            .map(|drift| render::coded_message(drift.kind.code(), &drift.to_string(), styled));
        entries.chain(drifts).collect()
    }

    fn findings(&self) -> Vec<Finding> {
        let entries = self.entries.iter().flat_map(|entry| match entry {
            Entry::Unreadable(error) => vec![finding::of_unreadable(error)],
            Entry::Found {
                sources,
                diagnostics,
            } => finding::of_diagnostics(sources, diagnostics),
            Entry::Compared {
                comparison,
                against,
            } => finding::of_comparison(comparison, against),
        });
        let drifts = self.drifts.iter().map(finding::of_drift);
        entries.chain(drifts).collect()
    }
}

fn lines(findings: &[Finding], line: impl Fn(&Finding) -> String) -> String {
    let lines = findings.iter().map(|finding| line(finding) + "\n");
    lines.collect()
}
