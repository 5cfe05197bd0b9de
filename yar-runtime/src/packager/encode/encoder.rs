//! The encoder as serde sees it: which things are written as what.

use super::compound::{Compound, Variant};
use super::key::KeyEncoder;
use super::place::Place;
use super::{EncodeError, Format};
use crate::packager::MAX_DEPTH;
use serde::Serialize;
use serde::ser::{Error as _, SerializeSeq as _, Serializer};
use std::marker::PhantomData;

/// Name of the newtype that `Value` puts around a string that is not text:
/// no base64 then, since a reader of an untyped value could not tell.
pub(crate) const RAW_STRING: &str = "$yar::RawString";
/// Name of the struct by which `Map` writes a class and its entries.
pub(crate) const OBJECT: &str = "$yar::Object";

/// Appends `value`; on an error `out` is left as it was.
///
/// A function of its own for each format, so that choosing one costs a jump.
#[inline(never)]
pub(crate) fn encode<F: Format, T: Serialize + ?Sized>(
    value: &T,
    out: &mut Vec<u8>,
) -> Result<(), EncodeError> {
    let before = out.len();
    let result = value.serialize(Encoder::<F>::new(out));
    if result.is_err() {
        out.truncate(before);
    }
    result
}

/// Writes one value. Two fields, which travel in registers: three would be
/// passed in memory.
pub(crate) struct Encoder<'a, F> {
    out: &'a mut Vec<u8>,
    place: Place,
    format: PhantomData<F>,
}

impl<'a, F: Format> Encoder<'a, F> {
    #[inline]
    pub(crate) fn new(out: &'a mut Vec<u8>) -> Self {
        Self::at(out, 0)
    }

    /// For a value that the caller has already put into `depth` containers.
    #[inline]
    pub(crate) fn at(out: &'a mut Vec<u8>, depth: u32) -> Self {
        Self {
            out,
            place: Place::new(depth, 0),
            format: PhantomData,
        }
    }

    /// For a map whose class is what stands in `out` from `start` on.
    pub(super) fn with_class(out: &'a mut Vec<u8>, depth: u32, start: usize) -> Self {
        // A class of 4 GiB fits no frame either.
        let class = u32::try_from(out.len() - start + 1).unwrap_or(0);
        Self {
            out,
            place: Place::new(depth, class),
            format: PhantomData,
        }
    }

    #[inline]
    fn float(self, value: f64) -> Result<(), EncodeError> {
        if F::TEXT_ONLY && !value.is_finite() {
            return Err(not_finite(value));
        }
        F::float(self.out, value);
        Ok(())
    }

    #[inline]
    fn deeper(&self) -> Result<u32, EncodeError> {
        let depth = self.place.depth();
        match (depth as usize) < MAX_DEPTH {
            true => Ok(depth + 1),
            false => Err(too_deep()),
        }
    }

    #[inline]
    fn list(self, len: Option<usize>) -> Result<Compound<'a, F>, EncodeError> {
        let depth = self.deeper()?;
        Ok(Compound::list(self.out, depth, len))
    }

    #[inline]
    fn empty_list(self) -> Result<(), EncodeError> {
        self.deeper()?;
        F::empty_list(self.out);
        Ok(())
    }

    #[inline]
    fn map(self, len: Option<usize>) -> Result<Compound<'a, F>, EncodeError> {
        let depth = self.deeper()?;
        match self.place.class().checked_sub(1) {
            None => Ok(Compound::map(self.out, depth, len, None)),
            Some(class) => Ok(self.object(depth, len, class as usize)),
        }
    }

    #[cold]
    fn object(self, depth: u32, len: Option<usize>, class: usize) -> Compound<'a, F> {
        let class = self.out.split_off(self.out.len() - class);
        let class = String::from_utf8_lossy(&class);
        Compound::map(self.out, depth, len, Some(&class))
    }

    /// The one-key map around a variant with content.
    fn variant(self, name: &'static str) -> Result<Compound<'a, F>, EncodeError> {
        let mut map = self.map(Some(1))?;
        map.key(name);
        Ok(map)
    }
}

macro_rules! integers {
    ($($method:ident $int:ident),*) => {$(
        #[inline]
        fn $method(self, value: $int) -> Result<(), EncodeError> {
            F::integer(self.out, value.into());
            Ok(())
        }
    )*};
}

impl<'a, F: Format> Serializer for Encoder<'a, F> {
    type Ok = ();
    type Error = EncodeError;
    type SerializeSeq = Compound<'a, F>;
    type SerializeTuple = Compound<'a, F>;
    type SerializeTupleStruct = Compound<'a, F>;
    type SerializeTupleVariant = Variant<'a, F>;
    type SerializeMap = Compound<'a, F>;
    type SerializeStruct = Compound<'a, F>;
    type SerializeStructVariant = Variant<'a, F>;

    #[inline]
    fn serialize_bool(self, value: bool) -> Result<(), EncodeError> {
        F::boolean(self.out, value);
        Ok(())
    }

