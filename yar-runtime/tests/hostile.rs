//! What no peer should send: nothing of it may panic, hang, overflow the stack
//! or take memory that the bytes do not justify.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

mod support;

use serde::de::{IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use support::vectors;
use yar_runtime::message::{Request, Response};
use yar_runtime::packager::DecodeLimits;
use yar_runtime::wire::{peek, whole};
use yar_runtime::{Bytes, Packager, Value};

const ALL: [Packager; 3] = [Packager::PHP, Packager::JSON, Packager::MSGPACK];

/// A type with a bit of everything.
#[derive(Debug, Serialize, Deserialize)]
struct Everything {
    i: i64,
    #[serde(default)]
    m: Option<String>,
    #[serde(default)]
    p: Vec<BTreeMap<String, Value>>,
    #[serde(default)]
    r: Bytes,
}

/// Reads bytes in every way there is. Errors are fine.
fn try_everything(packager: Packager, bytes: &[u8]) {
    let limits = DecodeLimits::default();
    let value = packager.decode::<Value>(bytes, &limits);
    if let Ok(value) = &value {
        let _ = packager.encode(value, &mut Vec::new());
    }
    let _ = packager.decode::<Everything>(bytes, &limits);
    let _ = packager.decode::<IgnoredAny>(bytes, &limits);
    let _ = packager.decode::<serde_json::Value>(bytes, &limits);
    if let Ok(request) = Request::read(packager, bytes, &limits)
        && let Some(params) = request.params
    {
        let _ = params.read::<Vec<Value>>();
        let _ = params.read::<(Value, Option<i64>)>();
    }
    let _ = Response::<Value>::read(packager, bytes, &limits);
    let _ = Response::<Everything>::read(packager, bytes, &limits);
}

#[test]
fn frames_cut_at_every_byte() {
    for vector in vectors() {
        if vector.frame.len() > 250 {
            continue;
        }
        for end in 0..vector.frame.len() {
            let cut = &vector.frame[..end];
            assert!(!matches!(peek(cut, 1 << 20), Ok(Some(frame)) if frame.len > end));
            let Ok(frame) = whole(cut) else { continue };
            if let Some(packager) = Packager::from_wire(frame.packager) {
                try_everything(packager, frame.body);
            }
        }
    }
}

/// A body cut short is an error, wherever the cut is.
#[test]
fn values_cut_at_every_byte_are_errors() {
    let value = Everything {
        i: -70_000,
        m: Some("method".to_owned()),
        p: vec![BTreeMap::from([("k".to_owned(), Value::Float(0.5))])],
        r: Bytes(vec![0, 1, 2]),
    };
    for packager in ALL {
        let mut bytes = Vec::new();
        packager.encode(&value, &mut bytes).unwrap();
        for end in 0..bytes.len() {
            let limits = DecodeLimits::default();
            let cut = &bytes[..end];
            assert!(packager.decode::<Value>(cut, &limits).is_err());
            assert!(packager.decode::<Everything>(cut, &limits).is_err());
            assert!(packager.decode::<IgnoredAny>(cut, &limits).is_err());
        }
    }
}

#[test]
fn frames_with_flipped_bits() {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    for vector in vectors() {
        let mut bytes = vector.frame;
        if bytes.len() > 500 {
            continue;
        }
        for _ in 0..8 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let Some(at) = usize::try_from(seed >> 33)
                .unwrap()
                .checked_rem(bytes.len())
            else {
                continue;
            };
            bytes[at] ^= 1 << (seed >> 29 & 7);
            let _ = peek(&bytes, 1 << 20);
            let Ok(frame) = whole(&bytes) else { continue };
            for packager in ALL {
                try_everything(packager, frame.body);
            }
        }
    }
}

#[test]
fn huge_counts_are_refused_at_once() {
    let started = Instant::now();
    for (packager, bytes) in [
        (Packager::MSGPACK, &b"\xdd\xff\xff\xff\xff\x01"[..]),
        (Packager::MSGPACK, b"\xdf\xff\xff\xff\xff\x01\x01"),
        (Packager::MSGPACK, b"\xdb\xff\xff\xff\xffab"),
        (Packager::MSGPACK, b"\xc6\xff\xff\xff\xffab"),
        (Packager::MSGPACK, b"\xc9\xff\xff\xff\xff\x01ab"),
        (Packager::PHP, b"s:9999999999:\"a\";"),
        (Packager::PHP, b"S:9999999999:\"a\";"),
        (Packager::PHP, b"a:4294967295:{i:0;N;}"),
        (Packager::PHP, b"a:99999999999999999999:{i:0;N;}"),
        (Packager::PHP, b"a:-1:{}"),
        (Packager::PHP, b"O:8:\"stdClass\":4294967295:{i:0;N;}"),
        (Packager::PHP, b"O:4294967295:\"x\":0:{}"),
        (Packager::PHP, b"C:1:\"x\":4294967295:{}"),
        (Packager::PHP, b"E:4294967295:\"x\";"),
    ] {
        let limits = DecodeLimits::default();
        assert!(packager.decode::<Value>(bytes, &limits).is_err());
        assert!(packager.decode::<Vec<Value>>(bytes, &limits).is_err());
        assert!(packager.decode::<IgnoredAny>(bytes, &limits).is_err());
        try_everything(packager, bytes);
    }
    assert!(started.elapsed() < Duration::from_secs(1));
}

