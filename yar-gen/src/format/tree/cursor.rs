//! A place among pieces, and what is read from there: words, types, values and
//! annotations.

use super::super::pieces::{Kind, Piece};

/// What is still to be read.
pub(super) struct Cursor<'a> {
    rest: &'a [Piece],
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(rest: &'a [Piece]) -> Self {
        Self { rest }
    }

    /// The piece so far ahead.
    pub(super) fn ahead(&self, at: usize) -> Option<&'a Piece> {
        self.rest.get(at)
    }

    /// `= value`, if it is there.
    pub(super) fn assigned(&mut self, pieces: &mut Vec<Piece>) -> Option<()> {
        if !self.peek()?.is("=") {
            return Some(());
        }
        pieces.push(self.next()?);
        let first = self.peek()?;
        if first.is("[") || first.is("{") {
            self.group(pieces)
        } else if first.kind == Kind::Word {
            self.path(pieces)
        } else {
            pieces.push(self.next()?);
            Some(())
        }
    }

    /// All between two brackets, without a comma behind the last.
    pub(super) fn group(&mut self, pieces: &mut Vec<Piece>) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            let next = self.peek()?;
            let is_close = next.is_close();
            if next.kind == Kind::End {
                return None;
            }
            if next.is(",") && self.rest.get(1)?.is_close() {
                self.drop_separator(pieces);
                continue;
            }
            depth = match (next.is_open(), is_close) {
                (true, _) => depth + 1,
                (_, true) => depth.checked_sub(1)?,
                _ => depth,
            };
            pieces.push(self.next()?);
            if depth == 0 {
                return Some(());
            }
        }
    }

    pub(super) fn annotation(&mut self) -> Option<Vec<Piece>> {
        let mut pieces = vec![self.expect("@")?];
        self.path(&mut pieces)?;
        if self.peek()?.is("(") {
            self.group(&mut pieces)?;
        }
        Some(pieces)
    }

    /// Docs and annotations, each a line.
    pub(super) fn lead_lines(&mut self) -> Option<Vec<Vec<Piece>>> {
        let mut lines = Vec::new();
        loop {
            let next = self.peek()?;
            if next.is_doc() {
                lines.push(vec![self.next()?]);
            } else if next.is("@") {
                lines.push(self.annotation()?);
            } else {
                return Some(lines);
            }
        }
    }

    pub(super) fn ty(&mut self, pieces: &mut Vec<Piece>) -> Option<()> {
        if self.peek()?.is("(") {
            self.list(pieces, ")")?;
        } else {
            self.path(pieces)?;
            if self.peek()?.is("<") {
                self.list(pieces, ">")?;
            }
        }
        while self.peek()?.is("?") {
            pieces.push(self.next()?);
        }
        Some(())
    }

    /// Types between brackets, without a comma behind the last.
    pub(super) fn list(&mut self, pieces: &mut Vec<Piece>, close: &str) -> Option<()> {
        pieces.push(self.next()?);
        while !self.peek()?.is(close) {
            self.ty(pieces)?;
            if self.peek()?.is(",") {
                match self.rest.get(1)?.is(close) {
                    true => self.drop_separator(pieces),
                    false => pieces.push(self.next()?),
                }
            }
        }
        pieces.push(self.next()?);
        Some(())
    }

    pub(super) fn path(&mut self, pieces: &mut Vec<Piece>) -> Option<()> {
        pieces.push(self.word()?);
        while self.peek()?.is(".") {
            pieces.push(self.next()?);
            pieces.push(self.word()?);
        }
        Some(())
    }

    /// Leaves a separator out; its comments go to the piece before it.
    pub(super) fn drop_separator(&mut self, pieces: &mut [Piece]) {
        let separator = self.peek().is_some_and(|next| next.is(",") || next.is(";"));
        if !separator {
            return;
        }
        if let (Some(separator), Some(last)) = (self.next(), pieces.last_mut()) {
            last.trail.extend(separator.lead);
            last.trail.extend(separator.trail);
        }
    }

    pub(super) fn word(&mut self) -> Option<Piece> {
        let is_word = self.peek()?.kind == Kind::Word;
        is_word.then(|| self.next()).flatten()
    }

    pub(super) fn expect(&mut self, mark: &str) -> Option<Piece> {
        let is_there = self.peek()?.is(mark);
        is_there.then(|| self.next()).flatten()
    }

    pub(super) fn take_while(&mut self, is_wanted: impl Fn(&Piece) -> bool) -> Vec<Piece> {
        let mut taken = Vec::new();
        while self.peek().is_some_and(&is_wanted) {
            taken.extend(self.next());
        }
        taken
    }

    pub(super) fn peek(&self) -> Option<&Piece> {
        self.rest.first()
    }

    pub(super) fn next(&mut self) -> Option<Piece> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first.clone())
    }
}
