//! What is tolerated, and what is not.

use crate::{Defaults, JSON, MSGPACK, PHP, Point, Shape};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use yar_runtime::packager::DecodeLimits;
use yar_runtime::{Bytes, Packager};

pub(crate) fn read<'a, T: Deserialize<'a>>(
    packager: Packager,
    bytes: &'a [u8],
) -> Result<T, String> {
    let limits = DecodeLimits::default();
    let read = packager.decode(bytes, &limits);
    read.map_err(|error| {
        assert!(!error.is_malformed(), "{error}");
        error.to_string()
    })
}

/// Reads the same in each packager; an empty spelling is left out.
#[track_caller]
pub(crate) fn reads<T>(php: &str, json: &str, msgpack: &[u8], wanted: T)
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
