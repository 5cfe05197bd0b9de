//! The decoder as serde sees it: which tokens serve for which types.

use super::access::Entries;
use super::floats::Floats;
use super::items::Items;
use super::reader::{Opening, PlainNumber, Reader, Reference, Shape, Token};
use super::scalar::mismatch;
use super::tagged::TAGGED;
use super::variant::NameVariant;
use super::{Decoder, Result, access, scalar, variant};
use crate::packager::DecodeError;
use serde::de::value::SeqDeserializer;
use serde::de::{Deserializer, Visitor};
use std::borrow::Cow;
use std::iter;

/// Name of the newtype by which `Value` asks for class names.
pub(crate) const VALUE: &str = "$yar::Value";

impl<'de, R: Reader<'de>> Decoder<R> {
    /// Matches on the token where it is returned to: moving one costs more
    /// than reading it.
    fn any<V: Visitor<'de>>(&mut self, with_class: bool, visitor: V) -> Result<V::Value> {
        if let Some(len) = self.reader.plain_list() {
            return self.items(Opening::new(Shape::List, len), visitor);
        }
        if let Some(text) = self.reader.plain_text() {
            return visitor.visit_borrowed_str(text);
        }
        if let Some(number) = self.reader.plain_number() {
            return match number {
                PlainNumber::Int(value) => visitor.visit_i64(value),
                PlainNumber::Float(bits) => visitor.visit_f64(f64::from_bits(bits)),
            };
        }
        match self.reader.next() {
            Ok(Token::Null) => visitor.visit_unit(),
            Ok(Token::Bool(value)) => visitor.visit_bool(value),
            Ok(Token::Int(value)) => visitor.visit_i64(value),
            Ok(Token::Float(value)) => visitor.visit_f64(value),
            Ok(Token::Text(text)) => scalar::visit_text(text, visitor),
            Ok(Token::String(Cow::Borrowed(bytes))) => scalar::visit_string(bytes, visitor),
            Ok(Token::List(opening) | Token::Map(opening)) => {
                self.any_container(opening, with_class, visitor)
            }
            Ok(Token::Reference(reference)) => self.any_again(reference, with_class, visitor),
            Ok(token) => scalar::any(token, visitor),
            Err(error) => Err(error),
        }
    }

    fn any_container<V: Visitor<'de>>(
        &mut self,
        opening: Opening,
        with_class: bool,
        visitor: V,
    ) -> Result<V::Value> {
        match opening.shape {
            Shape::List => self.items(opening, visitor),
            Shape::Array if self.reader.is_list()? => self.items(opening, visitor),
            Shape::Object if with_class => self.classed(opening, visitor),
            _ => self.entries(opening, visitor),
        }
    }

    fn any_again<V: Visitor<'de>>(
        &mut self,
        reference: Reference,
        with_class: bool,
        visitor: V,
    ) -> Result<V::Value> {
        match self.follow(reference)? {
            Token::List(opening) | Token::Map(opening) => {
                self.any_container(opening, with_class, visitor)
            }
            token => scalar::any(token, visitor),
        }
    }

    /// What else may be a list.
    fn list<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        let opening = match self.reader.plain_map() {
            // PHP has no other lists.
            Some(len) => Opening::new(Shape::Map, len),
            None => match self.token()? {
                Token::List(opening) | Token::Map(opening) => opening,
                token => return Err(mismatch(&token, &visitor)),
            },
        };
        self.items(opening, visitor)
    }

    /// What else may be a map.
    fn map<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        match self.token()? {
            Token::Map(opening) | Token::List(opening) => self.entries(opening, visitor),
            token => Err(mismatch(&token, &visitor)),
        }
    }

    /// What else may be a struct: of lists only the empty one, since PHP has no
    /// other empty map.
    fn structure<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        match self.token()? {
            Token::Map(opening) => self.entries(opening, visitor),
            Token::List(opening) => access::no_entries(self, opening, visitor),
            token => Err(mismatch(&token, &visitor)),
        }
    }

    fn text<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        let token = self.plain()?;
        scalar::text(token, visitor)
    }

    fn bytes<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        match self.token()? {
            Token::List(opening) => self.items(opening, visitor),
            token => scalar::bytes(token, R::TEXT_ONLY, visitor),
        }
    }

    fn boolean<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        let token = self.token()?;
        scalar::boolean(token, visitor)
    }

    fn float<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        let token = self.token()?;
        scalar::float(token, visitor)
    }

    fn integer<V: Visitor<'de>>(&mut self, visitor: V) -> Result<V::Value> {
        let token = self.plain()?;
        scalar::integer(token, visitor)
    }

    /// Elements of a list, or values of a map with integer keys. Without
    /// optimization the frames of what is inlined would add up.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn items<V: Visitor<'de>>(&mut self, opening: Opening, visitor: V) -> Result<V::Value> {
        if R::ENDS_BY_COUNT && opening.len == 0 && self.depth > 0 && self.back.is_none() {
            // Nothing to set up for, and nothing to step over.
            return visitor.visit_seq(SeqDeserializer::new(iter::empty::<()>()));
        }
        let mut items = Items::new(self, opening)?;
        let slots = match opening.shape {
            Shape::List => items.float_slots(),
            _ => &[],
        };
        let mut result = match slots {
            [] => visitor.visit_seq(&mut items),
            slots => visitor.visit_seq(Floats::new(&mut items, slots).elements()),
        };
        if result.is_ok()
            && let Err(error) = items.finish()
        {
            result = Err(error);
        }
        result
    }

    /// Entries of a map, or elements of a list under their indexes.
    #[inline]
    pub(super) fn entries<V: Visitor<'de>>(
        &mut self,
        opening: Opening,
        visitor: V,
    ) -> Result<V::Value> {
        self.entries_of(opening, &[], visitor)
    }

    /// The same, where these names are likely to be the keys.
    #[inline]
    fn entries_of<V: Visitor<'de>>(
        &mut self,
        opening: Opening,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let mut entries = Entries::new(self, opening)?;
        entries.expect(names);
        let mut result = visitor.visit_map(&mut entries);
        if result.is_ok()
            && let Err(error) = entries.finish()
        {
            result = Err(error);
        }
        result
    }
}

