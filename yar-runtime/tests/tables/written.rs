//! What is written.

use crate::{Defaults, JSON, MSGPACK, PHP, Point, Shape};
use serde::Serialize;
use std::collections::BTreeMap;
use yar_runtime::{Bytes, Key, Map, Value};

#[track_caller]
fn writes<T: Serialize + ?Sized>(value: &T, php: &str, json: &str, msgpack: &[u8]) {
    for (packager, wanted) in [
        (PHP, php.as_bytes()),
        (JSON, json.as_bytes()),
        (MSGPACK, msgpack),
    ] {
        let mut out = Vec::new();
        packager.encode(value, &mut out).unwrap();
        assert!(
            out == wanted,
            "{packager}: {}, expected {}",
            out.escape_ascii(),
            wanted.escape_ascii()
        );
    }
}

#[test]
fn scalars_are_written() {
    writes(&(), "N;", "null", b"\xc0");
    writes(&None::<i64>, "N;", "null", b"\xc0");
    writes(&Some(5u8), "i:5;", "5", b"\x05");
    writes(&true, "b:1;", "true", b"\xc3");
    writes(&false, "b:0;", "false", b"\xc2");
    writes(
        "né/\"\n",
        "s:6:\"né/\"\n\";",
        "\"né/\\\"\\n\"",
        b"\xa6n\xc3\xa9/\"\n",
    );
    writes(&'x', "s:1:\"x\";", "\"x\"", b"\xa1x");
    writes(
        &Bytes(b"a\0b".to_vec()),
        "s:3:\"a\0b\";",
        "\"YQBi\"",
        b"\xa3a\0b",
    );
    writes(&Bytes::default(), "s:0:\"\";", "\"\"", b"\xa0");
}

#[test]
fn bytes_are_not_text() {
    let bytes = Bytes(vec![0xff, 0xfe]);
    let mut out = Vec::new();
    PHP.encode(&bytes, &mut out).unwrap();
    assert_eq!(out, b"s:2:\"\xff\xfe\";");
    out.clear();
    MSGPACK.encode(&bytes, &mut out).unwrap();
    assert_eq!(out, b"\xa2\xff\xfe");
    out.clear();
    JSON.encode(&bytes, &mut out).unwrap();
    assert_eq!(out, b"\"//4=\"");
}

#[test]
fn integers_are_written_shortest_and_exact() {
    let rows: [(i64, &[u8]); 17] = [
        (0, b"\x00"),
        (127, b"\x7f"),
        (128, b"\xcc\x80"),
        (200, b"\xcc\xc8"),
        (255, b"\xcc\xff"),
        (256, b"\xcd\x01\x00"),
        (65_535, b"\xcd\xff\xff"),
        (65_536, b"\xce\x00\x01\x00\x00"),
        (1 << 32, b"\xcf\x00\x00\x00\x01\x00\x00\x00\x00"),
        (
            9_007_199_254_740_993,
            b"\xcf\x00\x20\x00\x00\x00\x00\x00\x01",
        ),
        (i64::MAX, b"\xcf\x7f\xff\xff\xff\xff\xff\xff\xff"),
        (-1, b"\xff"),
        (-32, b"\xe0"),
        (-33, b"\xd0\xdf"),
        (-129, b"\xd1\xff\x7f"),
        (-40_000, b"\xd2\xff\xff\x63\xc0"),
        (i64::MIN, b"\xd3\x80\x00\x00\x00\x00\x00\x00\x00"),
    ];
    for (value, msgpack) in rows {
        writes(&value, &format!("i:{value};"), &value.to_string(), msgpack);
    }
    writes(
        &u64::MAX,
        "s:20:\"18446744073709551615\";",
        "\"18446744073709551615\"",
        b"\xcf\xff\xff\xff\xff\xff\xff\xff\xff",
    );
    writes(
        &(5i8, 5u16, 5i128),
        "a:3:{i:0;i:5;i:1;i:5;i:2;i:5;}",
        "[5,5,5]",
        b"\x93\x05\x05\x05",
    );
    for packager in [PHP, JSON, MSGPACK] {
        assert!(packager.encode(&u128::MAX, &mut Vec::new()).is_err());
    }
}

