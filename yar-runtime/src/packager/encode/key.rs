//! Keys of maps: text and integers, as PHP has them.

use super::text::text_of;
use super::{EncodeError, Format};
use serde::Serialize;
use serde::ser::{Impossible, Serializer};
use std::marker::PhantomData;

pub(super) struct KeyEncoder<'a, F> {
    out: &'a mut Vec<u8>,
    format: PhantomData<F>,
}

impl<'a, F: Format> KeyEncoder<'a, F> {
    #[inline]
    pub(super) fn new(out: &'a mut Vec<u8>) -> Self {
        let format = PhantomData;
        Self { out, format }
    }
}

#[cold]
fn not_a_key() -> EncodeError {
    EncodeError::new("a map key must be a string or an integer")
}

macro_rules! integers {
    ($($method:ident $int:ident),*) => {$(
        #[inline]
        fn $method(self, value: $int) -> Result<(), EncodeError> {
            F::integer_key(self.out, value.into());
            Ok(())
        }
    )*};
}

macro_rules! refused {
    ($($method:ident($($arg:ty),*) -> $ok:ty;)*) => {$(
        fn $method(self, $(_: $arg),*) -> Result<$ok, EncodeError> {
            Err(not_a_key())
        }
    )*};
}

type Never = Impossible<(), EncodeError>;

impl<F: Format> Serializer for KeyEncoder<'_, F> {
    type Ok = ();
    type Error = EncodeError;
    type SerializeSeq = Never;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;
    type SerializeMap = Never;
    type SerializeStruct = Never;
    type SerializeStructVariant = Never;

    integers!(
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32
    );

    refused! {
        serialize_bool(bool) -> ();
        serialize_f32(f32) -> ();
        serialize_f64(f64) -> ();
        serialize_none() -> ();
        serialize_unit() -> ();
        serialize_unit_struct(&'static str) -> ();
        serialize_seq(Option<usize>) -> Never;
        serialize_tuple(usize) -> Never;
        serialize_tuple_struct(&'static str, usize) -> Never;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Never;
        serialize_map(Option<usize>) -> Never;
        serialize_struct(&'static str, usize) -> Never;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Never;
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<(), EncodeError> {
        F::text_key(self.out, value);
        Ok(())
    }

    fn serialize_u64(self, value: u64) -> Result<(), EncodeError> {
        match i64::try_from(value) {
            Ok(value) => F::integer_key(self.out, value),
            Err(_) => F::text_key(self.out, &value.to_string()),
        }
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result<(), EncodeError> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    /// No base64 here: a reader could not tell it from text.
    fn serialize_bytes(self, value: &[u8]) -> Result<(), EncodeError> {
        if F::TEXT_ONLY {
            F::text_key(self.out, text_of(value)?);
        } else {
            F::bytes(self.out, value);
        }
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), EncodeError> {
        value.serialize(self)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), EncodeError> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), EncodeError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), EncodeError> {
        Err(not_a_key())
    }
}
