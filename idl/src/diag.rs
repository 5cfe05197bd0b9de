//! Diagnostics as data: a code, a place, what was expected and what came.
//!
//! Rendering belongs to the tool; this file only says what is wrong and where.

use std::ops::Range;

/// Which file of a run: 0 is the one that was asked for, the others are its
/// imports in the order in which they were read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct FileId(pub usize);

/// One finding in a source.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Stable code, such as `Y0401`, or the name of a lint.
    pub code: &'static str,
    /// Whether it stops a run.
    pub level: Level,
    /// One lower-case sentence without a full stop.
    pub message: String,
    /// The file that is wrong.
    pub file: FileId,
    /// The smallest range of bytes that is wrong.
    pub span: Range<usize>,
    /// Short text at the span.
    pub label: String,
    /// Other places that matter.
    pub secondary: Vec<Label>,
    /// Facts worth knowing.
    pub notes: Vec<String>,
    /// Ways to mend it.
    pub helps: Vec<Help>,
}

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Level {
    /// Nothing is generated.
    #[default]
    Error,
    /// Worth a look.
    Warning,
}

/// A place and what is said there.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Label {
    /// Where, if not in the file of the diagnostic.
    pub file: Option<FileId>,
    /// A range of bytes.
    pub span: Range<usize>,
    /// Short text.
    pub text: String,
}

/// A way to mend something.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Help {
    /// For people.
    pub text: String,
    /// For tools: all of them together mend it; empty when only a person can.
    pub edits: Vec<Edit>,
    /// How sure that is.
    pub confidence: Confidence,
}

/// A replacement in the file of the diagnostic.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Edit {
    /// What is replaced; empty to insert.
    pub span: Range<usize>,
    /// What comes in its place.
    pub text: String,
}

/// How sure an edit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Confidence {
    /// It has gaps that a person must fill.
    Placeholder,
    /// It is what was meant most likely.
    #[default]
    Maybe,
    /// A tool may apply it without asking.
    Certain,
}

impl Level {
    /// `error` or `warning`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

impl Confidence {
    /// `placeholder`, `maybe` or `certain`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Placeholder => "placeholder",
            Self::Maybe => "maybe",
            Self::Certain => "certain",
        }
    }
}

impl Diagnostic {
    /// An error without secondary places, notes or helps, in the file that was
    /// asked for.
    #[must_use]
    pub fn new(
        code: &'static str,
        span: Range<usize>,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Self {
        Self {
            code,
            level: Level::Error,
            message: message.into(),
            file: FileId::default(),
            span,
            label: label.into(),
            secondary: Vec::new(),
            notes: Vec::new(),
            helps: Vec::new(),
        }
    }

    /// Makes it a warning.
    #[must_use]
    pub fn warning(mut self) -> Self {
        self.level = Level::Warning;
        self
    }

    /// Says which file it is in.
    #[must_use]
    pub fn in_file(mut self, file: FileId) -> Self {
        self.file = file;
        self
    }

    /// Adds another place in the same file.
    #[must_use]
    pub fn with_secondary(mut self, span: Range<usize>, text: impl Into<String>) -> Self {
        self.secondary.push(Label {
            file: None,
            span,
            text: text.into(),
        });
        self
    }

    /// Adds a place in another file.
    #[must_use]
    pub fn with_secondary_in(
        mut self,
        file: FileId,
        span: Range<usize>,
        text: impl Into<String>,
    ) -> Self {
        self.secondary.push(Label {
            file: Some(file),
            span,
            text: text.into(),
        });
        self
    }

    /// Adds a fact.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Adds a way to mend it that only a person can go.
    #[must_use]
    pub fn with_help(self, text: impl Into<String>) -> Self {
        self.with_edits(text, Vec::new(), Confidence::default())
    }

    /// Adds a way to mend it: put `new` where `span` is.
    #[must_use]
    pub fn with_edit(
        self,
        text: impl Into<String>,
        span: Range<usize>,
        new: impl Into<String>,
        confidence: Confidence,
    ) -> Self {
        let edit = Edit {
            span,
            text: new.into(),
        };
        self.with_edits(text, vec![edit], confidence)
    }

    /// Adds a way to mend it that takes several replacements at once.
    #[must_use]
    pub fn with_edits(
        mut self,
        text: impl Into<String>,
        edits: Vec<Edit>,
        confidence: Confidence,
    ) -> Self {
        self.helps.push(Help {
            text: text.into(),
            edits,
            confidence,
        });
        self
    }
}

impl Edit {
    /// Puts `text` where `span` is.
    #[must_use]
    pub fn new(span: Range<usize>, text: impl Into<String>) -> Self {
        Self {
            span,
            text: text.into(),
        }
    }
}

/// How many diagnostics one run gives at most.
pub const MAX_DIAGNOSTICS: usize = 20;

/// How many a stage collects before it sorts them: enough that the first ones
/// by place are most likely among them, and a bound for hostile sources.
#[cfg(feature = "grammar")]
pub(crate) const MAX_COLLECTED: usize = 10 * MAX_DIAGNOSTICS;

/// Sorts by file and place and keeps [`MAX_DIAGNOSTICS`]: the first ones, but no
/// warning in the place of an error.
#[must_use]
pub fn sorted(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let place = |found: &Diagnostic| (found.file, found.span.start, found.span.end);
    diagnostics.sort_by_key(|found| (found.level == Level::Warning, place(found)));
    diagnostics.truncate(MAX_DIAGNOSTICS);
    diagnostics.sort_by_key(place);
    diagnostics
}

/// Whether any of them is an error.
#[must_use]
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|it| it.level == Level::Error)
}
