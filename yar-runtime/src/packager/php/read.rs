//! The tokens of PHP's serialize format.

use super::values::{SHORTEST_ENTRY, digits};
use crate::packager::cursor::Cursor;
use crate::packager::decode::{Frame, Index, Packed, Reader, Reference, Shape, Token};
use crate::packager::number::{Number, float, integer};
use crate::packager::references::References;
use crate::packager::{DecodeError, DecodeLimits, utf8};
use std::borrow::Cow;

pub(crate) struct PhpReader<'de> {
    pub(super) cursor: Cursor<'de>,
    pub(super) references: References<'de>,
}

pub(super) type Result<T> = std::result::Result<T, DecodeError>;

impl<'de> PhpReader<'de> {
    /// Every value takes a number, except the reference that is no copy.
    fn counts(token: &Token<'_>) -> bool {
        !matches!(token, Token::Reference(reference) if !reference.counted)
    }

    fn build_index(&mut self) -> Result<&Index> {
        let bytes = self.cursor.bytes();
        let fresh = || Self::new(bytes, 0, &DecodeLimits::default());
        self.references.index(fresh, Self::counts)
    }
}

impl<'de> Packed<'de> for PhpReader<'de> {
    #[inline]
    fn new(bytes: &'de [u8], at: usize, limits: &DecodeLimits) -> Self {
        Self {
            cursor: Cursor::new(bytes, at),
            references: References::new(limits.expansion),
        }
    }
}

