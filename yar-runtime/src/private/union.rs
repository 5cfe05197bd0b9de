//! Unions: maps with one key, or with a tag among their entries.

use crate::packager::{DecodeLimits, Decoder, TAGGED, ValueReader};
use crate::value::{Key, Map, Value};
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde::ser::{Error as _, Impossible, SerializeMap, SerializeStruct, Serializer};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::marker::PhantomData;

/// What the readers of all unions need to know of one.
pub trait Cases: Sized {
    /// Name in the contract.
    const NAME: &'static str;
    /// What travels for each case.
    const CASES: &'static [&'static str];

    /// Keeps a case that is not among them.
    fn unknown(tag: String, value: Value) -> Self;
}

/// A union that travels as a map with one key.
pub trait Union: Cases {
    /// Reads the value of the case with this number, whose key was read.
    fn read<'de, A: MapAccess<'de>>(case: usize, map: &mut A) -> Result<Self, A::Error>;
}

/// A union that travels as the map of its case with the case under a tag.
pub trait Tagged: Cases {
    /// The key of the tag.
    const TAG: &'static [&'static str; 1];

    /// Reads the case with this number from the map without its tag.
    fn read<'de, D: Deserializer<'de>>(case: usize, map: D) -> Result<Self, D::Error>;
}

/// Reads a union with one key.
pub fn read_union<'de, U: Union, D: Deserializer<'de>>(deserializer: D) -> Result<U, D::Error> {
    deserializer.deserialize_struct(U::NAME, U::CASES, OneKey(PhantomData))
}

/// Reads a union with a tag.
pub fn read_tagged<'de, U: Tagged, D: Deserializer<'de>>(deserializer: D) -> Result<U, D::Error> {
    deserializer.deserialize_struct(TAGGED, U::TAG, WithTag(PhantomData))
}

/// Writes a map with one key.
pub fn write_case<S: Serializer, T: Serialize + ?Sized>(
    serializer: S,
    case: &str,
    value: &T,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(1))?;
    map.serialize_entry(case, value)?;
    map.end()
}

/// Writes a struct with one more key, in front.
pub fn write_tagged<S: Serializer, T: Serialize + ?Sized>(
    serializer: S,
    tag: &'static str,
    case: &'static str,
    value: &T,
) -> Result<S::Ok, S::Error> {
    value.serialize(TagInFront {
        serializer,
        tag,
        case,
    })
}

enum Case {
    Known(usize),
    Unknown(String),
}

/// Reads the name of a case.
struct CaseSeed(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for CaseSeed {
    type Value = Case;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Case, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for CaseSeed {
    type Value = Case;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "one of {}", self.0.join(", "))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Case, E> {
        let known = self.0.iter().position(|case| *case == text);
        Ok(known.map_or_else(|| Case::Unknown(text.to_owned()), Case::Known))
    }
}

struct OneKey<U>(PhantomData<U>);

impl<U: Cases> OneKey<U> {
    #[cold]
    fn wrong<E: Error>(found: &str) -> E {
        let (name, cases) = (U::NAME, U::CASES.join(", "));
        E::custom(format_args!(
            "expected {name} as a map with exactly one key of {cases}; got {found}"
        ))
    }
}

impl<'de, U: Union> Visitor<'de> for OneKey<U> {
    type Value = U;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, cases) = (U::NAME, U::CASES.join(", "));
        write!(f, "{name} as a map with exactly one key of {cases}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<U, A::Error> {
        let value = match map.next_key_seed(CaseSeed(U::CASES))? {
            None => return Err(Self::wrong("none")),
            Some(Case::Known(case)) => U::read(case, &mut map)?,
            Some(Case::Unknown(tag)) => U::unknown(tag, map.next_value()?),
        };
        match map.next_key::<String>()? {
            None => Ok(value),
            Some(second) => {
                let shown: String = second.chars().take(64).collect();
                Err(Self::wrong(&format!("another key, `{shown}`")))
            }
        }
    }
}

struct WithTag<U>(PhantomData<U>);

impl<'de, U: Tagged> Visitor<'de> for WithTag<U> {
    type Value = U;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, [tag], cases) = (U::NAME, U::TAG, U::CASES.join(", "));
        write!(
            f,
            "{name} as a map with the key `{tag}`, which is one of {cases}"
        )
    }

    /// Packagers of ours give the tag first. What others gave before it is
    /// kept until it comes.
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<U, A::Error> {
        let [tag] = U::TAG;
        let mut kept = Map::new();
        while let Some(key) = map.next_key::<Key>()? {
            if key.as_str() != Some(tag) || !kept.entries.is_empty() {
                kept.entries.push((key, map.next_value()?));
                continue;
            }
            match map.next_value_seed(CaseSeed(U::CASES))? {
                Case::Known(case) => return U::read(case, MapAccessDeserializer::new(map)),
                Case::Unknown(case) => kept.push(*tag, case),
            }
        }
        of_map(kept)
    }
}

