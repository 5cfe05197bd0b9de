//! References, and values of which no type is declared.

use crate::tolerated::{read, reads};
use crate::{PHP, Point};
use std::collections::BTreeMap;
use yar_runtime::{Key, Map, Value};

#[test]
fn references_are_copied() {
    let twice = vec![vec![1i64, 2], vec![1, 2], vec![1, 2]];
    reads(
        "a:3:{i:0;a:2:{i:0;i:1;i:1;i:2;}i:1;R:2;i:2;R:2;}",
        "",
        b"\x93\x83\xc0\x01\x00\x01\x01\x02\x82\xc0\x02\x00\x02\x82\xc0\x02\x00\x02",
        twice.clone(),
    );
    let value: Value = read(PHP, b"a:3:{i:0;a:2:{i:0;i:1;i:1;i:2;}i:1;R:2;i:2;R:2;}").unwrap();
    let twice: Vec<Value> = twice.into_iter().map(Value::from).collect();
    assert_eq!(value, Value::List(twice));
    reads("a:2:{i:0;i:5;i:1;R:2;}", "", b"", (5i64, 5i64));
    reads("a:2:{i:0;N;i:1;R:2;}", "", b"", (None::<i64>, None::<i64>));
    reads(
        "a:2:{i:0;s:1:\"x\";i:1;R:2;}",
        "",
        b"",
        vec!["x".to_owned(), "x".to_owned()],
    );
    // Every value has a number; an object met again takes another one.
    let points = vec![
        Point { x: 1, y: None },
        Point { x: 1, y: None },
        Point { x: 2, y: None },
        Point { x: 2, y: None },
    ];
    reads(
        "a:4:{i:0;O:1:\"P\":1:{s:1:\"x\";i:1;}i:1;r:2;i:2;O:1:\"P\":1:{s:1:\"x\";i:2;}i:3;r:5;}",
        "",
        b"\x94\x82\xc0\xa1P\xa1x\x01\x82\xc0\x04\x00\x02\x82\xc0\xa1P\xa1x\x02\x82\xc0\x04\x00\x04",
        points,
    );
    // A shared object, met again as such and as an object.
    let x = |x| Point { x, y: None };
    let keyed: BTreeMap<String, Point> = [("a", 1), ("b", 1), ("c", 1), ("d", 2), ("e", 2)]
        .map(|(key, value)| (key.to_owned(), x(value)))
        .into();
    reads(
        "a:5:{s:1:\"a\";O:1:\"P\":1:{s:1:\"x\";i:1;}s:1:\"b\";R:2;s:1:\"c\";r:2;s:1:\"d\";O:1:\"P\":1:{s:1:\"x\";i:2;}s:1:\"e\";r:5;}",
        "",
        b"\x85\xa1a\x83\xc0\x01\xc0\xa1P\xa1x\x01\xa1b\x82\xc0\x05\x00\x02\xa1c\x82\xc0\x04\x00\x02\xa1d\x82\xc0\xa1P\xa1x\x02\xa1e\x82\xc0\x04\x00\x04",
        keyed,
    );
}

#[test]
fn untyped_values_tell_lists_from_maps() {
    let list = Value::from(vec![1i64, 2]);
    reads("a:2:{i:0;i:1;i:1;i:2;}", "[1,2]", b"\x92\x01\x02", list);
    let map = |keys: [i64; 2]| {
        let entries = keys.map(|key| (Key::Int(key), Value::Int(key)));
        Value::Map(entries.into_iter().collect())
    };
    reads(
        "a:2:{i:1;i:1;i:0;i:0;}",
        "",
        b"\x82\x01\x01\x00\x00",
        map([1, 0]),
    );
    reads("", "", b"\x82\x00\x00\x01\x01", map([0, 1]));
    reads("a:0:{}", "[]", b"\x90", Value::List(Vec::new()));
    reads("", "{}", b"\x80", Value::Map(Map::new()));
    let mut object = Map::new();
    object.set_class(Some("P".to_owned()));
    object.push("\0*\0x", 1);
    reads(
        "O:1:\"P\":1:{s:4:\"\0*\0x\";i:1;}",
        "",
        b"\x82\xc0\xa1P\xa4\0*\0x\x01",
        Value::Map(object),
    );
    // Also for other untyped targets.
    let json: serde_json::Value = read(PHP, b"a:2:{i:0;i:1;i:1;a:1:{i:5;N;}}").unwrap();
    assert_eq!(json, serde_json::json!([1, {"5": null}]));
}
