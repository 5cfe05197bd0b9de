//! Connections that calls leave behind, seen from the other end.

use crate::lab::{Running, listen_uri, until_held, within};
use crate::liar::{Liar, Talk, good};
use std::io::ErrorKind;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::AsyncReadExt;
use tokio::sync::mpsc;
use yar_runtime::{Client, Error};

const TRANSPORTS: &[&str] = if cfg!(feature = "http") {
    &["tcp", "http"]
} else {
    &["tcp"]
};

/// A server that answers nothing, and tells how its connections end: `None` is
/// a close, and anything else an error.
async fn silent() -> (Liar, mpsc::UnboundedReceiver<Option<ErrorKind>>) {
    let (sender, ends) = mpsc::unbounded_channel();
    let liar = Liar::start(move |mut talk: Talk| {
        let sender = sender.clone();
        async move {
            let mut bytes = [0; 1024];
            let end = loop {
                match talk.0.read(&mut bytes).await {
                    Ok(0) => break None,
                    Ok(_) => {}
                    Err(error) => break Some(error.kind()),
                }
            };
            sender.send(end).unwrap();
        }
    });
    (liar.await, ends)
}

#[tokio::test]
async fn a_call_that_nobody_waits_for_resets_its_connection() {
    for transport in TRANSPORTS {
        let (liar, mut ends) = silent().await;
        let client = |patience| {
            let uri = format!("{transport}://{}", liar.place);
            Client::builder(&uri).timeout(patience).build().unwrap()
        };
        let late = client(Duration::from_millis(50));
        let outcome = within(late.call::<_, i64, Error>("add", &(1, 2))).await;
        assert!(outcome.unwrap_err().is_timeout());
        let end = within(ends.recv()).await.unwrap();
        assert_eq!(end, Some(ErrorKind::ConnectionReset), "{transport}");

        let patient = client(Duration::from_secs(60));
        let call = patient.call::<_, i64, Error>("add", &(1, 2));
        let waited = tokio::time::timeout(Duration::from_millis(50), call).await;
        assert!(waited.is_err());
        let end = within(ends.recv()).await.unwrap();
        assert_eq!(end, Some(ErrorKind::ConnectionReset), "{transport}");

        let uri = format!("{transport}://{}", liar.place);
        tokio::task::spawn_blocking(move || {
            let client = Client::builder(&uri).timeout(Duration::from_millis(50));
            let client = client.build_blocking().unwrap();
            let outcome = client.call::<_, i64, Error>("add", &(1, 2));
            assert!(outcome.unwrap_err().is_timeout());
        })
        .await
        .unwrap();
        let end = within(ends.recv()).await.unwrap();
        assert_eq!(end, Some(ErrorKind::ConnectionReset), "{transport}");
    }
}

/// What was answered must not be lost to a reset.
#[tokio::test]
async fn a_call_that_went_well_closes_its_connection() {
    let (sender, mut ends) = mpsc::unbounded_channel();
    let liar = Liar::start(move |mut talk: Talk| {
        let sender = sender.clone();
        async move {
            let id = talk.request().await.unwrap();
            talk.send(&good(i64::from(id))).await;
            sender
                .send(talk.0.read_u8().await.map_err(|error| error.kind()))
                .unwrap();
        }
    });
    let liar = liar.await;
    let uri = format!("tcp://{}", liar.place);
    let builder = || Client::builder(&uri).persistent(false);
    let client = builder().build().unwrap();
    let answer = within(client.call::<_, i64, Error>("add", &(20, 22))).await;
    assert_eq!(answer.unwrap(), 42);
    assert_eq!(
        within(ends.recv()).await,
        Some(Err(ErrorKind::UnexpectedEof))
    );

    let client = builder().build_blocking().unwrap();
    let call = move || client.call::<_, i64, Error>("add", &(20, 22));
    let answer = tokio::task::spawn_blocking(call).await.unwrap();
    assert_eq!(answer.unwrap(), 42);
    assert_eq!(
        within(ends.recv()).await,
        Some(Err(ErrorKind::UnexpectedEof))
    );
}

