//! Pieces as declarations and members. The contract is valid, so this only
//! finds where each ends; whatever is not as expected gives up.

use super::pieces::{Kind, Piece};

/// Something at the top level.
#[derive(Debug)]
pub(super) enum Item {
    /// All docs of the file.
    FileDocs(Vec<Piece>),
    /// What fits in a line: a package line, an alias, an error.
    Line {
        docs: Vec<Piece>,
        pieces: Vec<Piece>,
        is_package: bool,
    },
    /// What has a body.
    Block {
        docs: Vec<Piece>,
        /// Up to the opening brace, and with it.
        head: Vec<Piece>,
        body: Body,
        close: Piece,
    },
    /// The end of the file.
    End(Piece),
}

/// What is between braces.
#[derive(Debug)]
pub(super) enum Body {
    /// Fields.
    Struct(Vec<Member>),
    /// Cases.
    Enum(Vec<Member>),
    /// Methods.
    Service(Vec<Member>),
}

/// A field, case, method or parameter.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) docs: Vec<Piece>,
    /// Of a method, all before its parameters.
    pub(super) pieces: Vec<Piece>,
    pub(super) params: Option<Params>,
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
            return Some(items);
        }
    }
}

struct Cursor<'a> {
    rest: &'a [Piece],
}

impl Cursor<'_> {
    fn item(&mut self) -> Option<Item> {
        let docs = self.docs();
        let first = self.peek()?;
        match (first.kind, first.text.as_str()) {
            (Kind::End, _) => self.next().map(Item::End),
            (Kind::Word, "package") => {
                let mut pieces = vec![self.next()?];
                self.path(&mut pieces)?;
                // The grammar demands it.
                pieces.push(self.expect(";")?);
                let is_package = true;
                Some(Item::Line {
                    docs,
                    pieces,
                    is_package,
                })
            }
            (Kind::Word, "type") => {
                let mut pieces = vec![self.next()?, self.next()?, self.expect("=")?];
                self.ty(&mut pieces)?;
                self.drop_separator(&mut pieces);
                let is_package = false;
                Some(Item::Line {
                    docs,
                    pieces,
                    is_package,
                })
            }
            (Kind::Word, "error") => {
                let mut pieces = vec![self.next()?, self.next()?, self.expect("=")?];
                pieces.extend(self.take_while(|piece| piece.kind == Kind::Literal));
                self.drop_separator(&mut pieces);
                let is_package = false;
                Some(Item::Line {
                    docs,
                    pieces,
                    is_package,
                })
            }
            (Kind::Word, word) => {
                let word = word.to_owned();
                self.block(docs, &word)
            }
            _ => None,
        }
    }

    fn block(&mut self, docs: Vec<Piece>, word: &str) -> Option<Item> {
        let mut head = self.take_while(|piece| !piece.is("{") && piece.kind != Kind::End);
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
            "struct" => Body::Struct(self.members(Cursor::field)?),
            "enum" => Body::Enum(self.members(Cursor::case)?),
            "service" => Body::Service(self.members(Cursor::method)?),
            _ => return None,
        };
        let close = self.expect("}")?;
        Some(Item::Block {
            docs,
            head,
            body,
            close,
        })
    }

    fn members(&mut self, member: fn(&mut Self) -> Option<Member>) -> Option<Vec<Member>> {
        let mut members = Vec::new();
        while !self.peek()?.is("}") {
            members.push(member(self)?);
        }
        Some(members)
    }

    fn field(&mut self) -> Option<Member> {
        let mut field = self.named()?;
        self.drop_separator(&mut field.pieces);
        Some(field)
    }

    fn named(&mut self) -> Option<Member> {
        let docs = self.docs();
        let mut pieces = vec![self.word()?, self.expect(":")?];
        self.ty(&mut pieces)?;
        Some(Member {
            docs,
            pieces,
            params: None,
        })
    }

    fn case(&mut self) -> Option<Member> {
        let docs = self.docs();
        let mut pieces = vec![self.word()?];
        if self.peek()?.is("=") {
            pieces.push(self.next()?);
            pieces.push(self.next()?);
        }
        self.drop_separator(&mut pieces);
        Some(Member {
            docs,
            pieces,
            params: None,
        })
    }

    fn method(&mut self) -> Option<Member> {
        let docs = self.docs();
        let pieces = vec![self.word()?];
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
            docs,
            pieces,
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

    fn docs(&mut self) -> Vec<Piece> {
        self.take_while(Piece::is_doc)
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
