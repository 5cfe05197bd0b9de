//! Which connections are used again, and which are not.

use crate::lab::{Running, within};
use crate::liar::{Liar, Talk, good};
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use yar_runtime::{CallOptions, Client, Error};

async fn call(client: &Client) -> i64 {
    within(client.call::<_, i64, Error>("add", &(20, 22)))
        .await
        .unwrap()
}

fn builder(liar: &Liar) -> yar_runtime::ClientBuilder {
    Client::builder(&format!("tcp://{}", liar.place))
}

#[tokio::test]
async fn a_good_connection_is_used_again_by_all_clones() {
    let liar = Liar::answering(|id| good(i64::from(id))).await;
    let client = builder(&liar).connect().await.unwrap();
    for _ in 0..5 {
        assert_eq!(call(&client.clone()).await, 42);
    }
    assert_eq!(liar.accepted(), 1);
    let client = builder(&liar).persistent(false).build().unwrap();
    for _ in 0..3 {
        assert_eq!(call(&client).await, 42);
    }
    assert_eq!(liar.accepted(), 4);
}

#[tokio::test]
async fn stray_bytes_spoil_a_connection() {
    let liar = Liar::answering(|id| [good(i64::from(id)), vec![0]].concat()).await;
    let client = builder(&liar).build().unwrap();
    for connections in 1..4 {
        assert_eq!(call(&client).await, 42);
        assert_eq!(liar.accepted(), connections);
    }
}

