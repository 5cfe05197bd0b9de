//! Every recorded frame of the real programs, read and written again.

#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use support::{Comparison, Vector, tag, vectors};
use yar_runtime::message::{Request, Response};
use yar_runtime::packager::{DecodeError, DecodeLimits};
use yar_runtime::wire::{Frame, Layout, peek, whole};
use yar_runtime::{Packager, Value};

/// Bodies that the recording calls undecodable and this side reads, as the
/// real servers do.
const READ_ALL_THE_SAME: [&str; 5] = [
    // Bytes behind a value of PHP or MSGPACK: no real server looks at them.
    "http-hand-trailing-msgpack",
    "http-hand-trailing-php",
    "tcp-hand-body-trailing",
    // An extension is null, as PHP reads it.
    "http-hand-msgpack-ext",
    "tcp-hand-body-ext",
];

/// Deeper than this side goes by default.
const TOO_DEEP: &str = "http-hand-msgpack-depth-1023";

fn body_of<'a>(vector: &'a Vector) -> Result<(Packager, Frame<'a>), String> {
    let frame = whole(&vector.frame).map_err(|error| error.to_string())?;
    let packager = Packager::from_wire(frame.packager).ok_or("unknown packager")?;
    Ok((packager, frame))
}

fn decode(packager: Packager, body: &[u8]) -> Result<Value, DecodeError> {
    packager.decode(body, &DecodeLimits::default())
}

/// The frames whose body is well-formed.
fn good() -> impl Iterator<Item = Vector> {
    vectors()
        .into_iter()
        .filter(|vector| !matches!(tag(&vector.expected), Some(("$undecodable" | "$deep", _))))
}

#[test]
fn headers_are_as_recorded() {
    for vector in good() {
        let (_, frame) = body_of(&vector).unwrap();
        let Some(header) = vector.entry.get("header") else {
            continue;
        };
        let number = |key| match header.get(key) {
            Some(number) => number.as_u64().unwrap(),
            None => panic!("{}: no {key} in {header:?}", vector.name),
        };
        let text = |key| header.get(key).unwrap().as_str().unwrap().as_bytes();
        let name = &vector.name;
        assert_eq!(u64::from(frame.header.id), number("id"), "{name}");
        assert_eq!(u64::from(frame.header.version), number("version"), "{name}");
        assert_eq!(
            u64::from(frame.header.reserved),
            number("reserved"),
            "{name}"
        );
        assert_eq!(
            u64::from(frame.header.body_len),
            number("body_len"),
            "{name}"
        );
        assert_eq!(frame.header.provider(), text("provider"), "{name}");
        assert_eq!(frame.header.token(), text("token"), "{name}");
        let lua = vector.entry.get("layout").is_some();
        assert_eq!(frame.layout == Layout::LuaYar, lua, "{name}");
        if !vector.by_hand {
            let peeked = peek(&vector.frame, 10 << 20).unwrap().unwrap();
            assert_eq!(peeked.len, vector.frame.len(), "{name}");
        }
    }
}

#[test]
fn bodies_decode_to_what_was_recorded() {
    let mut wrong = Vec::new();
    for vector in good() {
        let (packager, frame) = body_of(&vector).unwrap();
        let comparison = Comparison::new(packager, &vector.expected);
        let outcome = decode(packager, frame.body)
            .map_err(|error| error.to_string())
            .and_then(|value| comparison.check(&vector.expected, &value));
        if let Err(error) = outcome {
            wrong.push(format!("{}: {error:.300}", vector.name));
        }
    }
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
}

#[test]
fn malformed_bodies_are_errors() {
    for vector in vectors() {
        if let Some(("$undecodable", _)) = tag(&vector.expected) {
            let outcome = body_of(&vector).and_then(|(packager, frame)| {
                decode(packager, frame.body).map_err(|error| error.to_string())
            });
            let read = READ_ALL_THE_SAME.contains(&vector.name.as_str());
            assert_eq!(outcome.is_ok(), read, "{}: {outcome:?}", vector.name);
        }
    }
}

#[test]
fn depth_is_that_of_php_json_unless_told_otherwise() {
    for vector in vectors() {
        if let Some(("$deep", _)) = tag(&vector.expected) {
            let (packager, frame) = body_of(&vector).unwrap();
            let outcome = decode(packager, frame.body);
            assert_eq!(outcome.is_err(), vector.name == TOO_DEEP, "{}", vector.name);
        }
    }
}

