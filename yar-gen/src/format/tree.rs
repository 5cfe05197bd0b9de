//! Pieces as declarations and members. The contract is valid, so this only
//! finds where each ends; whatever is not as expected gives up.

mod cursor;
mod members;

use super::pieces::{Comment, Kind, Piece};
use cursor::Cursor;

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
    let mut cursor = Cursor::new(pieces);
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
}
