//! What PHP's msgpack extension marks by null keys: classes, shared variables,
//! and values that were sent before.

use super::read::{FIX_STR, FIX_STR_MAX, MsgPackReader, NULL, Result, STR_8, STR_32};
use crate::packager::DecodeLimits;
use crate::packager::decode::{Index, Opening, Packed, Reader, Reference, Shape, Token};
use crate::packager::references::References;
use rmp::Marker;
use std::borrow::Cow;

/// Value behind a null key: this array or object is a shared variable.
const SHARED: u8 = 1;
/// The same shared array as before.
const SAME_ARRAY: u8 = 2;
/// The same object as before.
const SAME_OBJECT: u8 = 4;
/// The same shared object as before.
const SAME_SHARED: u8 = 5;

impl<'de> MsgPackReader<'de> {
    /// A map whose first key is null: of PHP's making, if its value says so.
    #[cold]
    pub(super) fn marked_map(&mut self, start: usize, mut len: usize) -> Result<Token<'de>> {
        if len == 2
            && let Some(reference) = self.reference()?
        {
            return Ok(Token::Reference(reference));
        }
        let mut shape = Shape::Map;
        if let [NULL, SHARED, rest @ ..] = self.cursor.rest() {
            self.cursor.set_rest(rest);
            len -= 1;
            shape = Shape::Array;
            self.marks().array = start;
        }
        // Only strings are read ahead, so that this cannot recurse.
        if let [NULL, FIX_STR..=FIX_STR_MAX | STR_8..=STR_32, ..] = self.cursor.rest()
            && len > 0
        {
            self.cursor.byte()?;
            if let Token::String(Cow::Borrowed(class)) = self.next()? {
                self.marks().class = class;
            }
            len -= 1;
            shape = Shape::Object;
        }
        Ok(Token::Map(Opening::new(shape, len)))
    }

    /// `c0 04 00 N`, the inside of a two-entry map.
    fn reference(&mut self) -> Result<Option<Reference>> {
        let [NULL, kind, 0, number, rest @ ..] = self.cursor.rest() else {
            return Ok(None);
        };
        if !matches!(*kind, SAME_ARRAY | SAME_OBJECT | SAME_SHARED) {
            return Ok(None);
        }
        let before = self.cursor.rest();
        self.cursor.set_rest(rest);
        let number = match Marker::from_u8(*number) {
            Marker::FixPos(number) => number.into(),
            Marker::U8 => self.cursor.byte()?.into(),
            Marker::U16 => u16::from_be_bytes(self.cursor.array()?).into(),
            Marker::U32 => u32::from_be_bytes(self.cursor.array()?).into(),
            Marker::U64 => u64::from_be_bytes(self.cursor.array()?),
            _ => {
                self.cursor.set_rest(before);
                return Ok(None);
            }
        };
        let counted = *kind == SAME_OBJECT;
        Ok(Some(Reference { number, counted }))
    }

    /// What PHP's extension numbers: containers, and references to objects
    /// that are not shared variables.
    fn counts(token: &Token<'_>) -> bool {
        match token {
            Token::List(_) | Token::Map(_) => true,
            Token::Reference(reference) => reference.counted,
            _ => false,
        }
    }

    #[cold]
    pub(super) fn marks(&mut self) -> &mut References<'de> {
        let expansion = self.expansion;
        self.marks
            .get_or_insert_with(|| Box::new(References::new(expansion)))
    }

    pub(super) fn build_index(&mut self) -> Result<&Index> {
        let bytes = self.cursor.bytes();
        let fresh = || Self::new(bytes, 0, &DecodeLimits::default());
        self.marks().index(fresh, Self::counts)
    }
}
