//! Servers that die, and crowds that call them.

use crate::lab::within;
use crate::liar::{Talk, answer};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpSocket};
use tokio::task::JoinSet;
use yar_runtime::message::{Params, Request};
use yar_runtime::packager::DecodeLimits;
use yar_runtime::wire::peek;
use yar_runtime::{CallOptions, Client, Error, Packager};

/// Which numbers which servers have been asked to add, and how often.
pub(crate) type Ledger = Arc<Mutex<BTreeMap<i64, usize>>>;

/// A server as a process: when it dies its listener and all its connections go
/// at once, calls and all.
pub(crate) struct Mortal {
    place: String,
    ledger: Ledger,
    calls: Arc<AtomicUsize>,
    /// Slower with its answers than the others.
    delay: Duration,
    any_order: bool,
    alive: Option<JoinSet<()>>,
}

impl Mortal {
    pub(crate) async fn start(ledger: &Ledger, delay: Duration, any_order: bool) -> Self {
        let mut mortal = Self {
            place: "127.0.0.1:0".to_owned(),
            ledger: Arc::clone(ledger),
            calls: Arc::default(),
            delay,
            any_order,
            alive: None,
        };
        mortal.revive().await;
        mortal
    }

    pub(crate) async fn revive(&mut self) {
        let listener = listen(&self.place);
        self.place = listener.local_addr().unwrap().to_string();
        let (ledger, calls) = (Arc::clone(&self.ledger), Arc::clone(&self.calls));
        let (delay, any_order) = (self.delay, self.any_order);
        let mut alive = JoinSet::new();
        alive.spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                // What is unread when it dies makes a reset of the end.
                let served = serve(
                    Talk(stream),
                    Arc::clone(&ledger),
                    Arc::clone(&calls),
                    delay,
                    any_order,
                );
                connections.spawn(served);
            }
        });
        self.alive = Some(alive);
    }

    pub(crate) async fn die(&mut self) {
        self.alive.take().unwrap().shutdown().await;
        // Its connections are told to end, and each lets go of the counter then.
        until(|| Arc::strong_count(&self.calls) == 1).await;
    }

    pub(crate) fn calls(&self) -> usize {
        self.calls.load(Ordering::SeqCst)
    }

    pub(crate) fn uri(&self) -> String {
        format!("tcp://{}", self.place)
    }
}

/// Where there may just have been another.
pub(crate) fn listen(place: &str) -> TcpListener {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_reuseaddr(true).unwrap();
    socket.bind(place.parse().unwrap()).unwrap();
    socket.listen(1024).unwrap()
}

pub(crate) async fn serve(
    mut talk: Talk,
    ledger: Ledger,
    calls: Arc<AtomicUsize>,
    delay: Duration,
    any_order: bool,
) {
    talk.0.set_nodelay(true).unwrap();
    let mut bytes = Vec::new();
    loop {
        let mut asked = Vec::new();
        while let Ok(Some(frame)) = peek(&bytes, 1 << 20) {
            let limits = DecodeLimits::default();
            let request = Request::read(Packager::MSGPACK, frame.body, &limits).unwrap();
            let (number,): (i64,) = request.params.as_ref().map(Params::read).unwrap().unwrap();
            asked.push((frame.header.id, number));
            let len = frame.len;
            bytes.drain(..len);
        }
        if !asked.is_empty() {
            calls.fetch_add(asked.len(), Ordering::SeqCst);
            for (_, number) in &asked {
                *ledger.lock().unwrap().entry(*number).or_default() += 1;
            }
            // What the methods do is done, and death may come before the answers.
            tokio::time::sleep(delay).await;
            for (id, number) in asked {
                let mut answer = answer(i64::from(id), number);
                answer[11] |= u8::from(any_order);
                talk.send(&answer).await;
            }
            continue;
        }
        match talk.0.read_buf(&mut bytes).await {
            Ok(1..) => {}
            _ => return,
        }
    }
}

/// What became of the calls of a crowd.
#[derive(Default)]
pub(crate) struct Outcomes {
    pub answered: BTreeSet<i64>,
    pub failed: BTreeMap<i64, Error>,
}

/// Calls from all sides until told to stop, each with a number of its own.
pub(crate) async fn crowd(
    client: &Client,
    options: &CallOptions,
    numbers: &Arc<AtomicUsize>,
    stop: &Arc<AtomicBool>,
) -> Outcomes {
    let mut callers = JoinSet::new();
    for _ in 0..32 {
        let (client, options) = (client.clone(), options.clone());
        let (numbers, stop) = (Arc::clone(numbers), Arc::clone(stop));
        callers.spawn(async move {
            let mut outcomes = Vec::new();
            while !stop.load(Ordering::Relaxed) {
                let number = i64::try_from(numbers.fetch_add(1, Ordering::Relaxed)).unwrap();
                let call = client.call_with::<_, i64, Error>(&options, "add", &(number,));
                outcomes.push((number, call.await));
            }
            outcomes
        });
    }
    let mut outcomes = Outcomes::default();
    for (number, outcome) in callers.join_all().await.into_iter().flatten() {
        match outcome {
            Ok(answer) => {
                assert_eq!(answer, number);
                outcomes.answered.insert(number);
            }
            Err(error) => {
                outcomes.failed.insert(number, error);
            }
        }
    }
    outcomes
}

pub(crate) async fn mortals(ledger: &Ledger, any_order: bool) -> Vec<Mortal> {
    let mut mortals = Vec::new();
    for _ in 0..3 {
        mortals.push(Mortal::start(ledger, Duration::from_millis(1), any_order).await);
    }
    mortals
}

pub(crate) async fn until(done: impl Fn() -> bool) {
    within(async {
        while !done() {
            pause(5).await;
        }
    })
    .await;
}

pub(crate) async fn pause(millis: u64) {
    tokio::time::sleep(Duration::from_millis(millis)).await;
}
