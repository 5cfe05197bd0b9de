//! What a server takes on, and how it says that it takes on no more.

use crate::lab::{Lab, Peer, Running, add, hold, reported, request, until_held};
use std::time::{Duration, Instant};
use yar_runtime::{Limits, Packager, Server, Value};

async fn start(transport: &str, change: impl FnOnce(&mut Limits)) -> Running {
    let mut limits = Limits::default();
    change(&mut limits);
    let server = Server::new(Lab).with_limits(limits);
    Running::start_with(server, &crate::lab::listen_uri(transport)).await
}

#[tokio::test]
async fn calls_beyond_the_limit_of_all_connections_are_turned_away_at_once() {
    let server = start("tcp", |limits| limits.max_calls = 2).await;
    let mut first = server.peer().await;
    first.send(&[hold(1, 201), hold(2, 202)].concat()).await;
    until_held(201, true).await;
    until_held(202, true).await;
    let mut other = server.peer().await;
    for id in 1..4 {
        other.send(&add(id, 1, 1)).await;
        let (got, outcome) = other.answer().await;
        let (status, text) = reported(outcome);
        assert_eq!((got, status), (i64::from(id), 16));
        assert!(text.starts_with("overloaded"), "{text}");
    }
    first.0.set_zero_linger().unwrap();
    drop(first);
    until_held(202, false).await;
    other.assert_alive().await;
}

#[tokio::test]
async fn calls_that_do_not_wait_are_not_counted() {
    let server = start("tcp", |limits| limits.max_calls = 1).await;
    let mut peer = server.peer().await;
    let bytes: Vec<u8> = (1..=50).flat_map(|id| add(id, 1, 1)).collect();
    peer.send(&bytes).await;
    for _ in 1..=50 {
        assert_eq!(peer.answer().await.1.unwrap(), Value::Int(2));
    }
}

#[tokio::test]
async fn a_handler_that_takes_too_long_is_given_up_and_its_neighbours_are_not() {
    let server = start("tcp", |limits| {
        limits.call_timeout = Duration::from_millis(300);
    })
    .await;
    let mut peer = server.peer().await;
    let start = Instant::now();
    peer.send(&[hold(1, 211), add(2, 1, 1)].concat()).await;
    let (id, outcome) = peer.answer().await;
    let lasted = start.elapsed();
    let expected = (64, "the method did not finish within 300ms".to_owned());
    assert_eq!((id, reported(outcome)), (1, expected));
    assert!(lasted >= Duration::from_millis(290), "{lasted:?}");
    assert!(lasted < Duration::from_millis(2_000), "{lasted:?}");
    until_held(211, false).await;
    assert_eq!(peer.answer().await.1.unwrap(), Value::Int(2));
    peer.assert_alive().await;
}

#[tokio::test]
async fn bytes_of_unfinished_requests_are_bounded_over_all_connections() {
    let server = start("tcp", |limits| limits.max_unfinished_bytes = 50_000).await;
    let text = Value::String("x".repeat(40_000));
    let large = request(Packager::JSON, 1, "echo", vec![text.clone()]);
    let (mut first, mut second) = (server.peer().await, server.peer().await);
    first.send(&large[..40_000]).await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    second.send(&large[..20_000]).await;
    let (status, reason) = reported(second.answer().await.1);
    assert_eq!(status, 16);
    assert!(reason.starts_with("overloaded"), "{reason}");
    assert_eq!(second.rest().await, b"");
    server.peer().await.assert_alive().await;
    first.send(&large[40_000..]).await;
    assert_eq!(first.answer().await.1.unwrap(), text);
    // What was finished counts no more.
    let mut third: Peer = server.peer().await;
    third.send(&large[..40_000]).await;
    third.send(&large[40_000..]).await;
    assert_eq!(third.answer().await.1.unwrap(), text);
}

#[cfg(feature = "http")]
#[tokio::test]
async fn http_has_the_same_limits() {
    use crate::lab::within;
    use yar_runtime::{Client, Error};
    let server = start("http", |limits| {
        limits.max_calls = 1;
        limits.max_unfinished_bytes = 50_000;
        limits.call_timeout = Duration::from_millis(500);
    })
    .await;
    let client = Client::builder(&server.address).build().unwrap();
    let same = client.clone();
    let held = tokio::spawn(async move { same.call::<_, (), Error>("hold", &(221,)).await });
    until_held(221, true).await;
    let error = client.call::<_, i64, Error>("add", &(1, 2)).await;
    let error = error.unwrap_err();
    assert_eq!(error.status(), Some(16), "{error}");
    let error = within(held).await.unwrap().unwrap_err();
    assert_eq!(error.message(), "the method did not finish within 500ms");
    until_held(221, false).await;
    let sum = client.call::<_, i64, Error>("add", &(1, 2)).await;
    assert_eq!(sum.unwrap(), 3);
    let long = "x".repeat(600_000);
    let error = client.call::<_, String, Error>("echo", &(&long,)).await;
    assert_eq!(error.unwrap_err().status(), Some(16));
    let short = client.call::<_, String, Error>("echo", &("x",)).await;
    assert_eq!(short.unwrap(), "x");
}
