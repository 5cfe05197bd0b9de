//! Variants of serde enums: a name, or a one-key map around their content.

use super::key::KeyDecoder;
use super::reader::{Opening, Reader, Token};
use super::{Decoder, Result};
use crate::packager::DecodeError;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, VariantAccess, Visitor};

/// A variant without content, by its name.
pub(super) struct NameVariant<'de>(pub(super) Token<'de>);

impl<'de> EnumAccess<'de> for NameVariant<'de> {
    type Error = DecodeError;
    type Variant = NoContent;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, NoContent)> {
        Ok((seed.deserialize(KeyDecoder(self.0))?, NoContent))
    }
}

pub(super) struct NoContent;

impl NoContent {
    fn missing<T>() -> Result<T> {
        Err(DecodeError::unfit(
            "expected a map from the variant's name to its content, got only the name",
        ))
    }
}

impl<'de> VariantAccess<'de> for NoContent {
    type Error = DecodeError;

    fn unit_variant(self) -> Result<()> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, _: T) -> Result<T::Value> {
        Self::missing()
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value> {
        Self::missing()
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Result<V::Value> {
        Self::missing()
    }
}

/// Reads a variant with content: the one entry of a map.
pub(super) fn in_map<'de, R: Reader<'de>, V: Visitor<'de>>(
    decoder: &mut Decoder<R>,
    opening: Opening,
    visitor: V,
) -> Result<V::Value> {
    let one_key = || {
        DecodeError::unfit(
            "expected a map with one key, which names the variant, got more or none at all",
        )
    };
    let mut frame = decoder.enter(opening)?;
    if !decoder.more(&mut frame)? {
        return Err(one_key());
    }
    let key = decoder.reader.key()?;
    let value = visitor.visit_enum(MapVariant {
        decoder: &mut *decoder,
        key,
    })?;
    match decoder.more(&mut frame)? {
        true => Err(one_key()),
        false => Ok(value),
    }
}

struct MapVariant<'d, 'de, R> {
    decoder: &'d mut Decoder<R>,
    key: Token<'de>,
}

impl<'de, R: Reader<'de>> MapVariant<'_, 'de, R> {
    #[cold]
    fn located(key: &Token<'de>, error: DecodeError) -> DecodeError {
        error.in_field(KeyDecoder::name(key))
    }
}

impl<'d, 'de, R: Reader<'de>> EnumAccess<'de> for MapVariant<'d, 'de, R> {
    type Error = DecodeError;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self)> {
        let variant = seed.deserialize(KeyDecoder(self.key.clone()))?;
        Ok((variant, self))
    }
}

impl<'de, R: Reader<'de>> VariantAccess<'de> for MapVariant<'_, 'de, R> {
    type Error = DecodeError;

    fn unit_variant(self) -> Result<()> {
        self.decoder.skip()
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value> {
        seed.deserialize(&mut *self.decoder)
            .map_err(|error| Self::located(&self.key, error))
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value> {
        self.decoder
            .deserialize_tuple(len, visitor)
            .map_err(|error| Self::located(&self.key, error))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.decoder
            .deserialize_struct("", fields, visitor)
            .map_err(|error| Self::located(&self.key, error))
    }
}
