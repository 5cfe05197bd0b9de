//! Values through serde. To the packagers of this crate they say more than
//! serde can: which strings are no text, and the classes of maps.

use super::{Bytes, Key, Map, Value};
use crate::packager::{OBJECT, RAW_STRING, VALUE};
use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, SerializeSeq, SerializeStruct, Serializer};
use std::{fmt, iter};

/// Scalars are written where they stand; only containers are worth a call.
/// Without optimization the frames of what is inlined would add up.
impl Serialize for Value {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // The most frequent ones by a comparison, all others by a jump.
        if let Self::String(text) = self {
            return serializer.serialize_str(text);
        }
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Int(value) => serializer.serialize_i64(*value),
            Self::UInt(value) => serializer.serialize_u64(*value),
            Self::Float(value) => serializer.serialize_f64(*value),
            Self::String(text) => serializer.serialize_str(text),
            Self::Bytes(bytes) => serializer.serialize_newtype_struct(RAW_STRING, &Raw(bytes)),
            Self::List(items) if items.is_empty() => serializer.collect_seq([(); 0]),
            Self::List(items) => Items(items).serialize(serializer),
            Self::Map(map) => map.serialize(serializer),
        }
    }
}

struct Items<'a>(&'a [Value]);

impl Serialize for Items<'_> {
    #[inline(never)]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.len()))?;
        for item in self.0 {
            list.serialize_element(item)?;
        }
        list.end()
    }
}

struct Raw<'a>(&'a [u8]);

impl Serialize for Raw<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

impl Serialize for Map {
    #[inline(never)]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(class) = self.class() else {
            return Entries(&self.entries).serialize(serializer);
        };
        let mut object = serializer.serialize_struct(OBJECT, 2)?;
        object.serialize_field("class", class)?;
        object.serialize_field("entries", &Entries(&self.entries))?;
        object.end()
    }
}

struct Entries<'a>(&'a [(Key, Value)]);

impl Serialize for Entries<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl Serialize for Key {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Int(key) => serializer.serialize_i64(*key),
            Self::String(key) => serializer.serialize_str(key),
            Self::Bytes(key) => serializer.serialize_bytes(key),
        }
    }
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(VALUE, Make(Returned))
    }
}

/// Where a value goes.
trait Place {
    /// What is handed up for it.
    type Output;

    fn put(self, value: Value) -> Self::Output;
}

/// The value itself is handed up: as the outermost one, which is small then.
struct Returned;

impl Place for Returned {
    type Output = Value;

    #[inline]
    fn put(self, value: Value) -> Value {
        value
    }
}

/// Into a value that is null, where it stands: nothing large is handed up
/// through the levels of nesting, which would fill the stack of a build without
/// optimization.
struct Fill<'v>(&'v mut Value);

impl Place for Fill<'_> {
    type Output = ();

    #[inline]
    fn put(self, value: Value) {
        // There is nothing to drop, and not looking is faster.
        std::mem::forget(std::mem::replace(self.0, value));
    }
}

impl<'de> DeserializeSeed<'de> for Fill<'_> {
    type Value = ();

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_newtype_struct(VALUE, Make(self))
    }
}

/// Adds the next element to a list and decodes it where it stands.
struct Push<'v>(&'v mut Vec<Value>);

impl<'de> DeserializeSeed<'de> for Push<'_> {
    type Value = ();

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        // Made where it will be: if it were pushed it would be moved as a whole, of
        // which most has never been written, and processors wait for that.
        self.0.push(Value::Null);
        match self.0.last_mut() {
            Some(place) => Fill(place).deserialize(deserializer),
            None => Ok(()),
        }
    }
}

/// Makes a value and puts it where it goes.
struct Make<P>(P);

macro_rules! scalars {
    ($($method:ident($($from:ident: $ty:ty)?) => $value:expr;)*) => {$(
        #[inline]
        fn $method<E>(self $(, $from: $ty)?) -> Result<P::Output, E> {
            Ok(self.0.put($value))
        }
    )*};
}

