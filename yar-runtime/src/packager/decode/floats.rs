//! Lists of floats, which come by the thousand: where each takes as many bytes
//! as the next one, it is found without having read those before it.

use super::items::Items;
use super::reader::{Reader, Slot, Token};
use super::{Result, scalar};
use crate::packager::DecodeError;
use serde::de::{DeserializeSeed, Deserializer, SeqAccess, Visitor};

/// Elements of a list that begins with a float.
pub(super) struct Floats<'i, 'd, 'de, R> {
    items: &'i mut Items<'d, R>,
    /// Where floats are, if all that is left are floats; empty once another
    /// element was met.
    slots: &'de [Slot],
}

impl<'i, 'd, 'de, R: Reader<'de>> Floats<'i, 'd, 'de, R> {
    #[inline]
    pub(super) fn new(items: &'i mut Items<'d, R>, slots: &'de [Slot]) -> Self {
        Self { items, slots }
    }

    /// Passed by value, it is two words and stays in registers.
    #[inline]
    pub(super) fn elements(&mut self) -> Elements<'_, 'i, 'd, 'de, R> {
        Elements {
            floats: self,
            taken: 0,
        }
    }

    /// Goes on element by element behind those that were taken.
    #[inline]
    fn leave(&mut self, taken: usize) {
        if !self.slots.is_empty() {
            self.slots = &[];
            self.items.pass_floats(taken);
        }
    }

    #[inline(never)]
    fn other<T: DeserializeSeed<'de>>(
        &mut self,
        taken: usize,
        seed: T,
    ) -> Result<Option<T::Value>> {
        self.leave(taken);
        self.items.next_element_seed(seed)
    }
}

pub(super) struct Elements<'f, 'i, 'd, 'de, R: Reader<'de>> {
    floats: &'f mut Floats<'i, 'd, 'de, R>,
    taken: usize,
}

impl<'de, R: Reader<'de>> SeqAccess<'de> for Elements<'_, '_, '_, 'de, R> {
    type Error = DecodeError;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        let slot = self.floats.slots.get(self.taken);
        let Some(value) = slot.and_then(R::float) else {
            return self.floats.other(self.taken, seed);
        };
        self.taken += 1;
        match seed.deserialize(FloatDecoder(value)) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(error.in_element(self.taken - 1)),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        self.floats.items.room()
    }
}

/// A type may stop before the end.
impl<'de, R: Reader<'de>> Drop for Elements<'_, '_, '_, 'de, R> {
    #[inline]
    fn drop(&mut self) {
        self.floats.leave(self.taken);
    }
}

/// A float that has been read.
struct FloatDecoder(f64);

impl FloatDecoder {
    #[cold]
    fn mismatch<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        Err(scalar::mismatch(&Token::Float(self.0), &visitor))
    }
}

macro_rules! by {
    ($reads:path: $($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            $reads(Token::Float(self.0), visitor)
        }
    )*};
}

macro_rules! floats {
    ($($method:ident)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            visitor.visit_f64(self.0)
        }
    )*};
}

macro_rules! mismatch {
    ($($method:ident($($given:ty),*))*) => {$(
        fn $method<V: Visitor<'de>>(self, $(_: $given,)* visitor: V) -> Result<V::Value> {
            self.mismatch(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for FloatDecoder {
    type Error = DecodeError;

    floats! { deserialize_any deserialize_f32 deserialize_f64 }

    by! { scalar::boolean: deserialize_bool }

    by! { scalar::integer:
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
    }

    mismatch! {
        deserialize_char()
        deserialize_str()
        deserialize_string()
        deserialize_identifier()
        deserialize_bytes()
        deserialize_byte_buf()
        deserialize_seq()
        deserialize_tuple(usize)
        deserialize_tuple_struct(&'static str, usize)
        deserialize_map()
        deserialize_struct(&'static str, &'static [&'static str])
        deserialize_enum(&'static str, &'static [&'static str])
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        if name == super::VALUE {
            return self.deserialize_any(visitor);
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        visitor.visit_unit()
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }
}
