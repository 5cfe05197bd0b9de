//! Frames with a few bytes wrong: whatever comes of them, the server lives,
//! nothing panics, and others are served.

use crate::lab::chance::{Chance, count_panics};
use crate::lab::{PACKAGERS, Running, frame, request};
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use yar_runtime::{Map, Value};

fn frames() -> Vec<Vec<u8>> {
    let mut map = Map::new();
    map.push("a", Value::List(vec![Value::Float(1.5), Value::Null]));
    map.push(5, Value::Bytes(vec![0xff, 0]));
    let mut frames: Vec<Vec<u8>> = PACKAGERS
        .into_iter()
        .flat_map(|packager| {
            let value = match packager.name() {
                "JSON" => Value::List(vec![Value::Int(-1), Value::String("é".into())]),
                _ => Value::Map(map.clone()),
            };
            [
                request(packager, 1, "echo", vec![value]),
                request(packager, 2, "add", vec![Value::Int(1), Value::Int(2)]),
            ]
        })
        .collect();
    frames.push(frame(
        b"JSON\0\0\0\0",
        &[b"{\"i\":1,\"m\":\"echo\",\"p\":[", &[b'['; 2000][..]].concat(),
    ));
    frames.push(frame(
        b"MSGPACK\0",
        &[&b"\x83\xa1i\x01\xa1m\xa4echo\xa1p"[..], &[0x91; 2000]].concat(),
    ));
    frames.push(frame(
        b"MSGPACK\0",
        b"\x83\xa1i\x01\xa1m\xa4echo\xa1p\xdd\xff\xff\xff\xff",
    ));
    frames
}

async fn throw(server: &Running, rounds: usize, wrap: impl Fn(Vec<u8>) -> Vec<u8>) {
    let panics = count_panics();
    let before = panics.load(Ordering::SeqCst);
    let mut chance = Chance(0x5eed);
    let frames = frames();
    for round in 0..rounds {
        let mut bytes = frames[chance.below(frames.len())].clone();
        if round >= frames.len() {
            chance.mutate(&mut bytes);
        }
        let mut peer = server.peer().await;
        // The server may have hung up, which is its right.
        let _ = peer.0.write_all(&wrap(bytes)).await;
        let _ = peer.0.shutdown().await;
        let mut answer = Vec::new();
        let read = tokio::time::timeout(Duration::from_secs(3), peer.0.read_to_end(&mut answer));
        let _ = read.await.expect("an answer, or a close");
    }
    assert_eq!(panics.load(Ordering::SeqCst), before);
}

#[tokio::test]
async fn over_tcp() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut other = server.peer().await;
    throw(&server, 3_000, |bytes| bytes).await;
    other.assert_alive().await;
}

#[cfg(feature = "http")]
#[tokio::test]
async fn over_http() {
    let server = Running::start("http://127.0.0.1:0").await;
    throw(&server, 1_000, |bytes| {
        let head = format!(
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n",
            bytes.len()
        );
        [head.as_bytes(), &bytes].concat()
    })
    .await;
    let client = yar_runtime::Client::builder(&server.address)
        .build()
        .unwrap();
    let sum = client.call::<_, i64, yar_runtime::Error>("add", &(1, 2));
    assert_eq!(crate::lab::within(sum).await.unwrap(), 3);
}
