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

use std::collections::BTreeSet;
use std::path::Path;

use crate::render::{self, count};
use crate::{Drift, LoadError};

pub(crate) use finding::Finding;
pub(crate) use position::mend;

/// How findings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Format {
    /// With the lines they are in, as rustc does.
    #[default]
    Text,
    /// One line each, `path:line:col: error[code]: message`, for editors.
    Short,
    /// One JSON object in each line.
    Json,
    /// A SARIF 2.1.0 log, for code scanning.
    Sarif,
    /// Workflow commands, which GitHub shows beside the lines they are about.
    Github,
}

/// Everything that is wrong with the inputs and outputs of one run.
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
    errors: Vec<LoadError>,
    drifts: Vec<Drift>,
}

impl Report {
    /// Adds what is wrong with an input.
    pub fn add_error(&mut self, error: LoadError) {
        self.errors.push(error);
    }

    /// Adds a file that is not as it would be generated.
    pub fn add_drift(&mut self, drift: Drift) {
        self.drifts.push(drift);
    }

    /// True when everything is right.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.errors.is_empty() && self.drifts.is_empty()
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

    /// `3 errors in 2 files`.
    #[must_use]
    pub fn summary(&self) -> String {
        let mistakes = self.errors.iter().map(|it| it.diagnostics().len().max(1));
        let paths = self.errors.iter().map(LoadError::path);
        let paths: BTreeSet<&Path> = paths
            .chain(self.drifts.iter().map(|it| &*it.path))
            .collect();
        let mistakes = mistakes.sum::<usize>() + self.drifts.len();
        let (errors, files) = (count(mistakes, "error"), count(paths.len(), "file"));
        format!("{errors} in {files}")
    }

    /// The first code that `yar-gen explain` has a page for.
    #[must_use]
    pub fn first_code(&self) -> Option<&'static str> {
        let mistakes = self.errors.iter().flat_map(LoadError::diagnostics);
        let codes = mistakes.map(|mistake| mistake.code);
        let drifts = self.drifts.iter().map(|drift| drift.kind.code());
        codes.chain(drifts).next()
    }

    fn text(&self, styled: bool) -> String {
        let errors = self.errors.iter().map(|error| error.render(styled));
        let drifts = self.drifts.iter();
        let drifts = drifts
            .map(|drift| render::coded_message(drift.kind.code(), &drift.to_string(), styled));
        errors.chain(drifts).collect()
    }

    fn findings(&self) -> Vec<Finding> {
        let errors = self.errors.iter().flat_map(finding::of_error);
        let drifts = self.drifts.iter().map(finding::of_drift);
        errors.chain(drifts).collect()
    }
}

fn lines(findings: &[Finding], line: impl Fn(&Finding) -> String) -> String {
    let lines = findings.iter().map(|finding| line(finding) + "\n");
    lines.collect()
}
