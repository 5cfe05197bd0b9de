//! Keys of maps: integers and text, each readable as the other where the
//! digits are exact.

use super::reader::Token;
use super::scalar::{self, Decimal, mismatch};
use super::{Result, variant::NameVariant};
use crate::packager::DecodeError;
use serde::de::{Deserializer, Visitor};
use serde::forward_to_deserialize_any;
use std::borrow::Cow;

pub(super) struct KeyDecoder<'de>(pub(super) Token<'de>);

/// A key in its usual form: two words, which travel in registers.
pub(super) struct PlainKey<'de>(pub(super) &'de str);

impl<'de> PlainKey<'de> {
    #[inline]
    fn any(self) -> KeyDecoder<'de> {
        KeyDecoder(Token::Text(Cow::Borrowed(self.0)))
    }
}

/// True for a key that a list may have.
#[inline]
pub(super) fn is_index(key: &Token<'_>) -> bool {
    match key {
        Token::Int(_) => true,
        key => scalar::bytes_of(key).is_some_and(|key| scalar::decimal(key).is_some()),
    }
}

impl<'de> KeyDecoder<'de> {
    /// The key as error messages show it.
    pub(super) fn name(key: &Token<'de>) -> String {
        match scalar::text_of_scalar(key.clone()) {
            Some(name) => name.chars().take(64).collect(),
            None => String::new(),
        }
    }

    /// What PHP makes of a key: text or an integer.
    fn normal(self) -> Token<'de> {
        match self.0 {
            Token::Bool(value) => Token::Int(i64::from(value)),
            Token::Float(value) => Token::Text(Cow::Owned(value.to_string())),
            Token::UInt(value) => Token::Text(Cow::Owned(value.to_string())),
            Token::Null => Token::Text(Cow::Borrowed("")),
            key => key,
        }
    }

    fn integer<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let key = self.0;
        match &key {
            Token::Int(value) => return visitor.visit_i64(*value),
            Token::UInt(value) => return visitor.visit_u64(*value),
            _ => {}
        }
        match scalar::bytes_of(&key).and_then(scalar::decimal) {
            Some(Decimal::Int(value)) => visitor.visit_i64(value),
            Some(Decimal::UInt(value)) => visitor.visit_u64(value),
            None => Err(mismatch(&key, &visitor)),
        }
    }
}

macro_rules! integers {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            self.integer(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for KeyDecoder<'de> {
    type Error = DecodeError;

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.0 {
            Token::Text(Cow::Borrowed(text)) => visitor.visit_borrowed_str(text),
            _ => scalar::any(self.normal(), visitor),
        }
    }

    #[inline]
    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if let Token::Text(Cow::Borrowed(text)) = self.0 {
            return visitor.visit_borrowed_str(text);
        }
        match self.normal() {
            Token::Int(value) => visitor.visit_string(value.to_string()),
            key => scalar::text(key, visitor),
        }
    }

    #[inline]
    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.normal() {
            Token::Int(value) => visitor.visit_byte_buf(value.to_string().into_bytes()),
            key => scalar::bytes(key, false, visitor),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    integers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_enum(NameVariant(self.normal()))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        bool f32 f64 char unit unit_struct seq tuple tuple_struct map struct
    }
}

macro_rules! text {
    ($($method:ident)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            visitor.visit_borrowed_str(self.0)
        }
    )*};
}

macro_rules! by_any {
    ($($method:ident($($given:ident: $type:ty),*))*) => {$(
        fn $method<V: Visitor<'de>>(self, $($given: $type,)* visitor: V) -> Result<V::Value> {
            self.any().$method($($given,)* visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for PlainKey<'de> {
    type Error = DecodeError;

    text! { deserialize_any deserialize_str deserialize_string deserialize_identifier }

    by_any! {
        deserialize_bool() deserialize_char()
        deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64() deserialize_i128()
        deserialize_u8() deserialize_u16() deserialize_u32() deserialize_u64() deserialize_u128()
        deserialize_f32() deserialize_f64()
        deserialize_bytes() deserialize_byte_buf()
        deserialize_option()
        deserialize_unit()
        deserialize_unit_struct(name: &'static str)
        deserialize_newtype_struct(name: &'static str)
        deserialize_seq()
        deserialize_tuple(len: usize)
        deserialize_tuple_struct(name: &'static str, len: usize)
        deserialize_map()
        deserialize_struct(name: &'static str, fields: &'static [&'static str])
        deserialize_enum(name: &'static str, variants: &'static [&'static str])
        deserialize_ignored_any()
    }
}
