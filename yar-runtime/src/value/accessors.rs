//! Making values, and looking into them.

use super::{Bytes, Key, Map, Value};
use std::collections::BTreeMap;

impl Value {
    /// True for null.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The boolean, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The integer, if it is one that fits.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(*value),
            Self::UInt(value) => i64::try_from(*value).ok(),
            _ => None,
        }
    }

    /// The integer, if it is one that fits.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        match self {
            Self::Int(value) => u64::try_from(*value).ok(),
            Self::UInt(value) => Some(*value),
            _ => None,
        }
    }

    /// The number as a float: integers above 2^53 lose digits.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Int(value) => Some(*value as f64),
            Self::UInt(value) => Some(*value as f64),
            Self::Float(value) => Some(*value),
            _ => None,
        }
    }

    /// The text, if it is text.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The bytes of a string, text or not.
    #[must_use]
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Self::String(text) => Some(text.as_bytes()),
            Self::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// The elements, if it is a list.
    #[must_use]
    pub fn as_list(&self) -> Option<&[Value]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    /// The map, if it is one.
    #[must_use]
    pub fn as_map(&self) -> Option<&Map> {
        match self {
            Self::Map(map) => Some(map),
            _ => None,
        }
    }

    /// The value under a text key of a map.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.as_map()?.get(key)
    }
}

impl Map {
    /// An empty map.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Class name, where a PHP object was sent. It is written again in PHP and
    /// MSGPACK, and a PHP peer then makes such an object: clear it before
    /// passing on what an untrusted peer sent.
    #[must_use]
    pub fn class(&self) -> Option<&str> {
        self.class.as_deref().map(String::as_str)
    }

    /// Makes the map an object of this class, or a plain map again.
    pub fn set_class(&mut self, class: Option<String>) {
        self.class = class.map(Box::new);
    }

    /// The value under a text key; the last one, should the key be there twice.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.find(|found| matches!(found, Key::String(found) if found == key))
    }

    /// The value under an integer key, or under its digits.
    #[must_use]
    pub fn get_int(&self, key: i64) -> Option<&Value> {
        self.find(|found| found.as_i64() == Some(key))
    }

    /// Adds an entry at the end.
    pub fn push(&mut self, key: impl Into<Key>, value: impl Into<Value>) {
        self.entries.push((key.into(), value.into()));
    }

    fn find(&self, wanted: impl Fn(&Key) -> bool) -> Option<&Value> {
        let mut entries = self.entries.iter().rev();
        entries.find(|(key, _)| wanted(key)).map(|(_, value)| value)
    }
}

impl Key {
    /// The text, if it is text.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            Self::Int(_) | Self::Bytes(_) => None,
        }
    }

    /// The integer. PHP makes "5" the integer 5 but leaves "05" alone, and
    /// JSON has only text, so that digits in their usual form count as well.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Self::Int(key) => Some(*key),
            Self::String(text) => {
                let key: i64 = text.parse().ok()?;
                (key.to_string() == *text).then_some(key)
            }
            Self::Bytes(_) => None,
        }
    }
}

macro_rules! from {
    ($($from:ty: $value:ident => $made:expr;)*) => {$(
        impl From<$from> for Value {
            fn from($value: $from) -> Self {
                $made
            }
        }
    )*};
}

from! {
    (): _unit => Value::Null;
    bool: value => Value::Bool(value);
    i8: value => Value::Int(value.into());
    i16: value => Value::Int(value.into());
    i32: value => Value::Int(value.into());
    i64: value => Value::Int(value);
    u8: value => Value::Int(value.into());
    u16: value => Value::Int(value.into());
    u32: value => Value::Int(value.into());
    u64: value => i64::try_from(value).map_or(Value::UInt(value), Value::Int);
    f32: value => Value::Float(value.into());
    f64: value => Value::Float(value);
    &str: value => Value::String(value.to_owned());
    String: value => Value::String(value);
    Bytes: value => Value::Bytes(value.0);
    Map: value => Value::Map(value);
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(items: Vec<T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl<K: Into<Key>, V: Into<Value>> From<BTreeMap<K, V>> for Value {
    fn from(map: BTreeMap<K, V>) -> Self {
        Self::Map(map.into_iter().collect())
    }
}

impl<K: Into<Key>, V: Into<Value>> FromIterator<(K, V)> for Map {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let entries = entries.into_iter();
        Self {
            class: None,
            entries: entries
                .map(|(key, value)| (key.into(), value.into()))
                .collect(),
        }
    }
}

impl From<i64> for Key {
    fn from(key: i64) -> Self {
        Self::Int(key)
    }
}

impl From<&str> for Key {
    fn from(key: &str) -> Self {
        Self::String(key.to_owned())
    }
}

impl From<String> for Key {
    fn from(key: String) -> Self {
        Self::String(key)
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Self {
        Self(bytes.to_vec())
    }
}

impl From<Bytes> for Vec<u8> {
    fn from(bytes: Bytes) -> Self {
        bytes.0
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl std::ops::Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}
