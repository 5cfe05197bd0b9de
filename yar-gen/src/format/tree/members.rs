//! Members of declarations, and parameters of methods.

use super::super::pieces::{Kind, Piece};
use super::cursor::Cursor;
use super::{Member, Params};

impl Cursor<'_> {
    pub(super) fn members(
        &mut self,
        member: fn(&mut Self) -> Option<Member>,
    ) -> Option<Vec<Member>> {
        let mut members = Vec::new();
        while !self.peek()?.is("}") {
            members.push(match self.is_reserved() {
                true => self.reserved()?,
                false => member(self)?,
            });
        }
        Some(members)
    }

    fn is_reserved(&self) -> bool {
        self.peek().is_some_and(|next| next.is_word("reserved")) && self.is_reserved_word(1)
    }

    /// Whether a name or a value stands there, and no member begins with it.
    fn is_reserved_word(&self, at: usize) -> bool {
        let word = self.ahead(at);
        let behind = self.ahead(at + 1);
        word.is_some_and(|word| matches!(word.kind, Kind::Word | Kind::Literal))
            && !behind.is_some_and(|mark| ["?", ":", "(", "="].iter().any(|it| mark.is(it)))
    }

    fn reserved(&mut self) -> Option<Member> {
        let mut pieces = vec![self.next()?, self.next()?];
        while self.peek()?.is(",") && self.is_reserved_word(1) {
            pieces.push(self.next()?);
            pieces.push(self.next()?);
        }
        self.drop_separator(&mut pieces);
        Some(Member {
            lead: Vec::new(),
            pieces,
            params: None,
            is_reserved: true,
        })
    }

    pub(super) fn field(&mut self) -> Option<Member> {
        let (lead, mut pieces) = self.lead()?;
        pieces.push(self.word()?);
        if self.peek()?.is("?") {
            pieces.push(self.next()?);
        }
        pieces.push(self.expect(":")?);
        self.ty(&mut pieces)?;
        self.assigned(&mut pieces)?;
        Some(self.value_member(lead, pieces))
    }

    pub(super) fn case(&mut self) -> Option<Member> {
        let (lead, mut pieces) = self.lead()?;
        pieces.push(self.word()?);
        self.assigned(&mut pieces)?;
        Some(self.value_member(lead, pieces))
    }

    pub(super) fn union_case(&mut self) -> Option<Member> {
        let (lead, mut pieces) = self.lead()?;
        pieces.push(self.word()?);
        if self.peek()?.is(":") {
            pieces.push(self.next()?);
            self.ty(&mut pieces)?;
        }
        Some(self.value_member(lead, pieces))
    }

    fn value_member(&mut self, lead: Vec<Vec<Piece>>, mut pieces: Vec<Piece>) -> Member {
        self.drop_separator(&mut pieces);
        Member {
            lead,
            pieces,
            params: None,
            is_reserved: false,
        }
    }

    /// What stands above a member, and the annotations in its own line.
    fn lead(&mut self) -> Option<(Vec<Vec<Piece>>, Vec<Piece>)> {
        let mut lines = self.lead_lines()?;
        let mut joined = Vec::new();
        let mut next = self.peek()?;
        let mut own = lines.len();
        while !next.begins_line && next.lead.is_empty() {
            let before = own.checked_sub(1).and_then(|index| lines.get(index));
            let Some(first) = before.and_then(|line| line.first()) else {
                break;
            };
            if first.is_doc()
                || before
                    .and_then(|line| line.last())
                    .is_some_and(Piece::has_trail)
            {
                break;
            }
            own -= 1;
            next = lines.get(own).and_then(|line| line.first())?;
        }
        for line in lines.drain(own..) {
            joined.extend(line);
        }
        Some((lines, joined))
    }

    pub(super) fn method(&mut self) -> Option<Member> {
        let (lead, mut pieces) = self.lead()?;
        pieces.push(self.word()?);
        let open = self.expect("(")?;
        let mut list = Vec::new();
        while !self.peek()?.is(")") {
            list.push(self.field()?);
        }
        let mut close = self.expect(")")?;
        let mut rest = Vec::new();
        if self.peek()?.is("->") {
            rest.push(self.next()?);
            self.ty(&mut rest)?;
        }
        self.throws(&mut rest)?;
        match rest.is_empty() {
            true => self.drop_separator(std::slice::from_mut(&mut close)),
            false => self.drop_separator(&mut rest),
        }
        Some(Member {
            lead,
            pieces,
            is_reserved: false,
            params: Some(Params {
                open,
                list,
                close,
                rest,
            }),
        })
    }

    /// A comma may also be the separator behind the method.
    fn throws(&mut self, pieces: &mut Vec<Piece>) -> Option<()> {
        if !self.peek()?.is_word("throws") || self.ahead(1)?.is("(") {
            return Some(());
        }
        pieces.push(self.next()?);
        self.path(pieces)?;
        loop {
            let ahead = (self.ahead(0), self.ahead(1), self.ahead(2));
            let (Some(comma), Some(name), Some(behind)) = ahead else {
                return Some(());
            };
            if !comma.is(",") || name.kind != Kind::Word || behind.is("(") {
                return Some(());
            }
            pieces.push(self.next()?);
            self.path(pieces)?;
        }
    }
}
