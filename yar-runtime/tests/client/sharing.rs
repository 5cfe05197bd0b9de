//! Calls that share a connection, with servers that answer in any order.

use crate::lab::{LIMIT, within};
use crate::liar::{Liar, Talk, good};
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use tokio::io::AsyncReadExt;
use tokio::task::JoinSet;
use yar_runtime::message::{Params, Request};
use yar_runtime::packager::DecodeLimits;
use yar_runtime::wire::peek;
use yar_runtime::{Client, ClientBuilder, Error, Packager};

/// A request as the server sees it.
struct Asked {
    id: u32,
    any_order: bool,
    number: i64,
}

impl Talk {
    /// What has come in, at least `least` requests.
    async fn requests(&mut self, bytes: &mut Vec<u8>, least: usize) -> Option<Vec<Asked>> {
        let mut asked = Vec::new();
        loop {
            while let Ok(Some(frame)) = peek(bytes, LIMIT) {
                let limits = DecodeLimits::default();
                let request = Request::read(Packager::MSGPACK, frame.body, &limits).unwrap();
                let (number,) = request.params.as_ref().map(Params::read).unwrap().unwrap();
                asked.push(Asked {
                    id: frame.header.id,
                    any_order: frame.header.allows_any_order(),
                    number,
                });
                let len = frame.len;
                bytes.drain(..len);
            }
            if asked.len() >= least {
                return Some(asked);
            }
            if self.0.read_buf(bytes).await.ok()? == 0 {
                return None;
            }
        }
    }

    async fn answer(&mut self, id: u32, number: i64) {
        self.send(&any_order(id, number)).await;
    }
}

/// An answer that says that it may come in any order.
fn any_order(id: u32, number: i64) -> Vec<u8> {
    let mut frame = crate::liar::answer(i64::from(id), number);
    frame[11] |= 1;
    frame
}

/// Answers the first request alone, and then `batch` at a time, the last first.
async fn reversing(batch: usize) -> Liar {
    Liar::start(move |mut talk: Talk| async move {
        let mut bytes = Vec::with_capacity(10_000);
        let mut least = 1;
        while let Some(asked) = talk.requests(&mut bytes, least).await {
            let mut answers = Vec::new();
            for asked in asked.iter().rev() {
                assert!(asked.any_order);
                answers.extend(any_order(asked.id, asked.number));
            }
            talk.send(&answers).await;
            least = batch;
        }
    })
    .await
}

fn builder(liar: &Liar) -> ClientBuilder {
    Client::builder(&format!("tcp://{}", liar.place)).max_connections(1)
}

/// Polls once; nobody will hear when there is more to do.
fn poll_unheard<F: Future>(call: &mut Pin<Box<F>>) -> Poll<F::Output> {
    call.as_mut().poll(&mut Context::from_waker(Waker::noop()))
}

async fn echo(client: &Client, number: i64) -> Result<i64, Error> {
    within(client.call::<_, i64, Error>("echo", &(number,))).await
}

#[tokio::test]
async fn answers_find_their_calls_whatever_their_order() {
    let liar = reversing(8).await;
    let client = builder(&liar).build().unwrap();
    assert_eq!(echo(&client, 0).await.unwrap(), 0);
    let mut calls = JoinSet::new();
    for number in 0..8 {
        let client = client.clone();
        calls.spawn(async move { assert_eq!(echo(&client, number).await.unwrap(), number) });
    }
    while let Some(call) = calls.join_next().await {
        call.unwrap();
    }
    assert_eq!(liar.accepted(), 1);
}

#[tokio::test]
async fn a_server_that_copies_the_reserved_field_is_not_taken_at_its_word() {
    let liar = Liar::answering(|id| {
        let mut frame = good(i64::from(id));
        frame[10..14].copy_from_slice(&[0, 1, 0, 1]);
        frame
    })
    .await;
    let client = builder(&liar).build().unwrap();
    // `Talk::request` insists on one request at a time.
    let mut calls = JoinSet::new();
    for number in 0..8 {
        let client = client.clone();
        calls.spawn(async move { assert_eq!(echo(&client, number).await.unwrap(), 42) });
    }
    while let Some(call) = calls.join_next().await {
        call.unwrap();
    }
    assert_eq!(liar.accepted(), 1);
}

