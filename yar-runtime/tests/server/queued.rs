//! Large requests that wait for their turn.

use crate::lab::{request, request_with, unpack, within};
use crate::scales::{MEGABYTE, Scene, TRANSPORTS, small, weigh};
use std::time::{Duration, Instant};
use yar_runtime::wire::whole;
use yar_runtime::{Limits, Packager, Value};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn their_bytes_count_until_they_have_begun() {
    for transport in TRANSPORTS {
        let mut limits = Limits::default();
        limits.max_unfinished_bytes = 2_500_000;
        let scene = Scene::set(transport, &limits).await;
        let queued = weigh(&scene.server);
        tokio::time::sleep(Duration::from_millis(500)).await;
        let error = within(weigh(&scene.server)).await.unwrap().unwrap_err();
        assert_eq!(error.status(), Some(16), "{transport}: {error}");
        assert!(
            error.message().contains("unfinished"),
            "{transport}: {error}"
        );
        scene.gate.0.open();
        assert_eq!(
            within(queued).await.unwrap().unwrap(),
            MEGABYTE,
            "{transport}"
        );
        scene.end().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn they_wait_for_as_long_as_a_call_may_take() {
    for transport in TRANSPORTS {
        let mut limits = Limits::default();
        limits.call_timeout = Duration::from_millis(300);
        let scene = Scene::set(transport, &limits).await;
        let start = Instant::now();
        let error = within(weigh(&scene.server)).await.unwrap().unwrap_err();
        let lasted = start.elapsed();
        assert_eq!(error.status(), Some(16), "{transport}: {error}");
        let text = "overloaded: a large request did not get its turn within 300ms";
        assert_eq!(error.message(), text, "{transport}");
        assert!(
            lasted >= Duration::from_millis(290),
            "{transport}: {lasted:?}"
        );
        scene.end().await;
    }
}

/// Nothing moves on a connection while its request waits, and yet it is not
/// idle.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn they_may_wait_for_longer_than_a_connection_may_be_idle() {
    let mut limits = Limits::default();
    limits.idle_timeout = Duration::from_millis(1);
    let mut waiting = Vec::new();
    for transport in TRANSPORTS {
        let scene = Scene::set(transport, &limits).await;
        waiting.push((transport, weigh(&scene.server), scene));
    }
    tokio::time::sleep(Duration::from_millis(4_500)).await;
    for (transport, queued, scene) in waiting {
        scene.gate.0.open();
        assert_eq!(
            within(queued).await.unwrap().unwrap(),
            MEGABYTE,
            "{transport}"
        );
        scene.end().await;
    }
}

/// Its answers are stuck, so nothing of it goes on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_peer_that_takes_no_answers_keeps_no_turn() {
    let mut limits = Limits::default();
    limits.max_body = 40_000_000;
    let scene = Scene::set("tcp", &limits).await;
    let mut stuck = scene.server.peer().await;
    let blob = vec![Value::Int(30_000_000)];
    stuck
        .send(&request(Packager::JSON, 1, "laterBlob", blob))
        .await;
    let text = vec![Value::String("x".repeat(MEGABYTE))];
    stuck.send(&request(Packager::JSON, 2, "weigh", text)).await;
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let queued = weigh(&scene.server);
    tokio::time::sleep(Duration::from_millis(200)).await;
    scene.gate.0.open();
    assert_eq!(within(queued).await.unwrap().unwrap(), MEGABYTE);
    assert!(stuck.frame().await.len() > 30_000_000);
    assert_eq!(stuck.answer().await.1.unwrap(), Value::Int(1_000_000));
    scene.end().await;
}

/// One worker would be enough to lose, and threads do not pile up.
#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn small_calls_are_served_while_one_is_unpacked() {
    for transport in TRANSPORTS {
        let scene = Scene::set(transport, &Limits::default()).await;
        let queued = weigh(&scene.server);
        for _ in 0..50 {
            assert_eq!(small(&scene.server).await.unwrap(), 0);
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        assert_eq!(scene.gate.0.begun(), 1);
        scene.gate.0.open();
        assert_eq!(within(queued).await.unwrap().unwrap(), MEGABYTE);
        scene.end().await;
    }
}

/// Those that share its connection could not tell whose answer it is without
/// an id, and what came behind it is not begun either.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_that_waits_for_too_long_is_answered_by_its_id() {
    let mut limits = Limits::default();
    limits.call_timeout = Duration::from_millis(300);
    let scene = Scene::set("tcp", &limits).await;
    let mut peer = scene.server.peer().await;
    let text = vec![Value::String("x".repeat(MEGABYTE))];
    let any_order = |id, method, params| request_with(Packager::JSON, id, method, params, 0x10001);
    peer.send(&any_order(7, "weigh", text)).await;
    peer.send(&any_order(8, "small", vec![])).await;
    for expected in [7, 8] {
        let answer = peer.frame().await;
        assert_eq!(&answer[82..86], b"JSON", "as the request is packed");
        let (id, outcome) = unpack(&whole(&answer).unwrap());
        let error = outcome.unwrap_err();
        assert_eq!((id, error.status()), (expected, Some(16)), "{error}");
        assert!(error.message().contains("did not get its turn"), "{error}");
    }
    assert_eq!(peer.rest().await, b"");
    scene.end().await;
}