impl<'de> Reader<'de> for PhpReader<'de> {
    const TEXT_ONLY: bool = false;
    const ENDS_BY_COUNT: bool = false;
    const MAY_GO_ON: bool = true;

    fn next(&mut self) -> Result<Token<'de>> {
        let start = self.cursor.position();
        let [tag, colon] = self.cursor.array()?;
        match (tag, colon) {
            (b'N', b';') => Ok(Token::Null),
            (b'b', b':') => self.boolean(),
            (b'i', b':') => self.integer(),
            (b'd', b':') => self.float(),
            (b's', b':') => {
                let text = self.quoted()?;
                self.cursor.expect(b';')?;
                Ok(Token::String(Cow::Borrowed(text)))
            }
            (b'S', b':') => self.escaped(),
            (b'a', b':') => {
                self.references.array = start;
                self.entries(Shape::Array)
            }
            (b'O', b':') => self.object(),
            (b'C', b':') => self.opaque(),
            (b'E', b':') => self.enum_case(),
            (b'R', b':') => self.reference(false),
            (b'r', b':') => self.reference(true),
            _ => {
                self.cursor.seek(start);
                Err(self
                    .cursor
                    .error("begins no value of PHP's serialize format"))
            }
        }
    }

    fn key(&mut self) -> Result<Token<'de>> {
        match self.next()? {
            key @ (Token::Int(_) | Token::String(_)) => Ok(key),
            _ => Err(self
                .cursor
                .error("expected a key, which is an integer or a string")),
        }
    }

    #[inline]
    fn more(&mut self, frame: &mut Frame) -> Result<bool> {
        match frame.left.checked_sub(1) {
            Some(left) => {
                frame.left = left;
                Ok(true)
            }
            None => {
                self.cursor.expect(b'}')?;
                Ok(false)
            }
        }
    }

    fn at_null(&mut self) -> Result<bool> {
        let before = self.cursor.position();
        let is_null = match self.cursor.peek() {
            Some(b'N') => true,
            Some(b'R' | b'r') => match self.next()? {
                Token::Reference(reference) => {
                    let here = self.cursor.position();
                    let (target, _) = self.build_index()?.target(reference, here)?;
                    self.cursor.bytes().get(target) == Some(&b'N')
                }
                _ => false,
            },
            _ => false,
        };
        self.cursor.seek(before);
        Ok(is_null)
    }

    fn is_list(&mut self) -> Result<bool> {
        let array = self.references.array;
        Ok(self.build_index()?.is_list(array))
    }

    fn class(&self) -> &'de [u8] {
        self.references.class
    }

    fn follow(&mut self, reference: Reference) -> Result<usize> {
        self.build_index()?;
        let back = self.cursor.position();
        let target = self.references.target(reference, back)?;
        self.cursor.seek(target);
        Ok(back)
    }

    #[inline]
    fn remaining(&self) -> usize {
        self.cursor.rest().len()
    }

    #[inline]
    fn position(&self) -> usize {
        self.cursor.position()
    }

    #[inline]
    fn seek(&mut self, position: usize) {
        self.cursor.seek(position);
    }

    #[inline]
    fn plain_integer(&mut self) -> Option<i64> {
        let (value, rest) = integer(self.cursor.rest().strip_prefix(b"i:")?)?;
        self.cursor.set_rest(rest.strip_prefix(b";")?);
        Some(value)
    }

    #[inline]
    fn plain_float(&mut self) -> Option<f64> {
        let digits = self.cursor.rest().strip_prefix(b"d:")?;
        let (value, rest) = match float(digits) {
            Some(found) => found,
            None => {
                let (number, rest) = Number::read(digits)?;
                (number.float(), rest)
            }
        };
        self.cursor.set_rest(rest.strip_prefix(b";")?);
        Some(value)
    }

    #[inline]
    fn plain_text(&mut self) -> Option<&'de str> {
        let (text, rest) = text(self.cursor.rest())?;
        let text = utf8::text(text)?;
        self.cursor.set_rest(rest);
        Some(text)
    }

    #[inline]
    fn plain_bytes(&mut self) -> Option<&'de [u8]> {
        let (text, rest) = text(self.cursor.rest())?;
        self.cursor.set_rest(rest);
        Some(text)
    }

    #[inline]
    fn plain_map(&mut self) -> Option<usize> {
        let (len, rest) = digits(self.cursor.rest().strip_prefix(b"a:")?)?;
        let rest = rest.strip_prefix(b":{")?;
        let len = usize::try_from(len).ok()?;
        if len > rest.len() / SHORTEST_ENTRY {
            return None;
        }
        self.cursor.set_rest(rest);
        Some(len)
    }

    #[inline]
    fn begins_with(&mut self, len: u8, letter: u8) -> bool {
        self.cursor.eat([b'a', b':', b'0' + len, b':', b'{']) && self.goes_on_with(letter)
    }

    #[inline]
    fn goes_on_with(&mut self, letter: u8) -> bool {
        self.cursor
            .eat([b's', b':', b'1', b':', b'"', letter, b'"', b';'])
    }

    #[inline]
    fn plain_index(&mut self) -> Option<i64> {
        self.plain_integer()
    }

    #[inline]
    fn plain_letter(&mut self) -> Option<u8> {
        let rest = self.cursor.rest().strip_prefix(b"s:1:\"")?;
        let [letter @ b'a'..=b'z', b'"', b';', rest @ ..] = rest else {
            return None;
        };
        self.cursor.set_rest(rest);
        Some(*letter)
    }

    #[inline]
    fn plain_name(&mut self, name: &str) -> bool {
        let rest = self.cursor.rest().strip_prefix(b"s:").and_then(digits);
        let Some((len, rest)) = rest else {
            return false;
        };
        // The length says where the quote is that ends it.
        let rest = match usize::try_from(len) {
            Ok(len) if len == name.len() => rest.strip_prefix(b":\""),
            _ => None,
        };
        let rest = rest.and_then(|rest| rest.strip_prefix(name.as_bytes()));
        match rest.and_then(|rest| rest.strip_prefix(b"\";")) {
            Some(rest) => {
                self.cursor.set_rest(rest);
                true
            }
            None => false,
        }
    }

    #[inline]
    fn plain_key(&mut self) -> Option<&'de str> {
        self.plain_text()
    }
}

/// The bytes of a text, and what comes behind it.
#[inline]
fn text(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (len, rest) = digits(bytes.strip_prefix(b"s:")?)?;
    let rest = rest.strip_prefix(b":\"")?;
    let (text, rest) = rest.split_at_checked(usize::try_from(len).ok()?)?;
    Some((text, rest.strip_prefix(b"\";")?))
}
