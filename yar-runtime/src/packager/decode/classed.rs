//! Objects with their class: it is given first, as the value of a null key.

use super::access::Entries;
use super::key::KeyDecoder;
use super::reader::{Opening, Reader, Token};
use super::{Decoder, Result};
use crate::packager::DecodeError;
use serde::de::value::UnitDeserializer;
use serde::de::{DeserializeSeed, MapAccess, Visitor};
use std::borrow::Cow;

impl<'de, R: Reader<'de>> Decoder<R> {
    pub(super) fn classed<V: Visitor<'de>>(
        &mut self,
        opening: Opening,
        visitor: V,
    ) -> Result<V::Value> {
        let class = Some(self.reader.class());
        let mut entries = Entries::new(self, opening)?;
        entries.include_private();
        let mut all = ClassFirst { class, entries };
        let value = visitor.visit_map(&mut all)?;
        all.entries.finish()?;
        Ok(value)
    }
}

/// The class, then all entries.
struct ClassFirst<'d, 'de, R> {
    /// Until it has been given.
    class: Option<&'de [u8]>,
    entries: Entries<'d, 'de, R>,
}

impl<'de, R: Reader<'de>> MapAccess<'de> for &mut ClassFirst<'_, 'de, R> {
    type Error = DecodeError;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        match self.class {
            Some(_) => seed.deserialize(UnitDeserializer::new()).map(Some),
            None => (&mut self.entries).next_key_seed(seed),
        }
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value> {
        match self.class.take() {
            Some(class) => seed.deserialize(KeyDecoder(Token::String(Cow::Borrowed(class)))),
            None => (&mut self.entries).next_value_seed(seed),
        }
    }
}
