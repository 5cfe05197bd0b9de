//! The tokens of JSON, as RFC 8259 has them and nothing beside.

use super::scan::plain_len;
use crate::packager::cursor::Cursor;
use crate::packager::decode::{Frame, Opening, Packed, PlainNumber, Reader, Shape, Token};
use crate::packager::number::{Number, float, integer, integer_or_float};
use crate::packager::{DecodeError, DecodeLimits};
use std::borrow::Cow;

pub(crate) struct JsonReader<'de> {
    cursor: Cursor<'de>,
    /// All from the first string on, once it has been looked at: empty if not
    /// all of it is UTF-8, or if few strings are wanted. To look at every string
    /// by itself takes longer.
    text: Option<&'de str>,
}

type Result<T> = std::result::Result<T, DecodeError>;

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

    /// The rest of a string whose opening quote has been read.
    #[inline]
    fn string(&mut self) -> Result<Cow<'de, str>> {
        let plain = self.plain()?;
        if self.cursor.byte()? == b'"' {
            return Ok(Cow::Borrowed(plain));
        }
        self.escaped(plain).map(Cow::Owned)
    }

    /// Text up to the next quote or backslash.
    #[inline]
    fn plain(&mut self) -> Result<&'de str> {
        let start = self.cursor.rest();
        let len = plain_len(start);
        self.cursor.take(len)?;
        match self.cursor.peek() {
            Some(0..=0x1f) => Err(self.cursor.error("a control character inside a string")),
            Some(_) => self
                .text(start, len)
                .ok_or_else(|| self.cursor.error("a string that is not UTF-8")),
            None => Err(self.cursor.cut()),
        }
    }

    /// The first `len` bytes of `start`, which is the rest of the bytes from
    /// some place on.
    #[inline]
    fn text(&mut self, start: &'de [u8], len: usize) -> Option<&'de str> {
        let text = match self.text {
            Some(text) => text,
            None => std::str::from_utf8(start).unwrap_or_default(),
        };
        self.text = Some(text);
        match text.len().checked_sub(start.len()) {
            Some(at) => text.get(at..)?.get(..len),
            None => std::str::from_utf8(start.get(..len)?).ok(),
        }
    }

    /// A string from its first backslash on, which has been read.
    fn escaped(&mut self, start: &str) -> Result<String> {
        let mut text = start.to_owned();
        loop {
            text.push(self.escape()?);
            text.push_str(self.plain()?);
            if self.cursor.byte()? == b'"' {
                return Ok(text);
            }
        }
    }

    fn escape(&mut self) -> Result<char> {
        Ok(match self.cursor.byte()? {
            byte @ (b'"' | b'\\' | b'/') => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(),
            _ => return Err(self.cursor.error("an unknown escape")),
        })
    }

    fn unicode(&mut self) -> Result<char> {
        let mut code = self.four_digits()?;
        if let 0xd800..=0xdbff = code {
            let low = match self.cursor.array()? {
                [b'\\', b'u'] => self.four_digits()?,
                _ => 0,
            };
            if !(0xdc00..=0xdfff).contains(&low) {
                return Err(self.cursor.error("half of a surrogate pair"));
            }
            code = 0x1_0000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        }
        char::from_u32(code).ok_or_else(|| self.cursor.error("half of a surrogate pair"))
    }

    fn four_digits(&mut self) -> Result<u32> {
        let mut code = 0;
        for digit in self.cursor.array::<4>()? {
            let digit = char::from(digit).to_digit(16);
            code =
                code << 4 | digit.ok_or_else(|| self.cursor.error("expected four hex digits"))?;
        }
        Ok(code)
    }

    #[inline]
    fn number(&mut self) -> Result<Number<'de>> {
        let (number, rest) = Number::read(self.cursor.rest())
            .ok_or_else(|| self.cursor.error("begins no JSON value"))?;
        self.cursor.set_rest(rest);
        Ok(number)
    }

    /// Steps over the rest of a string whose opening quote has been read.
    fn pass_string(&mut self) -> Result<()> {
        loop {
            self.plain()?;
            if self.cursor.byte()? == b'"' {
                return Ok(());
            }
            self.escape()?;
        }
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
    fn expect_little_text(&mut self) {
        self.text = Some("");
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