thread_local! {
    static ANNOUNCED: Cell<usize> = const { Cell::new(0) };
}

/// Lists of lists, which add up what they are told to make room for.
struct Room;

impl<'de> Deserialize<'de> for Room {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Room)
    }
}

impl<'de> Visitor<'de> for Room {
    type Value = Self;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("lists")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self, A::Error> {
        ANNOUNCED.set(ANNOUNCED.get() + items.size_hint().unwrap_or(0));
        while items.next_element::<Room>()?.is_some() {}
        Ok(self)
    }
}

/// Lists inside one another all announce the same bytes behind the last one.
#[test]
fn room_is_made_for_what_is_there_and_not_once_per_level() {
    let mut msgpack = b"\xdc\x04\x00".repeat(400);
    msgpack.extend_from_slice(&[0xc0; 1100]);
    let mut php = "a:400:{i:0;".repeat(400).into_bytes();
    php.extend_from_slice("i:0;N;".repeat(401).as_bytes());
    for (packager, bytes) in [(Packager::MSGPACK, msgpack), (Packager::PHP, php)] {
        ANNOUNCED.set(0);
        let limits = DecodeLimits::default();
        assert!(packager.decode::<Room>(&bytes, &limits).is_err());
        let announced = ANNOUNCED.get();
        assert!((1..=bytes.len()).contains(&announced), "{announced}");
    }
}

/// A list in a list in a list...
fn nested(packager: Packager, levels: usize) -> Vec<u8> {
    let (open, inner, close) = match packager {
        Packager::PHP => ("a:1:{i:0;", "N;", "}"),
        Packager::JSON => ("[", "1", "]"),
        _ => ("\u{0}", "\u{1}", ""),
    };
    let mut bytes = open.repeat(levels).into_bytes();
    bytes.extend_from_slice(inner.as_bytes());
    bytes.extend_from_slice(close.repeat(levels).as_bytes());
    if packager == Packager::MSGPACK {
        bytes[..levels].fill(0x91);
    }
    bytes
}

/// A map in a map in a map...
fn nested_maps(packager: Packager, levels: usize) -> Vec<u8> {
    let (open, inner, close) = match packager {
        Packager::PHP => ("a:1:{s:1:\"r\";", "N;", "}"),
        Packager::JSON => ("{\"r\":", "1", "}"),
        _ => ("?\u{61}r", "\u{1}", ""),
    };
    let mut bytes = open.repeat(levels).into_bytes();
    if packager == Packager::MSGPACK {
        for level in bytes.chunks_mut(3) {
            level[0] = 0x81;
            level[1] = 0xa1;
        }
    }
    bytes.extend_from_slice(inner.as_bytes());
    bytes.extend_from_slice(close.repeat(levels).as_bytes());
    bytes
}

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "only its depth counts")]
struct Chain {
    #[serde(default)]
    r: Option<Box<Chain>>,
}

/// `Vec` in `Vec`: a recursive type of lists.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
#[expect(dead_code, reason = "only its depth counts")]
struct Lists(Vec<Lists>);

fn on_a_stack_of(bytes: usize, test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(bytes);
    thread.spawn(test).unwrap().join().unwrap();
}

#[test]
fn depth_is_limited_and_fits_the_stack() {
    // Three quarters of what a thread has by default.
    on_a_stack_of(3 << 19, || {
        let limits = DecodeLimits::default();
        for packager in ALL {
            for make in [nested, nested_maps] {
                let value: Value = packager.decode(&make(packager, 512), &limits).unwrap();
                let mut out = Vec::new();
                packager.encode(&value, &mut out).unwrap();
                for levels in [513, 100_000] {
                    let bytes = make(packager, levels);
                    let error = packager.decode::<Value>(&bytes, &limits).unwrap_err();
                    assert!(error.is_malformed(), "{error}");
                    try_everything(packager, &bytes);
                }
                let wrapped = Value::List(vec![value]);
                let error = packager.encode(&wrapped, &mut out).unwrap_err();
                assert!(error.to_string().contains("512 levels"), "{error}");
            }
            let chain = nested_maps(packager, 512);
            let chain = packager.decode::<Chain>(&chain, &limits);
            assert_eq!(chain.is_ok(), packager == Packager::PHP, "{chain:?}");
            let lists = nested(packager, 100_000);
            assert!(packager.decode::<Lists>(&lists, &limits).is_err());
            let chain = nested_maps(packager, 100_000);
            assert!(packager.decode::<Chain>(&chain, &limits).is_err());
        }
    });
}

