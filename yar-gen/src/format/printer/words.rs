//! Words, marks and comments: where a blank stands between two, and where a
//! line ends.

use super::super::pieces::{Kind, Piece};
use super::{INDENT, Printer};

/// What a line ends with.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Last {
    /// Nothing: a line begins.
    #[default]
    Nothing,
    /// A comment that something can follow.
    Comment,
    /// A comment that nothing can follow.
    LineComment,
    /// `(` and other marks that stand close to what follows.
    Open,
    /// `{`, which stands close to `}` alone.
    OpenBrace,
    /// A mark behind which `(` begins a type.
    BeforeType,
    /// Anything else.
    Word,
}

impl Printer {
    pub(super) fn pieces(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            self.piece(piece);
            self.trail(piece);
        }
    }

    pub(super) fn pieces_without_trail(&mut self, pieces: &[Piece]) {
        if let Some((last, before)) = pieces.split_last() {
            self.pieces(before);
            self.piece(last);
        }
    }

    pub(super) fn piece(&mut self, piece: &Piece) {
        if self.last == Last::Nothing {
            self.begin(piece);
        } else {
            for comment in &piece.lead {
                self.comment(&comment.text, comment.is_line);
            }
            self.go_on();
            if self.needs_blank(piece) {
                self.out.push(' ');
            }
        }
        self.text(piece);
    }

    /// Begins a line, with the comments before it.
    fn begin(&mut self, piece: &Piece) {
        self.lead(piece, true);
        if self.last == Last::Nothing {
            self.indent();
        } else {
            self.out.push(' ');
        }
    }

    /// Comments on lines of their own; the last ones may be on the line of
    /// the piece, where they are so in the source.
    pub(super) fn lead(&mut self, piece: &Piece, may_join: bool) {
        for comment in &piece.lead {
            if self.last == Last::Nothing {
                self.indent();
            } else {
                self.out.push(' ');
            }
            self.out.push_str(&comment.text);
            self.last = Last::Comment;
            if !comment.is_joined || !may_join {
                self.end_line();
                // Below the last one only if something follows.
                if comment.is_apart && piece.kind != Kind::End {
                    self.out.push('\n');
                }
            }
        }
    }

    pub(super) fn trail(&mut self, piece: &Piece) {
        for comment in &piece.trail {
            self.comment(&comment.text, comment.is_line);
        }
    }

    /// Ends a line with the comments behind its last piece. A second one that
    /// ends a line gets a line of its own, as if it belonged to what follows.
    pub(super) fn end(&mut self, last: &Piece) {
        for comment in &last.trail {
            if self.last == Last::LineComment {
                self.end_line();
                self.indent();
            } else {
                self.out.push(' ');
            }
            self.out.push_str(&comment.text);
            self.last = match comment.is_line {
                true => Last::LineComment,
                false => Last::Comment,
            };
        }
        self.end_line();
    }

    fn comment(&mut self, text: &str, is_line: bool) {
        self.go_on();
        if self.last != Last::Nothing {
            self.out.push(' ');
        }
        self.out.push_str(text);
        self.last = match is_line {
            true => Last::LineComment,
            false => Last::Comment,
        };
    }

    /// Nothing can follow a line comment but the next line.
    fn go_on(&mut self) {
        if self.last == Last::LineComment {
            self.end_line();
            self.indent();
            self.out.push_str(INDENT);
            self.out.push_str(INDENT);
        }
    }

    fn needs_blank(&self, next: &Piece) -> bool {
        let is_close = [",", ";", ":", "?", ">", ")", "]", ".", "<", "-"]
            .iter()
            .any(|mark| next.is(mark));
        match self.last {
            Last::Nothing | Last::Open | Last::LineComment => false,
            Last::OpenBrace => !next.is("}"),
            Last::Comment => true,
            Last::BeforeType => true,
            Last::Word => !is_close && !next.is("("),
        }
    }

    pub(super) fn text(&mut self, piece: &Piece) {
        self.out.push_str(&piece.text);
        let is_one_of = |marks: &[&str]| marks.iter().any(|mark| piece.is(mark));
        self.last = if is_one_of(&["(", "[", "<", ".", "@", "-"]) {
            Last::Open
        } else if piece.is("{") {
            Last::OpenBrace
        } else if is_one_of(&[":", ",", "->", "="]) {
            Last::BeforeType
        } else {
            Last::Word
        };
    }

    pub(super) fn indent(&mut self) {
        for _ in 0..self.level {
            self.out.push_str(INDENT);
        }
    }

    pub(super) fn end_line(&mut self) {
        self.out.push('\n');
        self.last = Last::Nothing;
    }
}
