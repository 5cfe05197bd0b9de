//! Mistakes in Rust source, told in two ways: to rustc by the macro, and as
//! data by the generator. Knows spans, not what was being read.

use crate::codes;
use crate::diag::Diagnostic;
use proc_macro2::{Punct, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::ops::Range;

/// From the first to the last token of something.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    start: Span,
    end: Span,
}

/// One mistake in Rust source.
#[derive(Debug, Clone)]
pub struct Problem {
    code: &'static str,
    place: Place,
    message: String,
    label: String,
    secondary: Vec<(Place, String)>,
    notes: Vec<String>,
    helps: Vec<String>,
}

impl Place {
    /// Where these tokens stand; the call site when there are none.
    #[must_use]
    pub fn of(tokens: &impl ToTokens) -> Self {
        let mut spans = tokens
            .to_token_stream()
            .into_iter()
            .map(|token| token.span());
        let start = spans.next().unwrap_or_else(Span::call_site);
        let end = spans.last().unwrap_or(start);
        Self { start, end }
    }

    /// The bytes of the source; right only for text parsed by this process.
    #[must_use]
    pub fn bytes(&self) -> Range<usize> {
        let start = self.start.byte_range().start;
        start..self.end.byte_range().end.max(start)
    }
}

impl From<Span> for Place {
    fn from(span: Span) -> Self {
        Self {
            start: span,
            end: span,
        }
    }
}

impl Problem {
    /// A mistake at the given tokens, with one sentence and a short label.
    #[must_use]
    pub fn new(
        code: &'static str,
        place: impl Into<Place>,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Self {
        Self {
            code,
            place: place.into(),
            message: message.into(),
            label: label.into(),
            secondary: Vec::new(),
            notes: Vec::new(),
            helps: Vec::new(),
        }
    }

    /// Adds another place; rustc is not told, for want of a stable way.
    #[must_use]
    pub fn with_secondary(mut self, place: impl Into<Place>, label: impl Into<String>) -> Self {
        self.secondary.push((place.into(), label.into()));
        self
    }

    /// Adds a fact.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Adds a way to mend it.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.helps.push(help.into());
        self
    }

    /// The mistake as data.
    #[must_use]
    pub fn into_diagnostic(self) -> Diagnostic {
        let mut diagnostic =
            Diagnostic::new(self.code, self.place.bytes(), self.message, self.label);
        for (place, label) in self.secondary {
            diagnostic = diagnostic.with_secondary(place.bytes(), label);
        }
        diagnostic.notes = self.notes;
        for help in self.helps {
            diagnostic = diagnostic.with_help(help);
        }
        diagnostic
    }

    /// The tokens that make rustc report the mistake at its place.
    #[must_use]
    pub fn to_compile_error(&self) -> TokenStream {
        let mut text = self.message.clone();
        for note in &self.notes {
            text.push_str("\n= note: ");
            text.push_str(note);
        }
        for help in &self.helps {
            text.push_str("\n= help: ");
            text.push_str(help);
        }
        let ends = [self.place.start, self.place.end].map(|span| {
            let mut mark = Punct::new(',', Spacing::Alone);
            mark.set_span(span);
            TokenTree::Punct(mark)
        });
        syn::Error::new_spanned(TokenStream::from_iter(ends), text).to_compile_error()
    }
}

/// What syn says, which knows nothing of contracts.
pub(super) fn unreadable(error: &syn::Error) -> Problem {
    Problem::new(
        codes::EXPECTED,
        error.span(),
        format!("this is not Rust: {error}"),
        "cannot be read",
    )
}
