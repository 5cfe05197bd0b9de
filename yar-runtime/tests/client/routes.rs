//! Names that are resolved by the client's settings, and ports that speak
//! something else.

use crate::lab::{Running, within};
use crate::liar::{Liar, Talk, good};
use std::time::Duration;
use yar_runtime::{Client, ClientBuilder, Error, Stage};

/// The same call by both clients.
async fn sums(builder: impl Fn() -> ClientBuilder) -> [Result<i64, Error>; 2] {
    let blocking = builder().build_blocking().unwrap();
    let aside = tokio::task::spawn_blocking(move || blocking.call::<_, _, Error>("add", &(20, 22)));
    let blocked = aside.await.unwrap();
    let client = builder().build().unwrap();
    let call = client.call::<_, i64, Error>("add", &(20, 22));
    [within(call).await, blocked]
}

fn port(place: &str) -> &str {
    place.rsplit_once(':').unwrap().1
}

#[tokio::test]
async fn a_name_is_found_where_the_settings_say() {
    let mut schemes = vec!["tcp"];
    if cfg!(feature = "http") {
        schemes.push("http");
    }
    for scheme in schemes {
        let server = Running::start(&format!("{scheme}://127.0.0.1:0")).await;
        let port = port(server.place());
        let uri = format!("{scheme}://nowhere.invalid:{port}");
        // One that refuses, and then the right one.
        for entry in [
            format!("nowhere.invalid:{port}:127.0.0.1"),
            format!("*:{port}:127.0.0.2,127.0.0.1"),
        ] {
            let builder = || {
                let builder = Client::builder(&uri).resolve("nowhere.invalid:1:127.0.0.9");
                builder.resolve(&entry)
            };
            assert_eq!(sums(builder).await.map(Result::unwrap), [42, 42]);
        }
    }
}

#[test]
fn a_name_that_is_not_found_in_time_is_named() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(1)
        .build()
        .unwrap();
    // The look-up finds no thread.
    let (done, waits) = std::sync::mpsc::channel::<()>();
    runtime.spawn_blocking(move || waits.recv());
    let client = Client::builder("tcp://localhost:1")
        .connect_timeout(Duration::from_millis(20))
        .build()
        .unwrap();
    let call = client.call::<_, i64, Error>("add", &(20, 22));
    let by_task = runtime.block_on(within(call)).unwrap_err();
    drop(done);
    let client = Client::builder("tcp://localhost:1")
        .timeout(Duration::from_nanos(1))
        .build_blocking()
        .unwrap();
    let by_thread = client.call::<_, i64, Error>("add", &(20, 22)).unwrap_err();
    for (error, after) in [(by_task, "20ms"), (by_thread, "1ns")] {
        assert!(error.is_timeout() && error.is_connect() && error.is_unsent());
        let text = format!("tcp://localhost:1: timed out after {after} while looking up localhost");
        assert_eq!(error.message(), text);
    }
}

/// No system asks others for a name with nothing between two dots, which may take
/// long.
#[tokio::test]
async fn a_name_that_stands_for_nothing_is_an_error_of_its_own_stage() {
    let uri = "tcp://nobody..invalid:1";
    let mut outcomes = Vec::from(sums(|| Client::builder(uri)).await);
    outcomes.extend(sums(|| Client::balanced([uri])).await);
    #[cfg(feature = "http")]
    {
        let proxy = "http://nobody..invalid:1";
        outcomes.extend(sums(|| Client::builder("http://127.0.0.1:1/").proxy(proxy)).await);
    }
    for outcome in outcomes {
        let error = outcome.unwrap_err();
        assert_eq!(error.stage(), Stage::Resolve, "{error:?}");
        assert!(error.is_resolve() && error.is_connect() && error.is_unsent());
        assert!(std::error::Error::source(&error).is_some());
        let text = error.message();
        assert!(
            text.contains("no address for nobody..invalid:1: "),
            "{text}"
        );
    }
}

