//! What stands behind the letter that a value begins with.

use super::read::{PhpReader, Result};
use crate::packager::decode::{Opening, Reference, Shape, Token};
use std::borrow::Cow;
use std::str::FromStr;

/// The shortest entry of an array: `i:0;N;`.
pub(super) const SHORTEST_ENTRY: usize = 6;

impl<'de> PhpReader<'de> {
    /// Text up to `end`, which is stepped over.
    fn number(&mut self, end: u8) -> Result<&'de str> {
        let rest = self.cursor.rest();
        // No number has more characters than a float printed in full.
        let window = rest.get(..400).unwrap_or(rest);
        let len = window.iter().position(|byte| *byte == end);
        let len = len.ok_or_else(|| match window.len() == rest.len() {
            true => self.cursor.cut(),
            false => self.cursor.error("a number without an end"),
        })?;
        let digits = self.cursor.take(len)?;
        self.cursor.expect(end)?;
        std::str::from_utf8(digits).map_err(|_| self.cursor.error("expected a number"))
    }

    #[inline]
    fn count(&mut self, end: u8) -> Result<usize> {
        match digits(self.cursor.rest()) {
            Some((count, [found, rest @ ..])) if *found == end => {
                self.cursor.set_rest(rest);
                usize::try_from(count).map_err(|_| self.cursor.error("expected a length"))
            }
            Some((_, [])) => Err(self.cursor.cut()),
            _ => Err(self.cursor.error("expected a length")),
        }
    }

    fn parse<T: FromStr>(&self, digits: &str) -> Result<T> {
        let parsed = digits.parse();
        parsed.map_err(|_| self.cursor.error("expected a number that fits 64 bits"))
    }

    pub(super) fn boolean(&mut self) -> Result<Token<'de>> {
        if let [digit @ b'0'..=b'1', b';', rest @ ..] = self.cursor.rest() {
            self.cursor.set_rest(rest);
            return Ok(Token::Bool(*digit == b'1'));
        }
        self.number(b';')?;
        Err(self.cursor.error("expected b:0; or b:1;"))
    }

    pub(super) fn integer(&mut self) -> Result<Token<'de>> {
        let digits = self.number(b';')?;
        if let Ok(value) = digits.parse() {
            return Ok(Token::Int(value));
        }
        Ok(Token::UInt(self.parse(digits)?))
    }

    pub(super) fn float(&mut self) -> Result<Token<'de>> {
        let value = match self.number(b';')? {
            "NAN" => f64::NAN,
            "INF" => f64::INFINITY,
            "-INF" => f64::NEG_INFINITY,
            // What Rust reads besides are names of these three.
            digits if digits.bytes().any(|byte| byte.is_ascii_digit()) => self.parse(digits)?,
            _ => return Err(self.cursor.error("expected a float")),
        };
        Ok(Token::Float(value))
    }

    /// `len:"...`, in bytes, up to the closing quote.
    pub(super) fn quoted(&mut self) -> Result<&'de [u8]> {
        let len = self.count(b':')?;
        self.cursor.expect(b'"')?;
        let text = self.cursor.take(len)?;
        self.cursor.expect(b'"')?;
        Ok(text)
    }

    /// A string in which a backslash stands before two hexadecimal digits; the
    /// length counts what they stand for.
    pub(super) fn escaped(&mut self) -> Result<Token<'de>> {
        let len = self.count(b':')?;
        self.cursor.expect(b'"')?;
        if len > self.cursor.rest().len() {
            return Err(self.cursor.cut());
        }
        let mut text = Vec::with_capacity(len);
        while text.len() < len {
            match self.cursor.byte()? {
                b'\\' => {
                    let digits = self.cursor.take(2)?;
                    let digits = std::str::from_utf8(digits).unwrap_or_default();
                    let byte = u8::from_str_radix(digits, 16);
                    text.push(byte.map_err(|_| self.cursor.error("expected two hex digits"))?);
                }
                byte => text.push(byte),
            }
        }
        self.cursor.expect(b'"')?;
        self.cursor.expect(b';')?;
        Ok(Token::String(Cow::Owned(text)))
    }

    pub(super) fn entries(&mut self, shape: Shape) -> Result<Token<'de>> {
        let len = self.count(b':')?;
        self.cursor.expect(b'{')?;
        if len > self.cursor.rest().len() / SHORTEST_ENTRY {
            return Err(self.cursor.cut());
        }
        Ok(Token::Map(Opening::new(shape, len)))
    }

    pub(super) fn object(&mut self) -> Result<Token<'de>> {
        self.references.class = self.quoted()?;
        self.cursor.expect(b':')?;
        self.entries(Shape::Object)
    }

    /// What a class packs by itself is not ours to understand.
    pub(super) fn opaque(&mut self) -> Result<Token<'de>> {
        self.quoted()?;
        self.cursor.expect(b':')?;
        let len = self.count(b':')?;
        self.cursor.expect(b'{')?;
        let payload = self.cursor.take(len)?;
        self.cursor.expect(b'}')?;
        Ok(Token::Binary(payload))
    }

    /// `Suit:Hearts` is the case Hearts.
    pub(super) fn enum_case(&mut self) -> Result<Token<'de>> {
        let text = self.quoted()?;
        self.cursor.expect(b';')?;
        let colon = text.iter().rposition(|byte| *byte == b':');
        match colon.and_then(|at| text.get(at + 1..)) {
            Some(name) => Ok(Token::String(Cow::Borrowed(name))),
            None => Err(self.cursor.error("expected an enum case")),
        }
    }

    pub(super) fn reference(&mut self, counted: bool) -> Result<Token<'de>> {
        let digits = self.number(b';')?;
        let number = self.parse(digits)?;
        Ok(Token::Reference(Reference { number, counted }))
    }
}

/// A number of digits at the front of `bytes`, and what comes behind.
#[inline]
pub(super) fn digits(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (mut value, mut rest) = (0u64, bytes);
    while let [digit @ b'0'..=b'9', behind @ ..] = rest {
        value = value.checked_mul(10)?.checked_add((digit - b'0').into())?;
        rest = behind;
    }
    (rest.len() < bytes.len()).then_some((value, rest))
}
