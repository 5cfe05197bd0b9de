//! The tokens of MSGPACK.

use crate::packager::cursor::Cursor;
use crate::packager::decode::{Frame, Opening, Packed, Reader, Reference, Shape, Slot, Token};
use crate::packager::references::References;
use crate::packager::{DecodeError, DecodeLimits, utf8};
use rmp::Marker;
use std::borrow::Cow;

pub(crate) struct MsgPackReader<'de> {
    pub(super) cursor: Cursor<'de>,
    /// Bytes that references may stand for.
    pub(super) expansion: usize,
    /// Made where PHP's marks are met: most bodies have none, and a small one
    /// takes as long to set up for as to read.
    pub(super) marks: Option<Box<References<'de>>>,
}

pub(super) type Result<T> = std::result::Result<T, DecodeError>;

impl<'de> MsgPackReader<'de> {
    #[inline]
    pub(super) fn string(&mut self, len: usize) -> Result<Token<'de>> {
        Ok(Token::String(Cow::Borrowed(self.cursor.take(len)?)))
    }

    #[inline]
    pub(super) fn list(&mut self, len: usize) -> Result<Token<'de>> {
        // An element takes a byte at least: a larger count is a lie.
        if len > self.cursor.rest().len() {
            return Err(self.cursor.cut());
        }
        Ok(Token::List(Opening::new(Shape::List, len)))
    }

    #[inline]
    pub(super) fn map(&mut self, start: usize, len: usize) -> Result<Token<'de>> {
        let rest = self.cursor.rest();
        if len > rest.len() / 2 {
            return Err(self.cursor.cut());
        }
        match rest.first() {
            Some(&NULL) if len > 0 => self.marked_map(start, len),
            _ => Ok(Token::Map(Opening::new(Shape::Map, len))),
        }
    }
}

pub(super) const NULL: u8 = 0xc0;
const FALSE: u8 = 0xc2;
const TRUE: u8 = 0xc3;
const F64: u8 = 0xcb;
const FIX_MAP: u8 = 0x80;
const FIX_MAP_MAX: u8 = 0x8f;
const FIX_ARRAY: u8 = 0x90;
const FIX_ARRAY_MAX: u8 = 0x9f;
const ARRAY_16: u8 = 0xdc;
pub(super) const FIX_STR: u8 = 0xa0;
const FIX_STR_1: u8 = FIX_STR | 1;
pub(super) const FIX_STR_MAX: u8 = 0xbf;
pub(super) const STR_8: u8 = 0xd9;
const STR_16: u8 = 0xda;
pub(super) const STR_32: u8 = 0xdb;

impl<'de> Packed<'de> for MsgPackReader<'de> {
    #[inline]
    fn new(bytes: &'de [u8], at: usize, limits: &DecodeLimits) -> Self {
        Self {
            cursor: Cursor::new(bytes, at),
            expansion: limits.expansion,
            marks: None,
        }
    }
}

