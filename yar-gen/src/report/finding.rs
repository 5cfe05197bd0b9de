//! One finding as flat data, which is also its JSON.

use std::path::Path;

use serde::Serialize;
use yar_idl::diag::Diagnostic;

use super::position::{Positions, Span};
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
}

/// A place and what is said there.
#[derive(Debug, Serialize)]
pub(crate) struct Label {
    pub(crate) span: Span,
    pub(crate) text: String,
}

/// A way to mend it.
#[derive(Debug, Serialize)]
pub(crate) struct Help {
    pub(crate) text: String,
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

/// All that is wrong with an input: its mistakes, or why it cannot be read.
pub(super) fn of_error(error: &LoadError) -> Vec<Finding> {
    let file = name(error.path());
    match error.text() {
        Some(text) => {
            let positions = Positions::of(text);
            let diagnostics = error.diagnostics().iter();
            let found = |it| of_diagnostic(it, &positions, file.clone());
            diagnostics.map(found).collect()
        }
        None => vec![without_place(None, error.full_message(), file)],
    }
}

pub(super) fn of_drift(drift: &Drift) -> Finding {
    let (code, file) = (drift.kind.code(), name(&drift.path));
    without_place(Some(code), drift.to_string(), file)
}

fn of_diagnostic(found: &Diagnostic, positions: &Positions<'_>, file: String) -> Finding {
    let primary = (&found.span, &found.label);
    let secondary = found.secondary.iter().map(|it| (&it.span, &it.text));
    let labels = [primary].into_iter().chain(secondary);
    let helps = found.helps.iter().cloned();
    Finding {
        code: Some(found.code),
        level: "error",
        message: found.message.clone(),
        file,
        span: Some(positions.span(&found.span)),
        labels: labels
            .map(|(span, text)| Label {
                span: positions.span(span),
                text: text.clone(),
            })
            .collect(),
        notes: found.notes.clone(),
        helps: helps.map(|it| Help { text: it.text }).collect(),
    }
}

fn without_place(code: Option<&'static str>, message: String, file: String) -> Finding {
    Finding {
        code,
        level: "error",
        message,
        file,
        span: None,
        labels: Vec::new(),
        notes: Vec::new(),
        helps: Vec::new(),
    }
}

/// As it was given; `./calc.lua` is `calc.lua`.
fn name(path: &Path) -> String {
    let path = path.strip_prefix(".").unwrap_or(path);
    path.display().to_string()
}
