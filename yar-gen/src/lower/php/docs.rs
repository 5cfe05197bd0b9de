//! Doc blocks: lines of text and tags, safe inside a block comment.

use yar_idl::model::{Docs, Options};

use super::super::deprecation::dated_text;
use super::types::PhpType;

/// The lines of one doc block; groups are parted by an empty line.
#[derive(Default)]
pub(super) struct DocBlock {
    lines: Vec<String>,
}

impl DocBlock {
    /// A block that begins with the docs of an item.
    pub(super) fn new(docs: &Docs) -> Self {
        Self {
            lines: text_lines(docs).collect(),
        }
    }

    /// A block that begins with the docs of an item, and says when it should
    /// not be used any more. `spell` gives the name of what takes its place.
    pub(super) fn of(docs: &Docs, options: &Options, spell: fn(&str) -> String) -> Self {
        Self::new(docs).group(deprecated_tag(options, spell))
    }

    /// Adds a group of tags, if there are any.
    pub(super) fn group(mut self, tags: impl IntoIterator<Item = String>) -> Self {
        let mut tags = tags.into_iter().peekable();
        if tags.peek().is_some() && !self.lines.is_empty() {
            self.lines.push(String::new());
        }
        self.lines.extend(tags);
        self
    }

    /// The lines, without comment marks.
    pub(super) fn lines(self) -> Vec<String> {
        self.lines
    }
}

/// `@deprecated` line of an item, if it is.
pub(super) fn deprecated_tag(options: &Options, spell: fn(&str) -> String) -> Option<String> {
    let text = one_line(&dated_text(options.deprecated.as_ref()?, spell));
    Some(format!("@deprecated {text}").trim_end().to_owned())
}

/// Text of an annotation, which may have line ends in it.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace("*/", "*\\/")
}

/// `@param` lines of a variable; its docs follow the name.
pub(super) fn param_tag(ty: &PhpType, variable: &str, docs: &Docs) -> Vec<String> {
    let mut text = text_lines(docs);
    let first = text.next().unwrap_or_default();
    let head = format!("@param {} ${variable} {first}", ty.doc);
    let mut lines = vec![head.trim_end().to_owned()];
    lines.extend(text.map(|line| format!("  {line}").trim_end().to_owned()));
    lines
}

/// Docs that cannot end the comment and cannot pass for tags of ours.
fn text_lines(docs: &Docs) -> impl Iterator<Item = String> {
    docs.lines().map(|line| {
        let line = line.trim_end().replace("*/", "*\\/");
        let indent = line.len() - line.trim_start().len();
        match line.split_at_checked(indent) {
            Some((blank, text)) if text.starts_with('@') => format!("{blank}\\{text}"),
            _ => line,
        }
    })
}
