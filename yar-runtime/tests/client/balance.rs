//! Which of several servers a call goes to.

use crate::lab::{Running, within};
use crate::liar::{Liar, Talk};
use crate::mortal::{Ledger, Mortal, crowd, mortals, until};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use yar_runtime::message::{Complaint, ReplyHead, write_error};
use yar_runtime::wire::Layout;
use yar_runtime::{CallOptions, Client, Error, Packager, Retry, Stage};

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
    let nobody = Client::builder("tcp://nobody..invalid:1").balance_names(Duration::from_secs(1));
    let start = Instant::now();
    let error = within(nobody.connect()).await.unwrap_err();
    assert!(
        error.is_resolve() && error.message().contains("nobody..invalid:1"),
        "{error}"
    );
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[cfg(feature = "http")]
#[tokio::test]
async fn servers_over_http_and_contracts_and_relays_are_balanced_too() {
    use crate::lab::PACKAGERS;
    use yar_runtime::wire::peek;
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
