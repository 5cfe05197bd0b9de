//! Peers that are slow, rude or broken, beside others that must not notice.

use crate::lab::{
    Lab, Peer, Running, add, frame, reported, request, request_with, sleep, unpack, within,
};
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use yar_runtime::wire::whole;
use yar_runtime::{Limits, Packager, Server, Value};

#[tokio::test]
async fn requests_may_drip_byte_by_byte() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    peer.0.set_nodelay(true).unwrap();
    for _ in 0..2 {
        for byte in add(7, 1, 2) {
            peer.send(&[byte]).await;
            tokio::time::sleep(Duration::from_micros(300)).await;
        }
        let (id, outcome) = peer.answer().await;
        assert_eq!((id, outcome.unwrap()), (7, Value::Int(3)));
    }
}

#[tokio::test]
async fn pipelined_requests_are_answered_in_order() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    let mut bytes = Vec::new();
    for id in 1..=1000 {
        bytes.extend(if id % 100 == 50 {
            sleep(id, 5)
        } else {
            add(id, i64::from(id), 1)
        });
    }
    let (mut read, mut write) = peer.0.into_split();
    let sending = tokio::spawn(async move { write.write_all(&bytes).await.map(|()| write) });
    let mut other = server.peer().await;
    other.assert_alive().await;
    peer = Peer(
        read.reunite(within(sending).await.unwrap().unwrap())
            .unwrap(),
    );
    for id in 1..=1000 {
        let (got, outcome) = peer.answer().await;
        assert_eq!(got, id);
        let expected = if id % 100 == 50 { 5 } else { id + 1 };
        assert_eq!(outcome.unwrap(), Value::Int(expected));
    }
    (read, _) = peer.0.into_split();
    drop(read);
}

#[tokio::test]
async fn a_request_split_anywhere_is_put_together() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    peer.0.set_nodelay(true).unwrap();
    let two = [add(1, 1, 1), add(2, 2, 2)].concat();
    for cut in 1..two.len() {
        peer.send(&two[..cut]).await;
        tokio::task::yield_now().await;
        peer.send(&two[cut..]).await;
        assert_eq!(peer.answer().await.0, 1);
        assert_eq!(peer.answer().await.0, 2);
    }
}

#[tokio::test]
async fn large_requests_and_answers_pass() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    for length in [1_100, 1_190, 1_198, 65_400, 65_536, 3_000_000] {
        let text = Value::String("y".repeat(length));
        let bytes = request(Packager::MSGPACK, 1, "echo", vec![text.clone()]);
        let ((), (_, outcome)) = {
            let (read, write) = peer.0.split();
            let mut reader = Peer(tokio::io::join(read, tokio::io::sink()));
            let mut writer = Peer(tokio::io::join(tokio::io::empty(), write));
            within(async { tokio::join!(writer.send(&bytes), reader.answer()) }).await
        };
        assert_eq!(outcome.unwrap(), text);
    }
}

#[tokio::test]
async fn without_the_bit_the_connection_closes_after_one_answer() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let args = || vec![Value::Int(1), Value::Int(2)];
    let once = request_with(Packager::MSGPACK, 1, "add", args(), 0);
    let mut peer = server.peer().await;
    peer.send(&[once.clone(), add(2, 1, 1)].concat()).await;
    assert_eq!(peer.answer().await.0, 1);
    assert_eq!(peer.rest().await, b"", "what follows is lost, but no reset");

    // As the PHP client does.
    let mut peer = server.peer().await;
    peer.send(&once).await;
    peer.0.shutdown().await.unwrap();
    assert_eq!(peer.answer().await.1.unwrap(), Value::Int(3));
    assert_eq!(peer.rest().await, b"");
}

#[tokio::test]
async fn a_half_closed_peer_gets_all_its_answers() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    peer.send(&[sleep(1, 50), add(2, 1, 1), add(3, 1, 2)[..60].to_vec()].concat())
        .await;
    peer.0.shutdown().await.unwrap();
    assert_eq!(peer.answer().await.0, 1);
    assert_eq!(peer.answer().await.0, 2);
    assert_eq!(peer.rest().await, b"");
}

