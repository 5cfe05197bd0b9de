//! Strings and numbers.

use super::reader::Reader;
use super::{Node, Rule};
use crate::ast::{Span, Value, ValueKind};
use crate::codes;
use crate::diag::Diagnostic;

impl Reader<'_> {
    /// A string or a number of any kind.
    pub(super) fn literal(&mut self, node: &Node<'_>) -> Value {
        let span = self.span(node);
        let kind = match node.as_rule() {
            Rule::string => self.string(node.as_str(), span.start),
            Rule::number => match number(node.as_str()) {
                Ok(number) => number,
                Err(what) => self.bad_number(node.as_str(), &span, "number", what),
            },
            _ => ValueKind::Broken,
        };
        Value { kind, span }
    }

    /// A string where only text can be.
    pub(super) fn text_literal(&mut self, node: &Node<'_>) -> Value {
        let mut value = self.literal(node);
        if matches!(value.kind, ValueKind::Bytes(_)) {
            let place = value.span.start + byte_escape(node.as_str());
            let escape = place..place + "\\xNN".len();
            self.report(
                Diagnostic::new(
                    codes::BAD_ESCAPE,
                    escape.clone(),
                    format!("`{}` is for `bytes` only", self.text(escape)),
                    "not in a text",
                )
                .with_help("for a character write `\\u{…}`"),
            );
            value.kind = ValueKind::Broken;
        }
        value
    }

    /// A number where only an integer can be, or a text.
    pub(super) fn integer_literal(&mut self, node: &Node<'_>) -> Value {
        if node.as_rule() == Rule::string {
            return self.text_literal(node);
        }
        let span = self.span(node);
        let kind = match integer(node.as_str()) {
            Ok(number) => ValueKind::Int(number),
            Err(what) => self.bad_number(node.as_str(), &span, "integer", what),
        };
        Value { kind, span }
    }

    fn string(&mut self, literal: &str, start: usize) -> ValueKind {
        let text = literal.strip_prefix('"').unwrap_or(literal);
        // One without an end has been reported already.
        let Some(text) = text.strip_suffix('"') else {
            return ValueKind::Broken;
        };
        let mut result = Vec::with_capacity(text.len());
        let mut is_text = true;
        let mut rest = text;
        while let Some(at) = rest.find('\\') {
            let (plain, escape) = rest.split_at(at);
            result.extend(plain.bytes());
            let length = escape_length(escape);
            let (escape, after) = escape.split_at(length);
            match unescape(escape) {
                Some(Escaped::Char(character)) => {
                    result.extend(character.encode_utf8(&mut [0; 4]).bytes());
                }
                Some(Escaped::Byte(byte)) => {
                    result.push(byte);
                    is_text = false;
                }
                None => {
                    let place = start + 1 + (text.len() - rest.len()) + at;
                    self.bad_escape(escape, place);
                    return ValueKind::Broken;
                }
            }
            rest = after;
        }
        result.extend(rest.bytes());
        if !is_text {
            return ValueKind::Bytes(result);
        }
        String::from_utf8(result).map_or(ValueKind::Broken, ValueKind::String)
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
                .with_note("known: `\\n`, `\\t`, `\\r`, `\\\\`, `\\\"`, `\\0`, `\\u{…}`, and `\\xNN` in bytes")
                .with_help("for a backslash write `\\\\`"),
        );
    }

    fn bad_number(&mut self, literal: &str, span: &Span, kind: &str, what: &str) -> ValueKind {
        self.report(Diagnostic::new(
            codes::BAD_NUMBER,
            span.clone(),
            format!("`{literal}` is no {kind}"),
            what,
        ));
        ValueKind::Broken
    }
}

fn number(literal: &str) -> Result<ValueKind, &'static str> {
    if is_decimal(literal) && literal.contains(['.', 'e', 'E']) {
        float(literal).map(ValueKind::Float)
    } else {
        integer(literal).map(ValueKind::Int)
    }
}

fn is_decimal(literal: &str) -> bool {
    let digits = literal.strip_prefix('-').unwrap_or(literal);
    !matches!(digits.get(..2), Some("0x" | "0X" | "0b" | "0B"))
}

/// A decimal number with a fraction or an exponent.
fn float(literal: &str) -> Result<f64, &'static str> {
    let is_between = |part: &str| !part.starts_with('_') && !part.ends_with('_');
    let unsigned = literal.strip_prefix('-').unwrap_or(literal);
    if !unsigned.split(['.', 'e', 'E', '+', '-']).all(is_between) {
        return Err("`_` belongs between digits");
    }
    let plain = literal.replace('_', "");
    let number: f64 = plain
        .parse()
        .map_err(|_| "has characters that are no digits")?;
    match number.is_finite() {
        true => Ok(number),
        false => Err("too large"),
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
    let digits = text.get(simple..).unwrap_or_default();
    match character {
        'x' => {
            let digits = digits.bytes().take(2);
            simple + digits.take_while(u8::is_ascii_hexdigit).count()
        }
        'u' => match (digits.starts_with('{'), digits.find('}')) {
            (true, Some(end)) if end <= 8 => simple + end + 1,
            _ => simple,
        },
        _ => simple,
    }
}

/// Where the first `\xNN` is in a literal that has one.
fn byte_escape(literal: &str) -> usize {
    let mut place = 0;
    while let Some(at) = literal.get(place..).and_then(|rest| rest.find('\\')) {
        place += at;
        let rest = literal.get(place..).unwrap_or_default();
        if rest.starts_with("\\x") {
            break;
        }
        place += escape_length(rest);
    }
    place
}

/// What an escape stands for.
enum Escaped {
    Char(char),
    /// `\xNN`
    Byte(u8),
}

fn unescape(escape: &str) -> Option<Escaped> {
    let hex = |digits: &str| {
        let is_hex = digits.chars().all(|digit| digit.is_ascii_hexdigit());
        is_hex.then(|| u32::from_str_radix(digits, 16).ok())?
    };
    Some(Escaped::Char(match escape {
        "\\n" => '\n',
        "\\t" => '\t',
        "\\r" => '\r',
        "\\\\" => '\\',
        "\\\"" => '"',
        "\\0" => '\0',
        _ => {
            if let Some(digits) = escape.strip_prefix("\\x") {
                let byte = (digits.len() == 2).then(|| hex(digits))??;
                return u8::try_from(byte).ok().map(Escaped::Byte);
            }
            let digits = escape.strip_prefix("\\u{")?.strip_suffix('}')?;
            char::from_u32(hex(digits)?)?
        }
    }))
}
