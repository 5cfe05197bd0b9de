//! Scalars, and what is taken for one: the tolerance for numbers and strings.

use super::Result;
use super::reader::Token;
use crate::packager::{DecodeError, base64, utf8};
use serde::de::{Expected, Visitor};
use std::borrow::Cow;

/// From here on a float no longer tells every integer from the next.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Anything, as it was sent.
pub(super) fn any<'de, V: Visitor<'de>>(token: Token<'de>, visitor: V) -> Result<V::Value> {
    match token {
        Token::Null => visitor.visit_unit(),
        Token::Bool(value) => visitor.visit_bool(value),
        Token::Int(value) => visitor.visit_i64(value),
        Token::UInt(value) => visitor.visit_u64(value),
        Token::Float(value) => visitor.visit_f64(value),
        Token::Text(text) => visit_text(text, visitor),
        Token::String(Cow::Borrowed(bytes)) => visit_string(bytes, visitor),
        Token::String(Cow::Owned(bytes)) => match String::from_utf8(bytes) {
            Ok(text) => visitor.visit_string(text),
            Err(error) => visitor.visit_byte_buf(error.into_bytes()),
        },
        Token::Binary(bytes) => visitor.visit_borrowed_bytes(bytes),
        token => Err(mismatch(&token, &visitor)),
    }
}

pub(super) fn boolean<'de, V: Visitor<'de>>(token: Token<'de>, visitor: V) -> Result<V::Value> {
    match token {
        Token::Bool(value) => visitor.visit_bool(value),
        Token::Int(0) => visitor.visit_bool(false),
        Token::Int(1) => visitor.visit_bool(true),
        token => Err(mismatch(&token, &visitor)),
    }
}

#[inline]
pub(super) fn integer<'de, V: Visitor<'de>>(token: Token<'de>, visitor: V) -> Result<V::Value> {
    match token {
        Token::Int(value) => visitor.visit_i64(value),
        Token::UInt(value) => visitor.visit_u64(value),
        token => unusual_integer(&token, visitor),
    }
}

fn unusual_integer<'de, V: Visitor<'de>>(token: &Token<'de>, visitor: V) -> Result<V::Value> {
    if let Token::Float(value) = *token {
        return match exact_integer(value) {
            Some(value) => visitor.visit_i64(value),
            None if value.fract() == 0.0 => Err(DecodeError::unfit(format!(
                "expected {}, got the float {value:e}, which may have lost digits: \
                 send it as an integer or as a string",
                &visitor as &dyn Expected
            ))),
            None => Err(mismatch(token, &visitor)),
        };
    }
    match bytes_of(token).and_then(decimal) {
        Some(Decimal::Int(value)) => visitor.visit_i64(value),
        Some(Decimal::UInt(value)) => visitor.visit_u64(value),
        None => Err(mismatch(token, &visitor)),
    }
}

#[inline]
pub(super) fn float<'de, V: Visitor<'de>>(token: Token<'de>, visitor: V) -> Result<V::Value> {
    let value = match token {
        Token::Float(value) => Some(value),
        Token::Int(value) => Some(value as f64),
        Token::UInt(value) => Some(value as f64),
        ref token => bytes_of(token).and_then(numeric),
    };
    match value {
        Some(value) => visitor.visit_f64(value),
        None => Err(mismatch(&token, &visitor)),
    }
}

#[inline]
pub(super) fn text<'de, V: Visitor<'de>>(token: Token<'de>, visitor: V) -> Result<V::Value> {
    match token {
        Token::Text(text) => visit_text(text, visitor),
        Token::String(Cow::Borrowed(bytes)) | Token::Binary(bytes) => match utf8::text(bytes) {
            Some(text) => visitor.visit_borrowed_str(text),
            None => Err(not_text(bytes)),
        },
        Token::String(Cow::Owned(bytes)) => match String::from_utf8(bytes) {
            Ok(text) => visitor.visit_string(text),
            Err(error) => Err(not_text(error.as_bytes())),
        },
        token => Err(mismatch(&token, &visitor)),
    }
}

pub(super) fn bytes<'de, V: Visitor<'de>>(
    token: Token<'de>,
    text_only: bool,
    visitor: V,
) -> Result<V::Value> {
    match token {
        Token::Text(text) if text_only => base64(&text, visitor),
        Token::Text(Cow::Borrowed(text)) => visitor.visit_borrowed_bytes(text.as_bytes()),
        Token::Text(Cow::Owned(text)) => visitor.visit_byte_buf(text.into_bytes()),
        Token::String(Cow::Borrowed(bytes)) | Token::Binary(bytes) => {
            visitor.visit_borrowed_bytes(bytes)
        }
        Token::String(Cow::Owned(bytes)) => visitor.visit_byte_buf(bytes),
        token => Err(mismatch(&token, &visitor)),
    }
}

pub(super) fn base64<'de, V: Visitor<'de>>(text: &str, visitor: V) -> Result<V::Value> {
    match base64::decode(text.as_bytes()) {
        Some(bytes) => visitor.visit_byte_buf(bytes),
        None => Err(DecodeError::unfit(
            "expected bytes as base64, got other text",
        )),
    }
}

#[inline]
pub(super) fn visit_text<'de, V: Visitor<'de>>(
    text: Cow<'de, str>,
    visitor: V,
) -> Result<V::Value> {
    match text {
        Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
        Cow::Owned(text) => visitor.visit_string(text),
    }
}