#[tokio::test]
async fn a_call_that_is_not_polled_or_dropped_holds_nobody_up() {
    let liar = reversing(1).await;
    let client = builder(&liar).build().unwrap();
    assert_eq!(echo(&client, 0).await.unwrap(), 0);
    for _ in 0..3 {
        // Polled once: its request is out, and it would be the one to read.
        let mut neglected = Box::pin(client.call::<_, i64, Error>("echo", &(7,)));
        assert!(poll_unheard(&mut neglected).is_pending());
        for number in 1..4 {
            assert_eq!(echo(&client, number).await.unwrap(), number);
        }
        let mut dropped = Box::pin(client.call::<_, i64, Error>("echo", &(8,)));
        assert!(poll_unheard(&mut dropped).is_pending());
        drop(dropped);
        assert_eq!(echo(&client, 9).await.unwrap(), 9);
        assert_eq!(within(neglected).await.unwrap(), 7);
    }
    assert_eq!(liar.accepted(), 1);
}

#[tokio::test]
async fn the_connection_survives_company_and_solitude() {
    let liar = reversing(1).await;
    let client = builder(&liar).build().unwrap();
    for round in 0..4 {
        let mut calls = JoinSet::new();
        for number in 0..32 {
            let client = client.clone();
            calls.spawn(async move { assert_eq!(echo(&client, number).await.unwrap(), number) });
        }
        while let Some(call) = calls.join_next().await {
            call.unwrap();
        }
        // Long enough for the task of the connection to leave.
        tokio::time::sleep(Duration::from_millis(60 * (round % 3))).await;
        for number in 0..5 {
            assert_eq!(echo(&client, number).await.unwrap(), number);
            tokio::time::sleep(Duration::from_millis(20 * round)).await;
        }
    }
    assert_eq!(liar.accepted(), 1);
}

