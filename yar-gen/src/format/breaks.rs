//! Where lines end, and where empty ones are.

use super::pieces::Piece;
use super::tree::{Body, Item, Member, Params};

/// The longest line that is not broken.
pub(super) const MAX_LINE: usize = 100;

/// Whether an empty line is between two items.
pub(super) fn is_apart(before: &Item, item: &Item) -> bool {
    let wanted = item.first().is_some_and(|first| first.is_apart);
    match (before, item) {
        (_, Item::End(end)) => wanted && !end.lead.is_empty(),
        (Item::FileDocs(_), Item::Line { is_package, .. }) => wanted || !is_package,
        (Item::Line { is_package, .. }, Item::Line { .. }) => wanted || *is_package,
        _ => true,
    }
}

impl Item {
    pub(super) fn first(&self) -> Option<&Piece> {
        match self {
            Self::FileDocs(docs) => docs.first(),
            Self::Line { docs, pieces, .. } => docs.first().or(pieces.first()),
            Self::Block { docs, head, .. } => docs.first().or(head.first()),
            Self::End(end) => Some(end),
        }
    }
}

impl Member {
    pub(super) fn first(&self) -> Option<&Piece> {
        self.docs.first().or(self.pieces.first())
    }

    /// All pieces but docs.
    fn all(&self) -> Vec<&Piece> {
        let mut all: Vec<&Piece> = self.pieces.iter().collect();
        if let Some(params) = &self.params {
            all.push(&params.open);
            all.extend(params.list.iter().flat_map(Self::all));
            all.push(&params.close);
            all.extend(&params.rest);
        }
        all
    }

    fn has_docs(&self) -> bool {
        let params = self.params.iter().flat_map(|params| &params.list);
        !self.docs.is_empty() || params.into_iter().any(Self::has_docs)
    }
}

/// Whether parameters need a line each whatever their length: for the sake of
/// comments that end a line, or have one of their own between parameters.
pub(super) fn must_break(params: &Params) -> bool {
    let inner: Vec<&Piece> = params.list.iter().flat_map(Member::all).collect();
    let lead = inner.iter().flat_map(|piece| &piece.lead);
    let trail = inner.iter().flat_map(|piece| &piece.trail);
    let outer = params.open.trail.iter().chain(&params.close.lead);
    let first = params.list.iter().filter_map(|param| param.pieces.first());
    let between = first
        .flat_map(|piece| &piece.lead)
        .chain(&params.close.lead);
    params.list.iter().any(Member::has_docs)
        || lead
            .chain(trail)
            .chain(outer)
            .any(|comment| comment.is_line)
        || between.into_iter().any(|comment| !comment.is_joined)
}

/// Whether a body may stand in the line of its brace: it begins there, and
/// has no comments.
pub(super) fn is_inline(head: &[Piece], body: &Body, close: &Piece) -> bool {
    let (Body::Struct(members) | Body::Enum(members) | Body::Service(members)) = body;
    let pieces: Vec<&Piece> = members.iter().flat_map(Member::all).collect();
    let has_comments = |piece: &&Piece| !piece.lead.is_empty() || !piece.trail.is_empty();
    let is_long = matches!(body, Body::Service(_)) && members.len() > 1;
    let begins_line = pieces.first().is_some_and(|first| first.begins_line);
    let has_outer =
        head.last().is_some_and(|open| !open.trail.is_empty()) || !close.lead.is_empty();
    let has_docs = members.iter().any(Member::has_docs);
    !begins_line && !is_long && !has_outer && !has_docs && !pieces.iter().any(has_comments)
}
