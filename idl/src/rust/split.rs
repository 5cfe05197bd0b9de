//! Cuts a Rust file into items without parsing them, so that what is no
//! business of a contract need not be understood, and cannot be too deep to
//! parse.

use super::problem::{Place, Problem, unreadable};
use crate::codes;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::Attribute;
use syn::parse::Parser;

/// Words before the one that says what an item is.
const MODIFIERS: [&str; 7] = [
    "pub", "unsafe", "async", "extern", "default", "auto", "safe",
];

/// Tokens in one chain of types or expressions, nested ones counted in: more
/// than any contract has, and few enough for a parser that recurses.
const MAX_CHAIN: usize = 200;

/// A whole file.
pub(super) struct Source {
    /// Its inner attributes.
    pub(super) attributes: Vec<Attribute>,
    /// Its items that could matter, in order.
    pub(super) items: Vec<SourceItem>,
}

/// An item that has not been parsed.
pub(super) struct SourceItem {
    pub(super) keyword: Keyword,
    pub(super) name: String,
    /// `pub`, without any limit.
    pub(super) is_public: bool,
    pub(super) attributes: Vec<Attribute>,
    /// All its tokens, attributes included.
    pub(super) tokens: TokenStream,
}

/// What an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keyword {
    Trait,
    Struct,
    Enum,
    Type,
    Const,
    /// Its name is that of the type, or of the trait.
    Impl,
    Fn,
}

/// Cuts a file into items; of those that are too deep or whose attributes
/// make no sense nothing but a problem remains.
pub(super) fn split(tokens: TokenStream, problems: &mut Vec<Problem>) -> Source {
    let mut inner = TokenStream::new();
    let mut items = Vec::new();
    let mut rest = tokens.into_iter().peekable();
    let mut chunk = Chunk::default();
    while let Some(token) = rest.next() {
        let is_pound = is_punct(&token, '#');
        if is_pound && rest.peek().is_some_and(|next| is_punct(next, '!')) {
            inner.extend([token]);
            inner.extend(rest.by_ref().take(2));
            continue;
        }
        if is_pound && matches!(rest.peek(), Some(TokenTree::Group(_))) {
            chunk.attributes.extend([token]);
            chunk.attributes.extend(rest.next());
            continue;
        }
        if chunk.push(token, rest.peek()) {
            items.extend(std::mem::take(&mut chunk).finish(problems));
        }
    }
    Source {
        attributes: Attribute::parse_inner.parse2(inner).unwrap_or_default(),
        items,
    }
}

/// The tokens of an item as they come.
#[derive(Default)]
struct Chunk {
    attributes: TokenStream,
    tokens: TokenStream,
    keyword: Option<String>,
    name: Option<String>,
    is_public: bool,
}

impl Chunk {
    /// Adds a token; true when it ends the item.
    fn push(&mut self, token: TokenTree, next: Option<&TokenTree>) -> bool {
        let ends = match &token {
            TokenTree::Ident(ident) => {
                let word = ident.to_string();
                self.is_public |= self.keyword.is_none()
                    && word == "pub"
                    && !matches!(next, Some(TokenTree::Group(_)));
                if self.keyword.is_none() && !MODIFIERS.contains(&word.as_str()) {
                    let is_function = word == "const" && next.is_some_and(is_function_word);
                    self.keyword = (!is_function).then_some(word);
                } else if self.keyword.is_some() && self.name.is_none() {
                    self.name = Some(word);
                }
                false
            }
            TokenTree::Punct(punct) => punct.as_char() == ';',
            TokenTree::Group(group) => {
                group.delimiter() == Delimiter::Brace && !self.ends_with_semicolon()
            }
            TokenTree::Literal(_) => false,
        };
        self.tokens.extend([token]);
        ends
    }

    fn ends_with_semicolon(&self) -> bool {
        matches!(
            self.keyword.as_deref(),
            Some("const" | "static" | "type" | "use")
        )
    }

    fn finish(self, problems: &mut Vec<Problem>) -> Option<SourceItem> {
        let keyword = match self.keyword?.as_str() {
            "trait" => Keyword::Trait,
            "struct" => Keyword::Struct,
            "enum" => Keyword::Enum,
            "type" => Keyword::Type,
            "const" => Keyword::Const,
            "impl" => Keyword::Impl,
            "fn" => Keyword::Fn,
            _ => return None,
        };
        let raw = self.name?;
        let name = raw.strip_prefix("r#").unwrap_or(&raw).to_owned();
        // Code is read only where a default leads to it.
        if matches!(keyword, Keyword::Impl | Keyword::Fn) {
            return Some(SourceItem {
                keyword,
                name,
                is_public: self.is_public,
                attributes: Vec::new(),
                tokens: self.tokens,
            });
        }
        if let Err(place) = check_depth(self.attributes.clone(), 0) {
            problems.push(too_deep(place));
            return None;
        }
        let attributes = Attribute::parse_outer.parse2(self.attributes.clone());
        let attributes = attributes
            .map_err(|error| problems.push(unreadable(&error)))
            .ok()?;
        let mut tokens = self.attributes;
        tokens.extend(self.tokens);
        Some(SourceItem {
            keyword,
            name,
            is_public: self.is_public,
            attributes,
            tokens,
        })
    }
}

impl SourceItem {
    /// Parses the item as what its keyword says.
    pub(super) fn parse<T: syn::parse::Parse>(&self, problems: &mut Vec<Problem>) -> Option<T> {
        if let Err(place) = check_depth(self.tokens.clone(), 0) {
            problems.push(too_deep(place));
            return None;
        }
        syn::parse2(self.tokens.clone())
            .map_err(|error| problems.push(unreadable(&error)))
            .ok()
    }
}

/// Measures the longest chain of tokens that a parser might recurse over:
/// between two separators, with the chain of the enclosing groups before it.
/// Attributes of a declaration are chains of their own.
fn check_depth(tokens: TokenStream, outer: usize) -> Result<(), Place> {
    let mut chain = outer;
    let mut after_pound = false;
    for token in tokens {
        match &token {
            TokenTree::Punct(punct) if matches!(punct.as_char(), ',' | ';') => chain = outer,
            TokenTree::Group(group) if after_pound => {
                chain = chain.saturating_sub(1);
                check_depth(group.stream(), outer + 1)?;
            }
            TokenTree::Group(group) => {
                chain += 1;
                if chain > MAX_CHAIN {
                    return Err(token.span().into());
                }
                check_depth(group.stream(), chain)?;
            }
            _ => chain += 1,
        }
        if chain > MAX_CHAIN {
            return Err(token.span().into());
        }
        after_pound = is_punct(&token, '#');
    }
    Ok(())
}

fn is_punct(token: &TokenTree, character: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == character)
}

fn is_function_word(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Ident(ident)
        if ["fn", "unsafe", "async", "extern"].iter().any(|word| ident == word))
}

fn too_deep(place: Place) -> Problem {
    Problem::new(
        codes::TOO_DEEP,
        place,
        "the declaration is nested too deep",
        "too deep here",
    )
    .with_help("give a part of it a name of its own")
}
