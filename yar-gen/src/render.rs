//! Diagnostics as text, in the manner of rustc.
//!
//! Knows how a mistake looks, and nothing of what can be wrong. Spans come
//! from front ends and are mended before use: a span that is off must not
//! turn a message into a panic.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level as Shown, Renderer, Snippet};
use yar_idl::Source;
use yar_idl::diag::{Diagnostic, FileId, Level, MAX_DIAGNOSTICS};

use crate::report::mend;

/// Findings in the files of one contract, each with the lines it is in.
/// `styled` adds the escape sequences of a terminal.
#[must_use]
pub fn diagnostics(sources: &[Source], all: &[Diagnostic], styled: bool) -> String {
    let mut text = self::all(sources, all, styled);
    if let (true, Some(last)) = (all.len() >= MAX_DIAGNOSTICS, all.last()) {
        let path = source(sources, last.file).map_or("", |it| it.path.as_str());
        text.push_str(&format!("... and maybe more in `{path}`\n\n"));
    }
    text
}

/// The same, of a list that is complete.
pub(crate) fn all(sources: &[Source], all: &[Diagnostic], styled: bool) -> String {
    let renderer = renderer(styled);
    let mut text = String::new();
    for diagnostic in all {
        text.push_str(&renderer.render(&[group(sources, diagnostic)]));
        text.push_str("\n\n");
    }
    text
}

/// An error without a place.
#[must_use]
pub fn message(text: &str, styled: bool) -> String {
    let title = Shown::ERROR.primary_title(text);
    let rendered = renderer(styled).render(&[Group::with_title(title)]);
    format!("{rendered}\n")
}

/// An error with a code and without a place.
#[must_use]
pub fn coded_message(code: &str, text: &str, styled: bool) -> String {
    let title = Shown::ERROR.primary_title(text).id(code);
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

fn group<'a>(sources: &'a [Source], diagnostic: &'a Diagnostic) -> Group<'a> {
    let level = match diagnostic.level {
        Level::Error => Shown::ERROR,
        Level::Warning => Shown::WARNING,
    };
    let title = level.primary_title(&diagnostic.message).id(diagnostic.code);
    let notes = diagnostic.notes.iter();
    let helps = diagnostic.helps.iter();
    title
        .elements(snippets(sources, diagnostic))
        .elements(notes.map(|note| Shown::NOTE.message(note)))
        .elements(helps.map(|help| Shown::HELP.message(&help.text)))
}

/// One for each file, that of the finding first.
fn snippets<'a>(
    sources: &'a [Source],
    diagnostic: &'a Diagnostic,
) -> Vec<Snippet<'a, Annotation<'a>>> {
    let mut files = vec![diagnostic.file];
    for label in &diagnostic.secondary {
        let file = label.file.unwrap_or(diagnostic.file);
        if !files.contains(&file) {
            files.push(file);
        }
    }
    let snippets = files.into_iter().filter_map(|file| {
        let source = source(sources, file)?;
        let text = Shifted::of(&source.text);
        let primary = (file == diagnostic.file).then(|| {
            let span = text.span(&diagnostic.span);
            AnnotationKind::Primary.span(span).label(&diagnostic.label)
        });
        let secondary = diagnostic.secondary.iter();
        let secondary = secondary.filter(|it| it.file.unwrap_or(diagnostic.file) == file);
        let secondary = secondary.map(|it| {
            AnnotationKind::Context
                .span(text.span(&it.span))
                .label(&it.text)
        });
        let snippet = Snippet::source(text.shown).path(&source.path);
        Some(snippet.annotations(primary.into_iter().chain(secondary)))
    });
    snippets.collect()
}

fn source(sources: &[Source], file: FileId) -> Option<&Source> {
    sources.get(file.0)
}

/// A text without its byte order mark, which is nothing that an editor would
/// count as a column.
struct Shifted<'a> {
    source: &'a str,
    shown: &'a str,
}

impl<'a> Shifted<'a> {
    fn of(source: &'a str) -> Self {
        let shown = source.strip_prefix('\u{feff}').unwrap_or(source);
        Self { source, shown }
    }

    fn span(&self, span: &Range<usize>) -> Range<usize> {
        let mark = self.source.len() - self.shown.len();
        let span = mend(span, self.source);
        span.start.saturating_sub(mark)..span.end.saturating_sub(mark)
    }
}

#[cfg(test)]
mod tests;
