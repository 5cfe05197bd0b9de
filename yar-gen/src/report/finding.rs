//! One finding as flat data, which is also its JSON.

use serde::Serialize;
use yar_idl::Source;
use yar_idl::diag::{self, Diagnostic, Level};

use super::position::{Positions, Span};
use crate::breaking::Comparison;
use crate::source::shown;
use crate::{Drift, LoadError};

/// One thing that is wrong.
#[derive(Debug, Serialize)]
pub(crate) struct Finding {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) code: Option<&'static str>,
    pub(crate) level: &'static str,
    pub(crate) message: String,
    pub(crate) file: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) span: Option<Span>,
    /// The first is the one at `span`.
    pub(crate) labels: Vec<Label>,
    pub(crate) notes: Vec<String>,
    pub(crate) helps: Vec<Help>,
    /// Of a change: the version that it asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bump: Option<&'static str>,
    /// Of a change: what the contract was compared with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) against: Option<String>,
}

/// A place and what is said there.
#[derive(Debug, Serialize)]
pub(crate) struct Label {
    /// Where, if not in the file of the finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) file: Option<String>,
    pub(crate) span: Span,
    pub(crate) text: String,
}

/// A way to mend it.
#[derive(Debug, Serialize)]
pub(crate) struct Help {
    pub(crate) text: String,
    /// All of them together, in the file of the finding.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) edits: Vec<Edit>,
    /// How sure the edits are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) confidence: Option<&'static str>,
}

/// A replacement.
#[derive(Debug, Serialize)]
pub(crate) struct Edit {
    pub(crate) span: Span,
    pub(crate) new_text: String,
}

impl Help {
    fn of(help: &diag::Help, positions: &Positions<'_>) -> Self {
        let edits = help.edits.iter().map(|edit| Edit {
            span: positions.span(&edit.span),
            new_text: edit.text.clone(),
        });
        Self {
            text: help.text.clone(),
            edits: edits.collect(),
            confidence: (!help.edits.is_empty()).then(|| help.confidence.name()),
        }
    }
}

impl Finding {
    /// What is said besides the message: label, notes and helps.
    pub(crate) fn details(&self) -> impl Iterator<Item = String> {
        let label = self.labels.first().map(|label| label.text.clone());
        let label = label.filter(|text| !text.is_empty());
        let notes = self.notes.iter().map(|note| format!("note: {note}"));
        let helps = self.helps.iter().map(|help| format!("help: {}", help.text));
        label.into_iter().chain(notes).chain(helps)
    }
}

/// The finding as JSON, in one line.
pub(super) fn json(finding: &Finding) -> String {
    // Strings and numbers cannot fail to become JSON.
    serde_json::to_string(finding).unwrap_or_default()
}

/// What is said of the files of one contract.
pub(super) fn of_diagnostics(sources: &[Source], diagnostics: &[Diagnostic]) -> Vec<Finding> {
    let files: Vec<_> = sources
        .iter()
        .map(|source| (source.path.as_str(), Positions::of(&source.text)))
        .collect();
    let found = diagnostics.iter();
    found.filter_map(|it| of_diagnostic(it, &files)).collect()
}

/// What a change does.
pub(super) fn of_comparison(comparison: &Comparison, against: &str) -> Vec<Finding> {
    let changes = comparison.changes.iter();
    let findings = changes.flat_map(|change| {
        let found = std::slice::from_ref(&change.diagnostic);
        let mut findings = of_diagnostics(&comparison.sources, found);
        for finding in &mut findings {
            finding.bump = Some(change.bump.name());
            finding.against = Some(against.to_owned());
        }
        findings
    });
    findings.collect()
}

/// Why an input cannot be read.
pub(super) fn of_unreadable(error: &LoadError) -> Finding {
    without_place(None, error.full_message(), shown(error.path()))
}

pub(super) fn of_drift(drift: &Drift) -> Finding {
    let (code, file) = (drift.kind.code(), shown(&drift.path));
    without_place(Some(code), drift.to_string(), file)
}

/// A finding in a file that is not there would be a mistake of a front end;
/// nothing could be shown for it.
fn of_diagnostic(found: &Diagnostic, files: &[(&str, Positions<'_>)]) -> Option<Finding> {
    let (file, positions) = files.get(found.file.0)?;
    let primary = Label {
        file: None,
        span: positions.span(&found.span),
        text: found.label.clone(),
    };
    let secondary = found.secondary.iter().filter_map(|label| {
        let id = label.file.unwrap_or(found.file);
        let (path, positions) = files.get(id.0)?;
        Some(Label {
            file: (id != found.file).then(|| (*path).to_owned()),
            span: positions.span(&label.span),
            text: label.text.clone(),
        })
    });
    Some(Finding {
        code: Some(found.code),
        level: found.level.name(),
        message: found.message.clone(),
        file: (*file).to_owned(),
        span: Some(positions.span(&found.span)),
        labels: [primary].into_iter().chain(secondary).collect(),
        notes: found.notes.clone(),
        helps: found
            .helps
            .iter()
            .map(|it| Help::of(it, positions))
            .collect(),
        bump: None,
        against: None,
    })
}

fn without_place(code: Option<&'static str>, message: String, file: String) -> Finding {
    Finding {
        code,
        level: Level::Error.name(),
        message,
        file,
        span: None,
        labels: Vec::new(),
        notes: Vec::new(),
        helps: Vec::new(),
        bump: None,
        against: None,
    }
}
