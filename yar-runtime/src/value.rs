//! A value of any type, as untyped calls carry it.
//!
//! It keeps what was sent: the order of maps, integer and string keys, class
//! names. Which packager it came through it does not know.

mod accessors;
mod serde;
#[cfg(test)]
mod tests;

/// Raw bytes: travel as a string in PHP and MSGPACK, as base64 in JSON.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Bytes(pub Vec<u8>);

/// Any value that Yar carries; it takes 32 bytes and what its text, list or
/// map holds.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Value {
    /// Null.
    #[default]
    Null,
    /// A boolean.
    Bool(bool),
    /// An integer that fits `i64`.
    Int(i64),
    /// An integer above `i64::MAX`.
    UInt(u64),
    /// A float.
    Float(f64),
    /// UTF-8 text.
    String(String),
    /// A string that is not UTF-8, or one that was sent as binary. JSON can
    /// carry it only if it is UTF-8 after all.
    Bytes(Vec<u8>),
    /// A list. PHP arrays are lists when their keys are 0, 1, 2 and so on.
    List(Vec<Value>),
    /// A map, in the order of the wire.
    Map(Map),
}

/// A map that keeps its order, with PHP's keys: integers and strings.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Map {
    /// Boxed twice, because it is rare: every value has room for a map.
    #[expect(clippy::box_collection, reason = "a boxed text would be two words")]
    class: Option<Box<String>>,
    /// Keys and values in order. The names of properties of a PHP object that
    /// are not public begin with a NUL.
    pub entries: Vec<(Key, Value)>,
}

/// A key of a [`Map`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Key {
    /// An integer.
    Int(i64),
    /// Text.
    String(String),
    /// A string that is not UTF-8.
    Bytes(Vec<u8>),
}