impl<'de, P: Place> Visitor<'de> for Make<P> {
    type Value = P::Output;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    scalars! {
        visit_unit() => Value::Null;
        visit_none() => Value::Null;
        visit_bool(value: bool) => Value::Bool(value);
        visit_i64(value: i64) => Value::Int(value);
        visit_u64(value: u64) => value.into();
        visit_f64(value: f64) => Value::Float(value);
        visit_str(text: &str) => Value::String(text.to_owned());
        visit_string(text: String) => Value::String(text);
        visit_bytes(bytes: &[u8]) => Value::Bytes(bytes.to_vec());
        visit_byte_buf(bytes: Vec<u8>) => Value::Bytes(bytes);
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<P::Output, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<P::Output, D::Error> {
        deserializer.deserialize_any(self)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<P::Output, A::Error> {
        let mut list = Vec::with_capacity(cautious(items.size_hint()));
        loop {
            if list.len() == list.capacity() {
                grow(&mut list, items.size_hint());
            }
            if items.next_element_seed(Push(&mut list))?.is_none() {
                break;
            }
        }
        Ok(self.0.put(Value::List(list)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<P::Output, A::Error> {
        let mut map = Map {
            class: None,
            entries: Vec::with_capacity(cautious(entries.size_hint())),
        };
        while let Some(value) = begin_entry(&mut entries, &mut map)? {
            entries.next_value_seed(Fill(value))?;
        }
        Ok(self.0.put(Value::Map(map)))
    }
}

/// Reads the next key, and the class if it stands before it; gives the place
/// for the value. Apart from the recursion, because of its large frame.
fn begin_entry<'m, 'de, A: MapAccess<'de>>(
    entries: &mut A,
    map: &'m mut Map,
) -> Result<Option<&'m mut Value>, A::Error> {
    loop {
        match entries.next_key()? {
            None => return Ok(None),
            Some(KeyOrClass::Class) => map.set_class(Some(entries.next_value()?)),
            Some(KeyOrClass::Key(key)) => {
                map.entries.extend(iter::once_with(|| (key, Value::Null)));
                return Ok(map.entries.last_mut().map(|(_, value)| value));
            }
        }
    }
}

/// Doubles a full list, but not beyond what is announced.
fn grow(list: &mut Vec<Value>, announced: Option<usize>) {
    if let Some(announced) = announced {
        list.reserve_exact(announced.min(list.len()));
    }
}

/// What is reserved before anything has been read.
fn cautious(hint: Option<usize>) -> usize {
    hint.unwrap_or(0).min(1024)
}

impl<'de> Deserialize<'de> for Map {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Map(map) => Ok(map),
            Value::List(items) => Ok((0..).zip(items).collect()),
            _ => Err(de::Error::custom("expected a map, got a scalar")),
        }
    }
}

/// The decoder gives a class name as the value of a null key.
enum KeyOrClass {
    Key(Key),
    Class,
}

impl<'de> Deserialize<'de> for KeyOrClass {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let key = deserializer.deserialize_any(KeyVisitor)?;
        Ok(key.map_or(Self::Class, Self::Key))
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let key = deserializer.deserialize_any(KeyVisitor)?;
        Ok(key.unwrap_or_else(|| Self::String(String::new())))
    }
}

struct KeyVisitor;

impl Visitor<'_> for KeyVisitor {
    type Value = Option<Key>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer or a string")
    }

    fn visit_unit<E>(self) -> Result<Option<Key>, E> {
        Ok(None)
    }

    fn visit_i64<E>(self, key: i64) -> Result<Option<Key>, E> {
        Ok(Some(Key::Int(key)))
    }

    fn visit_u64<E>(self, key: u64) -> Result<Option<Key>, E> {
        let text = |_| Key::String(key.to_string());
        Ok(Some(i64::try_from(key).map_or_else(text, Key::Int)))
    }

    fn visit_str<E>(self, key: &str) -> Result<Option<Key>, E> {
        Ok(Some(Key::String(key.to_owned())))
    }

    fn visit_bytes<E>(self, key: &[u8]) -> Result<Option<Key>, E> {
        // Keys sent as binary are text all the same, if they can be.
        Ok(Some(match std::str::from_utf8(key) {
            Ok(text) => Key::String(text.to_owned()),
            Err(_) => Key::Bytes(key.to_vec()),
        }))
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_byte_buf(BytesVisitor)
    }
}

struct BytesVisitor;

impl<'de> Visitor<'de> for BytesVisitor {
    type Value = Bytes;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bytes")
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Bytes, E> {
        Ok(Bytes(bytes.to_vec()))
    }

    fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Bytes, E> {
        Ok(Bytes(bytes))
    }

    fn visit_str<E>(self, text: &str) -> Result<Bytes, E> {
        Ok(Bytes(text.as_bytes().to_vec()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Bytes, A::Error> {
        let mut bytes = Vec::with_capacity(cautious(items.size_hint()));
        while let Some(byte) = items.next_element()? {
            bytes.push(byte);
        }
        Ok(Bytes(bytes))
    }
}