#[test]
fn floats_are_written_as_floats() {
    for (value, php, json) in [
        (1.0, "1", "1.0"),
        (0.1, "0.1", "0.1"),
        (-0.0, "-0", "-0.0"),
        (1e16, "10000000000000000", "1e+16"),
        (1e17, "1.0E+17", "1e+17"),
        (1.5e300, "1.5E+300", "1.5e+300"),
        (0.0001, "0.0001", "0.0001"),
        (2.5e-5, "2.5E-5", "0.000025"),
        (5e-324, "5.0E-324", "5e-324"),
        (123_456_789.25, "123456789.25", "123456789.25"),
        (
            f64::from(0.3f32),
            "0.30000001192092896",
            "0.30000001192092896",
        ),
    ] {
        let mut msgpack = vec![0xcb];
        msgpack.extend_from_slice(&f64::to_be_bytes(value));
        let mut out = Vec::new();
        JSON.encode(&value, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains(['.', 'e']), "{text}");
        assert_eq!(text.replace('+', ""), json.replace('+', ""));
        writes(&value, &format!("d:{php};"), &text, &msgpack);
    }
    let mut out = Vec::new();
    MSGPACK.encode(&0.3f32, &mut out).unwrap();
    assert_eq!(out.first(), Some(&0xcb), "widened");
}

#[test]
fn floats_without_a_number_are_refused_in_json_only() {
    for (value, php) in [
        (f64::NAN, "d:NAN;"),
        (f64::INFINITY, "d:INF;"),
        (f64::NEG_INFINITY, "d:-INF;"),
    ] {
        let mut out = Vec::new();
        PHP.encode(&value, &mut out).unwrap();
        assert_eq!(out, php.as_bytes());
        MSGPACK.encode(&value, &mut out).unwrap();
        let nested = BTreeMap::from([("values", [0.5, value])]);
        let before = out.clone();
        let error = JSON.encode(&nested, &mut out).unwrap_err();
        assert_eq!(error.path(), "values[1]");
        assert!(error.message().contains("JSON cannot carry"), "{error}");
        assert_eq!(out, before, "left as it was");
    }
}

#[test]
fn lists_and_maps_are_written() {
    writes(&[1, 2], "a:2:{i:0;i:1;i:1;i:2;}", "[1,2]", b"\x92\x01\x02");
    writes(
        &(1, "x"),
        "a:2:{i:0;i:1;i:1;s:1:\"x\";}",
        "[1,\"x\"]",
        b"\x92\x01\xa1x",
    );
    writes(&Vec::<i64>::new(), "a:0:{}", "[]", b"\x90");
    let map = BTreeMap::from([("a", 1), ("b", 2)]);
    writes(
        &map,
        "a:2:{s:1:\"a\";i:1;s:1:\"b\";i:2;}",
        "{\"a\":1,\"b\":2}",
        b"\x82\xa1a\x01\xa1b\x02",
    );
    let map = BTreeMap::from([(-5i64, 1), (7, 2)]);
    writes(
        &map,
        "a:2:{i:-5;i:1;i:7;i:2;}",
        "{\"-5\":1,\"7\":2}",
        b"\x82\xfb\x01\x07\x02",
    );
    writes(&BTreeMap::<String, i64>::new(), "a:0:{}", "{}", b"\x90");
    writes(&Defaults::default(), "a:0:{}", "{}", b"\x90");
    writes(
        &Defaults { a: Some(1) },
        "a:1:{s:1:\"a\";i:1;}",
        "{\"a\":1}",
        b"\x81\xa1a\x01",
    );
    let point = Point { x: 1, y: None };
    writes(
        &point,
        "a:2:{s:1:\"x\";i:1;s:1:\"y\";N;}",
        "{\"x\":1,\"y\":null}",
        b"\x82\xa1x\x01\xa1y\xc0",
    );
    for packager in [PHP, JSON, MSGPACK] {
        let map = BTreeMap::from([(vec![1], 1)]);
        let error = packager.encode(&map, &mut Vec::new()).unwrap_err();
        assert!(error.to_string().contains("a map key must be"), "{error}");
    }
}

