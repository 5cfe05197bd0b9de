//! What is written is read back, whatever it is.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use yar_runtime::message::{
    ReplyHead, Request, RequestHead, Response, write_request, write_response,
};
use yar_runtime::packager::DecodeLimits;
use yar_runtime::wire::{Layout, peek};
use yar_runtime::{Bytes, Key, Map, Packager, Value};

const ALL: [Packager; 3] = [Packager::PHP, Packager::JSON, Packager::MSGPACK];

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Record {
    flag: bool,
    small: i8,
    signed: i64,
    unsigned: u64,
    single: f32,
    double: f64,
    text: String,
    letter: char,
    raw: Bytes,
    list: Vec<Option<i32>>,
    map: BTreeMap<String, (u16, String)>,
    numbered: BTreeMap<i64, Vec<u8>>,
    choice: Choice,
    inner: Option<Box<Record>>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
enum Choice {
    None,
    One(String),
    Two(i64, bool),
    Named { a: f64, b: Bytes },
}

fn finite() -> impl Strategy<Value = f64> {
    any::<f64>().prop_filter("a number", |value| value.is_finite())
}

fn bytes() -> impl Strategy<Value = Bytes> {
    vec(any::<u8>(), 0..40).prop_map(Bytes)
}

fn choice() -> impl Strategy<Value = Choice> {
    prop_oneof![
        Just(Choice::None),
        any::<String>().prop_map(Choice::One),
        any::<(i64, bool)>().prop_map(|(a, b)| Choice::Two(a, b)),
        (finite(), bytes()).prop_map(|(a, b)| Choice::Named { a, b }),
    ]
}

fn flat_record() -> impl Strategy<Value = Record> {
    let numbers = (any::<bool>(), any::<i8>(), any::<i64>(), any::<u64>());
    let floats = (
        any::<f32>().prop_filter("a number", |value| value.is_finite()),
        finite(),
    );
    let strings = (any::<String>(), any::<char>(), bytes());
    let containers = (
        vec(any::<Option<i32>>(), 0..20),
        btree_map(any::<String>(), any::<(u16, String)>(), 0..20),
        btree_map(any::<i64>(), vec(any::<u8>(), 0..5), 0..20),
    );
    (numbers, floats, strings, containers, choice()).prop_map(
        |(numbers, floats, strings, containers, choice)| Record {
            flag: numbers.0,
            small: numbers.1,
            signed: numbers.2,
            unsigned: numbers.3,
            single: floats.0,
            double: floats.1,
            text: strings.0,
            letter: strings.1,
            raw: strings.2,
            list: containers.0,
            map: containers.1,
            numbered: containers.2,
            choice,
            inner: None,
        },
    )
}

fn record() -> impl Strategy<Value = Record> {
    (flat_record(), proptest::option::of(flat_record())).prop_map(|(mut outer, inner)| {
        outer.inner = inner.map(Box::new);
        outer
    })
}

fn key() -> impl Strategy<Value = Key> {
    prop_oneof![
        any::<i64>().prop_map(Key::Int),
        (0i64..5).prop_map(Key::Int),
        any::<String>().prop_map(Key::String),
        vec(128u8.., 1..5).prop_map(Key::Bytes),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        finite().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        vec(any::<u8>(), 0..300).prop_map(Value::Bytes),
    ];
    scalar.prop_recursive(6, 200, 20, |inner| {
        let entries = vec((key(), inner.clone()), 0..20);
        let class = proptest::option::weighted(0.2, "[A-Za-z\\\\]{1,40}");
        prop_oneof![
            vec(inner, 0..20).prop_map(Value::List),
            (class, entries).prop_map(|(class, entries)| Value::Map(object(class, entries))),
        ]
    })
}

fn object(class: Option<String>, entries: impl IntoIterator<Item = (Key, Value)>) -> Map {
    let mut map: Map = entries.into_iter().collect();
    map.set_class(class);
    map
}

/// What JSON cannot carry, replaced.
fn fit_for_json(value: Value) -> Value {
    match value {
        Value::Bytes(bytes) => String::from_utf8_lossy(&bytes).into_owned().into(),
        Value::List(items) => Value::List(items.into_iter().map(fit_for_json).collect()),
        Value::Map(map) => {
            let class = map.class().map(str::to_owned);
            let entries = map.entries.into_iter().map(|(key, value)| {
                let key = match key {
                    Key::Bytes(bytes) => Key::Int(bytes.len().try_into().unwrap()),
                    key => key,
                };
                (key, fit_for_json(value))
            });
            Value::Map(object(class, entries))
        }
        scalar => scalar,
    }
}

/// What a reader sees of a value.
fn as_read(value: &Value, packager: Packager) -> Value {
    match value {
        Value::UInt(value) if packager != Packager::MSGPACK => value.to_string().into(),
        Value::Bytes(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => text.into(),
            Err(_) => value.clone(),
        },
        Value::List(items) => {
            Value::List(items.iter().map(|item| as_read(item, packager)).collect())
        }
        Value::Map(map) => map_as_read(map, packager),
        scalar => scalar.clone(),
    }
}

fn map_as_read(map: &Map, packager: Packager) -> Value {
    let in_order = (0i64..)
        .zip(&map.entries)
        .all(|(n, (key, _))| *key == Key::Int(n));
    let is_list = match packager {
        Packager::JSON => false,
        Packager::PHP => map.class().is_none() && in_order,
        _ => map.class().is_none() && map.entries.is_empty(),
    };
    let values = map
        .entries
        .iter()
        .map(|(_, value)| as_read(value, packager));
    if is_list {
        return Value::List(values.collect());
    }
    let keys = map.entries.iter().map(|(key, _)| match key {
        Key::Int(key) if packager == Packager::JSON => Key::String(key.to_string()),
        Key::Bytes(bytes) => match String::from_utf8(bytes.clone()) {
            Ok(text) => Key::String(text),
            Err(_) => key.clone(),
        },
        key => key.clone(),
    });
    let class = map.class().filter(|_| packager != Packager::JSON);
    Value::Map(object(class.map(str::to_owned), keys.zip(values)))
}

/// Equal but for the last digits of floats, which their reader rounds.
fn same(theirs: &serde_json::Value, ours: &serde_json::Value) -> bool {
    use serde_json::Value as Json;
    match (theirs, ours) {
        (Json::Number(a), Json::Number(b)) if a.is_f64() => {
            let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
            // The last is for numbers too small to have all their digits.
            (a - b).abs() <= (a.abs() * 1e-15).max(1e-322)
        }
        (Json::Array(a), Json::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Json::Object(a), Json::Object(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.0 == b.0 && same(a.1, b.1))
        }
        (a, b) => a == b,
    }
}

fn pack<T: Serialize + ?Sized>(packager: Packager, value: &T) -> Vec<u8> {
    let mut out = Vec::new();
    packager.encode(value, &mut out).unwrap();
    out
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn records_come_back(record in record()) {
        let limits = DecodeLimits::default();
        for packager in ALL {
            let bytes = pack(packager, &record);
            let back: Record = packager.decode(&bytes, &limits).unwrap();
            prop_assert_eq!(&back, &record, "{}", packager);
        }
    }

    #[test]
    fn untyped_values_come_back(value in value()) {
        let limits = DecodeLimits::default();
        for packager in ALL {
            let value = match packager {
                Packager::JSON => fit_for_json(value.clone()),
                _ => value.clone(),
            };
            let bytes = pack(packager, &value);
            let back: Value = packager.decode(&bytes, &limits).unwrap();
            prop_assert_eq!(back, as_read(&value, packager), "{}", packager);
        }
    }

    /// The same value through each packager gives the same typed value.
    #[test]
    fn untyped_values_of_a_record_fit_the_record(record in record()) {
        let limits = DecodeLimits::default();
        for packager in [Packager::PHP, Packager::MSGPACK] {
            let value: Value = packager.decode(&pack(packager, &record), &limits).unwrap();
            let back: Record = packager.decode(&pack(packager, &value), &limits).unwrap();
            prop_assert_eq!(&back, &record, "{}", packager);
        }
    }

    #[test]
    fn every_float_keeps_its_bits(value in any::<f64>()) {
        let limits = DecodeLimits::default();
        for packager in ALL {
            if value.is_finite() || packager != Packager::JSON {
                let back: f64 = packager.decode(&pack(packager, &value), &limits).unwrap();
                prop_assert!(back.to_bits() == value.to_bits() || back.is_nan() && value.is_nan());
            }
        }
    }

    /// Another implementation of MSGPACK reads what is written here, and
    /// writes what is read here.
    #[test]
    fn msgpack_is_that_of_others(mut record in flat_record()) {
        record.letter = 'x';
        record.raw = Bytes(b"text".to_vec());
        record.choice = Choice::Two(1, true);
        let bytes = pack(Packager::MSGPACK, &record);
        let theirs = rmp_serde::to_vec_named(&record).unwrap();
        let back: Record = Packager::MSGPACK
            .decode(&theirs, &DecodeLimits::default())
            .unwrap();
        prop_assert_eq!(&back, &record);
        record.map.insert("k".to_owned(), (1, "v".to_owned()));
        record.numbered.insert(1, vec![1]);
        let bytes_of_full = pack(Packager::MSGPACK, &record);
        let back: Record = rmp_serde::from_slice(&bytes_of_full).unwrap();
        prop_assert_eq!(back, record);
        prop_assert!(!bytes.is_empty());
    }

    /// JSON is accepted when another implementation accepts it, and means the same.
    #[test]
    fn json_is_that_of_others(value in value(), at in any::<prop::sample::Index>(), to in any::<u8>()) {
        let text = pack(Packager::JSON, &fit_for_json(value));
        let limits = DecodeLimits::default();
        let mut changed = text.clone();
        let at = at.index(changed.len());
        changed[at] = to;
        for bytes in [text, changed] {
            let theirs = serde_json::from_slice::<serde_json::Value>(&bytes);
            let ours = Packager::JSON.decode::<serde_json::Value>(&bytes, &limits);
            match (theirs, ours) {
                (Ok(theirs), Ok(ours)) => prop_assert!(same(&theirs, &ours), "{theirs} {ours}"),
                (Err(_), Err(_)) => {}
                // What they call out of range is infinite here, as in PHP.
                (Err(error), Ok(_)) => prop_assert!(error.to_string().contains("out of range")),
                (Ok(theirs), Err(error)) => prop_assert!(false, "{theirs} {error}"),
            }
        }
    }

    #[test]
    fn calls_come_back(
        id in 1u32..,
        method in any::<String>(),
        arguments in any::<(i64, String, Option<bool>)>(),
        result in vec(any::<String>(), 0..5),
        lua in any::<bool>(),
    ) {
        let limits = DecodeLimits::default();
        let layout = if lua { Layout::LuaYar } else { Layout::Yar };
        for packager in ALL {
            let mut out = Vec::new();
            let head = RequestHead { id, layout, packager, reserved: 0, provider: b"", token: b"" };
            write_request(&mut out, &head, &method, &arguments).unwrap();
            let frame = peek(&out, out.len()).unwrap().unwrap();
            let request = Request::read(packager, frame.body, &limits).unwrap();
            prop_assert_eq!(request.id, i64::from(id));
            prop_assert_eq!(request.method.as_deref(), Some(&method[..]));
            let read: (i64, String, Option<bool>) = request.params.unwrap().read().unwrap();
            prop_assert_eq!(&read, &arguments);

            let mut out = Vec::new();
            let head = ReplyHead { id: id.into(), layout, packager, any_order: false };
            write_response(&mut out, &head, &result).unwrap();
            let frame = peek(&out, out.len()).unwrap().unwrap();
            let response = Response::<Vec<String>>::read(packager, frame.body, &limits).unwrap();
            prop_assert_eq!(response.outcome.unwrap(), result.clone());
        }
    }

    /// Whatever the bytes: no panic.
    #[test]
    fn any_bytes_may_come(bytes in vec(any::<u8>(), 0..200)) {
        let limits = DecodeLimits::default();
        let _ = peek(&bytes, 1 << 20);
        for packager in ALL {
            let _ = packager.decode::<Value>(&bytes, &limits);
            let _ = packager.decode::<Record>(&bytes, &limits);
            let _ = Request::read(packager, &bytes, &limits);
            let _ = Response::<Record>::read(packager, &bytes, &limits);
        }
    }

    /// The same with bytes that are nearly PHP's.
    #[test]
    fn nearly_php_may_come(text in "([NbidsSaOCERr:;{}\"0-9]|a:2:\\{|i:0;|N;|s:1:\"x\";){0,60}") {
        let limits = DecodeLimits::default();
        let _ = Packager::PHP.decode::<Value>(text.as_bytes(), &limits);
        let _ = Packager::PHP.decode::<Record>(text.as_bytes(), &limits);
        let _ = Packager::PHP.decode::<Vec<Vec<i64>>>(text.as_bytes(), &limits);
    }
}
