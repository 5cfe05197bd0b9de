#![allow(clippy::unwrap_used)]

use crate::packager::{DecodeLimits, Packager};
use crate::value::{Map, Value};
use serde::Deserialize;

/// Names of fields are recognised where they are expected, and must be found
/// elsewhere as well.
#[test]
fn fields_come_in_any_order_and_not_all_of_them() {
    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(default)]
    struct Fields {
        a: u8,
        #[serde(alias = "other")]
        ab: u8,
        #[serde(rename = "a\"b\\")]
        quoted: u8,
        a_name_of_more_than_thirty_one_bytes: u8,
        z: u8,
    }
    let names = [
        "a",
        "ab",
        "other",
        "a\"b\\",
        "a_name_of_more_than_thirty_one_bytes",
        "z",
        "unknown",
        "A",
    ];
    let expected = |entries: &[(&str, u8)]| {
        let mut fields = Fields::default();
        for (name, value) in entries {
            match *name {
                "a" => fields.a = *value,
                "ab" | "other" => fields.ab = *value,
                "a\"b\\" => fields.quoted = *value,
                "z" => fields.z = *value,
                name if name.len() > 31 => fields.a_name_of_more_than_thirty_one_bytes = *value,
                _ => {}
            }
        }
        fields
    };
    for mask in 0..1_usize << names.len() {
        for rotation in [0, 1, 5] {
            let mut entries: Vec<(&str, u8)> = (1..)
                .zip(names)
                .enumerate()
                .filter(|(place, _)| mask >> place & 1 == 1)
                .map(|(_, (value, name))| (name, value))
                .collect();
            // A field that comes twice is refused.
            if entries.iter().any(|(name, _)| *name == "ab") {
                entries.retain(|(name, _)| *name != "other");
            }
            let first = rotation.min(entries.len());
            entries.rotate_left(first);
            let map: Map = entries
                .iter()
                .map(|(name, value)| (*name, Value::from(*value)))
                .collect();
            for packager in [Packager::PHP, Packager::JSON, Packager::MSGPACK] {
                let mut bytes = Vec::new();
                packager.encode(&map, &mut bytes).unwrap();
                let read: Fields = packager.decode(&bytes, &DecodeLimits::default()).unwrap();
                assert_eq!(read, expected(&entries), "{packager} {entries:?}");
            }
        }
    }
}
