//! Tokens to text, as rustfmt would lay it out.
//!
//! prettyplease breaks lines at another width than rustfmt and sets no blank
//! lines; both are put right here, so that `cargo fmt` changes nothing.

use proc_macro2::TokenStream;

/// rustfmt's `max_width`.
const LINE: usize = 100;
/// rustfmt's `attr_fn_like_width`.
const ATTRIBUTE: usize = 70;

/// The text of one item, with a line end behind it.
///
/// Tokens that are no Rust item would be a mistake of this back end. They are
/// printed as they are, for the compiler to complain about, because the tests
/// find such a mistake and a panic would help nobody.
pub(super) fn print_item(tokens: TokenStream) -> String {
    let Ok(item) = syn::parse2::<syn::Item>(tokens.clone()) else {
        return format!("{tokens}\n");
    };
    let text = prettyplease::unparse(&syn::File {
        shebang: None,
        frontmatter: None,
        attrs: Vec::new(),
        items: vec![item],
    });
    let lines = text.lines().map(str::to_owned).collect();
    let mut text = spread(break_attributes(join(attach(lines)))).join("\n");
    text.push('\n');
    text
}

/// Puts a parameter behind its attribute, where both fit into a line.
fn attach(lines: Vec<String>) -> Vec<String> {
    let mut attached: Vec<String> = Vec::with_capacity(lines.len());
    // Where the list that is open begins; what is broken in it is deeper.
    let mut list: Option<usize> = None;
    for line in lines {
        let margin = indent(&line);
        let is_open = list.is_some_and(|list| margin > list);
        let opens = line.ends_with('(') && !is_comment(&line);
        match attached.last_mut() {
            Some(last) if is_open && is_attribute(last) && fits(last, &line) => {
                last.push(' ');
                last.push_str(line.trim_start());
            }
            _ => attached.push(line),
        }
        if !is_open {
            list = opens.then_some(margin);
        }
    }
    attached
}

/// True when a parameter may stand behind its attribute.
fn fits(attribute: &str, line: &str) -> bool {
    attribute.chars().count() + 1 + line.trim_start().chars().count() <= LINE
}

/// Joins what was broken although it fits.
fn join(lines: Vec<String>) -> Vec<String> {
    let mut joined = Vec::new();
    let mut rest = lines.as_slice();
    while let Some((first, behind)) = rest.split_first() {
        match list(first, behind) {
            Some((lines, used)) => {
                joined.extend(lines);
                rest = behind.get(used..).unwrap_or_default();
            }
            None => {
                joined.push(first.clone());
                rest = behind;
            }
        }
    }
    joined
}

/// The bracketed list that `first` opens, if rustfmt would not break it or
/// not break it there, and how many of the lines behind it that takes.
fn list(first: &str, behind: &[String]) -> Option<(Vec<String>, usize)> {
    if !first.ends_with(['(', '<']) || is_comment(first) {
        return None;
    }
    let margin = indent(first);
    let end = behind.iter().position(|line| indent(line) <= margin)?;
    let (inner, close) = (behind.get(..end)?, behind.get(end)?);
    let words: Vec<&str> = inner.iter().map(|line| line.trim()).collect();
    let list = words.join(" ");
    let list = list.strip_suffix(',').unwrap_or(&list);
    let line = format!("{first}{list}{}", close.trim_start());
    break_elsewhere(line, margin).map(|lines| (lines, end + 1))
}

/// The line if it fits, or else in two where rustfmt prefers that.
fn break_elsewhere(line: String, margin: usize) -> Option<Vec<String>> {
    let width = line.chars().count();
    let margin = " ".repeat(margin);
    // rustfmt keeps a column free behind the result, besides the semicolon.
    if width == LINE && line.ends_with(';') {
        let (head, result) = line.split_once(") -> ")?;
        return Some(vec![format!("{head})"), format!("{margin}-> {result}")]);
    }
    if width <= LINE {
        return Some(vec![line]);
    }
    let (name, ty) = line.strip_suffix(',')?.split_once(": ")?;
    let field = name.trim_start().starts_with("pub ");
    field.then(|| vec![format!("{name}:"), format!("{margin}    {ty},")])
}

/// Gives each argument of a wide attribute a line of its own.
fn break_attributes(lines: Vec<String>) -> Vec<String> {
    lines.into_iter().flat_map(break_attribute).collect()
}

fn break_attribute(line: String) -> Vec<String> {
    let margin = " ".repeat(indent(&line));
    let parts = line.trim_start().strip_prefix("#[").and_then(|text| {
        let (path, arguments) = text.strip_suffix(")]")?.split_once('(')?;
        (arguments.chars().count() > ATTRIBUTE).then_some((path, arguments))
    });
    let Some((path, arguments)) = parts else {
        return vec![line];
    };
    let mut lines = vec![format!("{margin}#[{path}(")];
    let arguments = split_arguments(arguments);
    let last = arguments.len().saturating_sub(1);
    for (position, argument) in arguments.iter().enumerate() {
        let comma = if position == last { "" } else { "," };
        lines.push(format!("{margin}    {argument}{comma}"));
    }
    lines.push(format!("{margin})]"));
    lines
}

/// Cuts at commas outside of string literals.
fn split_arguments(arguments: &str) -> Vec<&str> {
    let (mut quoted, mut escaped) = (false, false);
    let parts = arguments.split(|character| {
        let cut = character == ',' && !quoted;
        quoted ^= character == '"' && !escaped;
        escaped = character == '\\' && !escaped;
        cut
    });
    parts.map(str::trim).collect()
}

/// A blank line between methods, declared ones and those with a body.
fn spread(lines: Vec<String>) -> Vec<String> {
    let mut spread: Vec<String> = Vec::with_capacity(lines.len());
    for line in lines {
        let is_method = |last: &String| {
            let ends = last.ends_with(';') || last.trim() == "}";
            ends && indent(last) == 4 && !is_comment(last)
        };
        if spread.last().is_some_and(is_method) && indent(&line) > 0 {
            spread.push(String::new());
        }
        spread.push(line);
    }
    spread
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

fn is_attribute(line: &str) -> bool {
    line.trim_start().starts_with("#[") && line.ends_with(']')
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}