#[tokio::test]
async fn a_handler_goes_with_the_connection_of_its_call() {
    for (transport, key) in TRANSPORTS.iter().zip(951..) {
        let server = Running::start(&listen_uri(transport)).await;
        let builder = Client::builder(&server.address).max_calls_per_connection(1);
        let client = builder.build().unwrap();
        let call = client.call::<_, u64, Error>("hold", &(key,));
        let call = tokio::time::timeout(Duration::from_millis(100), call);
        let (outcome, ()) = tokio::join!(call, until_held(key, true));
        assert!(outcome.is_err());
        until_held(key, false).await;
    }
}

/// Others use the connection, so that the handler runs on until it is closed.
#[tokio::test]
async fn a_handler_goes_with_a_connection_that_calls_have_shared() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let client = Client::builder(&server.address).build().unwrap();
    let add = || within(client.call::<_, i64, Error>("add", &(1, 2)));
    assert_eq!(add().await.unwrap(), 3);
    let call = client.call::<_, u64, Error>("hold", &(961,));
    let call = tokio::time::timeout(Duration::from_millis(100), call);
    let (outcome, ()) = tokio::join!(call, until_held(961, true));
    assert!(outcome.is_err());
    assert_eq!(add().await.unwrap(), 3);
    assert!(crate::lab::is_held(961));
    drop(client);
    until_held(961, false).await;
}

/// A server that takes a moment for each answer, and its open connections.
async fn counting() -> (Liar, Arc<AtomicUsize>) {
    let open = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&open);
    let liar = Liar::start(move |mut talk: Talk| {
        let open = Arc::clone(&counted);
        async move {
            open.fetch_add(1, Ordering::SeqCst);
            while let Some(id) = talk.request().await {
                tokio::time::sleep(Duration::from_millis(50)).await;
                talk.send(&good(i64::from(id))).await;
            }
            open.fetch_sub(1, Ordering::SeqCst);
        }
    });
    (liar.await, open)
}

#[tokio::test]
async fn connections_that_are_not_needed_any_more_are_let_go() {
    let (liar, open) = counting().await;
    let uri = format!("tcp://{}", liar.place);
    let builder = Client::builder(&uri).idle_timeout(Duration::from_millis(200));
    let client = builder.build().unwrap();
    let call = || within(client.call::<_, i64, Error>("add", &(20, 22)));
    one_is_enough(call, &liar, &open).await;
}

/// Of the connections that three calls at a time have made, all but one are
/// closed when calls come one after the other.
async fn one_is_enough<Call>(call: impl Fn() -> Call, liar: &Liar, open: &AtomicUsize)
where
    Call: Future<Output = Result<i64, Error>>,
{
    let (first, second, third) = tokio::join!(call(), call(), call());
    assert!(first.is_ok() && second.is_ok() && third.is_ok());
    assert_eq!(open.load(Ordering::SeqCst), 3);
    // One after the other, so that one is enough and never gets old.
    within(async {
        while open.load(Ordering::SeqCst) > 1 {
            assert_eq!(call().await.unwrap(), 42);
        }
    })
    .await;
    assert_eq!(liar.accepted(), 3);
}

#[tokio::test]
async fn the_blocking_client_lets_them_go_too() {
    let (liar, open) = counting().await;
    let uri = format!("tcp://{}", liar.place);
    let builder = Client::builder(&uri).idle_timeout(Duration::from_millis(200));
    let client = builder.build_blocking().unwrap();
    let call = || {
        let client = client.clone();
        let call = move || client.call::<_, i64, Error>("add", &(20, 22));
        async { within(tokio::task::spawn_blocking(call)).await.unwrap() }
    };
    one_is_enough(call, &liar, &open).await;
}