#[tokio::test]
async fn stray_bytes_that_come_later_spoil_it_too() {
    let (sent, mut strayed) = tokio::sync::mpsc::unbounded_channel();
    let liar = Liar::start(move |mut talk: Talk| {
        let sent = sent.clone();
        async move {
            while let Some(id) = talk.request().await {
                talk.send(&good(i64::from(id))).await;
                tokio::time::sleep(Duration::from_millis(5)).await;
                talk.send(&good(i64::from(id))).await;
                sent.send(()).unwrap();
            }
        }
    })
    .await;
    let client = builder(&liar).build().unwrap();
    for connections in 1..4 {
        assert_eq!(call(&client).await, 42);
        assert_eq!(liar.accepted(), connections);
        within(strayed.recv()).await.unwrap();
        // The runtime has to look at the socket.
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test]
async fn a_connection_the_server_has_closed_is_replaced() {
    let liar = Liar::start(|mut talk: Talk| async move {
        let id = talk.request().await.unwrap();
        talk.send(&good(i64::from(id))).await;
    })
    .await;
    let client = builder(&liar).build().unwrap();
    for connections in 1..5 {
        assert_eq!(call(&client).await, 42);
        assert_eq!(liar.accepted(), connections);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // A runtime that was not polled for a while knows nothing of the close.
    let id = Arc::new(AtomicUsize::new(0));
    let (counter, listener) = (
        Arc::clone(&id),
        std::net::TcpListener::bind("127.0.0.1:0").unwrap(),
    );
    let place = listener.local_addr().unwrap();
    std::thread::spawn(move || serve_one_call_a_connection(&listener, &counter));
    let client = Client::builder(&format!("tcp://{place}")).build().unwrap();
    for calls in 1..4 {
        assert_eq!(call(&client).await, 42);
        std::thread::sleep(Duration::from_millis(600));
        assert_eq!(id.load(Ordering::SeqCst), calls);
    }
}

#[tokio::test]
async fn another_one_takes_the_place_of_a_connection_the_server_has_closed() {
    let accepted = Arc::new(AtomicUsize::new(0));
    let liar = Liar::start(move |mut talk: Talk| {
        let is_second = accepted.fetch_add(1, Ordering::SeqCst) == 1;
        async move {
            while let Some(id) = talk.request().await {
                // So that this one is the last that was used.
                tokio::time::sleep(Duration::from_millis(if is_second { 60 } else { 20 })).await;
                talk.send(&good(i64::from(id))).await;
                if is_second {
                    break;
                }
            }
        }
    })
    .await;
    let client = builder(&liar).build().unwrap();
    assert_eq!(tokio::join!(call(&client), call(&client)), (42, 42));
    assert_eq!(liar.accepted(), 2);
    tokio::time::sleep(Duration::from_millis(20)).await;
    assert_eq!(call(&client).await, 42);
    assert_eq!(liar.accepted(), 2);
}

#[tokio::test]
async fn a_task_at_the_end_of_its_turn_notices_a_close_too() {
    let liar = Liar::start(|mut talk: Talk| async move {
        let id = talk.request().await.unwrap();
        talk.send(&good(i64::from(id))).await;
    })
    .await;
    let client = builder(&liar).build().unwrap();
    assert_eq!(call(&client).await, 42);
    tokio::time::sleep(Duration::from_millis(20)).await;
    let (sender, mut receiver) = tokio::sync::mpsc::unbounded_channel();
    for number in 0..1000 {
        sender.send(number).unwrap();
    }
    let mut second = pin!(call(&client));
    let second = poll_fn(|context| {
        // Tokio lets a task have so much at a time, and then nothing.
        while receiver.poll_recv(context).is_ready() {}
        second.as_mut().poll(context)
    });
    assert_eq!(second.await, 42);
    assert_eq!(liar.accepted(), 2);
}

fn serve_one_call_a_connection(listener: &std::net::TcpListener, counter: &AtomicUsize) {
    use std::io::{Read, Write};
    while let Ok((mut stream, _)) = listener.accept() {
        let mut bytes = [0; 4096];
        if stream.read(&mut bytes).unwrap() > 0 {
            counter.fetch_add(1, Ordering::SeqCst);
            stream.write_all(&good(0)).unwrap();
        }
    }
}

#[tokio::test]
async fn a_connection_unused_for_too_long_is_replaced() {
    let liar = Liar::answering(|id| good(i64::from(id))).await;
    let client = builder(&liar)
        .idle_timeout(Duration::from_millis(30))
        .build()
        .unwrap();
    call(&client).await;
    call(&client).await;
    assert_eq!(liar.accepted(), 1);
    tokio::time::sleep(Duration::from_millis(60)).await;
    call(&client).await;
    assert_eq!(liar.accepted(), 2);
}

#[tokio::test]
async fn calls_wait_for_a_connection_to_get_free() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let client = Client::builder(&server.address)
        .max_connections(4)
        .build()
        .unwrap();
    let mut calls = tokio::task::JoinSet::new();
    for a in 0..200_i64 {
        let client = client.clone();
        calls.spawn(async move {
            let sum: i64 = client.call::<_, _, Error>("add", &(a, 1)).await?;
            Ok::<_, Error>(sum == a + 1)
        });
    }
    while let Some(outcome) = within(calls.join_next()).await {
        assert!(outcome.unwrap().unwrap());
    }
}

#[tokio::test]
async fn waiting_for_a_connection_counts_towards_the_deadline() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let client = Client::builder(&server.address)
        .max_connections(1)
        .timeout(Duration::from_millis(600))
        .build()
        .unwrap();
    let busy = client.clone();
    let busy = tokio::spawn(async move { busy.call::<_, u64, Error>("sleep", &(400,)).await });
    tokio::time::sleep(Duration::from_millis(50)).await;
    let error = client
        .call::<_, u64, Error>("sleep", &(400,))
        .await
        .unwrap_err();
    assert!(error.is_timeout(), "{error:?}");
    assert_eq!(busy.await.unwrap().unwrap(), 400);
    let hog = client.clone();
    let hog = tokio::spawn(async move { hog.call::<_, u64, Error>("sleep", &(5_000,)).await });
    tokio::time::sleep(Duration::from_millis(50)).await;
    let quick = Client::clone(&client);
    let error = within(quick.call::<_, u64, Error>("sleep", &(1,))).await;
    // Whichever comes first: its own deadline, or the room the hog leaves.
    if let Err(error) = error {
        assert!(error.is_timeout(), "{error:?}");
    }
    assert!(hog.await.unwrap().unwrap_err().is_timeout());
}

