//! Which calls are tried again, and which are not.

use crate::lab::within;
use crate::liar::{Liar, Talk, good};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use yar_runtime::message::{Complaint, ReplyHead, write_error};
use yar_runtime::private::{answer, call_blocking_idempotent, call_idempotent};
use yar_runtime::wire::Layout;
use yar_runtime::{
    CallOptions, Client, ClientBuilder, Error, Packager, Retry, WithOptions, blocking,
};

/// A server whose first connections go wrong by `fail`, and later ones well.
async fn shaky(failures: usize, fail: fn(u32) -> Vec<u8>) -> (Liar, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&asked);
    let liar = Liar::start(move |mut talk: Talk| {
        let counter = Arc::clone(&counter);
        async move {
            while let Some(id) = talk.request().await {
                if counter.fetch_add(1, Ordering::SeqCst) < failures {
                    talk.send(&fail(id)).await;
                    return;
                }
                talk.send(&good(i64::from(id))).await;
            }
        }
    })
    .await;
    (liar, asked)
}

fn overloaded(id: u32) -> Vec<u8> {
    let head = ReplyHead {
        id: i64::from(id),
        layout: Layout::Yar,
        packager: Packager::MSGPACK,
        any_order: false,
    };
    let mut frame = Vec::new();
    write_error(&mut frame, &head, &Complaint::Text(16, "overloaded"));
    frame
}

fn builder(liar: &Liar) -> ClientBuilder {
    Client::builder(&format!("tcp://{}", liar.place))
}

async fn call(client: &Client, options: &CallOptions) -> Result<i64, Error> {
    within(client.call_with::<_, i64, Error>(options, "add", &(20, 22))).await
}

#[tokio::test]
async fn only_idempotent_calls_are_made_again_after_they_were_sent() {
    let idempotent = CallOptions::new().idempotent(true);
    for fail in [
        |_| vec![],
        |id| good(i64::from(id))[..50].to_vec(),
        overloaded,
    ] {
        let (liar, asked) = shaky(2, fail).await;
        let client = builder(&liar).build().unwrap();
        assert_eq!(call(&client, &idempotent).await.unwrap(), 42);
        assert_eq!(asked.load(Ordering::SeqCst), 3);
        // What the client of a contract calls for an idempotent method.
        let (liar, asked) = shaky(2, fail).await;
        let client = builder(&liar).build().unwrap();
        let mut begun = call_idempotent(&client, "add", &(20, 22));
        let sum = answer::<Result<i64, Error>>(&mut begun);
        assert_eq!(within(sum).await.unwrap(), 42);
        assert_eq!(asked.load(Ordering::SeqCst), 3);
        // The same where the client says so, or has other options of its own.
        let (liar, asked) = shaky(2, fail).await;
        let client = builder(&liar).build().unwrap().with_options(&idempotent);
        assert_eq!(call(&client, &CallOptions::new()).await.unwrap(), 42);
        assert_eq!(asked.load(Ordering::SeqCst), 3);
        let (liar, asked) = shaky(2, fail).await;
        let client = builder(&liar).build().unwrap();
        let patient = client.with_timeout(Duration::from_secs(60));
        let mut begun = call_idempotent(&patient, "add", &(20, 22));
        let sum = answer::<Result<i64, Error>>(&mut begun);
        assert_eq!(within(sum).await.unwrap(), 42);
        assert_eq!(asked.load(Ordering::SeqCst), 3);
        let (liar, asked) = shaky(2, fail).await;
        let client = builder(&liar).build().unwrap();
        let patient = client.with_timeout(Duration::from_secs(60));
        let error = call(&patient, &CallOptions::new()).await.unwrap_err();
        assert!(!error.is_unsent(), "{error:?}");
        assert_eq!(asked.load(Ordering::SeqCst), 1);
        // The same, blocking.
        type Call = fn(&blocking::Client, &CallOptions) -> Result<i64, Error>;
        let calls: [Call; 4] = [
            |client, options| client.call_with::<_, i64, Error>(options, "add", &(20, 22)),
            |client, options| {
                let client = client.with_options(options);
                client.call::<_, i64, Error>("add", &(20, 22))
            },
            |client, _| {
                let client = client.with_timeout(Duration::from_secs(60));
                call_blocking_idempotent::<Result<i64, Error>, _>(&client, "add", &(20, 22))
            },
            |client, options| {
                let mut batch = client.batch::<i64, Error>();
                batch.call_with(options, "add", &(20, 22));
                batch.run().remove(0)
            },
        ];
        for call in calls {
            let (liar, asked) = shaky(2, fail).await;
            let client = builder(&liar).build_blocking().unwrap();
            let options = idempotent.clone();
            let sum = tokio::task::spawn_blocking(move || call(&client, &options));
            assert_eq!(sum.await.unwrap().unwrap(), 42);
            assert_eq!(asked.load(Ordering::SeqCst), 3);
        }
    }
}

