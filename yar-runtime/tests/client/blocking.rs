//! The client that blocks its caller.

use crate::lab::{PACKAGERS, Running, frame, listen_uri};
use crate::liar::{Liar, Talk, good};
use std::io::Read;
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;
use yar_runtime::wire::Layout;
use yar_runtime::{CallOptions, Client, ClientBuilder, Error, Stage, Value, blocking};

/// Runs what blocks beside the runtime of the server.
async fn aside<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(run).await.unwrap()
}

fn call(client: &blocking::Client) -> Result<i64, Error> {
    client.call::<_, i64, Error>("add", &(20, 22))
}

fn builder(liar: &Liar) -> ClientBuilder {
    Client::builder(&format!("tcp://{}", liar.place))
}

#[tokio::test]
async fn every_transport_carries_every_packager_in_both_layouts() {
    let http: &[&str] = if cfg!(feature = "http") {
        &["http"]
    } else {
        &[]
    };
    for transport in ["tcp", "unix"].iter().chain(http) {
        let server = Running::start(&listen_uri(transport)).await;
        let address = server.address.clone();
        aside(move || {
            for packager in PACKAGERS {
                for (layout, persistent) in [
                    (Layout::Yar, true),
                    (Layout::Yar, false),
                    (Layout::LuaYar, true),
                ] {
                    let client = Client::builder(&address)
                        .packager(packager)
                        .layout(layout)
                        .persistent(persistent)
                        .build_blocking()
                        .unwrap();
                    every_kind_of_call(&client);
                }
            }
        })
        .await;
    }
}

fn every_kind_of_call(client: &blocking::Client) {
    assert_eq!(call(client).unwrap(), 42);
    let value = Value::List(vec![Value::Null, Value::String("你好".into())]);
    assert_eq!(
        client.call_value("echo", vec![value.clone()]).unwrap(),
        value
    );
    let error = client.call::<_, (), Error>("fail", &()).unwrap_err();
    assert_eq!((error.status(), error.code()), (Some(64), Some(7)));
    let text: String = client.call::<_, _, Error>("blob", &(100_000,)).unwrap();
    assert_eq!(text.len(), 100_000);
    let long = "x".repeat(3_000_000);
    let text: String = client.call::<_, _, Error>("echo", &(&long,)).unwrap();
    assert_eq!(text, long);
}

#[tokio::test]
async fn a_good_connection_is_used_again_and_a_closed_one_is_not() {
    let liar = Liar::answering(|id| good(i64::from(id))).await;
    let place = liar.place.clone();
    aside(move || {
        let client: blocking::Client = blocking::connect(&format!("tcp://{place}")).unwrap();
        for _ in 0..5 {
            assert_eq!(call(&client.clone()).unwrap(), 42);
        }
    })
    .await;
    assert_eq!(liar.accepted(), 1);
    for (spoils, says_it_keeps) in [(false, false), (false, true), (true, false), (true, true)] {
        let liar = Liar::start(move |mut talk: Talk| async move {
            let id = talk.request().await.unwrap();
            let mut answer = good(i64::from(id));
            // Bit 16 of the reserved field, as yar's server answers.
            answer[11] |= u8::from(says_it_keeps);
            talk.send(&answer).await;
            if spoils {
                talk.send(b"stray").await;
                talk.request().await;
            }
        })
        .await;
        let client = builder(&liar).build_blocking().unwrap();
        let mut client = Some(client);
        for connections in 1..5 {
            let one = client.take().unwrap();
            client = Some(
                aside(move || {
                    assert_eq!(call(&one).unwrap(), 42);
                    std::thread::sleep(Duration::from_millis(10));
                    one
                })
                .await,
            );
            assert_eq!(liar.accepted(), connections);
        }
    }
}

#[tokio::test]
async fn calls_of_many_threads_wait_for_connections() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let client = Client::builder(&server.address)
        .max_connections(3)
        .timeout(Duration::from_millis(700))
        .build_blocking()
        .unwrap();
    aside(move || {
        std::thread::scope(|scope| {
            for a in 0..24_i64 {
                let client = &client;
                scope.spawn(move || {
                    for b in 0..20 {
                        let sum: i64 = client.call::<_, _, Error>("add", &(a, b)).unwrap();
                        assert_eq!(sum, a + b);
                    }
                });
            }
        });
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    client
                        .call::<_, u64, Error>("sleep", &(2_000,))
                        .unwrap_err()
                });
            }
            std::thread::sleep(Duration::from_millis(100));
            let client = client.clone();
            let start = Instant::now();
            // Those before it give up first, which leaves it time or not.
            let outcome = call(&client);
            assert!(start.elapsed() < Duration::from_secs(2));
            assert!(
                outcome.is_ok_and(|sum| sum == 42) || start.elapsed() > Duration::from_millis(600)
            );
        });
    })
    .await;
}