    integers!(
        serialize_i8 i8, serialize_i16 i16, serialize_i32 i32, serialize_i64 i64,
        serialize_u8 u8, serialize_u16 u16, serialize_u32 u32
    );

    #[inline]
    fn serialize_u64(self, value: u64) -> Result<(), EncodeError> {
        match i64::try_from(value) {
            Ok(value) => F::integer(self.out, value),
            Err(_) if F::UNSIGNED => F::unsigned(self.out, value),
            // A decimal string is what survives in PHP.
            Err(_) => F::text(self.out, &value.to_string()),
        }
        Ok(())
    }

    fn serialize_i128(self, value: i128) -> Result<(), EncodeError> {
        match (i64::try_from(value), u64::try_from(value)) {
            (Ok(value), _) => self.serialize_i64(value),
            (_, Ok(value)) => self.serialize_u64(value),
            _ => Err(EncodeError::custom("the integer is wider than 64 bits")),
        }
    }

    fn serialize_u128(self, value: u128) -> Result<(), EncodeError> {
        match u64::try_from(value) {
            Ok(value) => self.serialize_u64(value),
            Err(_) => Err(EncodeError::custom("the integer is wider than 64 bits")),
        }
    }

    #[inline]
    fn serialize_f32(self, value: f32) -> Result<(), EncodeError> {
        self.float(value.into())
    }

    #[inline]
    fn serialize_f64(self, value: f64) -> Result<(), EncodeError> {
        self.float(value)
    }

    fn serialize_char(self, value: char) -> Result<(), EncodeError> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<(), EncodeError> {
        F::text(self.out, value);
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), EncodeError> {
        F::bytes(self.out, value);
        Ok(())
    }

    #[inline]
    fn serialize_none(self) -> Result<(), EncodeError> {
        self.serialize_unit()
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), EncodeError> {
        value.serialize(self)
    }

    #[inline]
    fn serialize_unit(self) -> Result<(), EncodeError> {
        F::null(self.out);
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), EncodeError> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), EncodeError> {
        self.serialize_str(variant)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<(), EncodeError> {
        if name == RAW_STRING {
            // Keys are written without base64 as well.
            return value.serialize(KeyEncoder::<F>::new(self.out));
        }
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), EncodeError> {
        let mut map = self.variant(variant)?;
        value
            .serialize(map.value())
            .map_err(|error| error.in_field(variant))?;
        map.finish_map();
        Ok(())
    }

    #[inline]
    fn serialize_seq(self, len: Option<usize>) -> Result<Compound<'a, F>, EncodeError> {
        self.list(len)
    }

    #[inline]
    fn collect_seq<I>(self, items: I) -> Result<(), EncodeError>
    where
        I: IntoIterator<Item: Serialize>,
    {
        let items = items.into_iter();
        let len = match items.size_hint() {
            (_, Some(0)) => return self.empty_list(),
            (low, Some(high)) if low == high => Some(high),
            _ => None,
        };
        let depth = self.deeper()?;
        collect::<F, _>(self.out, depth, len, items)
    }

    #[inline]
    fn serialize_tuple(self, len: usize) -> Result<Compound<'a, F>, EncodeError> {
        self.list(Some(len))
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        len: usize,
    ) -> Result<Compound<'a, F>, EncodeError> {
        self.list(Some(len))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Variant<'a, F>, EncodeError> {
        let map = self.variant(variant)?;
        Ok(Variant::list(map, variant, len))
    }

    #[inline]
    fn serialize_map(self, len: Option<usize>) -> Result<Compound<'a, F>, EncodeError> {
        self.map(len)
    }

    #[inline]
    fn serialize_struct(
        self,
        name: &'static str,
        len: usize,
    ) -> Result<Compound<'a, F>, EncodeError> {
        if name == OBJECT {
            return Ok(Compound::object(self.out, self.place.depth()));
        }
        self.map(Some(len))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Variant<'a, F>, EncodeError> {
        let map = self.variant(variant)?;
        Ok(Variant::map(map, variant, len))
    }
}

/// Writes a list.
///
/// A function of its own, since what it is given has been handed to nobody
/// before who might have kept the address: the length of `out` can stay in a
/// register, and is not loaded anew for every element.
#[inline(never)]
fn collect<F: Format, I: Iterator<Item: Serialize>>(
    out: &mut Vec<u8>,
    depth: u32,
    len: Option<usize>,
    mut items: I,
) -> Result<(), EncodeError> {
    let mut list = Compound::<F>::list(out, depth, len);
    items.try_for_each(|item| list.serialize_element(&item))?;
    list.end()
}

#[cold]
fn not_finite(value: f64) -> EncodeError {
    EncodeError::new(format!(
        "JSON cannot carry {value}: send null or choose another packager"
    ))
}

#[cold]
fn too_deep() -> EncodeError {
    EncodeError::new(format!(
        "the value is nested deeper than {MAX_DEPTH} levels"
    ))
}
