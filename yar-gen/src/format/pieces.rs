//! Tokens with the comments and empty lines around them.
//!
//! A comment belongs to the token before it when it ends that token's line,
//! and else to the token behind it.

use std::ops::Range;

use yar_idl::tokens::{Token, TokenKind, tokens};

/// A token that has a meaning, or the end of the file.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub(super) kind: Kind,
    pub(super) text: String,
    /// Whether an empty line is above the piece and its comments.
    pub(super) is_apart: bool,
    /// Whether it begins a line.
    pub(super) begins_line: bool,
    /// Comments before it.
    pub(super) lead: Vec<Comment>,
    /// Comments behind it, which end its line.
    pub(super) trail: Vec<Comment>,
}

/// What a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Word,
    Literal,
    Mark,
    Doc,
    FileDoc,
    End,
}

/// A comment, ready to be printed.
#[derive(Debug, Clone)]
pub(super) struct Comment {
    pub(super) text: String,
    /// Whether nothing can follow it on its line.
    pub(super) is_line: bool,
    /// Whether something follows it on its line.
    pub(super) is_joined: bool,
    /// Whether an empty line is below it.
    pub(super) is_apart: bool,
}

impl Piece {
    pub(super) fn is(&self, mark: &str) -> bool {
        self.kind == Kind::Mark && self.text == mark
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.kind == Kind::Word && self.text == word
    }

    pub(super) fn is_open(&self) -> bool {
        ["(", "[", "{"].iter().any(|mark| self.is(mark))
    }

    pub(super) fn is_close(&self) -> bool {
        [")", "]", "}"].iter().any(|mark| self.is(mark))
    }

    pub(super) fn has_trail(&self) -> bool {
        !self.trail.is_empty()
    }

    pub(super) fn is_doc(&self) -> bool {
        self.kind == Kind::Doc
    }
}

/// The pieces of a source; the last is the end of the file, which has the
/// comments behind everything.
pub(super) fn of(source: &str) -> Vec<Piece> {
    let tokens: Vec<Token> = tokens(source).collect();
    let mut reader = Reader {
        source,
        ..Reader::default()
    };
    let mut rest = tokens.as_slice();
    while let Some((token, behind)) = rest.split_first() {
        reader.read(token, behind);
        rest = behind;
    }
    let end = source.len();
    reader.begin(&(end..end));
    reader.push(Kind::End, String::new());
    reader.pieces
}

#[derive(Default)]
struct Reader<'a> {
    source: &'a str,
    pieces: Vec<Piece>,
    /// Comments before the next piece.
    lead: Vec<Comment>,
    /// Line ends between the last token and this one.
    above: usize,
    /// Line ends before the next piece and its comments.
    gap: usize,
    /// Whether the last token is a comment at the end of a line.
    is_trail: bool,
    /// Where the last token ends.
    end: usize,
}

impl Reader<'_> {
    fn read(&mut self, token: &Token, behind: &[Token]) {
        self.begin(&token.span);
        let text = self.source.get(token.span.clone()).unwrap_or_default();
        match kind(token.kind) {
            None => self.comment(token, text, behind),
            Some(kind @ (Kind::Doc | Kind::FileDoc)) => self.push(kind, clean_doc(text)),
            Some(kind) => self.push(kind, text.to_owned()),
        }
    }

    fn begin(&mut self, span: &Range<usize>) {
        self.above = lines_between(self.source, self.end, span.start);
        if self.lead.is_empty() {
            // The first line begins without a line end.
            self.gap = self.above.max(usize::from(self.end == 0));
        }
        self.end = span.end;
    }

    fn push(&mut self, kind: Kind, text: String) {
        self.is_trail = false;
        self.pieces.push(Piece {
            kind,
            text,
            is_apart: self.gap > 1,
            begins_line: self.gap > 0,
            lead: std::mem::take(&mut self.lead),
            trail: Vec::new(),
        });
    }

    fn comment(&mut self, token: &Token, text: &str, behind: &[Token]) {
        let next = behind.first().map(|next| next.span.start);
        let below = next.map_or(1, |next| lines_between(self.source, token.span.end, next));
        let comment = Comment {
            text: clean(text),
            is_line: token.kind == TokenKind::LineComment,
            is_joined: below == 0,
            is_apart: below > 1,
        };
        let may_trail = self.lead.is_empty() && self.above == 0;
        // Asked once for each line, however many comments end it.
        self.is_trail = may_trail && (self.is_trail || ends_line(self.source, token, behind));
        match self.pieces.last_mut() {
            Some(last) if self.is_trail && !last.is_docs() => last.trail.push(comment),
            _ => self.lead.push(comment),
        }
    }
}

impl Piece {
    /// A doc comment ends its line, so nothing can be behind it.
    fn is_docs(&self) -> bool {
        matches!(self.kind, Kind::Doc | Kind::FileDoc)
    }
}

fn kind(kind: TokenKind) -> Option<Kind> {
    match kind {
        TokenKind::Word => Some(Kind::Word),
        TokenKind::Number | TokenKind::String => Some(Kind::Literal),
        TokenKind::Doc => Some(Kind::Doc),
        TokenKind::FileDoc => Some(Kind::FileDoc),
        TokenKind::LineComment | TokenKind::BlockComment => None,
        _ => Some(Kind::Mark),
    }
}

/// Whether nothing but comments is on the rest of the line of a comment.
fn ends_line(source: &str, comment: &Token, mut behind: &[Token]) -> bool {
    let mut end = comment.span.end;
    while let Some((next, rest)) = behind.split_first() {
        if lines_between(source, end, next.span.start) > 0 {
            return true;
        }
        if kind(next.kind).is_some() {
            return false;
        }
        end = next.span.end;
        behind = rest;
    }
    true
}

fn lines_between(source: &str, from: usize, to: usize) -> usize {
    let gap = source.get(from..to).unwrap_or_default();
    gap.matches('\n').count()
}

/// A comment without blanks at the ends of its lines.
pub(super) fn clean(text: &str) -> String {
    let lines: Vec<&str> = text.split('\n').map(str::trim_end).collect();
    lines.join("\n")
}

/// A doc comment with a blank behind its mark.
pub(super) fn clean_doc(text: &str) -> String {
    let (mark, text) = text.split_at_checked(3).unwrap_or((text, ""));
    let text = text.strip_prefix(' ').unwrap_or(text).trim_end();
    format!("{mark} {text}").trim_end().to_owned()
}
