//! Between typed values and [`Value`]: the way through a registered packager.

use super::decode::{self, Frame, Opening, Reader, Shape, Token};
use super::{DecodeError, DecodeLimits, EncodeError, MsgPack, MsgPackReader, encode};
use crate::value::{Key, Value};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::vec;

/// Turns any value into an untyped one, by way of MSGPACK in its exact form.
pub(crate) fn to_value<T: Serialize + ?Sized>(value: &T) -> Result<Value, EncodeError> {
    let mut packed = Vec::new();
    encode::<MsgPack<true>, T>(value, &mut packed)?;
    decode::decode::<MsgPackReader<'_>, Value>(&packed, &DecodeLimits::default())
        .map_err(|error| EncodeError::new(error.to_string()))
}

/// Turns an untyped value into any other, with the usual tolerance.
pub(crate) fn from_value<'de, T: Deserialize<'de>>(
    value: Value,
    depth: usize,
) -> Result<T, DecodeError> {
    decode::decode_from(ValueReader::new(value), depth)
}

/// Reads the tokens of an untyped value.
pub(crate) struct ValueReader {
    next: Option<Value>,
    open: Vec<Open>,
}

enum Open {
    List(vec::IntoIter<Value>),
    Map(vec::IntoIter<(Key, Value)>),
}

impl ValueReader {
    pub(crate) fn new(value: Value) -> Self {
        Self {
            next: Some(value),
            open: Vec::new(),
        }
    }

    fn open<'de>(&mut self, value: Value) -> Token<'de> {
        match value {
            Value::List(items) => {
                let opening = Opening::new(Shape::List, items.len());
                self.open.push(Open::List(items.into_iter()));
                Token::List(opening)
            }
            Value::Map(map) => {
                let opening = Opening::new(Shape::Map, map.entries.len());
                self.open.push(Open::Map(map.entries.into_iter()));
                Token::Map(opening)
            }
            _ => Token::Null,
        }
    }
}

impl<'de> Reader<'de> for ValueReader {
    const TEXT_ONLY: bool = false;
    /// At its end a container has to be closed, once.
    const ENDS_BY_COUNT: bool = false;
    const MAY_GO_ON: bool = true;
    const SEEKS: bool = false;

    fn next(&mut self) -> Result<Token<'de>, DecodeError> {
        if self.next.is_none()
            && let Some(Open::List(items)) = self.open.last_mut()
        {
            self.next = items.next();
        }
        Ok(match self.next.take().unwrap_or_default() {
            Value::Null => Token::Null,
            Value::Bool(value) => Token::Bool(value),
            Value::Int(value) => Token::Int(value),
            Value::UInt(value) => i64::try_from(value).map_or(Token::UInt(value), Token::Int),
            Value::Float(value) => Token::Float(value),
            Value::String(text) => Token::Text(Cow::Owned(text)),
            Value::Bytes(bytes) => Token::String(Cow::Owned(bytes)),
            container @ (Value::List(_) | Value::Map(_)) => self.open(container),
        })
    }

    fn key(&mut self) -> Result<Token<'de>, DecodeError> {
        let Some(Open::Map(entries)) = self.open.last_mut() else {
            return Ok(Token::Null);
        };
        let Some((key, value)) = entries.next() else {
            return Ok(Token::Null);
        };
        self.next = Some(value);
        Ok(match key {
            Key::Int(key) => Token::Int(key),
            Key::String(key) => Token::Text(Cow::Owned(key)),
            Key::Bytes(key) => Token::String(Cow::Owned(key)),
        })
    }

    fn more(&mut self, frame: &mut Frame) -> Result<bool, DecodeError> {
        match frame.left.checked_sub(1) {
            Some(left) => {
                frame.left = left;
                Ok(true)
            }
            None => {
                self.open.pop();
                Ok(false)
            }
        }
    }

    fn at_null(&mut self) -> Result<bool, DecodeError> {
        Ok(match (&self.next, self.open.last()) {
            (Some(value), _) => *value == Value::Null,
            (None, Some(Open::List(items))) => items.as_slice().first() == Some(&Value::Null),
            (None, _) => false,
        })
    }

    /// What it announces is there.
    #[inline]
    fn remaining(&self) -> usize {
        usize::MAX
    }

    fn position(&self) -> usize {
        0
    }

    fn seek(&mut self, _: usize) {}
}

#[cfg(test)]
mod tests {
    use super::{from_value, to_value};

    /// Whether a type asks for one element more, as lists do, or takes what it
    /// wants, as tuples do.
    #[test]
    fn containers_are_closed_once() {
        let lists = vec![(vec![1, 2], (3, 4)), (vec![], (5, 6))];
        let value = to_value(&lists).ok().unwrap_or_default();
        assert_eq!(from_value(value, 8).ok(), Some(lists));
    }
}
