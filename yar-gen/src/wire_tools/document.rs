//! A body as it lies on the wire, whatever its packager.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::WireError;
use super::stack::with_room;
use super::{body, json, tagged};
use yar_runtime::Packager;

/// One value. What only one packager has keeps a name of its own, so that it
/// is written again as it was read.
///
/// The tagged form is JSON in which an object with one of these keys stands
/// for what plain JSON cannot carry:
///
/// | tag | stands for |
/// |---|---|
/// | `{"$int":"n"}` | an integer beyond 2^53 |
/// | `{"$f64":"x"}` | a float that is integral, -0.0, nan, inf or -inf |
/// | `{"$f32":"x"}` | a float of 32 bits (MSGPACK) |
/// | `{"$bin":"hex"}` | a string that is not UTF-8 |
/// | `{"$msgpack_bin":"hex"}` | a binary (MSGPACK) |
/// | `{"$ext":[type,"hex"]}` | an extension (MSGPACK) |
/// | `{"$map":[[k,v],...]}` | a map that is empty, has a key twice, one that is no text or one that begins with `$` |
/// | `{"$obj":class,"props":[[k,v],...]}` | an object (PHP) |
/// | `{"$enum":"Suit:Hearts"}` | a case of an enumeration (PHP) |
/// | `{"$phpref":"R5"}` | a back reference (PHP) |
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Document {
    /// Null.
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer that fits `i64`.
    Int(i64),
    /// An integer above `i64::MAX`.
    UInt(u64),
    /// A float.
    Float(f64),
    /// A float of 32 bits, in MSGPACK.
    Float32(f32),
    /// A string.
    Text(String),
    /// A string that is not UTF-8.
    Bytes(Vec<u8>),
    /// A binary of MSGPACK.
    Binary(Vec<u8>),
    /// An extension of MSGPACK: type and data.
    Extension(i8, Vec<u8>),
    /// A list; in PHP an array with the keys 0, 1, 2 and so on.
    List(Vec<Document>),
    /// Any other map, in the order of the wire.
    Map(Entries),
    /// An object of PHP's format: class and properties.
    Object(Box<Document>, Entries),
    /// A case of an enumeration in PHP's format, such as `Suit:Hearts`.
    Case(Box<Document>),
    /// A back reference in PHP's format, such as `R2`.
    Reference(String),
}

/// Keys and values in order.
pub(super) type Entries = Vec<(Document, Document)>;

impl Document {
    /// Takes a body apart.
    ///
    /// # Errors
    /// When it is not well-formed, nested deeper than 512 levels, or followed
    /// by more bytes. Offsets count from the body's first byte.
    pub fn read(packager: Packager, body: &[u8]) -> Result<Self, WireError> {
        with_room(|| body::read(packager, body, 0))
    }

    /// Appends the canonical form in a packager.
    ///
    /// # Errors
    /// When the packager has no form for something in it.
    pub fn write(&self, packager: Packager, out: &mut Vec<u8>) -> Result<(), WireError> {
        with_room(|| body::write(self, packager, out))
    }

    /// Reads the tagged form: JSON in which an object with a key such as
    /// `$bin` stands for what plain JSON cannot carry.
    ///
    /// # Errors
    /// When it is not JSON, or a tag is unknown or misused.
    pub fn from_tagged(text: &str) -> Result<Self, WireError> {
        with_room(|| tagged::untag(json::read_line(text)?))
    }

    /// The tagged form, in one line.
    #[must_use]
    pub fn to_tagged(&self) -> String {
        with_room(|| json::line(&tagged::tag(self)))
    }

    /// The value under a text key, the last one if there are several.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        let Self::Map(entries) = self else {
            return None;
        };
        let is_wanted = |found: &Self| matches!(found, Self::Text(found) if found == key);
        let mut entries = entries.iter().rev();
        entries
            .find(|(found, _)| is_wanted(found))
            .map(|(_, value)| value)
    }

    /// A string of either kind.
    pub(super) fn string(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::Text(text.to_owned()),
            Err(_) => Self::Bytes(bytes.to_vec()),
        }
    }

    /// The bytes of a string of either kind.
    pub(super) fn as_string(&self) -> Option<&[u8]> {
        match self {
            Self::Text(text) => Some(text.as_bytes()),
            Self::Bytes(bytes) => Some(bytes),
            _ => None,
        }
    }
}

/// For JSON, which has nothing that serde cannot carry.
impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(DocumentVisitor)
    }
}

struct DocumentVisitor;

impl<'de> Visitor<'de> for DocumentVisitor {
    type Value = Document;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Document, E> {
        Ok(Document::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Document, E> {
        Ok(Document::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Document, E> {
        Ok(Document::Int(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Document, E> {
        Ok(i64::try_from(value).map_or(Document::UInt(value), Document::Int))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Document, E> {
        Ok(Document::Float(value))
    }

    fn visit_str<E>(self, text: &str) -> Result<Document, E> {
        Ok(Document::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Document, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Document::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Document, A::Error> {
        let mut map = Vec::new();
        while let Some(entry) = entries.next_entry()? {
            map.push(entry);
        }
        Ok(Document::Map(map))
    }
}
