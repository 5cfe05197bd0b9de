//! The tokens of JSON, as RFC 8259 has them and nothing beside.

use super::scan::{plain_len, short_len};
use crate::packager::cursor::Cursor;
use crate::packager::decode::{Frame, Opening, Packed, PlainNumber, Reader, Shape, Token};
use crate::packager::number::{Number, float, integer, integer_or_float, short_integer};
use crate::packager::{DecodeError, DecodeLimits};

pub(crate) struct JsonReader<'de> {
    pub(super) cursor: Cursor<'de>,
    /// All from the first string on, once it has been looked at: empty if not
    /// all of it is UTF-8. To look at every string by itself takes longer.
    pub(super) text: Option<&'de str>,
}

pub(super) type Result<T> = std::result::Result<T, DecodeError>;

impl<'de> JsonReader<'de> {
    #[inline]
    pub(super) fn blanks(&mut self) {
        // Most bodies have none.
        if let Some(..=b' ') = self.cursor.peek() {
            self.skip_blanks();
        }
    }

    #[inline(never)]
    fn skip_blanks(&mut self) {
        while let Some((b' ' | b'\t' | b'\n' | b'\r', rest)) = self.cursor.rest().split_first() {
            self.cursor.set_rest(rest);
        }
    }

    fn word(&mut self, word: &[u8], token: Token<'de>) -> Result<Token<'de>> {
        match self.cursor.rest().strip_prefix(word) {
            Some(rest) => {
                self.cursor.set_rest(rest);
                Ok(token)
            }
            None => Err(self.cursor.error("begins no JSON value")),
        }
    }

    #[inline]
    fn number(&mut self) -> Result<Number<'de>> {
        let (number, rest) = Number::read(self.cursor.rest())
            .ok_or_else(|| self.cursor.error("begins no JSON value"))?;
        self.cursor.set_rest(rest);
        Ok(number)
    }

    /// An integer that is longer, or stands behind blanks or near the end.
    #[inline(never)]
    fn other_integer(&mut self) -> Option<i64> {
        self.blanks();
        let (value, rest) = integer(self.cursor.rest())?;
        self.cursor.set_rest(rest);
        Some(value)
    }

    #[inline]
    pub(super) fn eat(&mut self, byte: u8) -> bool {
        match self.cursor.rest().split_first() {
            Some((found, rest)) if *found == byte => {
                self.cursor.set_rest(rest);
                true
            }
            _ => false,
        }
    }
}

impl<'de> Packed<'de> for JsonReader<'de> {
    #[inline]
    fn new(bytes: &'de [u8], at: usize, _: &DecodeLimits) -> Self {
        Self {
            cursor: Cursor::new(bytes, at),
            text: None,
        }
    }
}

