//! Documentation as the lines of comments.

use yar_idl::model::{Deprecation, Docs};

use super::super::deprecation::dated_text;
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
    let text = dated_text(deprecation, str::to_owned);
    let text = text.trim_end_matches('.');
    match &deprecation.since {
        Some(_) => format!("Deprecated {text}."),
        None if text.is_empty() => "Deprecated.".to_owned(),
        None => format!("Deprecated: {text}."),
    }
}
