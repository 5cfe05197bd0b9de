//! Many calls on one connection.

use crate::lab::{
    Lab, Running, add, frame, hold, request, request_with, sleep, unpack, until_held,
};
use std::time::{Duration, Instant};
use yar_runtime::wire::{RESERVED_ANY_ORDER, RESERVED_KEEP, peek};
use yar_runtime::{Limits, Packager, Server, Value};

/// A call of `sleep` by a client that matches answers by id.
fn sleep_any_order(id: u32, ms: i64) -> Vec<u8> {
    let reserved = RESERVED_KEEP | RESERVED_ANY_ORDER;
    request_with(Packager::PHP, id, "sleep", vec![Value::Int(ms)], reserved)
}

#[tokio::test]
async fn calls_of_one_connection_run_beside_one_another() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    let start = Instant::now();
    let bytes: Vec<u8> = (1..=20).flat_map(|id| sleep(id, 200)).collect();
    peer.send(&bytes).await;
    for id in 1..=20 {
        assert_eq!(peer.answer().await.0, id);
    }
    assert!(start.elapsed() < Duration::from_millis(2_000));
}

#[tokio::test]
async fn one_at_a_time_is_a_matter_of_limits() {
    let mut limits = Limits::default();
    limits.max_calls_per_connection = 1;
    let server = Server::new(Lab).with_limits(limits);
    let server = Running::start_with(server, "tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    let start = Instant::now();
    peer.send(&[sleep(1, 100), sleep(2, 100), sleep(3, 100)].concat())
        .await;
    for id in 1..=3 {
        assert_eq!(peer.answer().await.0, id);
    }
    assert!(start.elapsed() >= Duration::from_millis(300));
}

#[tokio::test]
async fn whoever_matches_by_id_gets_answers_as_they_are_ready_and_is_told_so() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    let any_order = [sleep_any_order(1, 600), sleep_any_order(2, 10)].concat();
    peer.send(&[sleep(9, 300), any_order, add(10, 1, 1)].concat())
        .await;
    for (id, understood) in [(2, true), (9, false), (10, false), (1, true)] {
        let bytes = peer.frame().await;
        let frame = peek(&bytes, 1000).unwrap().unwrap();
        assert_eq!(frame.header.id, id);
        assert_eq!(frame.header.allows_any_order(), understood);
    }
}

#[tokio::test]
async fn answers_in_any_order_have_an_id_whatever_the_body_is() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    for (name, body) in [(b"JSON\0\0\0\0", &b"{"[..]), (b"NOPE\0\0\0\0", b"")] {
        let mut bytes = frame(name, body);
        bytes[3] = 77;
        bytes[11] = 1;
        peer.send(&bytes).await;
        let answer = peer.frame().await;
        let answer = peek(&answer, 1000).unwrap().unwrap();
        assert_eq!((answer.header.id, unpack(&answer).0), (77, 77));
    }
}

#[tokio::test]
async fn errors_keep_their_place_among_the_answers() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    let nope = request(Packager::JSON, 2, "nope", vec![]);
    peer.send(&[sleep(1, 100), nope, add(3, 1, 1)].concat())
        .await;
    for id in 1..=3 {
        let (got, outcome) = peer.answer().await;
        assert_eq!((got, outcome.is_ok()), (id, id != 2));
    }
}

#[tokio::test]
async fn a_reset_connection_takes_its_calls_along_and_leaves_others_alone() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let (mut gone, mut stays) = (server.peer().await, server.peer().await);
    gone.send(&[hold(1, 101), hold(2, 102)].concat()).await;
    stays.send(&hold(1, 103)).await;
    for key in [101, 102, 103] {
        until_held(key, true).await;
    }
    gone.0.set_zero_linger().unwrap();
    drop(gone);
    until_held(101, false).await;
    until_held(102, false).await;
    until_held(103, true).await;
}