#[tokio::test]
async fn errors_are_those_of_the_other_client() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let address = server.address.clone();
    let gone = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap()
    };
    aside(move || {
        for uri in [format!("tcp://{gone}"), "unix:///nowhere/at/all".into()] {
            let error = blocking::connect::<blocking::Client>(&uri).unwrap_err();
            assert!(
                error.is_connect() && error.message().contains(&uri),
                "{error:?}"
            );
        }
        let client = Client::builder(&address).max_body(1_000).build_blocking();
        let client = client.unwrap();
        let long = "x".repeat(2_000);
        let error = client
            .call::<_, Value, Error>("echo", &(long,))
            .unwrap_err();
        assert_eq!(error.stage(), Stage::Packager);
        let error = client
            .call::<_, String, Error>("blob", &(5_000,))
            .unwrap_err();
        assert!(error.is_protocol(), "{error:?}");
        assert_eq!(call(&client).unwrap(), 42);
    })
    .await;
    let cut = |bytes: Vec<u8>| {
        Liar::start(move |mut talk: Talk| {
            let bytes = bytes.clone();
            async move {
                talk.request().await;
                talk.send(&bytes).await;
            }
        })
    };
    for (bytes, stage, text) in [
        (good(1)[..40].to_vec(), Stage::Receive, "after 40 bytes"),
        (vec![], Stage::Receive, "without an answer"),
        (b"<b>oops</b>".repeat(9), Stage::Protocol, "<b>oops"),
        (good(1), Stage::Protocol, "expected the answer to request"),
        (
            frame(b"GZIP\0\0\0\0", b""),
            Stage::Protocol,
            "unknown packager",
        ),
    ] {
        let liar = cut(bytes).await;
        let client = builder(&liar).build_blocking().unwrap();
        let error = aside(move || call(&client)).await.unwrap_err();
        assert_eq!(error.stage(), stage, "{error:?}");
        assert!(error.message().contains(text), "{error}");
    }
}

#[tokio::test]
async fn silence_dripping_and_deafness_end_at_the_deadline() {
    for drips in [false, true] {
        let liar = Liar::start(move |mut talk: Talk| async move {
            let id = talk.request().await.unwrap();
            for byte in good(i64::from(id)) {
                if drips {
                    let _ = talk.0.write_all(&[byte]).await;
                }
                tokio::time::sleep(Duration::from_millis(40)).await;
            }
            tokio::time::sleep(Duration::from_secs(10)).await;
        })
        .await;
        let timeout = Duration::from_millis(300);
        let client = builder(&liar).timeout(timeout).build_blocking().unwrap();
        let start = Instant::now();
        let error = aside(move || call(&client)).await.unwrap_err();
        let lasted = start.elapsed();
        assert!(error.is_timeout(), "{error:?}");
        assert!(error.message().contains("receiving the answer"), "{error}");
        assert!(
            lasted >= timeout && lasted < Duration::from_secs(5),
            "{lasted:?}"
        );
    }
    let liar = Liar::start(|talk: Talk| async move {
        tokio::time::sleep(Duration::from_secs(20)).await;
        drop(talk);
    })
    .await;
    let client = builder(&liar).timeout(Duration::from_millis(300));
    let client = client.build_blocking().unwrap();
    let long = "x".repeat(9_000_000);
    let error = aside(move || client.call::<_, (), Error>("echo", &(long,)).unwrap_err()).await;
    assert!(error.is_timeout(), "{error:?}");
    assert!(error.message().contains("sending the request"), "{error}");
}

/// There, other than with TCP, each piece that the kernel takes may be waited
/// for as long as all of them.
#[tokio::test]
async fn a_unix_peer_that_reads_slowly_does_not_hold_a_call_past_its_deadline() {
    let path = crate::lab::socket_path();
    let listener = std::os::unix::net::UnixListener::bind(&path).unwrap();
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut bytes = vec![0; 256 * 1024];
        while stream.read(&mut bytes).is_ok_and(|count| count > 0) {
            std::thread::sleep(Duration::from_millis(150));
        }
    });
    let timeout = Duration::from_millis(300);
    let client = Client::builder(&format!("unix://{}", path.display())).timeout(timeout);
    let client = client.build_blocking().unwrap();
    let long = "x".repeat(9_000_000);
    let start = Instant::now();
    let error = aside(move || client.call::<_, (), Error>("echo", &(long,)).unwrap_err()).await;
    let lasted = start.elapsed();
    assert!(error.is_timeout(), "{error:?}");
    assert!(
        lasted >= timeout && lasted < Duration::from_secs(2),
        "{lasted:?}"
    );
    let _ = std::fs::remove_file(path);
}

#[tokio::test]
async fn a_timeout_of_one_call_is_not_that_of_the_next_over_its_connection() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let client = Client::builder(&server.address).build_blocking().unwrap();
    aside(move || {
        let sleep = |options: &CallOptions, millis: u64| {
            client.call_with::<_, u64, Error>(options, "sleep", &(millis,))
        };
        let short = CallOptions::new().timeout(Duration::from_millis(150));
        for _ in 0..2 {
            assert!(sleep(&CallOptions::new(), 0).is_ok());
            assert!(sleep(&short, 0).is_ok());
            assert!(sleep(&CallOptions::new(), 300).is_ok());
            let start = Instant::now();
            let error = sleep(&short, 3_000).unwrap_err();
            assert!(error.is_timeout(), "{error:?}");
            assert!(start.elapsed() >= Duration::from_millis(150));
            assert!(start.elapsed() < Duration::from_secs(2));
        }
    })
    .await;
}
