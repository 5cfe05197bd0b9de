#![allow(clippy::unwrap_used)]

use crate::packager::{DecodeLimits, Packager};
use crate::value::{Bytes, Map, Value};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

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

fn pack<T: Serialize>(value: &T) -> Vec<u8> {
    let mut packed = Vec::new();
    Packager::MSGPACK.encode(value, &mut packed).unwrap();
    packed
}

/// Lists of floats are read without looking for the next one: into whatever is
/// wanted, as if each had been read alone.
#[test]
fn floats_in_a_list_are_read_as_each_alone() {
    fn check<T: DeserializeOwned + Serialize>(floats: &[f64]) {
        let limits = DecodeLimits::default();
        let packed = pack(&floats);
        let together = Packager::MSGPACK.decode::<Vec<T>>(&packed, &limits);
        let alone = floats.iter().enumerate().map(|(index, float)| {
            let packed = pack(float);
            let one = Packager::MSGPACK.decode::<T>(&packed, &limits);
            one.map_err(|error| format!("[{index}]: {error}"))
        });
        let alone: Result<Vec<T>, String> = alone.collect();
        let shown = |value: &Vec<T>| format!("{:?}", pack(value));
        let together = together.as_ref().map(shown).map_err(ToString::to_string);
        assert_eq!(together, alone.as_ref().map(shown).map_err(Clone::clone));
    }
    #[derive(Serialize, Deserialize)]
    struct Newtype(f64);
    #[derive(Serialize, Deserialize)]
    struct Unit;
    #[derive(Serialize, Deserialize)]
    struct Fields {
        a: f64,
    }
    #[derive(Serialize, Deserialize)]
    enum Case {
        One,
    }
    for floats in [
        vec![2.0],
        vec![1.5, -0.0, f64::INFINITY],
        vec![1.0, 2.0, 3.0],
        vec![1.0, 0.0, 1.5],
        vec![0.0, 1e300],
    ] {
        check::<f64>(&floats);
        check::<f32>(&floats);
        check::<i64>(&floats);
        check::<u8>(&floats);
        check::<i128>(&floats);
        check::<bool>(&floats);
        check::<char>(&floats);
        check::<String>(&floats);
        check::<Option<f64>>(&floats);
        check::<Option<String>>(&floats);
        check::<Newtype>(&floats);
        check::<Value>(&floats);
        check::<Bytes>(&floats);
        check::<()>(&floats);
        check::<Unit>(&floats);
        check::<Vec<f64>>(&floats);
        check::<(f64,)>(&floats);
        check::<Fields>(&floats);
        check::<HashMap<String, f64>>(&floats);
        check::<Case>(&floats);
    }
}

/// Other elements may follow, and types may stop before the end.
#[test]
fn a_list_that_begins_with_floats_may_go_on_with_others() {
    let floats = |count: i32| (0..count).map(|n| Value::from(f64::from(n) + 0.5));
    let others = [Value::from(7), Value::from("text"), Value::from(1.5)];
    for count in 1..6 {
        for tail in 0..=others.len() {
            let list: Vec<Value> = floats(count)
                .chain(others.iter().take(tail).cloned())
                .collect();
            let packed = pack(&(&list, "behind"));
            let limits = DecodeLimits::default();
            type Untyped = (Vec<Value>, String);
            let back: Untyped = Packager::MSGPACK.decode(&packed, &limits).unwrap();
            assert_eq!(back, (list, "behind".to_owned()));
            // One is taken, the rest is stepped over.
            let back: ((f64,), String) = Packager::MSGPACK.decode(&packed, &limits).unwrap();
            assert_eq!(back, ((0.5,), "behind".to_owned()));
            type Numbers = (Vec<f64>, String);
            let back = Packager::MSGPACK.decode::<Numbers>(&packed, &limits);
            match back {
                Ok((numbers, _)) => assert_eq!(numbers.len(), count as usize + tail),
                Err(error) => {
                    let place = format!("[0][{}]", count + 1);
                    assert!(error.to_string().starts_with(&place), "{error}");
                }
            }
            for cut in 0..packed.len() - 1 {
                let cut = packed.get(..cut).unwrap();
                assert!(Packager::MSGPACK.decode::<Untyped>(cut, &limits).is_err());
            }
        }
    }
}

/// What is escaped in a key is not what its bytes look like.
#[test]
fn names_are_not_compared_with_escapes() {
    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(default)]
    struct Fields {
        #[serde(rename = r"a\tb")]
        name: u8,
        #[serde(rename = "a\tb")]
        tab: u8,
    }
    let read = |text: &str| {
        let limits = DecodeLimits::default();
        Packager::JSON.decode::<Fields>(text.as_bytes(), &limits)
    };
    let fields = |name, tab| Fields { name, tab };
    assert_eq!(read(r#"{"a\tb":1,"longer":[]}"#).unwrap(), fields(0, 1));
    assert_eq!(read(r#"{"a\\tb":1,"longer":[]}"#).unwrap(), fields(1, 0));
    assert!(
        read("{\"a\tb\":1,\"longer\":[]}")
            .unwrap_err()
            .is_malformed()
    );
}
