//! Pieces as declarations and members. The contract is valid, so this only
//! finds where each ends; whatever is not as expected gives up.

use super::pieces::{Comment, Kind, Piece};

/// Something at the top level.
#[derive(Debug)]
pub(super) enum Item {
    /// All docs of the file.
    FileDocs(Vec<Piece>),
    /// What fits in a line, unless it holds a long value.
    Line {
        lead: Vec<Vec<Piece>>,
        pieces: Vec<Piece>,
        kind: LineKind,
    },
    /// What has a body.
    Block {
        lead: Vec<Vec<Piece>>,
        /// Up to the opening brace, and with it.
        head: Vec<Piece>,
        body: Body,
        close: Piece,
    },
    /// The end of the file.
    End(Piece),
}

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    Package,
    Import,
    /// A constant, an alias, an error without data.
    Declaration,
}

/// What is between braces.
#[derive(Debug)]
pub(super) enum Body {
    /// Fields, or cases of an enum or a union.
    Values(Vec<Member>),
    /// Methods.
    Service(Vec<Member>),
}

impl Body {
    pub(super) fn members(&self) -> &[Member] {
        let (Self::Values(members) | Self::Service(members)) = self;
        members
    }
}

/// A field, case, method, parameter or reserved line.
#[derive(Debug)]
pub(super) struct Member {
    /// Docs, and annotations on lines of their own.
    pub(super) lead: Vec<Vec<Piece>>,
    /// Of a method, all before its parameters. Annotations that stand in the
    /// line of the member come first.
    pub(super) pieces: Vec<Piece>,
    pub(super) params: Option<Params>,
    /// `reserved` goes on over commas, so nothing but `;` ends it.
    pub(super) is_reserved: bool,
}

/// The parameters of a method.
#[derive(Debug)]
pub(super) struct Params {
    pub(super) open: Piece,
    pub(super) list: Vec<Member>,
    pub(super) close: Piece,
    /// What the method returns and throws.
    pub(super) rest: Vec<Piece>,
}

/// All items, or nothing when one cannot be understood.
pub(super) fn items(pieces: &[Piece]) -> Option<Vec<Item>> {
    let mut cursor = Cursor { rest: pieces };
    let mut items = Vec::new();
    let file_docs = cursor.take_while(|piece| piece.kind == Kind::FileDoc);
    if !file_docs.is_empty() {
        items.push(Item::FileDocs(file_docs));
    }
    loop {
        let item = cursor.item()?;
        let is_end = matches!(item, Item::End(_));
        items.push(item);
        if is_end {
            pass_comments_on(&mut items);
            return Some(items);
        }
    }
}

/// One line takes one comment that ends it. What a separator has brought
/// besides belongs to the next item, as the next reader will say.
fn pass_comments_on(items: &mut [Item]) {
    let mut passed: Vec<Comment> = Vec::new();
    for item in items {
        if let Some(first) = item.first_mut() {
            first.lead.splice(0..0, std::mem::take(&mut passed));
        }
        let Some(trail) = item.last_mut().map(|last| &mut last.trail) else {
            continue;
        };
        let ends = trail.iter().position(|comment| comment.is_line);
        let kept = ends.map_or(trail.len(), |ends| ends + 1);
        passed = trail.drain(kept..).collect();
        for comment in &mut passed {
            comment.is_joined = false;
        }
    }
}

impl Item {
    fn first_mut(&mut self) -> Option<&mut Piece> {
        let (lead, pieces) = match self {
            Self::FileDocs(docs) => return docs.first_mut(),
            Self::End(end) => return Some(end),
            Self::Line { lead, pieces, .. } => (lead, pieces),
            Self::Block { lead, head, .. } => (lead, head),
        };
        lead.first_mut().unwrap_or(pieces).first_mut()
    }

    fn last_mut(&mut self) -> Option<&mut Piece> {
        match self {
            Self::FileDocs(_) | Self::End(_) => None,
            Self::Line { pieces, .. } => pieces.last_mut(),
            Self::Block { close, .. } => Some(close),
        }
    }
}

struct Cursor<'a> {
    rest: &'a [Piece],
}