#[tokio::test]
async fn every_call_has_its_own_deadline_and_late_answers_are_dropped() {
    let liar = Liar::start(move |mut talk: Talk| async move {
        let mut bytes = Vec::with_capacity(10_000);
        let mut late = Vec::new();
        while let Some(asked) = talk.requests(&mut bytes, 1).await {
            for asked in asked {
                match asked.number {
                    0 => late.push(asked.id),
                    number => talk.answer(asked.id, number).await,
                }
                if asked.number == 100 {
                    for id in late.drain(..) {
                        talk.answer(id, 0).await;
                    }
                }
            }
        }
    })
    .await;
    let timeout = Duration::from_millis(150);
    let client = builder(&liar).timeout(timeout).build().unwrap();
    assert_eq!(echo(&client, 1).await.unwrap(), 1);
    let mut slow = JoinSet::new();
    for _ in 0..4 {
        let client = client.clone();
        slow.spawn(async move { echo(&client, 0).await.unwrap_err() });
    }
    for number in 2..10 {
        assert_eq!(echo(&client, number).await.unwrap(), number);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    while let Some(error) = slow.join_next().await {
        let error = error.unwrap();
        assert!(error.is_timeout(), "{error:?}");
        assert!(error.message().contains("receiving the answer"), "{error}");
    }
    // Alone, the caller watches its deadline itself.
    tokio::time::sleep(Duration::from_millis(150)).await;
    assert!(echo(&client, 0).await.unwrap_err().is_timeout());
    for number in [100, 5, 6] {
        assert_eq!(echo(&client, number).await.unwrap(), number);
    }
    assert_eq!(liar.accepted(), 1);
}

#[tokio::test]
async fn a_broken_connection_ends_all_its_calls_and_no_others() {
    for answer_to_nobody in [false, true] {
        let liar = Liar::start(move |mut talk: Talk| async move {
            let mut bytes = Vec::with_capacity(10_000);
            let asked = talk.requests(&mut bytes, 1).await.unwrap();
            talk.answer(asked[0].id, asked[0].number).await;
            let asked = talk.requests(&mut bytes, 4).await.unwrap();
            talk.answer(asked[0].id, asked[0].number).await;
            if answer_to_nobody {
                talk.answer(asked[0].id, asked[0].number).await;
                talk.requests(&mut bytes, 1).await;
            }
        })
        .await;
        let client = builder(&liar).build().unwrap();
        for connections in 1..3 {
            assert_eq!(echo(&client, 0).await.unwrap(), 0);
            assert_eq!(liar.accepted(), connections);
            let mut calls = JoinSet::new();
            for number in 0..4 {
                let client = client.clone();
                calls.spawn(async move { (number, echo(&client, number).await) });
            }
            let mut answered = 0;
            while let Some(outcome) = calls.join_next().await {
                match outcome.unwrap() {
                    (number, Ok(echoed)) => {
                        assert_eq!(number, echoed);
                        answered += 1;
                    }
                    (_, Err(error)) if answer_to_nobody => {
                        assert!(error.is_protocol(), "{error:?}")
                    }
                    (_, Err(error)) => assert!(error.message().contains("closed"), "{error:?}"),
                }
            }
            assert_eq!(answered, 1);
        }
    }
}

#[tokio::test]
async fn a_client_that_is_dropped_lets_go_of_what_its_thread_remembers() {
    let (sender, mut ends) = tokio::sync::mpsc::unbounded_channel();
    let liar = Liar::start(move |mut talk: Talk| {
        let sender = sender.clone();
        async move {
            let mut bytes = Vec::with_capacity(10_000);
            while let Some(asked) = talk.requests(&mut bytes, 1).await {
                for asked in asked {
                    talk.answer(asked.id, asked.number).await;
                }
            }
            sender.send(()).unwrap();
        }
    })
    .await;
    for _ in 0..3 {
        let client = builder(&liar).build().unwrap();
        for number in 0..3 {
            assert_eq!(echo(&client, number).await.unwrap(), number);
        }
        drop(client);
        within(ends.recv()).await.unwrap();
    }
    assert_eq!(liar.accepted(), 3);
}

#[tokio::test]
async fn a_call_given_up_before_it_went_out_is_not_sent() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let numbers = Arc::clone(&seen);
    let liar = Liar::start(move |mut talk: Talk| {
        let numbers = Arc::clone(&numbers);
        async move {
            let mut bytes = Vec::with_capacity(10_000);
            while let Some(asked) = talk.requests(&mut bytes, 1).await {
                for asked in asked {
                    numbers.lock().unwrap().push(asked.number);
                    talk.answer(asked.id, asked.number).await;
                }
            }
        }
    })
    .await;
    let client = builder(&liar).build().unwrap();
    assert_eq!(echo(&client, 0).await.unwrap(), 0);
    let numbers = [1, 2, 30_000, 4, 5];
    let mut calls: Vec<_> = numbers
        .map(|number| Box::pin(client.call::<_, i64, Error>("echo", &(number,))))
        .into();
    for call in &mut calls {
        assert!(poll_unheard(call).is_pending());
    }
    // The task of the connection has not run yet.
    drop(calls.remove(2));
    for (call, number) in calls.into_iter().zip([1, 2, 4, 5]) {
        assert_eq!(within(call).await.unwrap(), number);
    }
    assert_eq!(echo(&client, 6).await.unwrap(), 6);
    assert_eq!(*seen.lock().unwrap(), [0, 1, 2, 4, 5, 6]);
}

