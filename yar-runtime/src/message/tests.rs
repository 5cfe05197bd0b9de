#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

use super::*;
use crate::fault::Exception;
use crate::packager::{Codec, DecodeError, DecodeLimits, EncodeError, Packager};
use crate::value::{Map, Value};
use crate::wire::{Frame, Layout, peek};
use std::borrow::Cow;

const ALL: [Packager; 3] = [Packager::PHP, Packager::JSON, Packager::MSGPACK];
const LAYOUTS: [Layout; 2] = [Layout::Yar, Layout::LuaYar];

fn limits() -> DecodeLimits {
    DecodeLimits::default()
}

fn frame(bytes: &[u8]) -> Frame<'_> {
    let frame = peek(bytes, 1 << 20).unwrap().unwrap();
    assert_eq!(frame.len, bytes.len());
    frame
}

fn request_head(packager: Packager, layout: Layout) -> RequestHead<'static> {
    RequestHead {
        id: 0xfedc_ba98,
        layout,
        packager,
        reserved: 1,
        provider: b"me",
        token: b"secret",
    }
}

fn reply_head(packager: Packager) -> ReplyHead {
    ReplyHead {
        id: 7,
        layout: Layout::Yar,
        packager,
        any_order: false,
    }
}

#[test]
fn requests_are_read_back() {
    for packager in ALL {
        for layout in LAYOUTS {
            let mut out = Vec::new();
            let head = request_head(packager, layout);
            write_request(&mut out, &head, "add", &(1i64, "two")).unwrap();
            let frame = frame(&out);
            assert_eq!(frame.header.id, 0xfedc_ba98);
            assert_eq!(frame.header.token(), b"secret");
            assert_eq!(Packager::from_wire(frame.packager), Some(packager));
            let request = Request::read(packager, frame.body, &limits()).unwrap();
            assert_eq!(request.id, 0xfedc_ba98);
            assert_eq!(request.method.as_deref(), Some("add"));
            let params = request.params.unwrap();
            assert_eq!(params.read::<(i64, &str)>().unwrap(), (1, "two"));
        }
    }
}

#[test]
fn the_request_of_the_wire_document() {
    let mut out = Vec::new();
    let head = RequestHead {
        id: 0x4e61_c4e7,
        layout: Layout::Yar,
        packager: Packager::MSGPACK,
        reserved: 0,
        provider: b"Yar TCP Client",
        token: b"",
    };
    write_request(&mut out, &head, "add", &(1, 2)).unwrap();
    assert_eq!(out.len(), 90 + 19);
    assert_eq!(
        out[90..],
        *b"\x83\xa1i\xce\x4e\x61\xc4\xe7\xa1m\xa3add\xa1p\x92\x01\x02"
    );
}

/// A null or an empty map as parameters kills a PHP server.
#[test]
fn no_parameters_are_an_empty_list() {
    for (packager, end) in [
        (Packager::PHP, &b"s:1:\"p\";a:0:{}}"[..]),
        (Packager::JSON, b"\"p\":[]}"),
        (Packager::MSGPACK, b"\xa1p\x90"),
    ] {
        let head = request_head(packager, Layout::Yar);
        for params in [Value::Null, Value::List(Vec::new()), Value::Map(Map::new())] {
            let mut out = Vec::new();
            write_request(&mut out, &head, "f", &params).unwrap();
            if packager != Packager::JSON || !matches!(params, Value::Map(_)) {
                assert!(out.ends_with(end), "{packager} {params:?}");
            }
        }
        let mut out = b"before".to_vec();
        assert!(write_request(&mut out, &head, "f", &5).is_err());
        assert_eq!(out, b"before");
        write_request(&mut out, &head, "f", &()).unwrap();
        assert!(out.ends_with(end));
    }
}

fn json(body: &str) -> Request<'_> {
    Request::read(Packager::JSON, body.as_bytes(), &limits()).unwrap()
}