#[test]
fn counts_that_serde_does_not_know_are_put_right() {
    #[derive(Serialize)]
    struct Flat {
        x: i64,
        #[serde(flatten)]
        more: BTreeMap<String, i64>,
    }
    let more = (0..20).map(|n| (format!("k{n:02}"), n)).collect();
    let flat = Flat { x: 1, more };
    let plain: Vec<_> = std::iter::once(("x".to_owned(), 1))
        .chain(flat.more.clone())
        .collect();
    let plain: Map = plain.into_iter().collect();
    for packager in [PHP, JSON, MSGPACK] {
        let (mut flat_out, mut plain_out) = (Vec::new(), Vec::new());
        packager.encode(&flat, &mut flat_out).unwrap();
        packager.encode(&plain, &mut plain_out).unwrap();
        assert_eq!(flat_out, plain_out, "{packager}");
    }
    struct Odd;
    impl Serialize for Odd {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq((0..20).filter(|n| n % 2 == 1))
        }
    }
    let list: Vec<_> = (0..20).filter(|n| n % 2 == 1).collect();
    for packager in [PHP, JSON, MSGPACK] {
        let (mut odd_out, mut list_out) = (Vec::new(), Vec::new());
        packager.encode(&[Odd], &mut odd_out).unwrap();
        packager.encode(&(&list,), &mut list_out).unwrap();
        assert_eq!(odd_out, list_out, "{packager}");
    }
}

#[test]
fn variants_are_names_or_one_key_maps() {
    writes(&Shape::Dot, "s:3:\"dot\";", "\"dot\"", b"\xa3dot");
    writes(
        &Shape::Circle(5),
        "a:1:{s:6:\"circle\";i:5;}",
        "{\"circle\":5}",
        b"\x81\xa6circle\x05",
    );
    writes(
        &Shape::Line(1, 2),
        "a:1:{s:4:\"line\";a:2:{i:0;i:1;i:1;i:2;}}",
        "{\"line\":[1,2]}",
        b"\x81\xa4line\x92\x01\x02",
    );
    writes(
        &Shape::Named { x: 1 },
        "a:1:{s:5:\"named\";a:1:{s:1:\"x\";i:1;}}",
        "{\"named\":{\"x\":1}}",
        b"\x81\xa5named\x81\xa1x\x01",
    );
}

#[test]
fn untyped_values_are_written_as_they_came() {
    let mut object = Map::new();
    object.set_class(Some("Point".to_owned()));
    object.push("x", 1);
    let mut list = Value::List(vec![Value::Map(object)]);
    writes(
        &list,
        "a:1:{i:0;O:5:\"Point\":1:{s:1:\"x\";i:1;}}",
        "[{\"x\":1}]",
        b"\x91\x82\xc0\xa5Point\xa1x\x01",
    );
    list = Value::from(Bytes(b"text".to_vec()));
    writes(&list, "s:4:\"text\";", "\"text\"", b"\xa4text");
    let mixed: Map = [
        (Key::Int(5), Value::UInt(u64::MAX)),
        (Key::from("k"), Value::Null),
    ]
    .into_iter()
    .collect();
    writes(
        &mixed,
        "a:2:{i:5;s:20:\"18446744073709551615\";s:1:\"k\";N;}",
        "{\"5\":\"18446744073709551615\",\"k\":null}",
        b"\x82\x05\xcf\xff\xff\xff\xff\xff\xff\xff\xff\xa1k\xc0",
    );
    let bad: Map = [("k", Value::Bytes(vec![0xff]))].into_iter().collect();
    let error = JSON.encode(&bad, &mut Vec::new()).unwrap_err();
    assert_eq!(error.path(), "k");
    assert!(error.to_string().contains("not UTF-8"), "{error}");
    let bad: Map = [(Key::Bytes(vec![0xff]), Value::Null)]
        .into_iter()
        .collect();
    assert!(JSON.encode(&bad, &mut Vec::new()).is_err());
    PHP.encode(&bad, &mut Vec::new()).unwrap();
}
