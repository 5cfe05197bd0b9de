//! Lists and maps on their way out. Counts stand in front of the elements, and
//! serde does not always know them: a wrong one is put right at the end.

use super::key::KeyEncoder;
use super::text::show;
use super::{EncodeError, Encoder, Format};
use serde::Serialize;
use serde::ser;
use std::marker::PhantomData;
use std::mem;

/// A list, a map or an object with its class.
pub(crate) struct Compound<'a, F> {
    out: &'a mut Vec<u8>,
    /// Containers around its elements, itself included.
    depth: u32,
    /// Where its header begins and ends.
    header: (usize, usize),
    announced: usize,
    count: usize,
    /// Not a container itself: the two parts of an object, the class first.
    is_object: bool,
    format: PhantomData<F>,
}

impl<'a, F: Format> Compound<'a, F> {
    #[inline]
    pub(super) fn list(out: &'a mut Vec<u8>, depth: u32, len: Option<usize>) -> Self {
        let start = out.len();
        F::begin_list(out, len.unwrap_or(0));
        Self::new(out, depth, start, len)
    }

    #[inline]
    pub(super) fn map(
        out: &'a mut Vec<u8>,
        depth: u32,
        len: Option<usize>,
        class: Option<&str>,
    ) -> Self {
        let start = out.len();
        F::begin_map(out, len.unwrap_or(0), class);
        Self::new(out, depth, start, len)
    }

    pub(super) fn object(out: &'a mut Vec<u8>, depth: u32) -> Self {
        let start = out.len();
        let is_object = true;
        Self {
            is_object,
            ..Self::new(out, depth, start, None)
        }
    }

    #[inline]
    fn new(out: &'a mut Vec<u8>, depth: u32, start: usize, len: Option<usize>) -> Self {
        let header = (start, out.len());
        Self {
            out,
            depth,
            header,
            announced: len.unwrap_or(0),
            count: 0,
            is_object: false,
            format: PhantomData,
        }
    }

    /// Writes a key that is known to be text.
    #[inline(always)]
    pub(super) fn key(&mut self, key: &'static str) {
        F::entry(self.out, self.count);
        self.count += 1;
        F::text_key(self.out, key);
        F::colon(self.out);
    }

    /// For the value of the key just written.
    #[inline]
    pub(super) fn value(&mut self) -> Encoder<'_, F> {
        Encoder::at(self.out, self.depth)
    }

    /// Writes an entry whose value is an integer.
    #[inline(always)]
    pub(crate) fn integer(&mut self, key: &'static str, value: i64) {
        self.key(key);
        F::integer(self.out, value);
    }

    /// Writes an entry whose value is text.
    #[inline(always)]
    pub(crate) fn text(&mut self, key: &'static str, value: &str) {
        self.key(key);
        F::text(self.out, value);
    }

    /// Writes an entry.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn entry<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), EncodeError> {
        self.key(key);
        value
            .serialize(self.value())
            .map_err(|error| error.in_field(key))
    }

    #[inline]
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        let index = self.count;
        F::element(self.out, index);
        self.count += 1;
        value
            .serialize(self.value())
            .map_err(|error| error.in_element(index))
    }

    #[inline]
    fn finish_list(&mut self) {
        if F::COUNTS && self.count != self.announced {
            let out = mem::take(self.out);
            *self.out = corrected(out, self.header, self.count, F::begin_list);
        }
        F::end_list(self.out);
    }

    #[inline]
    pub(crate) fn finish_map(&mut self) {
        if F::COUNTS && self.count != self.announced {
            // Objects announce what they have.
            let begin = |out: &mut _, count| F::begin_map(out, count, None);
            let out = mem::take(self.out);
            *self.out = corrected(out, self.header, self.count, begin);
        }
        F::end_map(self.out);
    }

    fn object_part<T: Serialize + ?Sized>(&mut self, part: &T) -> Result<(), EncodeError> {
        self.count += 1;
        if self.count == 1 {
            // Put by where the object will begin.
            self.out.extend_from_slice(show(part).as_bytes());
            return Ok(());
        }
        part.serialize(Encoder::<F>::with_class(
            self.out,
            self.depth,
            self.header.0,
        ))
    }
}