impl<'de> Reader<'de> for MsgPackReader<'de> {
    const TEXT_ONLY: bool = false;
    const ENDS_BY_COUNT: bool = true;
    const MAY_GO_ON: bool = true;

    #[inline]
    fn next(&mut self) -> Result<Token<'de>> {
        let start = self.cursor.position();
        Ok(match Marker::from_u8(self.cursor.byte()?) {
            Marker::FixPos(value) => Token::Int(value.into()),
            Marker::FixNeg(value) => Token::Int(value.into()),
            Marker::FixStr(len) => return self.string(len.into()),
            Marker::FixArray(len) => return self.list(len.into()),
            Marker::FixMap(len) => return self.map(start, len.into()),
            Marker::Null => Token::Null,
            Marker::False => Token::Bool(false),
            Marker::True => Token::Bool(true),
            Marker::F32 => Token::Float(f32::from_be_bytes(self.cursor.array()?).into()),
            Marker::F64 => Token::Float(f64::from_be_bytes(self.cursor.array()?)),
            Marker::U8 => Token::Int(self.cursor.byte()?.into()),
            Marker::U16 => Token::Int(u16::from_be_bytes(self.cursor.array()?).into()),
            Marker::U32 => Token::Int(u32::from_be_bytes(self.cursor.array()?).into()),
            Marker::U64 => {
                let value = u64::from_be_bytes(self.cursor.array()?);
                i64::try_from(value).map_or(Token::UInt(value), Token::Int)
            }
            Marker::I8 => Token::Int(i8::from_be_bytes(self.cursor.array()?).into()),
            Marker::I16 => Token::Int(i16::from_be_bytes(self.cursor.array()?).into()),
            Marker::I32 => Token::Int(i32::from_be_bytes(self.cursor.array()?).into()),
            Marker::I64 => Token::Int(i64::from_be_bytes(self.cursor.array()?)),
            marker => return self.long(start, marker),
        })
    }

    #[inline]
    fn key(&mut self) -> Result<Token<'de>> {
        match self.next()? {
            Token::List(_) | Token::Map(_) | Token::Reference(_) => {
                Err(self.cursor.error("a container cannot be a map key"))
            }
            key => Ok(key),
        }
    }

    #[inline]
    fn more(&mut self, frame: &mut Frame) -> Result<bool> {
        match frame.left.checked_sub(1) {
            Some(left) => {
                frame.left = left;
                Ok(true)
            }
            None => Ok(false),
        }
    }

    #[inline]
    fn at_null(&mut self) -> Result<bool> {
        match self.cursor.peek() {
            Some(NULL) => Ok(true),
            // Extensions are null as well.
            Some(0xc7..=0xc9 | 0xd4..=0xd8) => Ok(true),
            _ => Ok(false),
        }
    }

    fn is_list(&mut self) -> Result<bool> {
        let array = self.marks().array;
        Ok(self.build_index()?.is_list(array))
    }

    fn class(&self) -> &'de [u8] {
        self.marks.as_ref().map_or(b"", |marks| marks.class)
    }

    fn follow(&mut self, reference: Reference) -> Result<usize> {
        self.build_index()?;
        let back = self.cursor.position();
        let target = self.marks().target(reference, back)?;
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

    fn seek(&mut self, position: usize) {
        self.cursor.seek(position);
    }

    #[inline]
    fn plain_integer(&mut self) -> Option<i64> {
        let (marker, rest) = self.cursor.rest().split_first()?;
        // Most are their marker.
        match i8::from_be_bytes([*marker]) {
            value @ -32.. => {
                self.cursor.set_rest(rest);
                Some(value.into())
            }
            _ => self.longer_integer(),
        }
    }

    #[inline]
    fn plain_float(&mut self) -> Option<f64> {
        let ([marker, bytes @ ..], rest) = self.cursor.rest().split_first_chunk::<9>()?;
        if *marker != F64 {
            return None;
        }
        self.cursor.set_rest(rest);
        Some(f64::from_be_bytes(*bytes))
    }

    #[inline]
    fn plain_boolean(&mut self) -> Option<bool> {
        let [marker @ (FALSE | TRUE), rest @ ..] = self.cursor.rest() else {
            return None;
        };
        self.cursor.set_rest(rest);
        Some(*marker == TRUE)
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
    fn plain_list(&mut self) -> Option<usize> {
        let (len, rest) = match self.cursor.rest() {
            [marker @ FIX_ARRAY..=FIX_ARRAY_MAX, rest @ ..] => ((marker & 15).into(), rest),
            [ARRAY_16, high, low, rest @ ..] => (u16::from_be_bytes([*high, *low]).into(), rest),
            _ => return None,
        };
        // A larger count is a lie, and for the slower way to report.
        if len > rest.len() {
            return None;
        }
        self.cursor.set_rest(rest);
        Some(len)
    }

    #[inline]
    fn float_slots(&self, len: usize) -> &'de [Slot] {
        match self.cursor.rest() {
            [F64, ..] => self
                .cursor
                .rest()
                .as_chunks()
                .0
                .get(..len)
                .unwrap_or_default(),
            _ => &[],
        }
    }

    #[inline]
    fn float(slot: &Slot) -> Option<f64> {
        match slot {
            [F64, bytes @ ..] => Some(f64::from_be_bytes(*bytes)),
            _ => None,
        }
    }

    #[inline]
    fn pass_floats(&mut self, count: usize) {
        let rest = self.cursor.rest().get(count * size_of::<Slot>()..);
        self.cursor.set_rest(rest.unwrap_or_default());
    }

    #[inline]
    fn plain_map(&mut self) -> Option<usize> {
        let [marker @ FIX_MAP..=FIX_MAP_MAX, rest @ ..] = self.cursor.rest() else {
            return None;
        };
        if rest.first() == Some(&NULL) {
            return None;
        }
        self.cursor.set_rest(rest);
        Some((marker & 15).into())
    }

    #[inline]
    fn begins_with(&mut self, len: u8, letter: u8) -> bool {
        self.cursor.eat([FIX_MAP + len, FIX_STR_1, letter])
    }

    #[inline]
    fn goes_on_with(&mut self, letter: u8) -> bool {
        self.cursor.eat([FIX_STR_1, letter])
    }

    #[inline]
    fn plain_index(&mut self) -> Option<i64> {
        self.plain_integer()
    }

    #[inline]
    fn plain_letter(&mut self) -> Option<u8> {
        let ([FIX_STR_1, letter @ b'a'..=b'z'], rest) = self.cursor.rest().split_first_chunk()?
        else {
            return None;
        };
        self.cursor.set_rest(rest);
        Some(*letter)
    }

    #[inline]
    fn plain_name(&mut self, name: &str) -> bool {
        let [marker @ FIX_STR..=FIX_STR_MAX, rest @ ..] = self.cursor.rest() else {
            return false;
        };
        if usize::from(marker & 31) != name.len() {
            return false;
        }
        match rest.strip_prefix(name.as_bytes()) {
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
    let (len, rest) = match bytes {
        [marker @ FIX_STR..=FIX_STR_MAX, rest @ ..] => ((marker & 31).into(), rest),
        [STR_8, len, rest @ ..] => ((*len).into(), rest),
        [STR_16, high, low, rest @ ..] => (u16::from_be_bytes([*high, *low]).into(), rest),
        _ => return None,
    };
    rest.split_at_checked(len)
}