macro_rules! text {
    ($($method:ident)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.reader.plain_text() {
                Some(text) => visitor.visit_borrowed_str(text),
                None => self.text(visitor),
            }
        }
    )*};
}

macro_rules! integers {
    ($($method:ident)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            match self.reader.plain_integer() {
                Some(value) => visitor.visit_i64(value),
                None => self.integer(visitor),
            }
        }
    )*};
}

impl<'de, R: Reader<'de>> Deserializer<'de> for &mut Decoder<R> {
    type Error = DecodeError;

    text! { deserialize_char deserialize_str deserialize_string deserialize_identifier }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.any(false, visitor)
    }

    #[inline]
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.reader.plain_boolean() {
            Some(value) => visitor.visit_bool(value),
            None => self.boolean(visitor),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if R::TEXT_ONLY {
            if let Some(text) = self.reader.plain_text() {
                return scalar::base64(text, visitor);
            }
        } else if let Some(bytes) = self.reader.plain_bytes() {
            return visitor.visit_borrowed_bytes(bytes);
        }
        self.bytes(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_bytes(visitor)
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.reader.plain_list() {
            Some(len) => self.items(Opening::new(Shape::List, len), visitor),
            None => self.list(visitor),
        }
    }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.reader.plain_map() {
            Some(len) => self.entries(Opening::new(Shape::Map, len), visitor),
            None => self.map(visitor),
        }
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        if name == TAGGED {
            return self.tagged(fields.first().copied().unwrap_or_default(), visitor);
        }
        match self.reader.plain_map() {
            Some(len) => self.entries_of(Opening::new(Shape::Map, len), fields, visitor),
            None => self.structure(visitor),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        match self.plain()? {
            Token::Map(opening) => variant::in_map(self, opening, visitor),
            token @ (Token::Text(_) | Token::String(_) | Token::Binary(_) | Token::Int(_)) => {
                visitor.visit_enum(NameVariant(token))
            }
            token => Err(mismatch(&token, &visitor)),
        }
    }

    integers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
    }

    #[inline]
    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_f64(visitor)
    }

    #[inline]
    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.reader.plain_float() {
            Some(value) => visitor.visit_f64(value),
            None => self.float(visitor),
        }
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.reader.at_null()? {
            self.token()?;
            return visitor.visit_none();
        }
        visitor.visit_some(self)
    }

    /// Where nothing is wanted, anything may come.
    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.skip()?;
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        if name == VALUE {
            return self.any(true, visitor);
        }
        visitor.visit_newtype_struct(self)
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }
}
