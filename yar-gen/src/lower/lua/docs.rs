//! Documentation as the lines of comments.

use yar_idl::model::{Deprecation, Docs};

use super::syntax;

/// The lines of docs, with a word on why something should not be used.
pub(super) fn lines(docs: &Docs, deprecated: Option<&Deprecation>) -> Vec<String> {
    let mut lines = Vec::new();
    if !docs.is_empty() {
        lines = syntax::comment_lines(&docs.0);
    }
    if let Some(deprecation) = deprecated {
        lines.extend(syntax::comment_lines(&warning(deprecation)));
    }
    lines
}

/// The same on one line, for what has only one.
pub(super) fn line(docs: &Docs, deprecated: Option<&Deprecation>) -> String {
    lines(docs, deprecated).join(" ")
}

/// `Deprecated since 1.2.0: the reason; use the other.`
fn warning(deprecation: &Deprecation) -> String {
    let mut text = "Deprecated".to_owned();
    if let Some(since) = &deprecation.since {
        text.push_str(&format!(" since {since}"));
    }
    let reason = deprecation.reason.trim().trim_end_matches('.');
    if !reason.is_empty() {
        text.push_str(&format!(": {reason}"));
    }
    match &deprecation.replaced_by {
        Some(other) if !reason.contains(other.as_str()) => {
            text.push_str(&format!("; use `{other}`"));
        }
        _ => {}
    }
    text.push('.');
    text
}