#[tokio::test]
async fn a_call_that_finds_no_connection_in_time_says_so() {
    let liar = Liar::start(|mut talk: Talk| async move {
        talk.request().await;
        std::future::pending::<()>().await;
    })
    .await;
    let builder = Client::builder(&format!("tcp://{}", liar.place)).max_connections(1);
    let client = builder.build().unwrap();
    let hog = client.clone();
    let hog = tokio::spawn(async move { hog.call::<_, u64, Error>("sleep", &(1,)).await });
    while liar.accepted() < 1 {
        tokio::task::yield_now().await;
    }
    let options = CallOptions::new().timeout(Duration::from_millis(50));
    let call = client.call_with::<_, u64, Error>(&options, "sleep", &(1,));
    let by_task = within(call).await.unwrap_err();
    hog.abort();

    let builder = Client::builder(&format!("tcp://{}", liar.place)).max_connections(1);
    let client = builder.timeout(Duration::from_secs(1));
    let client = client.build_blocking().unwrap();
    let hog = client.clone();
    let hog = tokio::task::spawn_blocking(move || hog.call::<_, u64, Error>("sleep", &(1,)));
    while liar.accepted() < 2 {
        tokio::task::yield_now().await;
    }
    let call = move || client.call_with::<_, u64, Error>(&options, "sleep", &(1,));
    let by_thread = tokio::task::spawn_blocking(call).await.unwrap();
    for error in [by_task, by_thread.unwrap_err()] {
        assert!(error.is_timeout() && error.is_unsent(), "{error:?}");
        let text = "timed out after 50ms while waiting for one of 1 connections";
        assert!(error.message().contains(text), "{error}");
    }
    assert!(hog.await.unwrap().unwrap_err().is_timeout());
}

#[tokio::test]
async fn a_call_that_is_dropped_takes_its_connection_along() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let client = Client::builder(&server.address)
        .max_connections(1)
        .connect()
        .await
        .unwrap();
    let slow = client.call::<_, u64, Error>("sleep", &(300,));
    assert!(
        tokio::time::timeout(Duration::from_millis(50), slow)
            .await
            .is_err()
    );
    for _ in 0..3 {
        let sum: i64 = within(client.call::<_, _, Error>("add", &(1, 2)))
            .await
            .unwrap();
        assert_eq!(sum, 3, "no late answer of the call before");
    }
}

#[tokio::test]
async fn calls_that_are_made_but_not_polled_hold_nothing() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let client = Client::builder(&server.address)
        .max_connections(1)
        .build()
        .unwrap();
    let first = client.call::<_, i64, Error>("add", &(1, 1));
    let second = client.call::<_, i64, Error>("add", &(1, 2));
    assert_eq!(within(second).await.unwrap(), 3);
    assert_eq!(within(first).await.unwrap(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_given_up_at_random_never_mix_answers_up() {
    let transports = if cfg!(feature = "http") {
        &["tcp", "unix", "http"][..]
    } else {
        &["tcp", "unix"]
    };
    for transport in transports {
        let server = Running::start(&crate::lab::listen_uri(transport)).await;
        let client = Client::builder(&server.address)
            .max_connections(8)
            .build()
            .unwrap();
        let mut callers = tokio::task::JoinSet::new();
        for caller in 0..24_u64 {
            let client = client.clone();
            callers.spawn(async move {
                let mut chance = crate::lab::chance::Chance(caller + 1);
                for _ in 0..40 {
                    let ms = chance.below(6) as u64;
                    let patience = Duration::from_millis(chance.below(8) as u64);
                    let call = client.call::<_, u64, Error>("sleep", &(ms,));
                    if let Ok(answer) = tokio::time::timeout(patience, call).await {
                        assert_eq!(answer.unwrap(), ms);
                    }
                }
            });
        }
        while let Some(outcome) = within(callers.join_next()).await {
            outcome.unwrap();
        }
    }
}

/// A runtime of one thread that was busy has seen nothing of its sockets.
#[tokio::test]
async fn a_close_is_noticed_that_the_runtime_could_not_see() {
    use std::io::{Read, Write};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let place = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        while let Ok((mut stream, _)) = listener.accept() {
            let mut bytes = [0; 1000];
            let count = stream.read(&mut bytes).unwrap();
            let frame = yar_runtime::wire::peek(&bytes[..count], 1000);
            let id = frame.unwrap().unwrap().header.id;
            stream.write_all(&good(id.into())).unwrap();
        }
    });
    let client = Client::builder(&format!("tcp://{place}")).build().unwrap();
    for _ in 0..3 {
        let sum = within(client.call::<_, i64, Error>("add", &(20, 22))).await;
        assert_eq!(sum.unwrap(), 42);
        std::thread::sleep(Duration::from_millis(60));
    }
}
