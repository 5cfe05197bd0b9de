//! What is taken from the allocator: nothing for a call, nothing for what is
//! lent to it, and for an untyped body no more than its bytes justify.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

#[allow(clippy::expect_used, clippy::panic)]
#[path = "lab/mod.rs"]
mod lab;

use allocation_counter::measure;
use lab::{LIMIT, PACKAGERS, Running, request, unpack};
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Barrier, mpsc};
use tokio::runtime::Builder;
use tokio::sync::oneshot;
use yar_runtime::message::{RequestHead, write_request};
use yar_runtime::packager::DecodeLimits;
use yar_runtime::private::lend;
use yar_runtime::wire::{Layout, peek};
use yar_runtime::{Bytes, Client, Error, Map, Packager, Value};

const CALLS: u64 = 300;

/// Lists, maps, numbers and escapes, for the server to step over.
fn surplus() -> Value {
    let mut map = Map::new();
    map.push("line\n", Value::List(vec!["\u{e9}\"".into(), 0.1.into()]));
    map.push("list", vec![vec![1, 2, 3], vec![]]);
    Value::Map(map)
}

/// How often memory is taken for [`CALLS`] calls of `request`, `frame` finding
/// the one in an answer that is whole. The server has the thread for itself, and
/// only that is measured.
fn taken_by_server(uri: &str, request: Vec<u8>, frame: fn(&[u8]) -> Option<&[u8]>) -> u64 {
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let server = runtime.block_on(Running::start(uri));
    let place = server.place().to_owned();
    let start = Arc::new(Barrier::new(2));
    let (ready, is_ready) = oneshot::channel();
    let (done, is_done) = oneshot::channel();
    let barrier = Arc::clone(&start);
    let peer = std::thread::spawn(move || {
        let mut stream = TcpStream::connect(place).unwrap();
        let mut answer = [0; 1000];
        let mut call = || {
            stream.write_all(&request).unwrap();
            let mut len = 0;
            while frame(&answer[..len]).is_none() {
                len += stream.read(&mut answer[len..]).unwrap();
            }
            let frame = frame(&answer[..len]).unwrap();
            let frame = peek(frame, LIMIT).unwrap().unwrap();
            assert_eq!(unpack(&frame).1.unwrap(), Value::Int(42));
        };
        call();
        ready.send(()).unwrap();
        barrier.wait();
        for _ in 0..CALLS {
            call();
        }
        done.send(()).unwrap();
    });
    runtime.block_on(is_ready).unwrap();
    let taken = measure(|| {
        start.wait();
        runtime.block_on(is_done).unwrap();
    });
    peer.join().unwrap();
    taken.count_total
}

fn whole(frame: &[u8]) -> Option<&[u8]> {
    matches!(peek(frame, LIMIT), Ok(Some(_))).then_some(frame)
}

fn addition(packager: Packager) -> Vec<u8> {
    request(packager, 7, "add", vec![20.into(), 22.into(), surplus()])
}

#[test]
fn a_call_allocates_nothing_on_the_server() {
    for packager in PACKAGERS {
        let taken = taken_by_server("tcp://127.0.0.1:0", addition(packager), whole);
        // A timer or two may come in between.
        assert!(taken < CALLS / 10, "{packager}: {taken}");
    }
}