/// Reads a map that is there as a whole.
fn of_map<U: Tagged, E: Error>(map: Map) -> Result<U, E> {
    let [tag] = U::TAG;
    let Some(Value::String(case)) = map.get(tag) else {
        let (name, cases) = (U::NAME, U::CASES.join(", "));
        return Err(E::custom(format_args!(
            "expected {name} as a map with the key `{tag}`, which is one of {cases}; \
             got none with such a key"
        )));
    };
    match U::CASES.iter().position(|known| known == case) {
        None => Ok(U::unknown(case.clone(), Value::Map(map))),
        Some(case) => {
            let reader = ValueReader::new(Value::Map(map));
            let mut decoder = Decoder::new(reader, DecodeLimits::default().depth);
            U::read(case, &mut decoder).map_err(E::custom)
        }
    }
}

/// Reads a case without content, whatever it has.
pub fn nothing<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    IgnoredAny::deserialize(deserializer).map(|_| ())
}

/// The error of a case number that no case has.
#[cold]
pub fn no_case<E: Error>(case: usize) -> E {
    E::custom(format_args!("there is no case number {case}"))
}

/// Writes what is a map with an entry in front.
struct TagInFront<S> {
    serializer: S,
    tag: &'static str,
    case: &'static str,
}

impl<S: Serializer> TagInFront<S> {
    #[cold]
    fn refuse<T>(self) -> Result<T, S::Error> {
        let (tag, case) = (self.tag, self.case);
        Err(S::Error::custom(format_args!(
            "the case `{case}` of a union with the tag `{tag}` must be a struct or a map"
        )))
    }

    fn alone(self) -> Result<S::Ok, S::Error> {
        write_case(self.serializer, self.tag, self.case)
    }
}

macro_rules! refused {
    ($($method:ident($($ty:ty),*) -> $ok:ty;)*) => {$(
        fn $method(self, $(_: $ty),*) -> Result<$ok, S::Error> {
            self.refuse()
        }
    )*};
}

impl<S: Serializer> Serializer for TagInFront<S> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Impossible<S::Ok, S::Error>;
    type SerializeTuple = Impossible<S::Ok, S::Error>;
    type SerializeTupleStruct = Impossible<S::Ok, S::Error>;
    type SerializeTupleVariant = Impossible<S::Ok, S::Error>;
    type SerializeMap = S::SerializeMap;
    type SerializeStruct = S::SerializeStruct;
    type SerializeStructVariant = Impossible<S::Ok, S::Error>;

    fn serialize_struct(
        self,
        name: &'static str,
        len: usize,
    ) -> Result<S::SerializeStruct, S::Error> {
        let mut fields = self.serializer.serialize_struct(name, len + 1)?;
        fields.serialize_field(self.tag, self.case)?;
        Ok(fields)
    }

    fn serialize_map(self, len: Option<usize>) -> Result<S::SerializeMap, S::Error> {
        let len = len.and_then(|len| len.checked_add(1));
        let mut map = self.serializer.serialize_map(len)?;
        map.serialize_entry(self.tag, self.case)?;
        Ok(map)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<S::Ok, S::Error> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<S::Ok, S::Error> {
        value.serialize(self)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<S::Ok, S::Error> {
        self.alone()
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<S::Ok, S::Error> {
        self.refuse()
    }

    refused! {
        serialize_bool(bool) -> S::Ok;
        serialize_i8(i8) -> S::Ok;
        serialize_i16(i16) -> S::Ok;
        serialize_i32(i32) -> S::Ok;
        serialize_i64(i64) -> S::Ok;
        serialize_u8(u8) -> S::Ok;
        serialize_u16(u16) -> S::Ok;
        serialize_u32(u32) -> S::Ok;
        serialize_u64(u64) -> S::Ok;
        serialize_f32(f32) -> S::Ok;
        serialize_f64(f64) -> S::Ok;
        serialize_char(char) -> S::Ok;
        serialize_str(&str) -> S::Ok;
        serialize_bytes(&[u8]) -> S::Ok;
        serialize_none() -> S::Ok;
        serialize_unit() -> S::Ok;
        serialize_unit_variant(&'static str, u32, &'static str) -> S::Ok;
        serialize_seq(Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }
}
