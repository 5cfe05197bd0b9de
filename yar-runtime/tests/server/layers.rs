//! tower's own layers around the calls of a server.

use crate::lab::{Lab, Running, add, hold, is_held, reported, sleep, until_held};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tower::ServiceBuilder;
use yar_runtime::{Call, Error, Server, Value};

async fn start(server: Server<Lab>) -> Running {
    Running::start_with(server, "tcp://127.0.0.1:0").await
}

#[tokio::test]
async fn a_timeout_ends_calls_that_take_too_long_and_no_other() {
    let layer = tower::timeout::TimeoutLayer::new(Duration::from_millis(100));
    let server = start(Server::new(Lab).layer(layer)).await;
    let mut peer = server.peer().await;
    peer.send(&[hold(1, 501), add(2, 1, 1)].concat()).await;
    let (status, text) = reported(peer.answer().await.1);
    assert_eq!(status, 64);
    assert!(text.contains("did not finish within the time"), "{text}");
    until_held(501, false).await;
    assert_eq!(peer.answer().await.1.unwrap(), Value::Int(2));
}

#[tokio::test]
async fn a_limit_of_concurrency_makes_calls_wait() {
    let layer = tower::limit::ConcurrencyLimitLayer::new(2);
    let server = start(Server::new(Lab).layer(layer)).await;
    let (mut first, mut second) = (server.peer().await, server.peer().await);
    let start = Instant::now();
    first.send(&[sleep(1, 100), sleep(2, 100)].concat()).await;
    second.send(&[sleep(3, 100), sleep(4, 100)].concat()).await;
    for peer in [&mut first, &mut second] {
        for _ in 0..2 {
            assert_eq!(peer.answer().await.1.unwrap(), Value::Int(100));
        }
    }
    let lasted = start.elapsed();
    assert!(lasted >= Duration::from_millis(195), "{lasted:?}");
    assert!(lasted < Duration::from_millis(390), "{lasted:?}");
}

#[tokio::test]
async fn with_load_shed_they_are_turned_away_instead() {
    let layers = ServiceBuilder::new().load_shed().concurrency_limit(1);
    let server = start(Server::new(Lab).layer(layers)).await;
    let (mut first, mut second) = (server.peer().await, server.peer().await);
    first.send(&hold(1, 511)).await;
    until_held(511, true).await;
    for _ in 0..3 {
        second.send(&hold(2, 512)).await;
        let (status, text) = reported(second.answer().await.1);
        assert_eq!(status, 16);
        assert!(text.starts_with("overloaded"), "{text}");
    }
    assert!(!is_held(512));
    first.0.set_zero_linger().unwrap();
    drop(first);
    until_held(511, false).await;
    second.assert_alive().await;
}

#[tokio::test]
async fn a_limit_of_rate_spreads_calls_over_time_and_wakes_all_that_wait() {
    let layer = tower::limit::RateLimitLayer::new(2, Duration::from_millis(100));
    let server = start(Server::new(Lab).layer(layer)).await;
    let start = Instant::now();
    let mut peers = Vec::new();
    for _ in 0..6 {
        let mut peer = server.peer().await;
        peer.send(&add(1, 1, 1)).await;
        peers.push(peer);
    }
    for peer in &mut peers {
        assert_eq!(peer.answer().await.1.unwrap(), Value::Int(2));
    }
    let lasted = start.elapsed();
    assert!(lasted >= Duration::from_millis(195), "{lasted:?}");
}

#[tokio::test]
async fn a_caller_that_leaves_while_it_waits_holds_nobody_up() {
    let layer = tower::limit::ConcurrencyLimitLayer::new(1);
    let server = start(Server::new(Lab).layer(layer)).await;
    let mut first = server.peer().await;
    first.send(&sleep(1, 200)).await;
    tokio::time::sleep(Duration::from_millis(20)).await;
    let mut leaves = server.peer().await;
    leaves.send(&[hold(1, 521), hold(2, 522)].concat()).await;
    tokio::time::sleep(Duration::from_millis(20)).await;
    leaves.0.set_zero_linger().unwrap();
    drop(leaves);
    server.peer().await.assert_alive().await;
    assert!(!is_held(521) && !is_held(522));
}

#[tokio::test]
async fn layers_see_the_call_and_its_answer_and_the_last_one_is_outermost() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let spy = |name: &'static str| {
        let seen = Arc::clone(&seen);
        tower::layer::layer_fn(move |inner| {
            let seen = Arc::clone(&seen);
            ServiceBuilder::new()
                .map_request(move |call: Call| {
                    let method = call.context().method().to_owned();
                    seen.lock().unwrap().push(format!("{name} {method}"));
                    call
                })
                .service(inner)
        })
    };
    let server = start(Server::new(Lab).layer(spy("inner")).layer(spy("outer"))).await;
    let mut peer = server.peer().await;
    peer.assert_alive().await;
    let nope = crate::lab::request(yar_runtime::Packager::JSON, 1, "nope", vec![]);
    peer.send(&nope).await;
    assert_eq!(reported(peer.answer().await.1).0, 4);
    assert_eq!(*seen.lock().unwrap(), ["outer add", "inner add"]);
}

#[tokio::test]
async fn errors_of_a_layer_are_answers() {
    let count = Arc::new(AtomicUsize::new(0));
    let layer = tower::filter::FilterLayer::new(move |call: Call| {
        match count.fetch_add(1, Ordering::Relaxed) {
            0 => Err(tower::BoxError::from(Error::exception(7, "not today"))),
            1 => Err("never".into()),
            2 => panic!("a panic in a layer"),
            _ => Ok(call),
        }
    });
    let server = start(Server::new(Lab).layer(layer)).await;
    let mut peer = server.peer().await;
    for (code, message) in [(7, "not today"), (0, "never"), (0, "the method panicked")] {
        peer.send(&add(1, 1, 1)).await;
        let error = peer.answer().await.1.unwrap_err();
        assert_eq!((error.code(), error.message()), (Some(code), message));
    }
    peer.assert_alive().await;
}
