//! Calls to several servers, some of which die.

use crate::lab::{PACKAGERS, Running, within};
use crate::liar::{Liar, Talk, answer};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::io::AsyncReadExt;
use tokio::net::{TcpListener, TcpSocket};
use tokio::task::JoinSet;
use yar_runtime::message::{Complaint, Params, ReplyHead, Request, write_error};
use yar_runtime::packager::DecodeLimits;
use yar_runtime::wire::{Layout, peek};
use yar_runtime::{CallOptions, Client, Error, Packager, Retry, Stage};

/// Which numbers which servers have been asked to add, and how often.
type Ledger = Arc<Mutex<BTreeMap<i64, usize>>>;

/// A server as a process: when it dies its listener and all its connections go
/// at once, calls and all.
struct Mortal {
    place: String,
    ledger: Ledger,
    calls: Arc<AtomicUsize>,
    /// Slower with its answers than the others.
    delay: Duration,
    any_order: bool,
    alive: Option<JoinSet<()>>,
}

impl Mortal {
    async fn start(ledger: &Ledger, delay: Duration, any_order: bool) -> Self {
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

    async fn revive(&mut self) {
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

    async fn die(&mut self) {
        self.alive.take().unwrap().shutdown().await;
        // Its connections are told to end, and each lets go of the counter then.
        until(|| Arc::strong_count(&self.calls) == 1).await;
    }

    fn calls(&self) -> usize {
        self.calls.load(Ordering::SeqCst)
    }

    fn uri(&self) -> String {
        format!("tcp://{}", self.place)
    }
}

/// Where there may just have been another.
fn listen(place: &str) -> TcpListener {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_reuseaddr(true).unwrap();
    socket.bind(place.parse().unwrap()).unwrap();
    socket.listen(1024).unwrap()
}

async fn serve(
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
struct Outcomes {
    answered: BTreeSet<i64>,
    failed: BTreeMap<i64, Error>,
}

/// Calls from all sides until told to stop, each with a number of its own.
async fn crowd(
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

async fn mortals(ledger: &Ledger, any_order: bool) -> Vec<Mortal> {
    let mut mortals = Vec::new();
    for _ in 0..3 {
        mortals.push(Mortal::start(ledger, Duration::from_millis(1), any_order).await);
    }
    mortals
}

async fn until(done: impl Fn() -> bool) {
    within(async {
        while !done() {
            pause(5).await;
        }
    })
    .await;
}

async fn pause(millis: u64) {
    tokio::time::sleep(Duration::from_millis(millis)).await;
}

/// Three servers under load, one of which dies in the middle and comes back.
/// Gives what became of the calls, having seen to it that calls avoid the dead
/// one and find the living one.
async fn a_death_under_load(options: CallOptions, any_order: bool) -> (Outcomes, Ledger) {
    let ledger = Ledger::default();
    let mut mortals = mortals(&ledger, any_order).await;
    let client = Client::balanced(mortals.iter().map(Mortal::uri))
        .ejection(Duration::from_millis(50), Duration::from_millis(200))
        .build()
        .unwrap();
    let numbers = Arc::new(AtomicUsize::new(1));
    let stop = Arc::new(AtomicBool::new(false));
    let crowd = {
        let (client, numbers) = (client.clone(), Arc::clone(&numbers));
        let stop = Arc::clone(&stop);
        tokio::spawn(async move { crowd(&client, &options, &numbers, &stop).await })
    };
    until(|| mortals.iter().all(|mortal| mortal.calls() > 50)).await;
    mortals[1].die().await;
    let (asked, before) = (mortals[1].calls(), numbers.load(Ordering::Relaxed));
    // The others go on.
    until(|| numbers.load(Ordering::Relaxed) > before + 200).await;
    pause(100).await;
    assert_eq!(mortals[1].calls(), asked);
    mortals[1].revive().await;
    until(|| mortals[1].calls() > asked + 100).await;
    stop.store(true, Ordering::Relaxed);
    let outcomes = within(crowd).await.unwrap();
    assert_eq!(
        outcomes.answered.len() + outcomes.failed.len(),
        numbers.load(Ordering::Relaxed) - 1,
        "each call has one outcome"
    );
    (outcomes, ledger)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_idempotent_call_is_lost_with_its_server() {
    for any_order in [false, true] {
        let mut twice = 0;
        // Whether a server has calls in its hands when it dies is chance.
        for _ in 0..5 {
            let options = CallOptions::new().idempotent(true);
            let (outcomes, ledger) = a_death_under_load(options, any_order).await;
            assert!(outcomes.failed.is_empty(), "{:?}", outcomes.failed);
            let ledger = ledger.lock().unwrap();
            twice += ledger.values().filter(|times| **times > 1).count();
            if twice > 0 {
                break;
            }
        }
        assert!(twice > 0, "the dead servers took some with them");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_other_call_ever_runs_twice() {
    for any_order in [false, true] {
        let (outcomes, ledger) = a_death_under_load(CallOptions::new(), any_order).await;
        let ledger = ledger.lock().unwrap();
        let most = ledger.values().max().unwrap();
        assert_eq!(*most, 1);
        assert!(outcomes.answered.iter().all(|number| ledger[number] == 1));
        // Only calls that may have reached the dead server have failed.
        assert!(outcomes.failed.len() <= 32, "{:?}", outcomes.failed);
        for error in outcomes.failed.values() {
            let is_broken = matches!(error.stage(), Stage::Send | Stage::Receive);
            assert!(!error.is_unsent() && is_broken, "{error:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn threads_that_block_survive_a_server_too() {
    for idempotent in [true, false] {
        let ledger = Ledger::default();
        let mut mortals = mortals(&ledger, false).await;
        let client = Client::balanced(mortals.iter().map(Mortal::uri))
            .ejection(Duration::from_millis(50), Duration::from_millis(200))
            .build_blocking()
            .unwrap();
        let numbers = Arc::new(AtomicUsize::new(1));
        let stop = Arc::new(AtomicBool::new(false));
        let threads: Vec<_> = (0..8)
            .map(|_| {
                let (client, numbers) = (client.clone(), Arc::clone(&numbers));
                let stop = Arc::clone(&stop);
                let options = CallOptions::new().idempotent(idempotent);
                std::thread::spawn(move || {
                    let mut failed = Vec::new();
                    while !stop.load(Ordering::Relaxed) {
                        let number = numbers.fetch_add(1, Ordering::Relaxed);
                        let number = i64::try_from(number).unwrap();
                        let call = client.call_with::<_, i64, Error>(&options, "add", &(number,));
                        match call {
                            Ok(answer) => assert_eq!(answer, number),
                            Err(error) => failed.push(error),
                        }
                    }
                    failed
                })
            })
            .collect();
        until(|| mortals.iter().all(|mortal| mortal.calls() > 20)).await;
        mortals[2].die().await;
        let (asked, before) = (mortals[2].calls(), numbers.load(Ordering::Relaxed));
        until(|| numbers.load(Ordering::Relaxed) > before + 50).await;
        pause(100).await;
        assert_eq!(mortals[2].calls(), asked);
        mortals[2].revive().await;
        until(|| mortals[2].calls() > asked + 50).await;
        stop.store(true, Ordering::Relaxed);
        let joined = tokio::task::spawn_blocking(|| {
            let joined = threads
                .into_iter()
                .flat_map(|thread| thread.join().unwrap());
            joined.collect::<Vec<_>>()
        });
        let failed = joined.await.unwrap();
        let twice = ledger
            .lock()
            .unwrap()
            .values()
            .filter(|times| **times > 1)
            .count();
        if idempotent {
            assert!(failed.is_empty(), "{failed:?}");
        } else {
            assert_eq!(twice, 0);
            assert!(failed.len() <= 8 && failed.iter().all(|error| !error.is_unsent()));
        }
    }
}

#[tokio::test]
async fn a_slow_server_gets_fewer_calls() {
    let ledger = Ledger::default();
    let mut mortals = mortals(&ledger, true).await;
    mortals.push(Mortal::start(&ledger, Duration::from_secs(2), true).await);
    let client = Client::balanced(mortals.iter().map(Mortal::uri));
    let client = client.timeout(Duration::from_secs(9)).build().unwrap();
    let numbers = Arc::new(AtomicUsize::new(1));
    let stop = Arc::new(AtomicBool::new(false));
    let options = CallOptions::new();
    let (outcomes, ()) = tokio::join!(crowd(&client, &options, &numbers, &stop), async {
        until(|| mortals[..3].iter().all(|fast| fast.calls() > 100)).await;
        stop.store(true, Ordering::Relaxed);
    });
    assert!(outcomes.failed.is_empty());
    // No more than it has under way when the others have as many.
    let slow = mortals[3].calls();
    assert!(slow < 33, "{slow}");
}

#[tokio::test]
async fn calls_that_are_not_sent_go_elsewhere_at_once() {
    // Five that refuse, and one that does not.
    let closed = || {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        format!("tcp://{}", listener.local_addr().unwrap())
    };
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut uris: Vec<_> = (0..5).map(|_| closed()).collect();
    uris.push(server.address.clone());
    let retry = Retry::default().pause(Duration::from_secs(60)).savings(0);
    let builder = || Client::balanced(&uris).retry(retry.clone());
    for _ in 0..10 {
        let client = builder().connect().await.unwrap();
        let call = client.call::<_, i64, Error>("add", &(20, 22));
        assert_eq!(within(call).await.unwrap(), 42);
    }
    let client = builder().build_blocking().unwrap();
    let call = move || client.call::<_, i64, Error>("add", &(20, 22)).unwrap();
    assert_eq!(tokio::task::spawn_blocking(call).await.unwrap(), 42);
    // With nobody there the error is that of one of them.
    let client = Client::balanced(&uris[..5]).build().unwrap();
    for _ in 0..3 {
        let error = within(client.call::<_, i64, Error>("add", &(20, 22)))
            .await
            .unwrap_err();
        assert!(error.is_connect(), "{error:?}");
    }
}

/// A server that turns every call away before it runs, and counts them.
async fn overloaded(text: &'static str) -> (Liar, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&asked);
    let liar = Liar::start(move |mut talk: Talk| {
        let counter = Arc::clone(&counter);
        async move {
            while let Some(id) = talk.request().await {
                counter.fetch_add(1, Ordering::SeqCst);
                let head = ReplyHead {
                    id: i64::from(id),
                    layout: Layout::Yar,
                    packager: Packager::MSGPACK,
                    any_order: false,
                };
                let mut frame = Vec::new();
                write_error(&mut frame, &head, &Complaint::Text(16, text));
                talk.send(&frame).await;
            }
        }
    })
    .await;
    (liar, asked)
}

#[tokio::test]
async fn calls_that_a_server_turned_away_go_elsewhere() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let (liar, asked) = overloaded("overloaded: as many calls as it takes on").await;
    let uris = [format!("tcp://{}", liar.place), server.address.clone()];
    let client = Client::balanced(&uris).build().unwrap();
    for _ in 0..20 {
        let call = client.call::<_, i64, Error>("add", &(20, 22));
        assert_eq!(within(call).await.unwrap(), 42);
    }
    assert!(asked.load(Ordering::SeqCst) > 0);
    // Status 16 alone says nothing of whether the method ran.
    let (liar, asked) = overloaded("transport").await;
    let client = liar.client();
    let error = within(client.call::<_, i64, Error>("add", &(20, 22))).await;
    assert_eq!(error.unwrap_err().status(), Some(16));
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    let (liar, asked) = overloaded("overloaded: there it is").await;
    let client = liar.client();
    let error = within(client.call::<_, i64, Error>("add", &(20, 22))).await;
    assert_eq!(error.unwrap_err().status(), Some(16));
    assert_eq!(asked.load(Ordering::SeqCst), 3);
}

#[tokio::test]
async fn a_server_that_hangs_is_left_alone_after_three_calls() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let held = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&held);
    let hung = Liar::start(move |mut talk: Talk| {
        let counter = Arc::clone(&counter);
        async move {
            while talk.request().await.is_some() {
                counter.fetch_add(1, Ordering::SeqCst);
            }
        }
    })
    .await;
    let uris = [format!("tcp://{}", hung.place), server.address.clone()];
    let client = Client::balanced(&uris)
        .timeout(Duration::from_millis(60))
        .ejection(Duration::from_secs(60), Duration::from_secs(60))
        .build()
        .unwrap();
    let mut late = 0;
    for _ in 0..40 {
        let outcome = within(client.call::<_, i64, Error>("add", &(20, 22))).await;
        late += usize::from(outcome.is_err_and(|error| error.is_timeout()));
    }
    assert_eq!((late, held.load(Ordering::SeqCst)), (3, 3));
}

#[tokio::test]
async fn all_addresses_of_a_name_are_servers() {
    let first = Running::start("tcp://127.0.0.1:0").await;
    let port = first.place().rsplit_once(':').unwrap().1.to_owned();
    let mut servers = vec![first];
    for host in ["127.0.0.2", "127.0.0.3"] {
        servers.push(Running::start(&format!("tcp://{host}:{port}")).await);
    }
    let builder = || {
        let builder = Client::builder(&format!("tcp://calc.invalid:{port}"));
        let entry = format!("calc.invalid:{port}:127.0.0.1,127.0.0.2,127.0.0.3");
        builder
            .resolve(&entry)
            .balance_names(Duration::from_millis(1))
    };
    let client = builder().connect().await.unwrap();
    let blocking = builder().build_blocking().unwrap();
    for _ in 0..40 {
        let call = client.call::<_, i64, Error>("add", &(20, 22));
        assert_eq!(within(call).await.unwrap(), 42);
    }
    let aside = move || {
        for _ in 0..40 {
            assert_eq!(
                blocking.call::<_, i64, Error>("add", &(20, 22)).unwrap(),
                42
            );
        }
    };
    tokio::task::spawn_blocking(aside).await.unwrap();
    for server in servers.drain(..2) {
        within(server.stop()).await.unwrap();
        let call = client.call::<_, i64, Error>("add", &(20, 22));
        assert_eq!(within(call).await.unwrap(), 42);
    }
    let nobody = Client::builder("tcp://nobody.invalid:1").balance_names(Duration::from_secs(1));
    let start = Instant::now();
    let error = within(nobody.connect()).await.unwrap_err();
    assert!(
        error.is_resolve() && error.message().contains("nobody.invalid:1"),
        "{error}"
    );
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[cfg(feature = "http")]
#[tokio::test]
async fn servers_over_http_and_contracts_and_relays_are_balanced_too() {
    let first = Running::start("http://127.0.0.1:0").await;
    let second = Running::start("http://127.0.0.1:0").await;
    let uris = [&*first.address, "http://127.0.0.1:1/x", &*second.address];
    for packager in PACKAGERS {
        let client = Client::balanced(uris).packager(packager).build().unwrap();
        let blocking = Client::balanced(uris)
            .packager(packager)
            .build_blocking()
            .unwrap();
        for number in 0..20_i64 {
            let call = client.call::<_, i64, Error>("add", &(number, 1));
            assert_eq!(within(call).await.unwrap(), number + 1);
        }
        let aside = move || {
            for number in 0..20_i64 {
                let sum = blocking.call::<_, i64, Error>("add", &(number, 1));
                assert_eq!(sum.unwrap(), number + 1);
            }
        };
        tokio::task::spawn_blocking(aside).await.unwrap();
    }
    let client = Client::balanced([&first.address, &second.address])
        .build()
        .unwrap();
    let request = crate::lab::add(77, 20, 22);
    let reply = within(client.relay(request)).await.unwrap();
    let is_answer = |reply: &[u8]| {
        let (id, sum) = crate::lab::unpack(&peek(reply, 1 << 20).unwrap().unwrap());
        assert_eq!((id, sum.unwrap()), (77, yar_runtime::Value::Int(42)));
    };
    is_answer(&reply);
    for uris in [vec![&first.address], vec![&first.address, &second.address]] {
        let client = Client::balanced(uris).build_blocking().unwrap();
        let request = crate::lab::add(77, 20, 22);
        let relay = tokio::task::spawn_blocking(move || client.relay(request));
        is_answer(&relay.await.unwrap().unwrap());
    }
}

#[test]
fn lists_that_make_no_sense_are_refused() {
    let none: [&str; 0] = [];
    let mut cases = vec![
        (Client::balanced(none), "is empty"),
        (Client::balanced(["tcp://a:1", "b:2"]), "b:2"),
    ];
    if cfg!(feature = "http") {
        cases.push((Client::balanced(["tcp://a:1", "http://b"]), "of one client"));
        let users = ["http://u:secret@a", "http://b"];
        cases.push((Client::balanced(users), "same user"));
        #[cfg(feature = "http")]
        {
            let builder = Client::builder("tcp://a:1").proxy("http://p:1");
            cases.push((builder.balance_names(Duration::from_secs(1)), "http://p:1"));
        }
    }
    for (builder, words) in cases {
        let error = builder.build().unwrap_err();
        assert_eq!(error.stage(), Stage::Configure);
        let text = error.to_string();
        assert!(text.contains(words) && !text.contains("secret"), "{text}");
    }
}