/// Ten references to an array of ten references to an array...
#[test]
fn references_do_not_expand_without_bound() {
    let limits = DecodeLimits::default();
    let mut php = "a:20:{i:0;a:1:{i:0;i:1;}".to_owned();
    let mut number = 2;
    for level in 1..20 {
        php.push_str(&format!("i:{level};a:10:{{"));
        for item in 0..10 {
            php.push_str(&format!("i:{item};R:{number};"));
        }
        php.push('}');
        number += if level == 1 { 2 } else { 1 };
    }
    php.push('}');
    let started = Instant::now();
    let error = Packager::PHP
        .decode::<Value>(php.as_bytes(), &limits)
        .unwrap_err();
    assert!(error.to_string().contains("references"), "{error}");
    let mut msgpack = b"\xdc\x00\x14\x91\x01".to_vec();
    for level in 1u8..20 {
        msgpack.push(0x9a);
        for _ in 0..10 {
            msgpack.extend_from_slice(&[0x82, 0xc0, 0x02, 0x00, level + 1]);
        }
    }
    let error = Packager::MSGPACK
        .decode::<Value>(&msgpack, &limits)
        .unwrap_err();
    assert!(error.to_string().contains("references"), "{error}");
    try_everything(Packager::PHP, php.as_bytes());
    try_everything(Packager::MSGPACK, &msgpack);
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn cycles_and_references_to_nowhere_are_errors() {
    on_a_stack_of(1 << 20, || {
        for (packager, bytes) in [
            (Packager::PHP, &b"O:1:\"M\":1:{s:1:\"a\";r:1;}"[..]),
            (Packager::PHP, b"a:1:{i:0;R:1;}"),
            (Packager::PHP, b"a:2:{i:0;a:1:{i:0;R:3;}i:1;i:5;}"),
            (Packager::PHP, b"R:1;"),
            (Packager::PHP, b"r:1;"),
            (Packager::PHP, b"a:1:{i:0;R:0;}"),
            (Packager::PHP, b"a:1:{i:0;R:99;}"),
            (Packager::PHP, b"a:1:{i:0;R:-1;}"),
            (Packager::MSGPACK, b"\x82\xc0\xa1M\xa1a\x82\xc0\x04\x00\x01"),
            (Packager::MSGPACK, b"\x91\x82\xc0\x02\x00\x01"),
            (Packager::MSGPACK, b"\x91\x82\xc0\x02\x00\x00"),
            (Packager::MSGPACK, b"\x91\x82\xc0\x02\x00\x63"),
            (Packager::MSGPACK, b"\x82\xc0\x04\x00\x01"),
        ] {
            let limits = DecodeLimits::default();
            let error = packager.decode::<Value>(bytes, &limits).unwrap_err();
            assert!(error.is_malformed(), "{error}");
            try_everything(packager, bytes);
        }
    });
}

/// Null keys make MSGPACK look one step ahead, never further.
#[test]
fn null_keys_inside_null_keys_fit_the_stack() {
    on_a_stack_of(3 << 19, || {
        for marker in [
            &b"\x82\xc0\x04\x00"[..],
            b"\x82\xc0\x01",
            b"\x83\xc0\x01\xc0",
            b"\x81\xc0",
            b"\x82\xc0",
        ] {
            try_everything(Packager::MSGPACK, &marker.repeat(100_000));
        }
    });
}

/// A long chain of copies, each of the one before.
#[test]
fn chains_of_references_fit_the_stack() {
    on_a_stack_of(1 << 20, || {
        let mut php = "a:50001:{i:0;O:1:\"M\":0:{}".to_owned();
        for copy in 1..=50_000 {
            php.push_str(&format!("i:{copy};r:{};", copy + 1));
        }
        php.push('}');
        let limits = DecodeLimits::default();
        assert!(
            Packager::PHP
                .decode::<Value>(php.as_bytes(), &limits)
                .is_err()
        );
        try_everything(Packager::PHP, php.as_bytes());
    });
}

/// Whether an array is a list is found out once, not once per level.
#[test]
fn deep_php_arrays_take_linear_time() {
    let deep = nested(Packager::PHP, 500);
    let mut bytes = b"a:200:{".to_vec();
    for index in 0..200 {
        bytes.extend_from_slice(format!("i:{index};").as_bytes());
        bytes.extend_from_slice(&deep);
    }
    bytes.push(b'}');
    let started = Instant::now();
    let limits = DecodeLimits::default();
    Packager::PHP.decode::<Value>(&bytes, &limits).unwrap();
    assert!(
        started.elapsed() < Duration::from_secs(20),
        "{:?}",
        started.elapsed()
    );
}
