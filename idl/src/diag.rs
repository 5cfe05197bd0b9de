//! Diagnostics as data: a code, a place, what was expected and what came.
//!
//! Rendering belongs to the tool; this file only says what is wrong and where.

use std::ops::Range;

/// One mistake in a source.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Stable code, such as `Y0401`.
    pub code: &'static str,
    /// One lower-case sentence without a full stop.
    pub message: String,
    /// The smallest range of bytes that is wrong.
    pub span: Range<usize>,
    /// Short text at the span.
    pub label: String,
    /// Other places that matter, each with a text.
    pub secondary: Vec<(Range<usize>, String)>,
    /// Facts worth knowing.
    pub notes: Vec<String>,
    /// How to mend it.
    pub helps: Vec<String>,
}

impl Diagnostic {
    /// A diagnostic without secondary places, notes or helps.
    #[must_use]
    pub fn new(
        code: &'static str,
        span: Range<usize>,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Self {
        Self {
            code,
            message: message.into(),
            span,
            label: label.into(),
            secondary: Vec::new(),
            notes: Vec::new(),
            helps: Vec::new(),
        }
    }

    /// Adds another place.
    #[must_use]
    pub fn with_secondary(mut self, span: Range<usize>, label: impl Into<String>) -> Self {
        self.secondary.push((span, label.into()));
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
}

/// How many diagnostics one run gives at most.
pub const MAX_DIAGNOSTICS: usize = 20;

/// How many a stage collects before it sorts them: enough that the first ones
/// by place are most likely among them, and a bound for hostile sources.
#[cfg(feature = "grammar")]
pub(crate) const MAX_COLLECTED: usize = 10 * MAX_DIAGNOSTICS;

/// Sorts by place and keeps the first [`MAX_DIAGNOSTICS`].
#[must_use]
pub fn sorted(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    diagnostics.sort_by_key(|found| (found.span.start, found.span.end));
    diagnostics.truncate(MAX_DIAGNOSTICS);
    diagnostics
}
