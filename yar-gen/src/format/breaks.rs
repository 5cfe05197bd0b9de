//! Where lines end, and where empty ones are.

use super::pieces::{Comment, Piece};
use super::tree::{Body, Item, LineKind, Member, Params};

/// The longest line that is not broken.
pub(super) const MAX_LINE: usize = 100;

/// Whether an empty line is between two items.
pub(super) fn is_apart(before: &Item, item: &Item) -> bool {
    let wanted = item.first().is_some_and(|first| first.is_apart);
    match (before, item) {
        (_, Item::End(end)) => wanted && !end.lead.is_empty(),
        (Item::FileDocs(_), Item::Line { kind, .. }) => wanted || *kind != LineKind::Package,
        (Item::Line { kind, .. }, Item::Line { kind: next, .. }) => wanted || kind != next,
        _ => true,
    }
}

impl Item {
    pub(super) fn first(&self) -> Option<&Piece> {
        match self {
            Self::FileDocs(docs) => docs.first(),
            Self::Line { lead, pieces, .. } => first_of(lead, pieces),
            Self::Block { lead, head, .. } => first_of(lead, head),
            Self::End(end) => Some(end),
        }
    }
}

fn first_of<'a>(lead: &'a [Vec<Piece>], pieces: &'a [Piece]) -> Option<&'a Piece> {
    lead.first().map_or(pieces, Vec::as_slice).first()
}

impl Member {
    pub(super) fn first(&self) -> Option<&Piece> {
        first_of(&self.lead, &self.pieces)
    }

    /// All pieces but those above it.
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

    fn has_lead(&self) -> bool {
        let params = self.params.iter().flat_map(|params| &params.list);
        !self.lead.is_empty() || params.into_iter().any(Self::has_lead)
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
    params.list.iter().any(Member::has_lead)
        || lead
            .chain(trail)
            .chain(outer)
            .any(|comment| comment.is_line)
        || between.into_iter().any(|comment| !comment.is_joined)
}

/// Whether a body may stand in the line of its brace: it begins there, and
/// has no comments.
pub(super) fn is_inline(head: &[Piece], body: &Body, close: &Piece) -> bool {
    let members = body.members();
    let pieces: Vec<&Piece> = members.iter().flat_map(Member::all).collect();
    let has_comments = |piece: &&Piece| !piece.lead.is_empty() || !piece.trail.is_empty();
    let is_long = matches!(body, Body::Service(_)) && members.len() > 1;
    let begins_line = pieces.first().is_some_and(|first| first.begins_line);
    let has_outer =
        head.last().is_some_and(|open| !open.trail.is_empty()) || !close.lead.is_empty();
    let has_lead = members.iter().any(Member::has_lead);
    !begins_line && !is_long && !has_outer && !has_lead && !pieces.iter().any(has_comments)
}

/// Where the last bracketed value begins and ends; `(` holds a value in an
/// annotation only.
pub(super) fn last_group(pieces: &[Piece]) -> Option<(usize, usize)> {
    let is_annotation = pieces.first().is_some_and(|first| first.is("@"));
    let (mut depth, mut start, mut found) = (0_usize, 0, None);
    for (index, piece) in pieces.iter().enumerate() {
        if piece.is_open() {
            if depth == 0 {
                start = index;
            }
            depth += 1;
        } else if piece.is_close() {
            depth = depth.saturating_sub(1);
            let is_value = is_annotation || !piece.is(")");
            if depth == 0 && is_value {
                found = Some((start, index));
            }
        }
    }
    found
}

/// Whether a bracketed value needs a line for each of its parts whatever its
/// length, for the sake of comments.
pub(super) fn must_break_group(group: &[Piece]) -> bool {
    let [open, inner @ .., close] = group else {
        return false;
    };
    let is_line = |comment: &Comment| comment.is_line;
    let is_own = |comment: &Comment| !comment.is_joined;
    let begins_own = |part: &Vec<Piece>| {
        let first = part.first();
        first.is_some_and(|first| first.lead.iter().any(is_own))
    };
    let holds_own = |part: &Vec<Piece>| {
        let inner = last_group(part).and_then(|(open, close)| part.get(open..=close));
        inner.is_some_and(must_break_group)
    };
    let parts = parts(inner);
    open.trail.iter().any(is_line)
        || close
            .lead
            .iter()
            .any(|comment| is_line(comment) || is_own(comment))
        || inner
            .iter()
            .any(|piece| piece.lead.iter().chain(&piece.trail).any(is_line))
        || parts.iter().any(|part| begins_own(part) || holds_own(part))
}

/// The parts between brackets. The comments of a comma go to what it ends.
pub(super) fn parts(inner: &[Piece]) -> Vec<Vec<Piece>> {
    let mut parts: Vec<Vec<Piece>> = Vec::new();
    let mut depth = 0_usize;
    let mut part: Vec<Piece> = Vec::new();
    for piece in inner {
        if piece.is_open() {
            depth += 1;
        } else if piece.is_close() {
            depth = depth.saturating_sub(1);
        }
        if depth > 0 || !piece.is(",") {
            part.push(piece.clone());
            continue;
        }
        if let Some(last) = part.last_mut() {
            last.trail
                .extend(piece.lead.iter().chain(&piece.trail).cloned());
        }
        parts.push(std::mem::take(&mut part));
    }
    if !part.is_empty() {
        parts.push(part);
    }
    parts
}
