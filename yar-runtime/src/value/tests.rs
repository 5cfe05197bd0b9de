#![allow(clippy::unwrap_used)]

use super::{Bytes, Key, Map, Value};
use std::collections::BTreeMap;

fn map() -> Map {
    let mut map = Map::new();
    map.push("a", 1);
    map.push(5, "five");
    map.push("7", Value::Null);
    map.push("a", true);
    map
}

#[test]
fn values_are_made_from_plain_ones() {
    assert_eq!(Value::from(5u64), Value::Int(5));
    assert_eq!(Value::from(u64::MAX), Value::UInt(u64::MAX));
    assert_eq!(Value::from(None::<i64>), Value::Null);
    assert_eq!(Value::from(Some("x")), Value::String("x".to_owned()));
    assert_eq!(Value::from(Bytes(vec![1])), Value::Bytes(vec![1]));
    let list = Value::List(vec![Value::Bool(true)]);
    assert_eq!(Value::from(vec![true]), list);
    let map = Value::from(BTreeMap::from([("k", 0.5)]));
    assert_eq!(map.get("k"), Some(&Value::Float(0.5)));
}

#[test]
fn values_are_looked_into() {
    let value = Value::Map(map());
    assert_eq!(
        value.get("a").and_then(Value::as_bool),
        Some(true),
        "the last one"
    );
    assert_eq!(
        value.as_map().unwrap().get_int(5).unwrap().as_str(),
        Some("five")
    );
    assert!(value.as_map().unwrap().get_int(7).unwrap().is_null());
    assert!(value.get("5").is_none() && value.as_list().is_none());
    assert_eq!(Value::UInt(5).as_i64(), Some(5));
    assert_eq!(Value::Int(-1).as_u64(), None);
    assert_eq!(Value::Int(2).as_f64(), Some(2.0));
    assert_eq!(Value::Float(2.0).as_i64(), None);
    assert_eq!(Value::from("x").as_bytes(), Some(&b"x"[..]));
}

#[test]
fn keys_count_as_integers_in_their_usual_form() {
    assert_eq!(Key::from("-5").as_i64(), Some(-5));
    for text in ["05", "+5", "", "5.0", "-0"] {
        assert_eq!(Key::from(text).as_i64(), None, "{text}");
    }
}

/// Other serde formats see plain data.
#[test]
fn values_pass_through_other_formats() {
    let mut value = Value::Map(map());
    let json = serde_json::to_string(&value).unwrap();
    assert_eq!(json, r#"{"a":1,"5":"five","7":null,"a":true}"#);
    let back: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(back.get("5"), Some(&Value::from("five")));
    if let Value::Map(map) = &mut value {
        map.set_class(Some("Point".to_owned()));
        map.entries.truncate(1);
    }
    let json = serde_json::to_string(&value).unwrap();
    assert_eq!(json, r#"{"class":"Point","entries":{"a":1}}"#);
    let bytes: Bytes = serde_json::from_str("[1,2]").unwrap();
    assert_eq!(bytes, Bytes(vec![1, 2]));
}
