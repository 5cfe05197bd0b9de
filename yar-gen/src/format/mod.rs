//! The canonical layout of `.yar` files.
//!
//! Two blanks for each level, one declaration, field, case or method a line,
//! no more than one empty line. Annotations of declarations have lines of their
//! own, those of members stay in the line of the member where they are so, and
//! long values get a line for each part. Comments, docs and the order of
//! everything stay; separators are put where the layout wants them. Works on tokens, so
//! that nothing can get lost, and compares them in the end.

mod breaks;
mod file;
mod pieces;
mod printer;
mod tree;

pub use file::Formatted;

use yar_idl::diag::Diagnostic;
use yar_idl::tokens::{TokenKind, tokens};

/// A contract that was left as it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// It has mistakes; what they are about is not certain enough to move it.
    #[error("the contract has mistakes")]
    #[non_exhaustive]
    Invalid {
        /// All of them.
        diagnostics: Vec<Diagnostic>,
    },
    /// The layout would have changed what it says. This is a mistake of the
    /// formatter.
    #[error("the formatter would change the meaning of the contract; please report this")]
    Changed,
}

/// The contract in canonical layout, with `\n` at the end of each line.
///
/// Formatting the result again changes nothing.
///
/// ```
/// let text = yar_gen::format("struct Point{x:f64;y:f64}")?;
/// assert_eq!(text, "struct Point { x: f64, y: f64 }\n");
/// # Ok::<(), yar_gen::FormatError>(())
/// ```
///
/// # Errors
/// When the contract has mistakes. What its imports declare is not known here,
/// so of one with imports the syntax alone must be right.
pub fn format(source: &str) -> Result<String, FormatError> {
    let (file, mut diagnostics) = yar_idl::parse(source);
    if file.imports.is_empty() {
        // The file's name is of no interest here.
        diagnostics = yar_idl::load(source, "unnamed").err().unwrap_or_default();
    }
    if !diagnostics.is_empty() {
        return Err(FormatError::Invalid { diagnostics });
    }
    layout(source)
}

/// The layout of a contract without mistakes.
fn layout(source: &str) -> Result<String, FormatError> {
    let pieces = pieces::of(source);
    let items = tree::items(&pieces).ok_or(FormatError::Changed)?;
    let is_same = |text: &String| meaning(source) == meaning(text) && tree(source) == tree(text);
    // Keywords are names too, so a few pairs of words need what is between them.
    let layouts = [false, true].into_iter();
    let mut texts = layouts.map(|has_separators| printer::print(&items, has_separators));
    texts.find(is_same).ok_or(FormatError::Changed)
}

/// How a contract is read, without the places of its words; also whether it is
/// read without mistakes.
fn tree(source: &str) -> (String, bool) {
    let (file, diagnostics) = yar_idl::parse(source);
    let text = format!("{file:?}");
    let is_digit = |next: char| next.is_ascii_digit();
    // Places are the only ranges.
    let parts = text.split("..").map(|part| part.trim_matches(is_digit));
    let tree = parts.collect::<Vec<_>>().join("..");
    (tree, diagnostics.is_empty())
}

/// All that must not change: every token but the separators. Comments move by
/// themselves, so their blanks at line ends do not count, nor does the blank
/// behind the mark of a doc comment.
fn meaning(source: &str) -> (Vec<String>, Vec<String>) {
    let (mut words, mut comments) = (Vec::new(), Vec::new());
    for token in tokens(source) {
        let text = source.get(token.span).unwrap_or_default();
        match token.kind {
            TokenKind::LineComment | TokenKind::BlockComment => comments.push(pieces::clean(text)),
            TokenKind::Doc | TokenKind::FileDoc => words.push(pieces::clean_doc(text)),
            TokenKind::Mark if matches!(text, "," | ";") => {}
            _ => words.push(text.to_owned()),
        }
    }
    (words, comments)
}

#[cfg(test)]
mod tests;