impl Cursor<'_> {
    fn item(&mut self) -> Option<Item> {
        let lead = self.lead_lines()?;
        let first = self.peek()?;
        let word = first.text.clone();
        let (pieces, kind) = match (first.kind, word.as_str()) {
            (Kind::End, _) => return self.next().map(Item::End),
            (Kind::Word, "package") => {
                let mut pieces = vec![self.next()?];
                self.path(&mut pieces)?;
                // The grammar demands it.
                pieces.push(self.expect(";")?);
                (pieces, LineKind::Package)
            }
            (Kind::Word, "import") => (self.import()?, LineKind::Import),
            (Kind::Word, "const") => (self.constant()?, LineKind::Declaration),
            (Kind::Word, "type") => {
                let mut pieces = vec![self.next()?, self.next()?, self.expect("=")?];
                self.ty(&mut pieces)?;
                self.drop_separator(&mut pieces);
                (pieces, LineKind::Declaration)
            }
            (Kind::Word, "error") => {
                let mut pieces = vec![self.next()?, self.next()?, self.expect("=")?];
                pieces.extend(self.take_while(|piece| piece.kind == Kind::Literal));
                if self.peek()?.is("{") {
                    return self.block(lead, pieces, &word);
                }
                self.drop_separator(&mut pieces);
                (pieces, LineKind::Declaration)
            }
            (Kind::Word, _) => return self.block(lead, Vec::new(), &word),
            _ => return None,
        };
        Some(Item::Line { lead, pieces, kind })
    }

    fn import(&mut self) -> Option<Vec<Piece>> {
        let mut pieces = vec![self.next()?];
        if self.peek()?.is("{") {
            self.group(&mut pieces)?;
        }
        pieces.extend(self.take_while(|piece| !piece.is(";") && piece.kind != Kind::End));
        pieces.push(self.expect(";")?);
        Some(pieces)
    }

    fn constant(&mut self) -> Option<Vec<Piece>> {
        let mut pieces = vec![self.next()?, self.next()?, self.expect(":")?];
        self.ty(&mut pieces)?;
        self.assigned(&mut pieces)?;
        self.drop_separator(&mut pieces);
        Some(pieces)
    }

    fn block(&mut self, lead: Vec<Vec<Piece>>, mut head: Vec<Piece>, word: &str) -> Option<Item> {
        head.extend(self.take_while(|piece| !piece.is("{") && piece.kind != Kind::End));
        let mut open = self.expect("{")?;
        // Comments that end a line before the brace can as well do so behind it.
        let last = head.last_mut();
        let mut comments = last
            .map(|last| std::mem::take(&mut last.trail))
            .unwrap_or_default();
        if open.lead.iter().any(|comment| !comment.is_joined) {
            comments.append(&mut open.lead);
        }
        open.trail.splice(0..0, comments);
        head.push(open);
        let body = match word {
            "struct" | "error" => Body::Values(self.members(Cursor::field)?),
            "enum" => Body::Values(self.members(Cursor::case)?),
            "union" => Body::Values(self.members(Cursor::union_case)?),
            "service" => Body::Service(self.members(Cursor::method)?),
            _ => return None,
        };
        let mut close = self.expect("}")?;
        // An error may end with a separator.
        self.drop_separator(std::slice::from_mut(&mut close));
        Some(Item::Block {
            lead,
            head,
            body,
            close,
        })
    }

    fn members(&mut self, member: fn(&mut Self) -> Option<Member>) -> Option<Vec<Member>> {
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
        let word = self.rest.get(at);
        let behind = self.rest.get(at + 1);
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

    fn field(&mut self) -> Option<Member> {
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

    fn case(&mut self) -> Option<Member> {
        let (lead, mut pieces) = self.lead()?;
        pieces.push(self.word()?);
        self.assigned(&mut pieces)?;
        Some(self.value_member(lead, pieces))
    }

    fn union_case(&mut self) -> Option<Member> {
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

    /// `= value`, if it is there.
    fn assigned(&mut self, pieces: &mut Vec<Piece>) -> Option<()> {
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
    fn group(&mut self, pieces: &mut Vec<Piece>) -> Option<()> {
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

    fn annotation(&mut self) -> Option<Vec<Piece>> {
        let mut pieces = vec![self.expect("@")?];
        self.path(&mut pieces)?;
        if self.peek()?.is("(") {
            self.group(&mut pieces)?;
        }
        Some(pieces)
    }

    /// Docs and annotations, each a line.
    fn lead_lines(&mut self) -> Option<Vec<Vec<Piece>>> {
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

    fn method(&mut self) -> Option<Member> {
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
        if !self.peek()?.is_word("throws") || self.rest.get(1)?.is("(") {
            return Some(());
        }
        pieces.push(self.next()?);
        self.path(pieces)?;
        loop {
            let [comma, name, behind, ..] = self.rest else {
                return Some(());
            };
            if !comma.is(",") || name.kind != Kind::Word || behind.is("(") {
                return Some(());
            }
            pieces.push(self.next()?);
            self.path(pieces)?;
        }
    }

    fn ty(&mut self, pieces: &mut Vec<Piece>) -> Option<()> {
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
    fn list(&mut self, pieces: &mut Vec<Piece>, close: &str) -> Option<()> {
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

    fn path(&mut self, pieces: &mut Vec<Piece>) -> Option<()> {
        pieces.push(self.word()?);
        while self.peek()?.is(".") {
            pieces.push(self.next()?);
            pieces.push(self.word()?);
        }
        Some(())
    }

    /// Leaves a separator out; its comments go to the piece before it.
    fn drop_separator(&mut self, pieces: &mut [Piece]) {
        let separator = self.peek().is_some_and(|next| next.is(",") || next.is(";"));
        if !separator {
            return;
        }
        if let (Some(separator), Some(last)) = (self.next(), pieces.last_mut()) {
            last.trail.extend(separator.lead);
            last.trail.extend(separator.trail);
        }
    }

    fn word(&mut self) -> Option<Piece> {
        let is_word = self.peek()?.kind == Kind::Word;
        is_word.then(|| self.next()).flatten()
    }

    fn expect(&mut self, mark: &str) -> Option<Piece> {
        let is_there = self.peek()?.is(mark);
        is_there.then(|| self.next()).flatten()
    }

    fn take_while(&mut self, is_wanted: impl Fn(&Piece) -> bool) -> Vec<Piece> {
        let mut taken = Vec::new();
        while self.peek().is_some_and(&is_wanted) {
            taken.extend(self.next());
        }
        taken
    }

    fn peek(&self) -> Option<&Piece> {
        self.rest.first()
    }

    fn next(&mut self) -> Option<Piece> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first.clone())
    }
}
