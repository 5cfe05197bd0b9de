//! Data of errors on their way out.

use crate::value::Value;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// A value that was made of a typed one: its bytes are bytes, base64 where
/// there is only text.
pub(super) struct Datum<'a>(pub(super) &'a Value);

impl Serialize for Datum<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Bytes(bytes) => serializer.serialize_bytes(bytes),
            Value::List(items) => serializer.collect_seq(items.iter().map(Datum)),
            Value::Map(map) => {
                let mut entries = serializer.serialize_map(Some(map.entries.len()))?;
                for (key, value) in &map.entries {
                    entries.serialize_entry(key, &Datum(value))?;
                }
                entries.end()
            }
            scalar => scalar.serialize(serializer),
        }
    }
}
