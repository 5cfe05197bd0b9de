//! A source as tokens, comments among them, each with its place.
//!
//! For tools that must keep what means nothing, such as a formatter. Nothing
//! is checked here and nothing is left out but blanks; what is no token of the
//! language becomes a mark of one character.

use crate::ast::Span;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TokenKind {
    /// A keyword or a name; keywords are such by their place only.
    Word,
    /// An integer.
    Number,
    /// A string literal, with its quotes.
    String,
    /// `->` or a single character.
    Mark,
    /// A line of `///`.
    Doc,
    /// A line of `//!`.
    FileDoc,
    /// Any other `//` up to the end of its line.
    LineComment,
    /// From `/*` to the `*/` that belongs to it.
    BlockComment,
}

/// One token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where.
    pub span: Span,
}

/// The tokens of a source, in order. Whatever the source is, this ends and
/// every character that is no blank is in exactly one token.
///
/// ```
/// use yar_idl::tokens::{TokenKind, tokens};
///
/// let found: Vec<_> = tokens("x: i64 // note").map(|token| token.kind).collect();
/// assert_eq!(found, [TokenKind::Word, TokenKind::Mark, TokenKind::Word, TokenKind::LineComment]);
/// ```
pub fn tokens(source: &str) -> impl Iterator<Item = Token> {
    let mut place = 0;
    std::iter::from_fn(move || {
        let rest = source.get(place..)?;
        let text = rest.trim_start_matches(is_blank);
        let start = source.len() - text.len();
        let (kind, length) = first(text)?;
        place = start + length;
        Some(Token {
            kind,
            span: start..place,
        })
    })
}

/// Blanks of the language, and the mark that an editor puts at the start.
fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n' | '\u{feff}')
}

/// Kind and length of the token that a text begins with.
fn first(text: &str) -> Option<(TokenKind, usize)> {
    let character = text.chars().next()?;
    let found = match character {
        '/' if text.starts_with("//!") => (TokenKind::FileDoc, line(text)),
        '/' if text.starts_with("///") && !text.starts_with("////") => (TokenKind::Doc, line(text)),
        '/' if text.starts_with("//") => (TokenKind::LineComment, line(text)),
        '/' if text.starts_with("/*") => (TokenKind::BlockComment, block(text)),
        '"' => (TokenKind::String, string(text)),
        '-' if text.starts_with("->") => (TokenKind::Mark, 2),
        '-' if second_is_digit(text) => (TokenKind::Number, 1 + number(text.get(1..)?)),
        '0'..='9' => (TokenKind::Number, number(text)),
        '_' => (TokenKind::Word, word(text)),
        _ if character.is_alphabetic() => (TokenKind::Word, word(text)),
        _ => (TokenKind::Mark, character.len_utf8()),
    };
    Some(found)
}

fn line(text: &str) -> usize {
    text.find(['\n', '\r']).unwrap_or(text.len())
}

fn block(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut marks = text.char_indices().peekable();
    while let Some((place, character)) = marks.next() {
        let next = marks.peek().map(|(_, next)| *next);
        match (character, next) {
            ('/', Some('*')) => depth += 1,
            ('*', Some('/')) => depth = depth.saturating_sub(1),
            _ => continue,
        }
        marks.next();
        if depth == 0 {
            return place + 2;
        }
    }
    text.len()
}

fn string(text: &str) -> usize {
    let mut is_escaped = false;
    for (place, character) in text.char_indices().skip(1) {
        match character {
            '\n' | '\r' => return place,
            '"' if !is_escaped => return place + 1,
            _ => is_escaped = character == '\\' && !is_escaped,
        }
    }
    text.len()
}

fn word(text: &str) -> usize {
    text.find(|next| !is_word(next)).unwrap_or(text.len())
}

/// Also `1.5` and `1e-3`, which are no integers but one token.
fn number(text: &str) -> usize {
    let mut place = word(text);
    while let Some(rest) = text.get(place..) {
        let is_fraction = rest.starts_with('.') && second_is_digit(rest);
        let before = text.get(..place).unwrap_or_default();
        let is_exponent = before.ends_with(['e', 'E']) && rest.starts_with(['+', '-']);
        if !is_fraction && !is_exponent {
            break;
        }
        place += 1 + word(rest.get(1..).unwrap_or_default());
    }
    place
}

fn second_is_digit(text: &str) -> bool {
    text.chars()
        .nth(1)
        .is_some_and(|next| next.is_ascii_digit())
}

fn is_word(character: char) -> bool {
    character == '_' || character.is_alphanumeric()
}

#[cfg(test)]
mod tests;
