//! The two tables of the wire document, row by row in every packager: what is
//! written (section 9) and what is tolerated (section 10).

#![allow(clippy::unwrap_used, clippy::panic)]

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use yar_runtime::packager::DecodeLimits;
use yar_runtime::{Bytes, Key, Map, Packager, Value};

const PHP: Packager = Packager::PHP;
const JSON: Packager = Packager::JSON;
const MSGPACK: Packager = Packager::MSGPACK;

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct Point {
    x: i64,
    #[serde(default)]
    y: Option<f64>,
}

#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
struct Defaults {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    a: Option<i64>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Shape {
    Dot,
    Circle(i64),
    Line(i64, i64),
    Named { x: i64 },
}

// What is written.

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
    assert_eq!(out[0], 0xcb, "widened");
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
        packager.encode(&[list.clone()], &mut list_out).unwrap();
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
    object.class = Some("Point".to_owned());
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

// What is tolerated.

fn read<'a, T: Deserialize<'a>>(packager: Packager, bytes: &'a [u8]) -> Result<T, String> {
    let limits = DecodeLimits::default();
    let read = packager.decode(bytes, &limits);
    read.map_err(|error| {
        assert!(!error.is_malformed(), "{error}");
        error.to_string()
    })
}

/// Reads the same in each packager; an empty spelling is left out.
#[track_caller]
fn reads<T>(php: &str, json: &str, msgpack: &[u8], wanted: T)
where
    T: for<'a> Deserialize<'a> + PartialEq + Debug,
{
    for (packager, bytes) in [
        (PHP, php.as_bytes()),
        (JSON, json.as_bytes()),
        (MSGPACK, msgpack),
    ] {
        if !bytes.is_empty() {
            let found = read::<T>(packager, bytes);
            assert_eq!(
                found.as_ref(),
                Ok(&wanted),
                "{packager} {}",
                bytes.escape_ascii()
            );
        }
    }
}

/// Refuses in each packager, with `reason` in the error.
#[track_caller]
fn refuses<T>(php: &str, json: &str, msgpack: &[u8], reason: &str)
where
    T: for<'a> Deserialize<'a> + Debug,
{
    for (packager, bytes) in [
        (PHP, php.as_bytes()),
        (JSON, json.as_bytes()),
        (MSGPACK, msgpack),
    ] {
        if !bytes.is_empty() {
            let error = read::<T>(packager, bytes).unwrap_err();
            assert!(error.contains(reason), "{packager}: {error}");
        }
    }
}

#[test]
fn integers_from_floats_and_strings() {
    reads("d:5;", "5.0", b"\xcb\x40\x14\0\0\0\0\0\0", 5i64);
    reads("d:5;", "5e0", b"\xca\x40\xa0\0\0", 5u8);
    reads("d:-0;", "-0", b"\xcb\x80\0\0\0\0\0\0\0", 0i64);
    reads("s:2:\"-7\";", "\"-7\"", b"\xa2-7", -7i32);
    reads("s:2:\"-7\";", "\"-7\"", b"\xc4\x02-7", -7i128);
    reads(
        "s:20:\"18446744073709551615\";",
        "\"18446744073709551615\"",
        b"\xb418446744073709551615",
        u64::MAX,
    );
    reads(
        "i:18446744073709551615;",
        "18446744073709551615",
        b"\xcf\xff\xff\xff\xff\xff\xff\xff\xff",
        u64::MAX,
    );
    reads(
        "s:16:\"9007199254740993\";",
        "9007199254740993",
        b"\xb09007199254740993",
        9_007_199_254_740_993i64,
    );
}

#[test]
fn integers_are_never_rounded_or_guessed() {
    refuses::<i64>(
        "d:5.5;",
        "5.5",
        b"\xcb\x40\x16\0\0\0\0\0\0",
        "got the float 5.5",
    );
    refuses::<i64>(
        "d:1.0E+25;",
        "1e25",
        b"\xcb\x45\x20\x8b\x2a\x2c\x28\x02\x91",
        "lost digits",
    );
    refuses::<i64>(
        "d:9007199254740992;",
        "9007199254740992.0",
        b"\xcb\x43\x40\0\0\0\0\0\0",
        "lost digits",
    );
    refuses::<i64>(
        "d:NAN;",
        "",
        b"\xcb\x7f\xf8\0\0\0\0\0\0",
        "got the float NaN",
    );
    for text in [
        "",
        " 5",
        "5 ",
        "05",
        "+5",
        "5.0",
        "0x5",
        "five",
        "-0",
        "-",
        "99999999999999999999",
    ] {
        let php = format!("s:{}:\"{text}\";", text.len());
        let mut msgpack = vec![0xa0 | u8::try_from(text.len()).unwrap()];
        msgpack.extend_from_slice(text.as_bytes());
        refuses::<i64>(&php, &format!("\"{text}\""), &msgpack, "got the string");
    }
    refuses::<u8>("i:256;", "256", b"\xcd\x01\x00", "256");
    refuses::<u64>("i:-1;", "-1", b"\xff", "-1");
    refuses::<i64>("N;", "null", b"\xc0", "got null");
    refuses::<i64>("b:1;", "true", b"\xc3", "got true");
    refuses::<i64>("a:0:{}", "[]", b"\x90", "got a");
}

#[test]
fn floats_from_integers_and_strings() {
    reads("i:5;", "5", b"\x05", 5.0f64);
    reads("i:-5;", "-5", b"\xfb", -5.0f32);
    reads("s:3:\"1.5\";", "\"1.5\"", b"\xa31.5", 1.5f64);
    reads("s:5:\"-1e-3\";", "\"-1e-3\"", b"\xa5-1e-3", -0.001f64);
    reads(
        "d:0.30000001192092896;",
        "0.30000001192092896",
        b"\xca\x3e\x99\x99\x9a",
        0.3f32,
    );
    reads(
        "d:INF;",
        "1e400",
        b"\xcb\x7f\xf0\0\0\0\0\0\0",
        f64::INFINITY,
    );
    reads(
        "i:18446744073709551615;",
        "18446744073709551615",
        b"\xcf\xff\xff\xff\xff\xff\xff\xff\xff",
        18_446_744_073_709_551_615.0f64,
    );
    refuses::<f64>("N;", "null", b"\xc0", "got null");
    refuses::<f64>("s:3:\"nan\";", "\"nan\"", b"\xa3nan", "got the string");
    refuses::<f64>("s:4:\"1.5 \";", "\"1.5 \"", b"\xa41.5 ", "got the string");
    refuses::<f64>("b:1;", "true", b"\xc3", "got true");
}

#[test]
fn booleans_from_0_and_1() {
    reads("i:0;", "0", b"\x00", false);
    reads("i:1;", "1", b"\x01", true);
    refuses::<bool>("i:2;", "2", b"\x02", "got the integer 2");
    refuses::<bool>(
        "s:5:\"false\";",
        "\"false\"",
        b"\xa5false",
        "got the string",
    );
    refuses::<bool>("N;", "null", b"\xc0", "got null");
}

#[test]
fn text_must_be_utf8() {
    reads(
        "S:3:\"a\\62c\";",
        "\"a\\u0062c\"",
        b"\xc4\x03abc",
        "abc".to_owned(),
    );
    reads(
        "s:3:\"a/b\";",
        "\"a\\/b\"",
        b"\xd9\x03a/b",
        "a/b".to_owned(),
    );
    refuses::<String>("i:5;", "5", b"\x05", "got the integer 5");
    refuses::<String>("N;", "null", b"\xc0", "got null");
    for (packager, bytes) in [
        (PHP, &b"a:1:{i:0;a:1:{s:4:\"name\";s:1:\"\xff\";}}"[..]),
        (PHP, b"a:1:{i:0;a:1:{s:4:\"name\";S:1:\"\\ff\";}}"),
        (MSGPACK, b"\x91\x81\xa4name\xa1\xff"),
    ] {
        #[derive(Debug, Deserialize)]
        #[expect(dead_code, reason = "never made")]
        struct Named {
            name: String,
        }
        let error = read::<Vec<Named>>(packager, bytes).unwrap_err();
        assert!(error.starts_with("[0].name: "), "{error}");
        assert!(error.contains("declare it as bytes"), "{error}");
    }
}

#[test]
fn text_is_borrowed_where_it_can_be() {
    let php: &str = read(PHP, b"s:3:\"abc\";").unwrap();
    let json: &str = read(JSON, b"\"abc\"").unwrap();
    let msgpack: &str = read(MSGPACK, b"\xa3abc").unwrap();
    assert_eq!((php, json, msgpack), ("abc", "abc", "abc"));
    let bytes: &[u8] = read(MSGPACK, b"\xa2\xff\x00").unwrap();
    assert_eq!(bytes, b"\xff\x00");
    let keyed: HashMap<&str, &str> = read(PHP, b"a:1:{s:1:\"k\";s:1:\"v\";}").unwrap();
    assert_eq!(keyed, HashMap::from([("k", "v")]));
}

#[test]
fn bytes_from_strings_binary_and_base64() {
    reads("s:2:\"ab\";", "\"YWI=\"", b"\xa2ab", Bytes(b"ab".to_vec()));
    reads("", "\"YWI\"", b"\xc4\x02ab", Bytes(b"ab".to_vec()));
    reads("", "\"//8=\"", b"\xa2\xff\xff", Bytes(vec![255, 255]));
    refuses::<Bytes>("", "\"not base64!\"", b"", "base64");
    refuses::<Bytes>("N;", "null", b"\xc0", "got null");
}

#[test]
fn lists_from_maps_with_integer_keys() {
    let wanted = vec!["a".to_owned(), "c".to_owned()];
    reads(
        "a:2:{i:0;s:1:\"a\";i:2;s:1:\"c\";}",
        "{\"0\":\"a\",\"2\":\"c\"}",
        b"\x82\x00\xa1a\x02\xa1c",
        wanted.clone(),
    );
    reads(
        "a:2:{i:9;s:1:\"a\";i:-2;s:1:\"c\";}",
        "{\"9\":\"a\",\"-2\":\"c\"}",
        b"\x82\x09\xa1a\xfe\xa1c",
        wanted,
    );
    reads("a:0:{}", "{}", b"\x80", Vec::<i64>::new());
    reads(
        "O:8:\"stdClass\":0:{}",
        "",
        b"\x81\xc0\xa8stdClass",
        Vec::<i64>::new(),
    );
    refuses::<Vec<i64>>(
        "a:1:{s:1:\"k\";i:1;}",
        "{\"k\":1}",
        b"\x81\xa1k\x01",
        "expected a list, got a map with the key \"k\"",
    );
    refuses::<Vec<i64>>("N;", "null", b"\xc0", "got null");
    refuses::<Vec<i64>>("s:1:\"x\";", "\"x\"", b"\xa1x", "got the string \"x\"");
    reads(
        "a:3:{i:0;i:1;i:1;i:2;i:2;a:0:{}}",
        "[1,2,[3]]",
        b"\x93\x01\x02\x90",
        (1i64, 2i64),
    );
    refuses::<(i64, i64)>("a:1:{i:0;i:1;}", "[1]", b"\x91\x01", "invalid length 1");
}

#[test]
fn maps_from_lists_and_other_keys() {
    let empty = BTreeMap::<String, i64>::new();
    reads("a:0:{}", "[]", b"\x90", empty);
    let keyed: BTreeMap<String, i64> = [("0".to_owned(), 5), ("1".to_owned(), 6)].into();
    reads(
        "a:2:{i:0;i:5;i:1;i:6;}",
        "[5,6]",
        b"\x92\x05\x06",
        keyed.clone(),
    );
    reads(
        "a:2:{i:0;i:5;i:1;i:6;}",
        "{\"0\":5,\"1\":6}",
        b"\x82\x00\x05\x01\x06",
        keyed,
    );
    let numbered: BTreeMap<i64, i64> = [(0, 5), (1, 6)].into();
    reads(
        "a:2:{i:0;i:5;i:1;i:6;}",
        "[5,6]",
        b"\x92\x05\x06",
        numbered.clone(),
    );
    reads(
        "a:2:{s:1:\"0\";i:5;s:1:\"1\";i:6;}",
        "{\"0\":5,\"1\":6}",
        b"\x82\xa10\x05\xa11\x06",
        numbered,
    );
    refuses::<BTreeMap<i64, i64>>(
        "a:1:{s:2:\"05\";i:1;}",
        "{\"05\":1}",
        b"\x81\xa205\x01",
        "05",
    );
    refuses::<BTreeMap<String, i64>>("i:5;", "5", b"\x05", "expected a map");
    let odd: BTreeMap<String, i64> = [("1.5".to_owned(), 2)].into();
    reads("", "", b"\x81\xcb\x3f\xf8\0\0\0\0\0\0\x02", odd);
    let odd: BTreeMap<String, i64> = [("1".to_owned(), 2)].into();
    reads("", "", b"\x81\xc3\x02", odd);
    let large: BTreeMap<u64, i64> = [(u64::MAX, 1)].into();
    reads(
        "a:1:{s:20:\"18446744073709551615\";i:1;}",
        "{\"18446744073709551615\":1}",
        b"\x81\xcf\xff\xff\xff\xff\xff\xff\xff\xff\x01",
        large,
    );
}

#[test]
fn structs_from_objects_and_empty_lists() {
    reads("a:0:{}", "[]", b"\x90", Defaults::default());
    reads("a:0:{}", "{}", b"\x80", Defaults::default());
    refuses::<Point>("a:0:{}", "[]", b"\x90", "missing field `x`");
    refuses::<Defaults>("", "[1]", b"\x91\x01", "got a list");
    reads(
        "O:5:\"Point\":3:{s:4:\"\0*\0y\";s:2:\"no\";s:1:\"x\";i:1;s:8:\"\0Point\0z\";N;}",
        "{\"x\":1,\"unknown\":[{}]}",
        b"\x84\xc0\xa5Point\xa4\0*\0y\xa2no\xa1x\x01\xa8\0Point\0z\xc0",
        Point { x: 1, y: None },
    );
    let properties: BTreeMap<String, i64> = [("x".to_owned(), 1)].into();
    reads(
        "O:1:\"P\":2:{s:1:\"x\";i:1;s:4:\"\0*\0y\";i:2;}",
        "",
        b"\x83\xc0\xa1P\xa1x\x01\xa4\0*\0y\x02",
        properties,
    );
    refuses::<Point>(
        "a:1:{s:1:\"x\";s:1:\"?\";}",
        "{\"x\":\"?\"}",
        b"\x81\xa1x\xa1?",
        "x: expected i64, got the string \"?\"",
    );
}

#[test]
fn options_and_nothing() {
    reads("N;", "null", b"\xc0", None::<i64>);
    reads("N;", " null ", b"\xd4\x01\x00", None::<i64>);
    reads("s:1:\"5\";", "5.0", b"\xa15", Some(5i64));
    reads("a:1:{i:0;a:0:{}}", "[[1,{}]]", b"\x91\x80", ());
    reads(
        "a:2:{i:0;a:1:{i:0;i:1;}i:1;N;}",
        "[[1],null]",
        b"\x92\x91\x01\xc0",
        ((), None::<i64>),
    );
}

#[test]
fn variants_from_names_objects_and_one_key_maps() {
    reads("s:3:\"dot\";", "\"dot\"", b"\xa3dot", Shape::Dot);
    reads(
        "E:9:\"Shape:dot\";",
        "",
        b"\x82\xc0\xa5Shape\xa4name\xa3dot",
        Shape::Dot,
    );
    reads(
        "",
        "",
        b"\x83\xc0\xa5Shape\xa4name\xa1D\xa5value\xa3dot",
        Shape::Dot,
    );
    reads(
        "E:9:\"Shape:dot\";",
        "\"dot\"",
        b"\x82\xc0\xa5Shape\xa4name\xa3dot",
        "dot".to_owned(),
    );
    reads(
        "",
        "",
        b"\x83\xc0\xa5Level\xa4name\xa3Low\xa5value\x05",
        5i64,
    );
    reads(
        "a:1:{s:6:\"circle\";i:5;}",
        "{\"circle\":\"5\"}",
        b"\x81\xa6circle\x05",
        Shape::Circle(5),
    );
    reads(
        "a:1:{s:4:\"line\";a:2:{i:0;i:1;i:1;i:2;}}",
        "{\"line\":[1,2]}",
        b"\x81\xa4line\x92\x01\x02",
        Shape::Line(1, 2),
    );
    reads(
        "a:1:{s:5:\"named\";a:1:{s:1:\"x\";i:1;}}",
        "{\"named\":{\"x\":1}}",
        b"\x81\xa5named\x81\xa1x\x01",
        Shape::Named { x: 1 },
    );
    reads(
        "a:1:{s:3:\"dot\";N;}",
        "{\"dot\":null}",
        b"\x81\xa3dot\xc0",
        Shape::Dot,
    );
    refuses::<Shape>(
        "s:4:\"blob\";",
        "\"blob\"",
        b"\xa4blob",
        "unknown variant `blob`",
    );
    refuses::<Shape>(
        "s:6:\"circle\";",
        "\"circle\"",
        b"\xa6circle",
        "got only the name",
    );
    refuses::<Shape>("a:0:{}", "{}", b"\x80", "a map with one key");
    refuses::<Shape>(
        "a:2:{s:6:\"circle\";i:5;s:1:\"x\";N;}",
        "{\"circle\":5,\"x\":1}",
        b"\x82\xa6circle\x05\xa1x\x01",
        "a map with one key",
    );
    refuses::<Shape>(
        "a:1:{s:6:\"circle\";N;}",
        "{\"circle\":null}",
        b"\x81\xa6circle\xc0",
        "circle: expected i64, got null",
    );
}

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
    object.class = Some("P".to_owned());
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