#[tokio::test]
async fn calls_beyond_what_a_connection_carries_wait_or_take_another() {
    let most = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&most);
    let liar = Liar::start(move |mut talk: Talk| {
        let most = Arc::clone(&most);
        async move {
            let mut bytes = Vec::with_capacity(10_000);
            while let Some(asked) = talk.requests(&mut bytes, 1).await {
                tokio::time::sleep(Duration::from_millis(5)).await;
                most.fetch_max(asked.len(), Ordering::SeqCst);
                for asked in asked {
                    talk.answer(asked.id, asked.number).await;
                }
            }
        }
    })
    .await;
    for connections in [1, 2] {
        let client = builder(&liar)
            .max_connections(connections)
            .max_calls_per_connection(4)
            .build()
            .unwrap();
        let before = liar.accepted();
        let mut calls = JoinSet::new();
        for number in 0..64 {
            let client = client.clone();
            calls.spawn(async move { assert_eq!(echo(&client, number).await.unwrap(), number) });
        }
        while let Some(call) = calls.join_next().await {
            call.unwrap();
        }
        assert_eq!(liar.accepted() - before, connections);
    }
    let most = seen.load(Ordering::SeqCst);
    assert!((2..=4).contains(&most), "{most}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_seat_that_gets_free_never_misses_those_who_wait() {
    let liar = reversing(1).await;
    let client = builder(&liar).max_calls_per_connection(2).build().unwrap();
    assert_eq!(echo(&client, 0).await.unwrap(), 0);
    let mut callers = JoinSet::new();
    for caller in 0..8 {
        let client = client.clone();
        callers.spawn(async move {
            let mut chance = crate::lab::chance::Chance(caller + 1);
            for number in 0..1000 {
                // Some give up while they wait, or when they have just been
                // given a seat.
                if chance.below(4) == 0 {
                    let mut call = Box::pin(client.call::<_, i64, Error>("echo", &(number,)));
                    for _ in 0..chance.below(4) {
                        if poll_unheard(&mut call).is_ready() {
                            break;
                        }
                        tokio::task::yield_now().await;
                    }
                }
                assert_eq!(echo(&client, number).await.unwrap(), number);
            }
        });
    }
    while let Some(outcome) = within(callers.join_next()).await {
        outcome.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn shared_calls_given_up_at_random_never_mix_answers_up() {
    let liar = reversing(1).await;
    let client = builder(&liar).build().unwrap();
    assert_eq!(echo(&client, 0).await.unwrap(), 0);
    let mut callers = JoinSet::new();
    for caller in 0..24 {
        let client = client.clone();
        callers.spawn(async move {
            let mut chance = crate::lab::chance::Chance(caller + 1);
            for round in 0..300 {
                let number = i64::try_from(caller * 1000 + round).unwrap();
                let mut call = Box::pin(client.call::<_, i64, Error>("echo", &(number,)));
                for _ in 0..chance.below(3) {
                    if let Poll::Ready(answer) = poll_unheard(&mut call) {
                        assert_eq!(answer.unwrap(), number);
                        break;
                    }
                    tokio::task::yield_now().await;
                }
                drop(call);
                assert_eq!(echo(&client, number).await.unwrap(), number);
            }
        });
    }
    while let Some(outcome) = within(callers.join_next()).await {
        outcome.unwrap();
    }
    assert_eq!(liar.accepted(), 1);
}

#[tokio::test]
async fn a_shared_connection_the_server_has_closed_is_replaced() {
    let liar = Liar::start(move |mut talk: Talk| async move {
        let mut bytes = Vec::with_capacity(10_000);
        for asked in talk.requests(&mut bytes, 1).await.unwrap() {
            talk.answer(asked.id, asked.number).await;
        }
    })
    .await;
    let client = builder(&liar).build().unwrap();
    for connections in 1..5 {
        assert_eq!(echo(&client, 1).await.unwrap(), 1);
        assert_eq!(liar.accepted(), connections);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[test]
fn the_end_of_a_runtime_is_the_end_of_its_calls() {
    let (place, listener) = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        (listener.local_addr().unwrap(), listener)
    };
    let client = Client::builder(&format!("tcp://{place}")).build().unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let calls = client.clone();
    runtime.spawn(async move { echo(&calls, 1).await });
    let _accepted = listener.accept().unwrap();
    drop(runtime);
    drop(listener);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let error = runtime.block_on(echo(&client, 2)).unwrap_err();
    assert!(error.is_connect(), "{error:?}");
}
