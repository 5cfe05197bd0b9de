#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

use super::*;
use crate::value::{Bytes, Key, Map, Value};
use serde::de::{DeserializeSeed, Deserializer, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
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

/// PHP and MSGPACK have numbers for keys; JSON has not, wherever a map is read
/// as a list.
#[test]
fn keys_of_json_are_never_bare_numbers() {
    for text in [
        "{1:2}",
        "{1 2}",
        "{1 2,3 4}",
        "{0-5}",
        "{1[2]}",
        "{\"1\" 2}",
    ] {
        let limits = DecodeLimits::default();
        let list = Packager::JSON.decode::<Vec<Value>>(text.as_bytes(), &limits);
        assert!(list.unwrap_err().is_malformed(), "{text}");
        let body = format!("{{\"i\":1,\"m\":\"f\",\"p\":{text}}}");
        let request = crate::message::Request::read(Packager::JSON, body.as_bytes(), &limits);
        let arguments = request.unwrap().params.unwrap().read::<(Value,)>();
        assert!(arguments.unwrap_err().is_malformed(), "{body}");
    }
}

#[test]
fn names_are_found_as_the_php_extension_finds_them() {
    for (name, packager) in [
        (b"JSON\0\0\0\0", Some(Packager::JSON)),
        (b"json\0\0\0\0", Some(Packager::JSON)),
        (b"MsgPack\0", Some(Packager::MSGPACK)),
        (b"MSGPACK!", Some(Packager::MSGPACK)),
        (b"JSON\0\0\0\xff", Some(Packager::JSON)),
        (b"JSON\0abc", Some(Packager::JSON)),
        (b"PHP\0\xff\xff\xff\xff", Some(Packager::PHP)),
        (b"JSO\0\0\0\0\0", None),
        (b"MSGPAC\0\0", None),
        (b"JSONX\0\0\0", None),
        (b"JSON    ", None),
        (b" JSON\0\0\0", None),
        (b"\0PHP\0\0\0\0", None),
        (b"\0\0\0\0\0\0\0\0", None),
        (b"\xff\xff\xff\xff\xff\xff\xff\xff", None),
    ] {
        assert_eq!(
            Packager::from_wire(*name),
            packager,
            "{}",
            name.escape_ascii()
        );
    }
    for packager in ALL {
        assert_eq!(Packager::from_wire(packager.to_wire()), Some(packager));
        assert_eq!(packager.name().to_lowercase().parse(), Ok(packager));
    }
    assert_eq!(&Packager::PHP.to_wire(), b"PHP\0\0\0\0\0");
    assert_eq!(Packager::default(), Packager::MSGPACK);
    let error = "XML".parse::<Packager>().unwrap_err();
    assert!(
        error.to_string().contains("expected PHP, JSON, MSGPACK"),
        "{error}"
    );
}

struct Named(&'static str);

impl Codec for Named {
    fn name(&self) -> &str {
        self.0
    }

    fn encode(&self, _: &Value, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        out.push(1);
        Err(EncodeError::new("never"))
    }

    fn decode(&self, _: &[u8]) -> Result<Value, DecodeError> {
        Err(DecodeError::malformed("never"))
    }
}

#[test]
fn names_that_cannot_be_told_apart_are_not_registered() {
    for name in ["", "EIGHTLET", "a b", "n\0", "\u{e9}", "json", "Php"] {
        assert!(Packager::register(Named(name)).is_err(), "{name}");
    }
    let packager = Packager::register(Named("X-1")).unwrap();
    assert!(Packager::register(Named("x-1")).is_err());
    let mut out = b"before".to_vec();
    assert!(packager.encode(&5, &mut out).is_err());
    assert_eq!(out, b"before");
    assert!(
        packager
            .decode::<Value>(b"", &DecodeLimits::default())
            .is_err()
    );
}

#[test]
fn what_is_not_in_the_format_is_malformed() {
    let json = [
        "",
        " ",
        "nul",
        "tru",
        "+1",
        "01",
        "1.",
        ".5",
        "1e",
        "-",
        "--1",
        "[1,]",
        "[1 2]",
        "[,1]",
        "[1",
        "{\"a\"}",
        "{\"a\":1,}",
        "{a:1}",
        "{1:1}",
        "\"a",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\ud800\"",
        "\"\\ud800\\u0041\"",
        "\"\\udc00\"",
        "\"\u{1}\"",
        "1 1",
        "[] x",
        "1\0",
        "\u{feff}1",
        "/**/1",
        "]",
        "}",
        "NaN",
        "Infinity",
        "'a'",
    ];
    let php = [
        "",
        "x",
        "N",
        "n;",
        "i:;",
        "i:5",
        "i:x;",
        "i:1.5;",
        "i:99999999999999999999;",
        "b:2;",
        "b:;",
        "d:;",
        "d:x;",
        "d:inf;",
        "d:infinity;",
        "s:1:\"ab\";",
        "s:3:\"ab\";",
        "s:2:\"ab\"",
        "s:2:ab;",
        "s:-1:\"\";",
        "s:+1:\"a\";",
        "S:1:\"\\x\";",
        "a:1:{}",
        "a:0:{",
        "a:0:{i:0;N;}",
        "a:1:{N;N;}",
        "a:1:{d:0;N;}",
        "a:1:{a:0:{}N;}",
        "O:1:\"M\":0:",
        "E:1:\"x\";",
        "C:1:\"M\":1:{}",
    ];
    let limits = DecodeLimits::default();
    for (packager, bodies) in [(Packager::JSON, &json[..]), (Packager::PHP, &php[..])] {
        for body in bodies {
            let error = packager.decode::<Value>(body.as_bytes(), &limits);
            let error = error.expect_err(body);
            assert!(error.is_malformed(), "{body}: {error}");
            let skipped = packager.decode::<()>(body.as_bytes(), &limits);
            assert!(skipped.is_err(), "{body}");
        }
    }
    for body in [
        &b""[..],
        b"\xc1",
        b"\x91",
        b"\xa2a",
        b"\x81\x90\x01",
        b"\x82\x01\x01",
        b"\xd4\x01",
    ] {
        let error = Packager::MSGPACK
            .decode::<Value>(body, &limits)
            .unwrap_err();
        assert!(error.is_malformed(), "{error}");
    }
}

#[test]
fn errors_tell_where_and_what() {
    #[derive(Debug, Deserialize)]
    struct Outer {
        #[serde(rename = "items")]
        _items: Vec<BTreeMap<String, Vec<u8>>>,
    }
    let json = br#"{"items":[{},{"sizes":[1,2,300]}]}"#;
    let error = Packager::JSON
        .decode::<Outer>(json, &DecodeLimits::default())
        .unwrap_err();
    assert_eq!(error.path(), "items[1].sizes[2]");
    assert_eq!(error.index(), None);
    assert!(error.message().contains("300"), "{error}");
    assert!(
        error.to_string().starts_with("items[1].sizes[2]: "),
        "{error}"
    );
    let deep = [&[b'['; 100][..], b"x"].concat();
    let error = Packager::JSON
        .decode::<Value>(&deep, &DecodeLimits::default())
        .unwrap_err();
    assert_eq!(error.path(), "[0]".repeat(8) + "...");
    let error = Packager::JSON
        .decode::<Value>(b"[1,", &DecodeLimits::default())
        .unwrap_err();
    assert_eq!(error.to_string(), "[1]: byte 3: the value is cut short");
}

/// Adds up what lists of lists announce to the type that reads them.
struct Announced<'a>(&'a Cell<usize>);

impl<'de> DeserializeSeed<'de> for Announced<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Announced<'_> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("lists of lists")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        self.0.set(self.0.get() + items.size_hint().unwrap_or(0));
        while items.next_element_seed(Announced(self.0))?.is_some() {}
        Ok(())
    }
}

#[test]
fn lists_inside_one_another_do_not_multiply_what_is_reserved() {
    // Each claims 1024 elements, for which there are bytes enough behind it.
    let body = [0xdc, 0x04, 0x00].repeat(800);
    let reader = MsgPackReader::new(&body, 0, &DecodeLimits::default());
    let total = Cell::new(0);
    let result = Announced(&total).deserialize(&mut Decoder::new(reader, MAX_DEPTH));
    assert!(result.unwrap_err().is_malformed());
    assert_eq!(total.get(), body.len());
}