#[test]
fn keys_are_exact_and_may_come_in_any_order() {
    let request = json(r#"{"p":[1],"x":{"m":"no"},"id":3,"M":"no","m":"old","m":"f","i":9}"#);
    assert_eq!(request.id, 9);
    assert_eq!(request.method.as_deref(), Some("f"));
    assert_eq!(request.params.unwrap().read::<(i64,)>().unwrap(), (1,));
    let request = json(r#"{"i":1}"#);
    assert!(request.method.is_none() && request.params.is_none());
    for body in ["[]", "[1,{\"m\":2}]"] {
        assert!(json(body).method.is_none(), "a list has no keys");
    }
    for body in ["5", "{\"i\":1", "", "{\"i\":1} x", "[1"] {
        assert!(Request::read(Packager::JSON, body.as_bytes(), &limits()).is_err());
    }
}

/// As PHP casts them.
#[test]
fn ids_and_methods_of_other_types_are_cast() {
    for (id, cast) in [
        ("\"12abc\"", 12),
        ("3.9", 3),
        ("null", 0),
        ("[1]", 1),
        ("[]", 0),
        ("true", 1),
        ("-5", -5),
        ("4294967296", 1 << 32),
        ("9223372036854775808", 0),
        ("1e300", 0),
        ("\"x\"", 0),
    ] {
        let body = format!("{{\"i\":{id},\"m\":5}}");
        let request = json(&body);
        assert_eq!(request.id, cast, "{id}");
        assert_eq!(request.method.as_deref(), Some("5"));
    }
    assert!(json(r#"{"m":["x"]}"#).method.is_none());
}

#[test]
fn a_class_marker_in_the_body_is_stepped_over() {
    let body = b"\x84\xc0\xa3foo\xa1i\x07\xa1m\xa4echo\xa1p\x91\x01";
    let request = Request::read(Packager::MSGPACK, body, &limits()).unwrap();
    assert_eq!((request.id, request.method.as_deref()), (7, Some("echo")));
}

#[test]
fn arguments_come_from_lists_maps_and_nothing() {
    let read = |p: &str| {
        let body = format!("{{\"p\":{p}}}");
        let params = json(&body).params.unwrap();
        let read = params.read::<(i64, Option<i64>)>();
        read.map_err(|error| error.to_string())
    };
    assert_eq!(read("[1,2]"), Ok((1, Some(2))));
    assert_eq!(read("[1,2,3,[4]]"), Ok((1, Some(2))));
    assert_eq!(read("[1]"), Ok((1, None)));
    assert_eq!(read("{\"b\":2,\"a\":1}"), Ok((2, Some(1))));
    let missing = Err("[0]: the argument is missing, expected i64".to_owned());
    for nothing in ["[]", "{}", "null"] {
        assert_eq!(read(nothing), missing);
    }
    assert!(read("5").is_err());
    let error = json("{\"p\":[1,\"x\"]}").params.unwrap();
    let error = error.read::<(i64, i64)>().unwrap_err();
    assert_eq!(error.index(), Some(1));
    assert!(!error.is_malformed());
    json("{\"p\":[1,{}]}").params.unwrap().read::<()>().unwrap();
    let all: Vec<Value> = json("{\"p\":{\"a\":1,\"b\":\"x\"}}")
        .params
        .unwrap()
        .read()
        .unwrap();
    assert_eq!(all, [Value::Int(1), Value::from("x")]);
    Params::none().read::<()>().unwrap();
    assert_eq!(Params::none().read::<(Option<i64>,)>().unwrap(), (None,));
}

#[test]
fn responses_are_read_back() {
    for packager in ALL {
        let mut out = Vec::new();
        let head = ReplyHead {
            id: (1 << 32) + 5,
            layout: Layout::LuaYar,
            packager,
            any_order: packager == Packager::JSON,
        };
        write_response(&mut out, &head, &Some("yes")).unwrap();
        let frame = frame(&out);
        assert_eq!(frame.header.id, 5);
        assert_eq!(frame.header.allows_any_order(), head.any_order);
        let response = Response::<String>::read(packager, frame.body, &limits()).unwrap();
        assert_eq!(response.id, (1 << 32) + 5);
        assert_eq!(response.output, None);
        assert_eq!(response.outcome.unwrap(), "yes");
    }
}

#[test]
fn a_response_in_any_order_with_anything_missing() {
    fn read<'a, R: serde::Deserialize<'a>>(body: &'a str) -> Result<Response<R>, DecodeError> {
        Response::read(Packager::JSON, body.as_bytes(), &limits())
    }
    let response = read::<i64>(r#"{"r":5,"o":"printed","x":1,"s":"0","i":7,"e":"no"}"#).unwrap();
    assert_eq!(response.outcome.unwrap(), 5);
    assert_eq!(response.output.as_deref(), Some("printed"));
    assert_eq!(
        read::<Option<i64>>(r#"{"i":7,"s":0}"#)
            .unwrap()
            .outcome
            .unwrap(),
        None
    );
    read::<()>(r#"{"i":7,"s":0}"#).unwrap().outcome.unwrap();
    read::<i64>(r#"{"i":7,"s":0}"#).unwrap_err();
    for body in [r#"{"r":1}"#, r#"{"i":7}"#, r#"{"s":0}"#, r#"[7,0]"#] {
        assert!(
            read::<Option<i64>>(body).unwrap_err().is_malformed(),
            "{body}"
        );
    }
    let error = read::<i64>(r#"{"i":7,"s":0,"r":"x"}"#).unwrap_err();
    assert!(!error.is_malformed());
}

fn failure(e: &str) -> crate::Error {
    let body = format!("{{\"r\":[],\"e\":{e},\"s\":64,\"i\":7}}");
    let response = Response::<i64>::read(Packager::JSON, body.as_bytes(), &limits()).unwrap();
    response.outcome.unwrap_err()
}

#[test]
fn errors_are_texts_or_maps_with_anything_missing() {
    let error = failure(r#"{"message":"bad","code":33,"file":"f","line":1,"_type":"A\\B"}"#);
    assert_eq!((error.status(), error.code()), (Some(64), Some(33)));
    assert_eq!((error.message(), error.kind()), ("bad", "A\\B"));
    let error = failure(r#"{"code":"33"}"#);
    assert_eq!(
        (error.code(), error.message()),
        (Some(33), "unknown error, status 64")
    );
    assert_eq!(failure("\"text\"").message(), "text");
    assert_eq!(failure("\"text\"").code(), Some(64));
    for nothing in ["null", "[]", "[1]"] {
        assert_eq!(failure(nothing).message(), "unknown error, status 64");
    }
}

#[test]
fn errors_are_written_in_order() {
    let mut out = Vec::new();
    let complaint = Complaint::Text(4, "call to undefined api f()");
    write_error(&mut out, &reply_head(Packager::JSON), &complaint);
    assert_eq!(
        frame(&out).body,
        br#"{"i":7,"s":4,"e":"call to undefined api f()"}"#
    );
    let exception = Exception {
        message: Cow::Borrowed("m"),
        code: 5,
        kind: Cow::Borrowed("Exception"),
        data: None,
    };
    let mut out = Vec::new();
    let complaint = Complaint::Exception(exception);
    write_error(&mut out, &reply_head(Packager::MSGPACK), &complaint);
    assert_eq!(
        frame(&out).body,
        b"\x83\xa1i\x07\xa1s\x40\xa1e\x85\xa7message\xa1m\xa4code\x05\xa4file\xa0\xa4line\x00\xa5_type\xa9Exception"
    );
}

#[test]
fn a_result_that_cannot_be_packed_leaves_nothing_behind() {
    let mut out = b"before".to_vec();
    let result = [("ratio", [1.0, f64::NAN])];
    let result: std::collections::BTreeMap<_, _> = result.into();
    let error = write_response(&mut out, &reply_head(Packager::JSON), &result).unwrap_err();
    assert_eq!(error.path(), "r.ratio[1]");
    assert_eq!(out, b"before");
}

/// Debug text of a value, quoted: enough of a packager to test the seams.
struct Shout;

impl Codec for Shout {
    fn name(&self) -> &str {
        "Shout"
    }

    fn encode(&self, value: &Value, out: &mut Vec<u8>) -> Result<(), EncodeError> {
        out.push(b'!');
        Packager::MSGPACK.encode(value, out)
    }

    fn decode(&self, bytes: &[u8]) -> Result<Value, DecodeError> {
        match bytes {
            [b'!', rest @ ..] => Packager::MSGPACK.decode(rest, &DecodeLimits::default()),
            _ => Err(DecodeError::malformed("expected an exclamation mark")),
        }
    }
}

#[test]
fn a_registered_packager_serves_like_the_others() {
    let packager = Packager::register(Shout).unwrap();
    assert!(Packager::register(Shout).is_err());
    assert_eq!(Packager::from_wire(*b"sHOUT\0xy"), Some(packager));
    assert_eq!("SHOUT".parse(), Ok(packager));
    let mut out = Vec::new();
    let head = request_head(packager, Layout::Yar);
    write_request(&mut out, &head, "f", &(1i64, "x")).unwrap();
    let request = Request::read(packager, frame(&out).body, &limits()).unwrap();
    assert_eq!(request.method.as_deref(), Some("f"));
    let params = request.params.unwrap();
    assert_eq!(params.read::<(i64, String)>().unwrap(), (1, "x".to_owned()));
    let mut out = Vec::new();
    write_response(&mut out, &reply_head(packager), &vec![1u8, 2]).unwrap();
    let response = Response::<Vec<u8>>::read(packager, frame(&out).body, &limits()).unwrap();
    assert_eq!(response.outcome.unwrap(), [1, 2]);
}
