//! The parameters of a call: a list, the values of a map in order, or nothing.

use super::access::at_end;
use super::reader::{Frame, Opening, Reader, Shape, Token};
use super::{Decoder, Result};
use crate::packager::DecodeError;
use serde::de::{DeserializeSeed, Deserializer, SeqAccess, Visitor};
use serde::forward_to_deserialize_any;

/// Name of the newtype by which an argument asks whether it was sent at all.
pub(crate) const GIVEN: &str = "$yar::Given";

/// Gives a tuple its arguments. Surplus ones are dropped; a missing one is
/// `None` where an `Option` is wanted, and an error elsewhere.
pub(crate) struct Arguments<'d, R> {
    decoder: &'d mut Decoder<R>,
    frame: Frame,
    index: usize,
    /// There were none, or all have been read.
    done: bool,
}

impl<'d, 'de, R: Reader<'de>> Arguments<'d, R> {
    /// Reads the beginning of the parameters.
    #[inline]
    pub(crate) fn begin(decoder: &'d mut Decoder<R>) -> Result<Self> {
        if let Some(len) = decoder.reader.plain_list() {
            return Self::enter(decoder, Opening::new(Shape::List, len));
        }
        // PHP has no other lists.
        if let Some(len) = decoder.reader.plain_map() {
            return Self::enter(decoder, Opening::new(Shape::Map, len));
        }
        Self::begin_unusual(decoder)
    }

    fn begin_unusual(decoder: &'d mut Decoder<R>) -> Result<Self> {
        match decoder.token()? {
            Token::Null => Ok(Self {
                decoder,
                frame: Frame::new(Opening::new(Shape::List, 0), None),
                index: 0,
                done: true,
            }),
            Token::List(opening) | Token::Map(opening) => Self::enter(decoder, opening),
            _ => Err(DecodeError::unfit(
                "expected the parameters as a list or a map, got a scalar",
            )),
        }
    }

    #[inline]
    fn enter(decoder: &'d mut Decoder<R>, opening: Opening) -> Result<Self> {
        let frame = decoder.enter(opening)?;
        Ok(Self {
            decoder,
            frame,
            index: 0,
            done: false,
        })
    }

    /// True when another argument is there, which comes next.
    #[inline(always)]
    fn step(&mut self) -> Result<bool> {
        if self.done {
            return Ok(false);
        }
        if !self.decoder.more(&mut self.frame)? {
            self.done = true;
            return Ok(false);
        }
        if self.frame.is_map() && self.decoder.reader.plain_index().is_none() {
            self.decoder.reader.pass_key()?;
        }
        Ok(true)
    }

    /// Steps over what was not asked for.
    #[inline]
    fn drain(&mut self) -> Result<()> {
        if at_end::<R>(&self.frame, self.done) && !self.done {
            self.decoder.leave(&self.frame);
            return Ok(());
        }
        self.rest()
    }

    #[inline(never)]
    fn rest(&mut self) -> Result<()> {
        while self.step()? {
            self.decoder.skip()?;
        }
        Ok(())
    }
}

impl<'de, R: Reader<'de>> Deserializer<'de> for Arguments<'_, R> {
    type Error = DecodeError;

    fn deserialize_any<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        let value = visitor.visit_seq(Present(&mut self))?;
        self.drain()?;
        Ok(value)
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'de>>(mut self, _: usize, visitor: V) -> Result<V::Value> {
        let value = visitor.visit_seq(Wanted(&mut self))?;
        self.drain()?;
        Ok(value)
    }

    fn deserialize_unit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value> {
        self.drain()?;
        visitor.visit_unit()
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit_struct seq tuple_struct map struct enum identifier
    }
}

/// The arguments that were sent, for a list of them.
struct Present<'a, 'd, R>(&'a mut Arguments<'d, R>);

impl<'de, R: Reader<'de>> SeqAccess<'de> for Present<'_, '_, R> {
    type Error = DecodeError;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let index = self.0.index;
        self.0.index += 1;
        if !self.0.step()? {
            return Ok(None);
        }
        match seed.deserialize(&mut *self.0.decoder) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(error.in_element(index)),
        }
    }
}

/// As many arguments as a tuple wants.
struct Wanted<'a, 'd, R>(&'a mut Arguments<'d, R>);

impl<'de, R: Reader<'de>> SeqAccess<'de> for Wanted<'_, '_, R> {
    type Error = DecodeError;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let index = self.0.index;
        self.0.index += 1;
        let result = match self.0.step()? {
            true => seed.deserialize(&mut *self.0.decoder),
            false => seed.deserialize(Missing),
        };
        match result {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(error.in_element(index)),
        }
    }
}

/// Stands for an argument that was not sent.
struct Missing;

impl<'de> Deserializer<'de> for Missing {
    type Error = DecodeError;

    #[cold]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let expected = &visitor as &dyn serde::de::Expected;
        Err(DecodeError::unfit(format!(
            "the argument is missing, expected {expected}"
        )))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_none()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match name {
            GIVEN => visitor.visit_none(),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        unit unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
