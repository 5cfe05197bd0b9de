#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

use super::*;
use crate::value::{Bytes, Key, Map, Value};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const ALL: [Packager; 3] = [Packager::PHP, Packager::JSON, Packager::MSGPACK];

fn pack<T: Serialize + ?Sized>(packager: Packager, value: &T) -> Vec<u8> {
    let mut out = b"before".to_vec();
    packager.encode(value, &mut out).unwrap();
    out.split_off(6)
}

fn unpack<'a, T: Deserialize<'a>>(packager: Packager, bytes: &'a [u8]) -> T {
    packager.decode(bytes, &DecodeLimits::default()).unwrap()
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Record {
    id: u64,
    name: String,
    tags: Vec<String>,
    mean: f64,
    note: Option<String>,
    raw: Bytes,
    pairs: BTreeMap<i64, (bool, f32)>,
}

fn record() -> Record {
    Record {
        id: u64::MAX,
        name: "né/\"\u{1f600}".to_owned(),
        tags: vec!["a".to_owned(), String::new()],
        mean: 1.0,
        note: None,
        raw: Bytes(vec![0, 255]),
        pairs: BTreeMap::from([(-5, (true, 0.3)), (7, (false, -0.0))]),
    }
}

#[test]
fn a_record_comes_back() {
    for packager in ALL {
        let bytes = pack(packager, &record());
        assert_eq!(unpack::<Record>(packager, &bytes), record(), "{packager}");
    }
}

#[test]
fn untyped_values_come_back() {
    let value = Value::Map(
        [
            (Key::from("list"), Value::from(vec![1i64, 2])),
            (Key::from(5), Value::Float(0.5)),
            (Key::from("null"), Value::Null),
        ]
        .into_iter()
        .collect::<Map>(),
    );
    for packager in ALL {
        let bytes = pack(packager, &value);
        let back: Value = unpack(packager, &bytes);
        assert_eq!(back.get("list"), value.get("list"), "{packager}");
        assert_eq!(back.as_map().unwrap().get_int(5), Some(&Value::Float(0.5)));
    }
}
