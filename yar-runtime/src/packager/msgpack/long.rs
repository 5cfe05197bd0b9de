//! What its marker cannot hold: wider integers, longer strings and containers.

use super::read::{MsgPackReader, Result};
use crate::packager::decode::Token;
use rmp::Marker;

impl<'de> MsgPackReader<'de> {
    /// An integer behind its marker.
    #[inline]
    pub(super) fn longer_integer(&mut self) -> Option<i64> {
        let (marker, rest) = self.cursor.rest().split_first()?;
        let (value, rest) = match Marker::from_u8(*marker) {
            Marker::U8 => fixed(rest, |bytes| u8::from_be_bytes(bytes).into())?,
            Marker::U16 => fixed(rest, |bytes| u16::from_be_bytes(bytes).into())?,
            Marker::U32 => fixed(rest, |bytes| u32::from_be_bytes(bytes).into())?,
            Marker::U64 => {
                let (value, rest) = fixed(rest, u64::from_be_bytes)?;
                (i64::try_from(value).ok()?, rest)
            }
            Marker::I8 => fixed(rest, |bytes| i8::from_be_bytes(bytes).into())?,
            Marker::I16 => fixed(rest, |bytes| i16::from_be_bytes(bytes).into())?,
            Marker::I32 => fixed(rest, |bytes| i32::from_be_bytes(bytes).into())?,
            Marker::I64 => fixed(rest, i64::from_be_bytes)?,
            _ => return None,
        };
        self.cursor.set_rest(rest);
        Some(value)
    }

    /// What is too long for its marker to hold the length.
    pub(super) fn long(&mut self, start: usize, marker: Marker) -> Result<Token<'de>> {
        let len = match marker {
            Marker::Str8 | Marker::Bin8 | Marker::Ext8 => self.len8()?,
            Marker::Str16 | Marker::Bin16 | Marker::Ext16 | Marker::Array16 | Marker::Map16 => {
                self.len16()?
            }
            Marker::Str32 | Marker::Bin32 | Marker::Ext32 | Marker::Array32 | Marker::Map32 => {
                self.len32()?
            }
            Marker::FixExt1 => 1,
            Marker::FixExt2 => 2,
            Marker::FixExt4 => 4,
            Marker::FixExt8 => 8,
            Marker::FixExt16 => 16,
            _ => return Err(self.cursor.error("c1 begins no value")),
        };
        match marker {
            Marker::Str8 | Marker::Str16 | Marker::Str32 => self.string(len),
            Marker::Bin8 | Marker::Bin16 | Marker::Bin32 => self.binary(len),
            Marker::Array16 | Marker::Array32 => self.list(len),
            Marker::Map16 | Marker::Map32 => self.map(start, len),
            _ => self.extension(len),
        }
    }

    #[inline]
    fn len8(&mut self) -> Result<usize> {
        Ok(self.cursor.byte()?.into())
    }

    #[inline]
    fn len16(&mut self) -> Result<usize> {
        Ok(u16::from_be_bytes(self.cursor.array()?).into())
    }

    #[inline]
    fn len32(&mut self) -> Result<usize> {
        let len = u32::from_be_bytes(self.cursor.array()?);
        usize::try_from(len).map_err(|_| self.cursor.cut())
    }

    fn binary(&mut self, len: usize) -> Result<Token<'de>> {
        Ok(Token::Binary(self.cursor.take(len)?))
    }

    /// PHP has no use for extension types and makes them null.
    fn extension(&mut self, len: usize) -> Result<Token<'de>> {
        self.cursor.byte()?;
        self.cursor.take(len)?;
        Ok(Token::Null)
    }
}

/// A number of `N` bytes, and what comes behind it.
#[inline]
fn fixed<const N: usize, T>(bytes: &[u8], read: fn([u8; N]) -> T) -> Option<(T, &[u8])> {
    let (number, rest) = bytes.split_first_chunk()?;
    Some((read(*number), rest))
}
