//! The sentences: what every parser function needs to say that something is
//! missing or stray, and where.

use std::collections::HashSet;
use std::ops::Range;

use super::{Node, Rule, name_of};
use crate::ast::{Name, Span};
use crate::codes;
use crate::diag::{Confidence, Diagnostic, MAX_COLLECTED};

/// How many words must go well between two syntax errors.
const CALM_WORDS: usize = 3;

/// What would end a part that is not closed.
#[derive(Clone, Copy)]
pub(super) struct Close {
    sign: &'static str,
    /// What could stand there.
    expected: &'static str,
    /// Whether it belongs there, or maybe elsewhere.
    confidence: Confidence,
}

impl Close {
    pub(super) const BODY: Self = Self::new("}", "`}`", Confidence::Certain);
    pub(super) const BRACE: Self = Self::new("}", "`,` or `}`", Confidence::Certain);
    pub(super) const PAREN: Self = Self::new(")", "`,` or `)`", Confidence::Certain);
    pub(super) const BRACKET: Self = Self::new("]", "`,` or `]`", Confidence::Certain);
    pub(super) const ANGLE: Self = Self::new(">", "`,` or `>`", Confidence::Maybe);
    pub(super) const TUPLE: Self = Self::new(")", "`,` or `)`", Confidence::Maybe);

    const fn new(sign: &'static str, expected: &'static str, confidence: Confidence) -> Self {
        Self {
            sign,
            expected,
            confidence,
        }
    }
}

