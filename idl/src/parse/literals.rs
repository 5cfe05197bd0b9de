//! Strings and numbers.

use super::reader::Reader;
use super::{Node, Rule};
use crate::ast::{Span, Value, ValueKind};
use crate::codes;
use crate::diag::Diagnostic;

impl Reader<'_> {
    /// A string or a number.
    pub(super) fn literal(&mut self, node: &Node<'_>) -> Value {
        let span = self.span(node);
        let kind = match node.as_rule() {
            Rule::string => self.string(node.as_str(), span.start),
            Rule::number => self.number(node.as_str(), &span),
            _ => ValueKind::Broken,
        };
        Value { kind, span }
    }

    fn string(&mut self, literal: &str, start: usize) -> ValueKind {
        let text = literal.strip_prefix('"').unwrap_or(literal);
        let text = text.strip_suffix('"').unwrap_or(text);
        let mut result = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find('\\') {
            let (plain, escape) = rest.split_at(at);
            result.push_str(plain);
            let length = escape_length(escape);
            let (escape, after) = escape.split_at(length);
            match unescape(escape) {
                Some(character) => result.push(character),
                None => {
                    let place = start + 1 + (text.len() - rest.len()) + at;
                    self.bad_escape(escape, place);
                    return ValueKind::Broken;
                }
            }
            rest = after;
        }
        result.push_str(rest);
        ValueKind::String(result)
    }

    fn bad_escape(&mut self, escape: &str, place: usize) {
        let diagnostic = Diagnostic::new(
            codes::BAD_ESCAPE,
            place..place + escape.len(),
            format!("`{escape}` is no escape"),
            "unknown escape",
        );
        self.report(
            diagnostic
                .with_note("known: `\\n`, `\\t`, `\\r`, `\\\\`, `\\\"`, `\\0`, `\\u{…}`")
                .with_help("for a backslash write `\\\\`"),
        );
    }

    fn number(&mut self, literal: &str, span: &Span) -> ValueKind {
        match integer(literal) {
            Ok(number) => ValueKind::Int(number),
            Err(what) => {
                let diagnostic = Diagnostic::new(
                    codes::BAD_NUMBER,
                    span.clone(),
                    format!("`{literal}` is no integer"),
                    what,
                );
                self.report(diagnostic);
                ValueKind::Broken
            }
        }
    }
}

/// An integer: decimal, `0x` or `0b`, with `_` between digits.
fn integer(literal: &str) -> Result<i128, &'static str> {
    let (negative, digits) = match literal.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, literal),
    };
    let (radix, digits) = match digits.get(..2) {
        Some("0x" | "0X") => (16, digits.get(2..).unwrap_or_default()),
        Some("0b" | "0B") => (2, digits.get(2..).unwrap_or_default()),
        _ => (10, digits),
    };
    if radix == 10 && digits.contains(['.', 'e', 'E']) {
        return Err("has a fraction or an exponent");
    }
    if digits.starts_with('_') || digits.ends_with('_') {
        return Err("`_` belongs between digits");
    }
    let digits = digits.replace('_', "");
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return Err("has characters that are no digits");
    }
    let number = i128::from_str_radix(&digits, radix).map_err(|_| "too large")?;
    Ok(if negative { -number } else { number })
}

/// How long the escape at the start of `text` is, with its backslash.
fn escape_length(text: &str) -> usize {
    let mut characters = text.char_indices().skip(1);
    let Some((at, character)) = characters.next() else {
        return text.len();
    };
    let simple = at + character.len_utf8();
    if character != 'u' {
        return simple;
    }
    let digits = text.get(simple..).unwrap_or_default();
    match (digits.starts_with('{'), digits.find('}')) {
        (true, Some(end)) if end <= 8 => simple + end + 1,
        _ => simple,
    }
}

fn unescape(escape: &str) -> Option<char> {
    match escape {
        "\\n" => Some('\n'),
        "\\t" => Some('\t'),
        "\\r" => Some('\r'),
        "\\\\" => Some('\\'),
        "\\\"" => Some('"'),
        "\\0" => Some('\0'),
        _ => {
            let digits = escape.strip_prefix("\\u{")?.strip_suffix('}')?;
            if !digits.chars().all(|digit| digit.is_ascii_hexdigit()) {
                return None;
            }
            let code = u32::from_str_radix(digits, 16).ok()?;
            char::from_u32(code)
        }
    }
}
