//! Diagnostics as one line each, for tests that compare them.

#![allow(clippy::expect_used, dead_code)]

pub(crate) mod words;

use std::ops::Range;

use yar_idl::diag::{Diagnostic, Label};

/// All diagnostics of a contract that is named `p` unless it says otherwise.
pub(crate) fn diagnose(source: &str) -> Vec<Diagnostic> {
    match yar_idl::load(source, "p") {
        Ok(_) => Vec::new(),
        Err(diagnostics) => {
            assert!(!diagnostics.is_empty(), "refused without a reason");
            diagnostics
        }
    }
}

/// ``Y0401 4:19 `Usr` unknown type `Usr` | not found in package `p` ``, then
/// an indented line for each secondary place, note and help.
pub(crate) fn render(source: &str) -> String {
    let mut lines = Vec::new();
    for found in diagnose(source) {
        let place = place(source, &found.span);
        lines.push(format!(
            "{} {place} {} | {}",
            found.code, found.message, found.label
        ));
        for Label { span, text, .. } in &found.secondary {
            lines.push(format!("  {} {text}", self::place(source, span)));
        }
        lines.extend(found.notes.iter().map(|note| format!("  = {note}")));
        lines.extend(found.helps.iter().map(|help| format!("  ? {}", help.text)));
    }
    lines.join("\n")
}

/// Line and column, both from 1, in characters, and the text there.
fn place(source: &str, span: &Range<usize>) -> String {
    let before = source
        .get(..span.start)
        .expect("span starts within the source");
    let text = source
        .get(span.clone())
        .expect("span lies within the source");
    let line = before.matches('\n').count() + 1;
    let column = before
        .rsplit('\n')
        .next()
        .unwrap_or_default()
        .chars()
        .count()
        + 1;
    match text {
        "" => format!("{line}:{column}"),
        _ => format!("{line}:{column} `{text}`"),
    }
}
