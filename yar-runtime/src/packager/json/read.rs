//! The tokens of JSON, as RFC 8259 has them and nothing beside.

use super::scan::plain_len;
use crate::packager::cursor::Cursor;
use crate::packager::decode::{Frame, Opening, Packed, PlainNumber, Reader, Shape, Token};
use crate::packager::number::{Number, float, integer, integer_or_float};
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
    fn blanks(&mut self) {
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

    #[inline]
    fn eat(&mut self, byte: u8) -> bool {
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
        self.blanks();
        let (value, rest) = integer(self.cursor.rest())?;
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
    fn plain_text(&mut self) -> Option<&'de str> {
        self.blanks();
        let start = self.cursor.rest().strip_prefix(b"\"")?;
        let len = plain_len(start);
        let rest = start.get(len..)?.strip_prefix(b"\"")?;
        let text = self.text(start, len)?;
        self.cursor.set_rest(rest);
        Some(text)
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

    #[inline]
    fn plain_key(&mut self) -> Option<&'de str> {
        let before = self.cursor.rest();
        let key = self.plain_text()?;
        self.blanks();
        if !self.eat(b':') {
            self.cursor.set_rest(before);
            return None;
        }
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
