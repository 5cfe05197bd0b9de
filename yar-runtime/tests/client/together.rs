//! Batches and hooks.

use crate::lab::{Running, within};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use yar_runtime::{CallHook, CallOptions, Client, Error, Stage, Value, WithOptions};

#[tokio::test]
async fn a_batch_runs_together_and_has_an_outcome_for_each_call() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let client = Client::builder(&server.address).build().unwrap();
    let mut batch = client.batch::<u64, Error>();
    let short = CallOptions::new().timeout(Duration::from_millis(60));
    for number in 0..20 {
        batch.call("sleep", &(200 + number,));
    }
    batch.call_with(&short, "sleep", &(200,));
    batch.call("fail", &());
    batch.call("sleep", &(1,));
    let start = Instant::now();
    let outcomes = within(batch.run()).await;
    assert!(
        start.elapsed() < Duration::from_secs(2),
        "one after the other"
    );
    assert_eq!(outcomes.len(), 23);
    for (number, outcome) in (0..20).zip(&outcomes) {
        assert_eq!(*outcome.as_ref().unwrap(), 200 + number);
    }
    assert!(outcomes[20].as_ref().unwrap_err().is_timeout());
    assert_eq!(outcomes[21].as_ref().unwrap_err().code(), Some(7));
    assert_eq!(*outcomes[22].as_ref().unwrap(), 1);
    assert!(
        within(client.batch::<Value, Error>().run())
            .await
            .is_empty()
    );
}

#[tokio::test]
async fn a_batch_has_the_options_of_its_client() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let client = Client::builder(&server.address).build().unwrap();
    let quick = client.with_timeout(Duration::from_millis(60));
    let patient = CallOptions::new().timeout(Duration::from_secs(60));
    let mut batch = quick.batch::<u64, Error>();
    batch.call("sleep", &(20_000,));
    batch.call_with(&patient, "sleep", &(200,));
    let outcomes = within(batch.run()).await;
    let error = outcomes[0].as_ref().unwrap_err();
    assert!(error.message().contains("after 60ms"), "{error}");
    assert_eq!(*outcomes[1].as_ref().unwrap(), 200);
}

#[derive(Clone, Default)]
struct Notes(Arc<Mutex<Vec<String>>>);

impl CallHook for Notes {
    fn before(&self, method: &str) {
        self.0.lock().unwrap().push(format!("before {method}"));
    }

    fn after(&self, method: &str, lasted: Duration, outcome: Result<(), &Error>) {
        let outcome = outcome.map_err(Error::stage);
        assert!(lasted < Duration::from_secs(5));
        let note = format!("after {method} {outcome:?}");
        self.0.lock().unwrap().push(note);
    }
}

#[tokio::test]
async fn hooks_hear_of_every_call() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let notes = Notes::default();
    let builder = || Client::builder(&server.address).hook(notes.clone());
    let client = builder().max_body(1000).build().unwrap();
    client.call::<_, i64, Error>("add", &(1, 2)).await.unwrap();
    client.call::<_, (), Error>("fail", &()).await.unwrap_err();
    let long = Value::String("x".repeat(2000));
    client.call_value("echo", vec![long]).await.unwrap_err();
    let blocking = builder().build_blocking().unwrap();
    let call_and_batch = move || {
        blocking.call::<_, i64, Error>("add", &(1, 2)).unwrap();
        let mut batch = blocking.batch::<(), Error>();
        batch.call("fail", &());
        assert!(batch.run()[0].is_err());
    };
    tokio::task::spawn_blocking(call_and_batch).await.unwrap();
    let failed = |method: &str, stage: Stage| format!("after {method} Err({stage:?})");
    assert_eq!(
        *notes.0.lock().unwrap(),
        [
            "before add",
            "after add Ok(())",
            "before fail",
            &failed("fail", Stage::Remote),
            "before echo",
            &failed("echo", Stage::Packager),
            "before add",
            "after add Ok(())",
            "before fail",
            &failed("fail", Stage::Remote),
        ]
    );
}
