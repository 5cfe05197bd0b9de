//! Strings of JSON.

use super::read::{JsonReader, Result};
use super::scan::{plain_len, short_len};
use crate::packager::utf8;
use std::borrow::Cow;

impl<'de> JsonReader<'de> {
    /// The rest of a string whose opening quote has been read.
    #[inline]
    pub(super) fn string(&mut self) -> Result<Cow<'de, str>> {
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

    /// A short string without escapes, and what comes behind it. It calls
    /// nothing, so that nothing must be saved for it.
    #[inline]
    pub(super) fn short_text(&self) -> Option<(&'de str, &'de [u8])> {
        let seen = self.text?;
        let start = self.cursor.rest().strip_prefix(b"\"")?;
        let len = short_len(start)?;
        let rest = start.get(len..)?.strip_prefix(b"\"")?;
        Some((part(seen, start, len)?, rest))
    }

    /// Text without escapes that is longer, or stands behind blanks or near the end.
    #[inline(never)]
    pub(super) fn other_text(&mut self) -> Option<&'de str> {
        self.blanks();
        let start = self.cursor.rest().strip_prefix(b"\"")?;
        let len = plain_len(start);
        let rest = start.get(len..)?.strip_prefix(b"\"")?;
        let text = self.text(start, len)?;
        self.cursor.set_rest(rest);
        Some(text)
    }

    /// The same for a key.
    #[inline(never)]
    pub(super) fn other_key(&mut self) -> Option<&'de str> {
        let before = self.cursor.rest();
        let key = self.other_text()?;
        self.blanks();
        if !self.eat(b':') {
            self.cursor.set_rest(before);
            return None;
        }
        Some(key)
    }

    /// The first `len` bytes of `start`, which is the rest of the bytes from
    /// some place on.
    #[inline]
    pub(super) fn text(&mut self, start: &'de [u8], len: usize) -> Option<&'de str> {
        let seen = match self.text {
            Some(text) => text,
            None => utf8::text(start).unwrap_or_default(),
        };
        self.text = Some(seen);
        match part(seen, start, len) {
            None => utf8::text(start.get(..len)?),
            text => text,
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

    /// Steps over the rest of a string whose opening quote has been read.
    pub(super) fn pass_string(&mut self) -> Result<()> {
        loop {
            self.plain()?;
            if self.cursor.byte()? == b'"' {
                return Ok(());
            }
            self.escape()?;
        }
    }
}

/// The first `len` bytes of `start`, if it is a tail of `text`.
#[inline]
fn part<'de>(text: &'de str, start: &[u8], len: usize) -> Option<&'de str> {
    let at = text.len().checked_sub(start.len())?;
    text.get(at..at + len)
}