impl<'de> Reader<'de> for JsonReader<'de> {
    const TEXT_ONLY: bool = true;
    const ENDS_BY_COUNT: bool = false;
    const MAY_GO_ON: bool = false;

    #[inline]
    fn next(&mut self) -> Result<Token<'de>> {
        self.blanks();
        match self.cursor.peek() {
            Some(b'"') => {
                self.cursor.byte()?;
                Ok(Token::Text(self.string()?))
            }
            Some(b'-' | b'0'..=b'9') => Ok(self.number()?.token()),
            Some(b'[') => {
                self.cursor.byte()?;
                Ok(Token::List(Opening::new(Shape::List, 0)))
            }
            Some(b'{') => {
                self.cursor.byte()?;
                Ok(Token::Map(Opening::new(Shape::Map, 0)))
            }
            Some(b'n') => self.word(b"null", Token::Null),
            Some(b't') => self.word(b"true", Token::Bool(true)),
            Some(b'f') => self.word(b"false", Token::Bool(false)),
            Some(_) => Err(self.cursor.error("begins no JSON value")),
            None => Err(self.cursor.cut()),
        }
    }

    #[inline]
    fn key(&mut self) -> Result<Token<'de>> {
        self.blanks();
        self.cursor.expect(b'"')?;
        let key = self.string()?;
        self.blanks();
        self.cursor.expect(b':')?;
        Ok(Token::Text(key))
    }

    #[inline(always)]
    fn more(&mut self, frame: &mut Frame) -> Result<bool> {
        let fresh = std::mem::replace(&mut frame.fresh, false);
        if !fresh && self.eat(b',') {
            return Ok(true);
        }
        let end = if frame.is_map() { b'}' } else { b']' };
        self.blanks();
        if self.eat(end) {
            return Ok(false);
        }
        if !fresh {
            self.cursor.expect(b',')?;
        }
        Ok(true)
    }

    fn pass(&mut self) -> Result<Option<Opening>> {
        self.blanks();
        match self.cursor.peek() {
            Some(b'"') => {
                self.cursor.byte()?;
                self.pass_string()?;
            }
            Some(b'-' | b'0'..=b'9') => {
                self.number()?;
            }
            _ => return Ok(self.next()?.opening()),
        }
        Ok(None)
    }

    fn pass_key(&mut self) -> Result<()> {
        self.blanks();
        self.cursor.expect(b'"')?;
        self.pass_string()?;
        self.blanks();
        self.cursor.expect(b':')
    }

    #[inline]
    fn at_null(&mut self) -> Result<bool> {
        self.blanks();
        Ok(self.cursor.peek() == Some(b'n'))
    }

    #[inline]
    fn remaining(&self) -> usize {
        0
    }

    #[inline]
    fn position(&self) -> usize {
        self.cursor.position()
    }

    fn seek(&mut self, position: usize) {
        self.cursor.seek(position);
    }

    #[inline]
    fn finish(&mut self) -> Result<()> {
        self.blanks();
        match self.cursor.peek() {
            None => Ok(()),
            Some(_) => Err(self.cursor.error("something follows the JSON value")),
        }
    }

    #[inline]
    fn plain_integer(&mut self) -> Option<i64> {
        let Some((value, rest)) = short_integer(self.cursor.rest()) else {
            return self.other_integer();
        };
        self.cursor.set_rest(rest);
        Some(value)
    }

    #[inline]
    fn plain_float(&mut self) -> Option<f64> {
        self.blanks();
        let (value, rest) = match float(self.cursor.rest()) {
            Some(found) => found,
            None => {
                let (number, rest) = Number::read(self.cursor.rest())?;
                (number.float(), rest)
            }
        };
        self.cursor.set_rest(rest);
        Some(value)
    }

    // Without optimization the frames of what is inlined would add up.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn plain_number(&mut self) -> Option<PlainNumber> {
        self.blanks();
        let (value, rest) = integer_or_float(self.cursor.rest())?;
        self.cursor.set_rest(rest);
        Some(value)
    }

    #[inline]
    fn plain_boolean(&mut self) -> Option<bool> {
        if self.cursor.eat(*b"true") {
            return Some(true);
        }
        self.cursor.eat(*b"false").then_some(false)
    }

    #[inline]
    fn plain_text(&mut self) -> Option<&'de str> {
        if let Some((text, rest)) = self.short_text() {
            self.cursor.set_rest(rest);
            return Some(text);
        }
        match self.cursor.peek() {
            Some(b'"' | ..=b' ') => self.other_text(),
            _ => None,
        }
    }

    #[inline]
    fn plain_bytes(&mut self) -> Option<&'de [u8]> {
        self.blanks();
        let (text, rest) = plain(self.cursor.rest())?;
        self.cursor.set_rest(rest);
        Some(text)
    }

    #[inline]
    fn plain_list(&mut self) -> Option<usize> {
        self.blanks();
        self.eat(b'[').then_some(0)
    }

    #[inline]
    fn plain_map(&mut self) -> Option<usize> {
        self.blanks();
        self.eat(b'{').then_some(0)
    }

    #[inline]
    fn begins_with(&mut self, _: u8, letter: u8) -> bool {
        self.cursor.eat([b'{', b'"', letter, b'"', b':'])
    }

    #[inline]
    fn goes_on_with(&mut self, letter: u8) -> bool {
        self.cursor.eat([b',', b'"', letter, b'"', b':'])
    }

    #[inline]
    fn plain_letter(&mut self) -> Option<u8> {
        self.blanks();
        let [b'"', letter @ b'a'..=b'z', b'"', b':', rest @ ..] = self.cursor.rest() else {
            return None;
        };
        self.cursor.set_rest(rest);
        Some(*letter)
    }

    /// Where the next token begins does not wait for what this one is.
    #[inline]
    fn plain_name(&mut self, name: &str) -> bool {
        let [b'"', start @ ..] = self.cursor.rest() else {
            return false;
        };
        // Names are not escaped here, which some must be.
        if short_len(start) != Some(name.len()) {
            return false;
        }
        match start.split_at_checked(name.len()) {
            Some((key, [b'"', b':', rest @ ..])) if key == name.as_bytes() => {
                self.cursor.set_rest(rest);
                true
            }
            _ => false,
        }
    }

    #[inline]
    fn plain_key(&mut self) -> Option<&'de str> {
        let Some((key, [b':', rest @ ..])) = self.short_text() else {
            return self.other_key();
        };
        self.cursor.set_rest(rest);
        Some(key)
    }
}

/// The bytes of a string without escapes, and what comes behind it.
#[inline]
fn plain(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let start = bytes.strip_prefix(b"\"")?;
    let (text, rest) = start.split_at_checked(plain_len(start))?;
    Some((text, rest.strip_prefix(b"\"")?))
}