#[cfg(feature = "http")]
#[tokio::test]
async fn the_server_is_told_the_name() {
    use tokio::io::AsyncReadExt;
    let (heads, mut seen) = tokio::sync::mpsc::unbounded_channel();
    let liar = Liar::start(move |mut talk: Talk| {
        let heads = heads.clone();
        async move {
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                head.push(talk.0.read_u8().await.unwrap());
            }
            heads.send(String::from_utf8(head).unwrap()).unwrap();
            let body = good(0);
            let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len());
            talk.send(&[head.as_bytes(), &body].concat()).await;
        }
    })
    .await;
    let port = port(&liar.place);
    let uri = format!("http://calc.invalid:{port}/");
    let entry = format!("calc.invalid:{port}:127.0.0.1");
    let outcomes = sums(|| Client::builder(&uri).resolve(&entry)).await;
    assert_eq!(outcomes.map(Result::unwrap), [42, 42]);
    let head = seen.recv().await.unwrap();
    assert!(
        head.contains(&format!("host: calc.invalid:{port}\r\n")),
        "{head}"
    );
}

#[tokio::test]
async fn errors_name_both_the_name_and_the_address() {
    let entry = "calc.invalid:1:127.0.0.1";
    for outcome in sums(|| Client::builder("tcp://calc.invalid:1").resolve(entry)).await {
        let text = outcome.unwrap_err().to_string();
        assert!(
            text.contains("tcp://calc.invalid:1 at 127.0.0.1:1"),
            "{text}"
        );
    }
    let error = Client::builder("tcp://h:1")
        .resolve("h:1")
        .build()
        .unwrap_err();
    assert_eq!(error.stage(), Stage::Configure);
    assert!(error.message().contains("HOST:PORT:ADDRESS"), "{error}");
}

#[tokio::test]
async fn a_port_that_speaks_something_else_is_recognised() {
    let bad_request = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n".to_vec();
    let alert = b"\x15\x03\x03\0\x02\x02\x46".to_vec();
    let mut cases = vec![
        ("tcp", bad_request, "speaks HTTP: write http://"),
        ("tcp", alert.clone(), "speaks TLS: write tls://"),
    ];
    if cfg!(feature = "http") {
        let speaks = "speaks Yar without HTTP: write tcp://";
        cases.push(("http", good(1), speaks));
        let lua = [&good(1)[82..90], &good(1)[..82]].concat();
        cases.push(("http", lua, speaks));
        cases.push(("http", alert, "speaks TLS: write https://"));
    }
    for (scheme, answer, words) in cases {
        let liar = Liar::start(move |mut talk: Talk| {
            let answer = answer.clone();
            async move {
                let mut request = [0; 4096];
                let _ = tokio::io::AsyncReadExt::read(&mut talk.0, &mut request).await;
                talk.send(&answer).await;
            }
        })
        .await;
        let uri = format!("{scheme}://{}", liar.place);
        for outcome in sums(|| Client::builder(&uri)).await {
            let error = outcome.unwrap_err();
            let wanted = format!("{words}{}", liar.place);
            assert!(error.message().contains(&wanted), "{error}");
        }
    }
}

/// What real servers say to one another's clients.
#[cfg(feature = "http")]
#[tokio::test]
async fn our_own_servers_are_recognised() {
    let http = Running::start("http://127.0.0.1:0").await;
    let uri = format!("tcp://{}", http.place());
    for outcome in sums(|| Client::builder(&uri)).await {
        let error = outcome.unwrap_err();
        let wanted = format!("write http://{}/", http.place());
        assert!(error.message().contains(&wanted), "{error}");
    }
    let tcp = Running::start("tcp://127.0.0.1:0").await;
    let uri = format!("http://{}/", tcp.place());
    for outcome in sums(|| Client::builder(&uri)).await {
        let error = outcome.unwrap_err();
        assert!(
            error.message().contains("check that it speaks HTTP"),
            "{error}"
        );
    }
}