/// Writes the header anew, now that the elements have been counted. What has
/// been written comes as a value: if its place were handed on, its length would
/// be read from memory for every element.
#[cold]
fn corrected(
    mut out: Vec<u8>,
    (start, end): (usize, usize),
    count: usize,
    begin: impl FnOnce(&mut Vec<u8>, usize),
) -> Vec<u8> {
    let mut header = Vec::new();
    begin(&mut header, count);
    out.splice(start..end, header);
    out
}

macro_rules! lists {
    ($($part:ident $method:ident),*) => {$(
        impl<F: Format> ser::$part for Compound<'_, F> {
            type Ok = ();
            type Error = EncodeError;

            #[inline]
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
                self.element(value)
            }

            #[inline]
            fn end(mut self) -> Result<(), EncodeError> {
                self.finish_list();
                Ok(())
            }
        }
    )*};
}
lists!(SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field);

impl<F: Format> ser::SerializeMap for Compound<'_, F> {
    type Ok = ();
    type Error = EncodeError;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), EncodeError> {
        F::entry(self.out, self.count);
        self.count += 1;
        key.serialize(KeyEncoder::<F>::new(self.out))
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        F::colon(self.out);
        value.serialize(self.value())
    }

    #[inline]
    fn serialize_entry<K: Serialize + ?Sized, T: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &T,
    ) -> Result<(), EncodeError> {
        self.serialize_key(key)
            .and_then(|()| self.serialize_value(value))
            .map_err(|error| error.in_field(show(key)))
    }

    #[inline]
    fn end(mut self) -> Result<(), EncodeError> {
        self.finish_map();
        Ok(())
    }
}

impl<F: Format> ser::SerializeStruct for Compound<'_, F> {
    type Ok = ();
    type Error = EncodeError;

    // A part of what calls it, as it knows the key. Without optimization its
    // frame would be a part of that of every level.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), EncodeError> {
        if self.is_object {
            return self.object_part(value);
        }
        self.entry(key, value)
    }

    #[inline]
    fn end(mut self) -> Result<(), EncodeError> {
        if !self.is_object {
            self.finish_map();
        }
        Ok(())
    }
}

/// A variant with several fields: a list or map inside a one-key map.
pub(crate) struct Variant<'a, F> {
    inner: Compound<'a, F>,
    name: &'static str,
}

impl<'a, F: Format> Variant<'a, F> {
    pub(super) fn list(map: Compound<'a, F>, name: &'static str, len: usize) -> Self {
        let depth = map.depth + 1;
        let inner = Compound::list(map.out, depth, Some(len));
        Self { inner, name }
    }

    pub(super) fn map(map: Compound<'a, F>, name: &'static str, len: usize) -> Self {
        let depth = map.depth + 1;
        let inner = Compound::map(map.out, depth, Some(len), None);
        Self { inner, name }
    }
}

impl<F: Format> ser::SerializeTupleVariant for Variant<'_, F> {
    type Ok = ();
    type Error = EncodeError;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), EncodeError> {
        let name = self.name;
        self.inner
            .element(value)
            .map_err(|error| error.in_field(name))
    }

    fn end(mut self) -> Result<(), EncodeError> {
        self.inner.finish_list();
        F::end_map(self.inner.out);
        Ok(())
    }
}

impl<F: Format> ser::SerializeStructVariant for Variant<'_, F> {
    type Ok = ();
    type Error = EncodeError;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        key: &'static str,
        value: &T,
    ) -> Result<(), EncodeError> {
        let name = self.name;
        ser::SerializeStruct::serialize_field(&mut self.inner, key, value)
            .map_err(|error| error.in_field(name))
    }

    fn end(mut self) -> Result<(), EncodeError> {
        self.inner.finish_map();
        F::end_map(self.inner.out);
        Ok(())
    }
}