/// A string as text, if it can be.
#[inline]
pub(super) fn visit_string<'de, V: Visitor<'de>>(bytes: &'de [u8], visitor: V) -> Result<V::Value> {
    match utf8::text(bytes) {
        Some(text) => visitor.visit_borrowed_str(text),
        None => visitor.visit_borrowed_bytes(bytes),
    }
}

/// The bytes of a string token.
#[inline]
pub(crate) fn bytes_of<'t>(token: &'t Token<'_>) -> Option<&'t [u8]> {
    match token {
        Token::Text(text) => Some(text.as_bytes()),
        Token::String(bytes) => Some(bytes),
        Token::Binary(bytes) => Some(bytes),
        _ => None,
    }
}

pub(super) enum Decimal {
    Int(i64),
    UInt(u64),
}

/// An integer in the one way to write it: no sign for positive ones, no
/// leading zeros, no blanks. "05" and 5 are different keys in PHP.
pub(super) fn decimal(bytes: &[u8]) -> Option<Decimal> {
    let digits = bytes.strip_prefix(b"-").unwrap_or(bytes);
    let canonical = match digits {
        b"0" => digits.len() == bytes.len(),
        [b'1'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    if !canonical {
        return None;
    }
    let text = std::str::from_utf8(bytes).ok()?;
    let int = text.parse().ok().map(Decimal::Int);
    int.or_else(|| text.parse().ok().map(Decimal::UInt))
}

/// A number in a string: digits, one point, an exponent.
fn numeric(bytes: &[u8]) -> Option<f64> {
    let starts_well = matches!(
        bytes.strip_prefix(b"-").unwrap_or(bytes),
        [b'0'..=b'9', ..] | [b'.', b'0'..=b'9', ..]
    );
    let text = std::str::from_utf8(bytes).ok()?;
    starts_well.then(|| text.parse().ok())?
}

pub(super) fn exact_integer(value: f64) -> Option<i64> {
    if value.fract() != 0.0 || value.abs() >= EXACT {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "integral and below 2^53")]
    Some(value as i64)
}

#[cold]
fn not_text(bytes: &[u8]) -> DecodeError {
    DecodeError::unfit(format!(
        "expected text, got a string of {} bytes that is not UTF-8: declare it as bytes",
        bytes.len()
    ))
}

/// The error for a token that does not fit.
#[cold]
pub(super) fn mismatch(token: &Token<'_>, expected: &dyn Expected) -> DecodeError {
    DecodeError::unfit(format!("expected {expected}, got {}", describe(token)))
}

fn describe(token: &Token<'_>) -> String {
    match token {
        Token::Null => "null".to_owned(),
        Token::Bool(value) => value.to_string(),
        Token::Int(value) => format!("the integer {value}"),
        Token::UInt(value) => format!("the integer {value}"),
        Token::Float(value) => format!("the float {value:?}"),
        Token::List(_) => "a list".to_owned(),
        Token::Map(_) => "a map".to_owned(),
        Token::Reference(_) => "a reference".to_owned(),
        Token::Text(_) | Token::String(_) | Token::Binary(_) => {
            describe_text(bytes_of(token).unwrap_or_default())
        }
    }
}

/// Enough of a string to recognise it by.
fn describe_text(bytes: &[u8]) -> String {
    let start: String = String::from_utf8_lossy(bytes).chars().take(24).collect();
    let dots = if start.len() < bytes.len() { "..." } else { "" };
    format!("the string {start:?}{dots}")
}

/// PHP's cast to an integer, as far as ids need it.
pub(crate) fn leading_integer(token: &Token<'_>) -> i64 {
    match token {
        Token::Bool(value) => i64::from(*value),
        Token::Int(value) => *value,
        #[expect(clippy::cast_possible_truncation, reason = "saturates, NaN is 0")]
        Token::Float(value) if value.abs() < 9.2e18 => value.trunc() as i64,
        Token::Null | Token::UInt(_) | Token::Float(_) | Token::Reference(_) => 0,
        Token::List(opening) | Token::Map(opening) => i64::from(opening.len > 0),
        Token::Text(_) | Token::String(_) | Token::Binary(_) => {
            let bytes = bytes_of(token).unwrap_or_default();
            let trimmed = bytes.trim_ascii_start();
            let sign = trimmed
                .iter()
                .take_while(|byte| **byte == b'-')
                .count()
                .min(1);
            let digits = trimmed.iter().skip(sign).take_while(|b| b.is_ascii_digit());
            let end = sign + digits.count();
            let number = trimmed.get(..end).and_then(|n| std::str::from_utf8(n).ok());
            number.and_then(|n| n.parse().ok()).unwrap_or(0)
        }
    }
}

/// PHP's cast to a string; `None` for what has no sensible one.
pub(crate) fn text_of_scalar<'de>(token: Token<'de>) -> Option<Cow<'de, str>> {
    match token {
        Token::Text(text) => Some(text),
        Token::String(Cow::Borrowed(bytes)) | Token::Binary(bytes) => {
            Some(String::from_utf8_lossy(bytes))
        }
        Token::String(Cow::Owned(bytes)) => {
            Some(Cow::Owned(String::from_utf8_lossy(&bytes).into_owned()))
        }
        Token::Int(value) => Some(Cow::Owned(value.to_string())),
        Token::UInt(value) => Some(Cow::Owned(value.to_string())),
        Token::Float(value) => Some(Cow::Owned(value.to_string())),
        Token::Bool(value) => Some(Cow::Borrowed(if value { "1" } else { "" })),
        Token::Null | Token::List(_) | Token::Map(_) | Token::Reference(_) => None,
    }
}