#[tokio::test]
async fn garbage_closes_its_own_connection() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut other = server.peer().await;
    let garbage = [
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n".to_vec(),
        vec![0xff; 100_000],
    ];
    for bytes in garbage {
        let mut peer = server.peer().await;
        peer.send(&add(1, 1, 1)).await;
        assert_eq!(peer.answer().await.0, 1);
        peer.send(&bytes).await;
        assert_eq!(peer.rest().await, b"");
        other.assert_alive().await;
    }
}

/// The header says so, and the answer is what the request asked for, though its
/// packager come a moment later.
#[tokio::test]
async fn an_oversized_request_is_answered_and_its_connection_closed() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut other = server.peer().await;
    for (length, cut) in [(10_485_761_u32, 90), (u32::MAX, 90), (u32::MAX, 82)] {
        for any_order in [false, true] {
            let mut bytes = frame(b"JSON\0\0\0\0", b"");
            bytes[3] = 7;
            bytes[11] = u8::from(any_order);
            bytes[78..82].copy_from_slice(&length.to_be_bytes());
            let (front, packager) = bytes.split_at(cut);
            let mut peer = server.peer().await;
            peer.send(&[&add(1, 1, 1), front].concat()).await;
            assert_eq!(peer.answer().await.0, 1);
            peer.send(packager).await;
            let answer = peer.frame().await;
            assert_eq!(&answer[82..86], b"JSON");
            let (id, outcome) = unpack(&whole(&answer).unwrap());
            assert_eq!(id, if any_order { 7 } else { 0 });
            let text = "the request body is too large, at most 10485760 bytes are allowed";
            assert_eq!(reported(outcome), (2, text.to_owned()));
            assert_eq!(peer.rest().await, b"");
            other.assert_alive().await;
        }
    }
}

#[tokio::test]
async fn a_body_without_room_for_a_packager_is_answered_and_closed() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    for length in 0..8_u8 {
        let mut bytes = frame(b"MSGPACK\0", b"");
        bytes[81] = length;
        let mut peer = server.peer().await;
        peer.send(&bytes).await;
        let (id, outcome) = peer.answer().await;
        assert_eq!((id, reported(outcome).0), (0, 2));
        assert_eq!(peer.rest().await, b"");
    }
}

#[tokio::test]
async fn peers_that_vanish_take_nothing_with_them() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut other = server.peer().await;
    for bytes in [
        add(1, 1, 1)[..40].to_vec(),
        sleep(1, 20),
        vec![],
        add(1, 1, 1),
    ] {
        let mut peer = server.peer().await;
        peer.send(&bytes).await;
        tokio::time::sleep(Duration::from_millis(5)).await;
        // With an answer unread, this is a reset.
        drop(peer);
        other.assert_alive().await;
    }
}

#[tokio::test]
async fn a_peer_that_reads_late_gets_everything_and_holds_nobody_up() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let peer = server.peer().await;
    let (read, mut write) = peer.0.into_split();
    let count = 200;
    let sending = tokio::spawn(async move {
        for id in 1..=count {
            let args = vec![Value::Int(100_000)];
            write
                .write_all(&request(Packager::MSGPACK, id, "blob", args))
                .await
                .unwrap();
        }
        write
    });
    tokio::time::sleep(Duration::from_millis(200)).await;
    server.peer().await.assert_alive().await;
    let mut reader = Peer(tokio::io::join(read, tokio::io::sink()));
    for id in 1..=count {
        assert_eq!(reader.answer().await.0, i64::from(id));
    }
    drop(within(sending).await.unwrap());
}

#[tokio::test]
async fn connections_beyond_the_limit_are_closed_at_once() {
    let mut limits = Limits::default();
    limits.max_connections = 2;
    let server =
        Running::start_with(Server::new(Lab).with_limits(limits), "tcp://127.0.0.1:0").await;
    let (mut first, mut second) = (server.peer().await, server.peer().await);
    first.assert_alive().await;
    second.assert_alive().await;
    assert_eq!(server.peer().await.rest().await, b"");
    drop(first);
    tokio::time::sleep(Duration::from_millis(100)).await;
    server.peer().await.assert_alive().await;
    second.assert_alive().await;
}