/// Hyper takes a buffer, a place to share it from and a channel for the body.
/// The rest is ours, for the answer, which hyper must own.
#[cfg(feature = "http")]
#[test]
fn a_call_over_http_allocates_little_more_than_hyper_does() {
    for packager in PACKAGERS {
        let body = addition(packager);
        let lines = format!(
            "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        let request = [lines.as_bytes(), &body].concat();
        let taken = taken_by_server("http://127.0.0.1:0", request, |answer| {
            let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
            whole(&answer[end + 4..])
        });
        assert!(taken < CALLS * 6 + CALLS / 10, "{packager}: {taken}");
    }
}

/// The client has the thread of the test for itself, and only that is measured.
#[test]
fn a_call_allocates_nothing_on_the_client() {
    let (tell, told) = mpsc::channel();
    let (done, is_done) = oneshot::channel::<()>();
    let aside = std::thread::spawn(move || {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let server = Running::start("tcp://127.0.0.1:0").await;
            tell.send(server.address.clone()).unwrap();
            is_done.await.unwrap();
        });
    });
    let address = told.recv().unwrap();
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    for packager in PACKAGERS {
        let client = Client::builder(&address).packager(packager);
        let client = client.build().unwrap();
        let calls = async || {
            for _ in 0..CALLS {
                let sum = client.call::<_, i64, Error>("add", &(20, 22)).await;
                assert_eq!(sum.unwrap(), 42);
            }
        };
        runtime.block_on(calls());
        let taken = measure(|| runtime.block_on(calls()));
        // A timer or two may come in between.
        assert!(taken.count_total < CALLS / 10, "{packager}: {taken:?}");
        let client = Client::builder(&address).packager(packager);
        let client = client.build_blocking().unwrap();
        let calls = || {
            for _ in 0..CALLS {
                let sum = client.call::<_, i64, Error>("add", &(20, 22));
                assert_eq!(sum.unwrap(), 42);
            }
        };
        calls();
        let taken = measure(calls);
        assert_eq!(taken.count_total, 0, "{packager}: {taken:?}");
    }
    done.send(()).unwrap();
    aside.join().unwrap();
}

/// The frame of a call with these arguments, and how often memory was taken for
/// it.
fn packed<P: Serialize>(packager: Packager, params: &P) -> (Vec<u8>, u64) {
    let head = RequestHead {
        id: 7,
        layout: Layout::Yar,
        packager,
        reserved: 0,
        provider: b"",
        token: b"",
    };
    let mut frame = Vec::with_capacity(10_000);
    let taken = measure(|| write_request(&mut frame, &head, "put", params).unwrap());
    (frame, taken.count_total)
}

#[test]
fn an_argument_is_lent_without_a_copy() {
    type Texts = Vec<String>;
    type Lists = BTreeMap<String, Vec<f64>>;
    let texts = ["a", "b"].map(str::to_owned);
    let bytes = Bytes::from(vec![7; 100]);
    let map = Lists::from([("x".to_owned(), vec![0.5; 100])]);
    for packager in PACKAGERS {
        let kept = (&texts[..], &bytes[..], &map);
        let lent = (
            lend::<String, _>(&"text"),
            lend::<Texts, _>(&["a", "b"]),
            lend::<Texts, _>(&kept.0),
            lend::<Bytes, _>(&kept.1),
            lend::<Lists, _>(&kept.2),
        );
        let owned = ("text", texts.to_vec(), texts.to_vec(), &bytes, map.clone());
        // Packing may take memory of its own; lending takes none.
        assert_eq!(
            packed(packager, &lent),
            packed(packager, &owned),
            "{packager}"
        );
    }
}

/// The most memory an untyped value takes while it is made, per byte.
fn factor(packager: Packager, bytes: &[u8]) -> u64 {
    let limits = DecodeLimits::default();
    let taken = measure(|| {
        packager.decode::<Value>(bytes, &limits).unwrap();
    });
    taken.bytes_max / bytes.len() as u64
}

#[test]
fn untyped_bodies_take_memory_in_proportion() {
    const COUNT: u32 = 100_000;
    let repeat = |item: &[u8]| item.repeat(COUNT as usize);
    for item in [
        &b"\x01"[..],
        b"\x90",
        b"\x80",
        b"\x91\x01",
        b"\xa1x",
        b"\x81\xa0\x01",
    ] {
        let body = [&b"\xdd"[..], &COUNT.to_be_bytes(), &repeat(item)].concat();
        let factor = factor(Packager::MSGPACK, &body);
        assert!(
            (5..=64).contains(&factor),
            "{}: {factor}",
            item.escape_ascii()
        );
    }
    for item in ["0,", "[],", "{},", "[0],", "\"\",", "{\"\":0},"] {
        let body = [b"[", &repeat(item.as_bytes())[..], b"0]"].concat();
        let factor = factor(Packager::JSON, &body);
        assert!((5..=64).contains(&factor), "{item}: {factor}");
    }
    let items: String = (0..COUNT).map(|n| format!("i:{n};N;")).collect();
    let body = format!("a:{COUNT}:{{{items}}}");
    let factor = factor(Packager::PHP, body.as_bytes());
    assert!((5..=64).contains(&factor), "{factor}");
}
