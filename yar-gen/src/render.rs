//! Diagnostics as text, in the manner of rustc.
//!
//! Knows how a mistake looks, and nothing of what can be wrong. Spans come
//! from front ends and are mended before use: a span that is off must not
//! turn a message into a panic.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use yar_idl::diag::{Diagnostic, MAX_DIAGNOSTICS};

use crate::report::mend;

/// The mistakes of one file, each with the lines it is in. `styled` adds the
/// escape sequences of a terminal.
#[must_use]
pub fn diagnostics(path: &str, source: &str, all: &[Diagnostic], styled: bool) -> String {
    let renderer = renderer(styled);
    let mut text = String::new();
    for diagnostic in all {
        text.push_str(&renderer.render(&[group(path, source, diagnostic)]));
        text.push_str("\n\n");
    }
    if all.len() >= MAX_DIAGNOSTICS {
        text.push_str(&format!("... and maybe more in `{path}`\n\n"));
    }
    text
}

/// An error without a place.
#[must_use]
pub fn message(text: &str, styled: bool) -> String {
    let title = Level::ERROR.primary_title(text);
    let rendered = renderer(styled).render(&[Group::with_title(title)]);
    format!("{rendered}\n")
}

/// An error with a code and without a place.
#[must_use]
pub fn coded_message(code: &str, text: &str, styled: bool) -> String {
    let title = Level::ERROR.primary_title(text).id(code);
    let rendered = renderer(styled).render(&[Group::with_title(title)]);
    format!("{rendered}\n")
}

/// `1 error`, `2 errors`.
#[must_use]
pub fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

fn renderer(styled: bool) -> Renderer {
    if styled {
        Renderer::styled()
    } else {
        Renderer::plain()
    }
}

fn group<'a>(path: &'a str, source: &'a str, diagnostic: &'a Diagnostic) -> Group<'a> {
    // A byte order mark is nothing that an editor would count as a column.
    let shown = source.strip_prefix('\u{feff}').unwrap_or(source);
    let mark = source.len() - shown.len();
    let mend = |span: &Range<usize>| {
        let span = mend(span, source);
        span.start.saturating_sub(mark)..span.end.saturating_sub(mark)
    };
    let primary = AnnotationKind::Primary
        .span(mend(&diagnostic.span))
        .label(&diagnostic.label);
    let secondary = diagnostic
        .secondary
        .iter()
        .map(|it| AnnotationKind::Context.span(mend(&it.span)).label(&it.text));
    let snippet = Snippet::source(shown)
        .path(path)
        .annotation(primary)
        .annotations(secondary);
    let notes = diagnostic.notes.iter();
    let helps = diagnostic.helps.iter();
    Level::ERROR
        .primary_title(&diagnostic.message)
        .id(diagnostic.code)
        .element(snippet)
        .elements(notes.map(|note| Level::NOTE.message(note)))
        .elements(helps.map(|help| Level::HELP.message(&help.text)))
}

#[cfg(test)]
mod tests;