#[tokio::test]
async fn what_would_fail_again_is_not_tried_again() {
    let idempotent = CallOptions::new().idempotent(true);
    let nonsense: fn(u32) -> Vec<u8> = |_| vec![b'x'; 200];
    let other: fn(u32) -> Vec<u8> = |id| good(i64::from(id) + 1);
    for fail in [nonsense, other] {
        let (liar, asked) = shaky(9, fail).await;
        let client = builder(&liar).build().unwrap();
        assert!(call(&client, &idempotent).await.unwrap_err().is_protocol());
        assert_eq!(asked.load(Ordering::SeqCst), 1);
    }
    let (liar, asked) = shaky(9, |_| vec![]).await;
    let client = builder(&liar).retry(Retry::never()).build().unwrap();
    assert!(call(&client, &idempotent).await.is_err());
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_server_that_comes_up_in_time_is_reached_by_any_call() {
    let place = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap()
    };
    let retry = Retry::default()
        .attempts(50)
        .pause(Duration::from_millis(20));
    let retry = retry.longest_pause(Duration::from_millis(40));
    let client = Client::builder(&format!("tcp://{place}")).retry(retry);
    let client = client.build().unwrap();
    let late = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(60)).await;
        let mut server = yar_runtime::Server::new(crate::lab::Lab);
        server.listen(&format!("tcp://{place}")).await.unwrap();
        server
            .run_until(tokio::time::sleep(Duration::from_secs(5)))
            .await;
    });
    assert_eq!(call(&client, &CallOptions::new()).await.unwrap(), 42);
    late.abort();
}

#[tokio::test]
async fn tries_are_bounded_by_attempts_deadline_and_budget() {
    let idempotent = CallOptions::new().idempotent(true);
    let (liar, asked) = shaky(usize::MAX, |_| vec![]).await;
    let retry = Retry::default()
        .attempts(4)
        .pause(Duration::from_millis(20));
    let client = builder(&liar).retry(retry.clone()).build().unwrap();
    let start = Instant::now();
    assert!(call(&client, &idempotent).await.is_err());
    assert_eq!(asked.load(Ordering::SeqCst), 4);
    // Half of 20, 40 and 80 at least.
    assert!(start.elapsed() >= Duration::from_millis(70));
    let long = Duration::from_secs(9);
    let hesitant = Retry::default().pause(long).longest_pause(long);
    let client = builder(&liar).retry(hesitant).build().unwrap();
    let short = idempotent.clone().timeout(Duration::from_secs(3));
    let error = call(&client, &short).await.unwrap_err();
    assert!(
        !error.is_timeout(),
        "the reason and not the end of patience: {error:?}"
    );
    assert_eq!(asked.load(Ordering::SeqCst), 5);
    let retry = retry.pause(Duration::ZERO).attempts(1000);
    let (liar, asked) = shaky(usize::MAX, |_| vec![]).await;
    let client = builder(&liar).retry(retry).build().unwrap();
    for _ in 0..40 {
        assert!(call(&client, &idempotent).await.is_err());
    }
    let asked = asked.load(Ordering::SeqCst);
    assert!((50..=55).contains(&asked), "{asked}");
}

#[tokio::test]
async fn a_call_may_have_a_timeout_of_its_own() {
    let server = crate::lab::Running::start("tcp://127.0.0.1:0").await;
    let client = Client::builder(&server.address)
        .timeout(Duration::from_millis(200))
        .build()
        .unwrap();
    let long = CallOptions::new().timeout(Duration::from_secs(9));
    let slow = client.call_with::<_, u64, Error>(&long, "sleep", &(400,));
    assert_eq!(within(slow).await.unwrap(), 400);
    let short = CallOptions::new().timeout(Duration::from_millis(30));
    for together in [false, true] {
        let company = client.call::<_, u64, Error>("sleep", &(150,));
        let company = async {
            if together {
                company.await.unwrap();
            }
        };
        let start = Instant::now();
        let hurried = client.call_with::<_, u64, Error>(&short, "sleep", &(150,));
        let hurried = async { (hurried.await, start.elapsed()) };
        let (_, (outcome, lasted)) = tokio::join!(company, hurried);
        let error = outcome.unwrap_err();
        assert!(
            error.is_timeout() && error.message().contains("30ms"),
            "{error:?}"
        );
        assert!(lasted >= Duration::from_millis(29) && lasted < Duration::from_millis(140));
    }
    let blocking = Client::builder(&server.address).build_blocking().unwrap();
    let error = tokio::task::spawn_blocking(move || {
        let call = blocking.call_with::<_, u64, Error>(&short, "sleep", &(500,));
        assert_eq!(blocking.call::<_, i64, Error>("add", &(1, 2)).unwrap(), 3);
        call
    });
    let error = error.await.unwrap().unwrap_err();
    assert!(
        error.is_timeout() && error.message().contains("30ms"),
        "{error:?}"
    );
}