#[test]
fn more_depth_may_be_asked_for() {
    let all = vectors();
    let vector = all.iter().find(|vector| vector.name == TOO_DEEP).unwrap();
    let (packager, frame) = body_of(vector).unwrap();
    std::thread::scope(|scope| {
        let roomy = std::thread::Builder::new().stack_size(16 << 20);
        let read = roomy.spawn_scoped(scope, || {
            let limits = DecodeLimits::default().with_depth(1025);
            packager.decode::<Value>(frame.body, &limits).unwrap();
            let limits = limits.with_depth(1024);
            packager.decode::<Value>(frame.body, &limits).unwrap_err();
        });
        read.unwrap().join().unwrap();
    });
}

#[test]
fn requests_and_responses_are_understood() {
    let limits = DecodeLimits::default();
    for vector in good().filter(|vector| !vector.by_hand) {
        let (packager, frame) = body_of(&vector).unwrap();
        let id = vector.expected.get("i").unwrap().as_i64().unwrap();
        let comparison = Comparison::new(packager, &vector.expected);
        if vector.is_request {
            let request = Request::read(packager, frame.body, &limits).unwrap();
            assert_eq!(request.id, id, "{}", vector.name);
            let method = vector.expected.get("m").unwrap().as_str();
            assert_eq!(request.method.as_deref(), method, "{}", vector.name);
            let arguments: Vec<Value> = request.params.unwrap().read().unwrap();
            if let Some(expected @ Value::List(_)) = vector.expected.get("p") {
                let outcome = comparison.check(expected, &Value::List(arguments));
                assert_eq!(outcome, Ok(()), "{}", vector.name);
            }
        } else {
            let response = Response::<Value>::read(packager, frame.body, &limits).unwrap();
            assert_eq!(response.id, id, "{}", vector.name);
            match (response.outcome, vector.expected.get("s")) {
                (Ok(value), Some(Value::Int(0))) => {
                    let expected = vector.expected.get("r").unwrap_or(&Value::Null);
                    assert_eq!(
                        comparison.check(expected, &value),
                        Ok(()),
                        "{}",
                        vector.name
                    );
                }
                (Err(error), Some(Value::Int(status))) => {
                    assert_eq!(error.status(), Some(*status), "{}", vector.name);
                }
                other => panic!("{}: {other:?}", vector.name),
            }
        }
    }
}

/// What PHP writes and this side has read is written again with the same
/// bytes, wherever nothing was shared by reference.
#[test]
fn php_bodies_are_written_byte_for_byte() {
    let mut same = 0;
    for vector in good().filter(|vector| !vector.by_hand) {
        let origin = vector.entry.get("origin").unwrap().as_str().unwrap();
        let (packager, frame) = body_of(&vector).unwrap();
        let shared = ["array-ref", "same-twice", "sameobj", "-ref"];
        if !origin.starts_with("PHP")
            || packager == Packager::JSON
            || shared.iter().any(|name| vector.name.contains(name))
        {
            continue;
        }
        let value = decode(packager, frame.body).unwrap();
        let mut written = Vec::new();
        packager.encode(&value, &mut written).unwrap();
        assert!(written == frame.body, "{}: {value:?}", vector.name);
        same += 1;
    }
    assert!(same > 300, "{same} bodies");
}

#[test]
fn every_value_survives_being_written_again() {
    for vector in good() {
        let (packager, frame) = body_of(&vector).unwrap();
        let value = decode(packager, frame.body).unwrap();
        let mut written = Vec::new();
        match packager.encode(&value, &mut written) {
            Err(error) => assert!(packager == Packager::JSON, "{}: {error}", vector.name),
            Ok(()) => {
                let again = decode(packager, &written).unwrap();
                let value = as_written(value, packager);
                // By their text, since NaN is not equal to itself.
                assert_eq!(
                    format!("{again:?}"),
                    format!("{value:?}"),
                    "{}",
                    vector.name
                );
            }
        }
    }
}

/// The value that a reader sees: the canonical form has no empty maps, no
/// binary strings and, but for MSGPACK, no integers above `i64::MAX`.
fn as_written(value: Value, packager: Packager) -> Value {
    match value {
        Value::UInt(value) if packager != Packager::MSGPACK => value.to_string().into(),
        Value::Bytes(bytes) => match String::from_utf8(bytes) {
            Ok(text) => Value::String(text),
            Err(error) => Value::Bytes(error.into_bytes()),
        },
        Value::List(items) => {
            let items = items.into_iter().map(|item| as_written(item, packager));
            Value::List(items.collect())
        }
        Value::Map(map)
            if map.entries.is_empty() && map.class().is_none() && packager != Packager::JSON =>
        {
            Value::List(Vec::new())
        }
        Value::Map(mut map) => {
            if packager == Packager::JSON {
                map.set_class(None);
            }
            for (_, value) in &mut map.entries {
                *value = as_written(std::mem::take(value), packager);
            }
            Value::Map(map)
        }
        other => other,
    }
}
