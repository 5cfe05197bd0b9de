//! Batches of the client that blocks.

use crate::lab::Running;
use crate::liar::{Liar, Talk, answer, good};
use serde::{Deserialize, Deserializer};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use yar_runtime::{CallOptions, Client, Error, Stage, Value, WithOptions, blocking};

/// Runs what blocks beside the runtime of the server.
async fn aside<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(run).await.unwrap()
}

#[tokio::test]
async fn it_runs_together_and_has_an_outcome_for_each_call() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let client = Client::builder(&server.address).timeout(Duration::from_secs(60));
    let client = client.max_body(1_000).build_blocking().unwrap();
    aside(move || {
        let mut batch = client.batch::<u64, Error>();
        let short = CallOptions::new().timeout(Duration::from_millis(60));
        for number in 0..20 {
            batch.call("sleep", &(1_000 + number,));
        }
        batch.call_with(&short, "sleep", &(20_000,));
        batch.call("fail", &());
        batch.call("sleep", &("x".repeat(2_000),));
        batch.call("sleep", &(1,));
        let start = Instant::now();
        let outcomes = batch.run();
        assert!(
            start.elapsed() < Duration::from_secs(15),
            "one after the other"
        );
        assert_eq!(outcomes.len(), 24);
        for (number, outcome) in (0..20).zip(&outcomes) {
            assert_eq!(*outcome.as_ref().unwrap(), 1_000 + number);
        }
        assert!(outcomes[20].as_ref().unwrap_err().is_timeout());
        assert_eq!(outcomes[21].as_ref().unwrap_err().code(), Some(7));
        let error = outcomes[22].as_ref().unwrap_err();
        assert_eq!(error.stage(), Stage::Packager, "{error:?}");
        assert_eq!(*outcomes[23].as_ref().unwrap(), 1);
        assert!(client.batch::<Value, Error>().run().is_empty());
    })
    .await;
}

/// Answers after a moment, and knows how many connections had a request at once.
async fn counting() -> (Liar, Arc<AtomicUsize>) {
    let most = Arc::new(AtomicUsize::new(0));
    let (running, known) = (Arc::new(AtomicUsize::new(0)), Arc::clone(&most));
    let liar = Liar::start(move |mut talk: Talk| {
        let (running, most) = (Arc::clone(&running), Arc::clone(&most));
        async move {
            while let Some(id) = talk.request().await {
                let now = running.fetch_add(1, Ordering::SeqCst) + 1;
                most.fetch_max(now, Ordering::SeqCst);
                tokio::time::sleep(Duration::from_millis(5)).await;
                running.fetch_sub(1, Ordering::SeqCst);
                talk.send(&good(i64::from(id))).await;
            }
        }
    })
    .await;
    (liar, known)
}

#[tokio::test]
async fn a_thousand_calls_take_few_threads() {
    for (most, threads) in [(1, 1), (3, 3), (64, 64), (usize::MAX, 64)] {
        let (liar, running) = counting().await;
        let client = Client::builder(&format!("tcp://{}", liar.place))
            .max_connections(most)
            .timeout(Duration::from_secs(60))
            .build_blocking()
            .unwrap();
        let outcomes = aside(move || {
            let mut batch = client.batch::<i64, Error>();
            for _ in 0..1_000 / (65 - threads) {
                batch.call("add", &(20, 22));
            }
            batch.run()
        })
        .await;
        assert!(
            outcomes
                .iter()
                .all(|it| it.as_ref().is_ok_and(|sum| *sum == 42))
        );
        assert!(running.load(Ordering::SeqCst) <= threads);
        assert!(liar.accepted() <= threads, "{}", liar.accepted());
    }
}

#[tokio::test]
async fn calls_that_find_no_thread_in_time_are_not_made() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&asked);
    let liar = Liar::start(move |mut talk: Talk| {
        let counter = Arc::clone(&counter);
        async move {
            while let Some(id) = talk.request().await {
                counter.fetch_add(1, Ordering::SeqCst);
                tokio::time::sleep(Duration::from_millis(300)).await;
                talk.send(&answer(i64::from(id), 42)).await;
            }
        }
    })
    .await;
    let uris = [liar.place.as_str(); 2].map(|place| format!("tcp://{place}"));
    for builder in [Client::builder(&uris[0]), Client::balanced(&uris)] {
        let before = asked.load(Ordering::SeqCst);
        let client = builder.max_connections(1).build_blocking().unwrap();
        aside(move || {
            let quick = client.with_timeout(Duration::from_millis(150));
            let mut batch = quick.batch::<i64, Error>();
            let patient = CallOptions::new().timeout(Duration::from_secs(60));
            batch.call_with(&patient, "add", &(20, 22));
            batch.call("add", &(20, 22));
            batch.call_with(&patient, "add", &(20, 22));
            let outcomes = batch.run();
            assert_eq!(*outcomes[0].as_ref().unwrap(), 42);
            let error = outcomes[1].as_ref().unwrap_err();
            assert!(error.is_timeout() && error.is_unsent(), "{error:?}");
            let text = error.to_string();
            assert!(
                text.contains("150ms while waiting for other calls"),
                "{text}"
            );
            assert_eq!(*outcomes[2].as_ref().unwrap(), 42);
        })
        .await;
        assert_eq!(asked.load(Ordering::SeqCst), before + 2);
    }
}

/// Time counts from when the call was added.
#[tokio::test]
async fn calls_that_had_to_wait_have_the_less_time() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let client = Client::builder(&server.address).max_connections(1);
    let client = client.build_blocking().unwrap();
    aside(move || {
        let mut batch = client.batch::<u64, Error>();
        let options = CallOptions::new().timeout(Duration::from_secs(2));
        batch.call("sleep", &(1_500,));
        batch.call_with(&options, "sleep", &(20_000,));
        let start = Instant::now();
        let outcomes = batch.run();
        let lasted = start.elapsed();
        assert!(outcomes[1].as_ref().unwrap_err().is_timeout());
        // 3.5 s if its time had begun with its turn.
        assert!(lasted < Duration::from_secs(3), "{lasted:?}");
    })
    .await;
}

/// Its own code panics.
#[derive(Debug)]
struct Bad;

impl<'de> Deserialize<'de> for Bad {
    fn deserialize<D: Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        panic!("a panic while unpacking")
    }
}

#[tokio::test]
async fn a_panic_of_a_thread_is_one_of_the_caller() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let client = Client::builder(&server.address).build_blocking().unwrap();
    let run = move || {
        let mut batch = client.batch::<Bad, Error>();
        for _ in 0..5 {
            batch.call("add", &(1, 2));
        }
        batch.run()
    };
    let panic = tokio::task::spawn_blocking(run).await.unwrap_err();
    let panic = panic.into_panic();
    assert_eq!(panic.downcast_ref(), Some(&"a panic while unpacking"));
}

#[tokio::test]
async fn the_builder_makes_the_first_connection_too() {
    let (liar, _) = counting().await;
    let builder = || Client::builder(&format!("tcp://{}", liar.place));
    let client: blocking::Client = aside({
        let builder = builder();
        move || builder.connect_blocking().unwrap()
    })
    .await;
    aside(move || {
        let sum = client.call::<_, i64, Error>("add", &(20, 22)).unwrap();
        assert_eq!(sum, 42);
    })
    .await;
    assert_eq!(liar.accepted(), 1);
    let gone = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap()
    };
    let builder = Client::builder(&format!("tcp://{gone}"));
    let error = aside(move || builder.connect_blocking().unwrap_err()).await;
    assert!(error.is_connect(), "{error:?}");
}