/// The source being read, and what was found wrong with it.
pub(super) struct Reader<'a> {
    source: &'a str,
    comments: Vec<Span>,
    foreign_names: HashSet<String>,
    /// Names in declarations that could not be read.
    pub(super) undeclared: Vec<Name>,
    /// Whether an import was reported for its place.
    pub(super) has_late_import: bool,
    /// Where the last syntax error ends.
    last_error: Option<usize>,
    /// In the order of discovery.
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(source: &'a str, comments: Vec<Span>) -> Self {
        Self {
            source,
            comments,
            foreign_names: HashSet::new(),
            undeclared: Vec::new(),
            has_late_import: false,
            last_error: None,
            diagnostics: Vec::new(),
        }
    }

    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MAX_COLLECTED {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Where the last word before `place` ends.
    pub(super) fn end_before(&self, place: usize) -> usize {
        let mut end = place;
        loop {
            end = self.text(0..end).trim_end().len();
            let after = self.comments.partition_point(|comment| comment.end <= end);
            let last = after
                .checked_sub(1)
                .and_then(|index| self.comments.get(index));
            match last {
                Some(comment) if comment.end == end && !comment.is_empty() => end = comment.start,
                _ => return end,
            }
        }
    }

    /// The place of a node, without the blanks that the grammar's parser
    /// leaves behind an absent optional part.
    pub(super) fn span(&self, node: &Node<'_>) -> Span {
        let span = node.as_span();
        span.start()..self.end_before(span.end()).max(span.start())
    }

    /// The place of a member or declaration without the separator behind it.
    pub(super) fn member_span(&self, node: &Node<'_>) -> Span {
        let span = self.span(node);
        let is_separated = self.text(span.clone()).ends_with([',', ';']);
        let end = span.end - usize::from(is_separated);
        span.start..self.end_before(end).max(span.start)
    }

    pub(super) fn text(&self, range: Range<usize>) -> &'a str {
        self.source.get(range).unwrap_or_default()
    }

    /// Reports a syntax error, unless the one before is so near that both have
    /// one cause: reading must have gone well for [`CALM_WORDS`] words.
    ///
    /// Always `true`, for callers that note that they have reported.
    pub(super) fn syntax_error(&mut self, diagnostic: Diagnostic) -> bool {
        let span = diagnostic.span.clone();
        let is_calm = self
            .last_error
            .is_none_or(|last| self.words_between(last, span.start) >= CALM_WORDS);
        self.last_error = Some(span.end);
        if is_calm {
            self.report(diagnostic);
        }
        true
    }

    /// How many words lie between two places, at most [`CALM_WORDS`].
    fn words_between(&self, from: usize, to: usize) -> usize {
        let mut place = self.skip_blanks(from);
        let mut words = 0;
        while place < to && words < CALM_WORDS {
            place = self.skip_blanks(self.first_word(place).end);
            words += 1;
        }
        words
    }

    /// Where the next word after `place` begins.
    fn skip_blanks(&self, place: usize) -> usize {
        let mut place = place;
        loop {
            let rest = self.rest(place);
            place += rest.len() - rest.trim_start().len();
            let before = self
                .comments
                .partition_point(|comment| comment.start < place);
            match self.comments.get(before) {
                Some(comment) if comment.start == place && !comment.is_empty() => {
                    place = comment.end
                }
                _ => return place,
            }
        }
    }

    pub(super) fn rest(&self, place: usize) -> &'a str {
        self.text(place..self.source.len())
    }

    /// `what` ought to be before `node`, which is empty.
    pub(super) fn missing(&self, node: &Node<'_>, what: &str) -> Diagnostic {
        let next = node.as_span().start();
        let place = self.end_before(next);
        let message = format!("expected {what}, found {}", self.found(next));
        Diagnostic::new(
            codes::EXPECTED,
            place..place,
            message,
            format!("expected {what}"),
        )
    }

    /// The sign or word `sign` ought to be before `node`, which is empty, and
    /// nothing else is missing.
    pub(super) fn missing_sign(&self, node: &Node<'_>, sign: &str, place: &str) -> Diagnostic {
        let found = self.missing(node, &format!("`{sign}` {place}"));
        insert(found, sign, Confidence::Certain)
    }

    /// `node` is `what`, for which `sign` was meant.
    pub(super) fn wrong_sign(&self, node: &Node<'_>, sign: &str, place: &str) -> Diagnostic {
        let found = self.stray(node, &format!("`{sign}` {place}"));
        let span = self.span(node);
        found.with_edit(format!("write `{sign}`"), span, sign, Confidence::Certain)
    }

    /// A comma with nothing before it, where `what` ought to be.
    pub(super) fn extra_comma(&self, node: &Node<'_>, what: &str) -> Diagnostic {
        let found = self.stray(node, what);
        let comma = found.span.clone();
        found.with_edit("leave it out", comma, "", Confidence::Certain)
    }

    /// `node` is where `what` ought to be.
    pub(super) fn stray(&self, node: &Node<'_>, what: &str) -> Diagnostic {
        let start = node.as_span().start();
        let message = format!("expected {what}, found {}", self.found(start));
        let span = self.first_word(start);
        let found = Diagnostic::new(codes::EXPECTED, span, message, "not expected here");
        if what.contains("type") || what.contains("the end of") {
            return self.with_list_help(found, start);
        }
        found
    }

    /// Other languages write lists with brackets.
    fn with_list_help(&self, found: Diagnostic, place: usize) -> Diagnostic {
        if self.rest(place).starts_with('[') {
            return found.with_help("a list is written `list<type>`");
        }
        found
    }

    /// A bracket that was opened at `open` is not closed before `node`.
    pub(super) fn not_closed(
        &self,
        node: &Node<'_>,
        open: Option<Span>,
        what: &str,
        close: Close,
    ) -> Diagnostic {
        let Close {
            sign,
            expected,
            confidence,
        } = close;
        let place = self.end_before(node.as_span().start());
        let message = format!("{what} is not closed");
        let found = Diagnostic::new(
            codes::NOT_CLOSED,
            place..place,
            message,
            format!("expected {expected}"),
        );
        let found = match open {
            Some(open) => found.with_secondary(open, "opened here"),
            None => found,
        };
        insert(found, sign, confidence)
    }

    pub(super) fn dangling_docs(&mut self, span: Span, what: &str) {
        self.report(
            Diagnostic::new(
                codes::DANGLING_DOCS,
                span,
                "doc comment documents nothing",
                format!("no {what} follows"),
            )
            .with_help("use `//` for a plain comment"),
        );
    }

    pub(super) fn unreadable(&mut self, error: &pest::error::Error<Rule>) {
        let place = match error.location {
            pest::error::InputLocation::Pos(place)
            | pest::error::InputLocation::Span((place, _)) => place,
        };
        let span = self.first_word(place);
        let found = self.found(place);
        self.report(Diagnostic::new(
            codes::NOT_A_DECLARATION,
            span,
            format!("expected a declaration, found {found}"),
            "cannot be read",
        ));
    }

    /// A declared or used name. Foreign letters are reported once per name.
    pub(super) fn name(&mut self, node: &Node<'_>) -> Name {
        let name = name_of(node);
        if !name.text.is_ascii() && self.foreign_names.insert(name.text.clone()) {
            self.report(
                Diagnostic::new(
                    codes::NON_ASCII_NAME,
                    name.span.clone(),
                    format!("identifiers are ASCII, `{}` is not", name.text),
                    "has characters beyond ASCII",
                )
                .with_note("PHP and Lua know ASCII identifiers only")
                .with_help("use the letters a to z, digits and `_`"),
            );
        }
        name
    }

    /// A dotted path; blanks around the dots are dropped.
    pub(super) fn path(&mut self, node: &Node<'_>) -> Name {
        let span = self.span(node);
        let names = node.clone().into_inner().map(|part| self.name(&part).text);
        let text = names.collect::<Vec<_>>().join(".");
        Name { text, span }
    }

    /// The word at `place`, for messages.
    pub(super) fn found(&self, place: usize) -> String {
        let word = self.text(self.first_word(place));
        match word {
            "" => "the end of the file".to_owned(),
            _ if word.starts_with("///") || word.starts_with("//!") => "a doc comment".to_owned(),
            _ => format!("`{word}`"),
        }
    }

    /// The place of the word, number, string or sign at `place`.
    pub(super) fn first_word(&self, place: usize) -> Span {
        let rest = self.rest(place);
        let line = || rest.split(['\n', '\r']).next().unwrap_or_default();
        let length = match rest.chars().next() {
            None => 0,
            Some('"') => string_length(line()),
            Some(first) if is_word(first) => rest.find(|next| !is_word(next)).unwrap_or(rest.len()),
            Some(_) if rest.starts_with("///") || rest.starts_with("//!") => {
                line().trim_end().len()
            }
            Some(_) if rest.starts_with("->") => 2,
            Some(first) => first.len_utf8(),
        };
        place..place + length
    }
}

/// Adds that `sign` mends it, at its place.
fn insert(found: Diagnostic, sign: &str, confidence: Confidence) -> Diagnostic {
    let text = match sign.starts_with(|first: char| first.is_alphabetic() || first == '-') {
        true => format!(" {sign}"),
        false => sign.to_owned(),
    };
    let place = found.span.clone();
    found.with_edit(format!("insert `{sign}`"), place, text, confidence)
}

/// How long the string at the start of a line is, with its quotes.
fn string_length(line: &str) -> usize {
    let mut quotes = line.char_indices().skip(1).filter(|(_, next)| *next == '"');
    quotes.next().map_or(line.len(), |(at, _)| at + 1)
}

fn is_word(character: char) -> bool {
    character == '_' || character.is_alphanumeric()
}
