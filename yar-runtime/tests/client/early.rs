//! Servers that answer before they have read the request, and close.

use crate::lab::{Lab, Running, frame, listen_uri, within};
use crate::liar::{Liar, Talk, answer, answer_in_any_order, good};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::UnixListener;
use tokio::sync::Notify;
use yar_runtime::wire::peek;
use yar_runtime::{
    CallOptions, Client, ClientBuilder, Error, Limits, Retry, Server, Stage, Value, WithOptions,
};

/// More than any socket holds.
const LONG: usize = 9_000_000;

fn refusal(status: u8) -> Vec<u8> {
    let body = format!(r#"{{"i":0,"s":{status},"e":"too long for me"}}"#);
    frame(b"JSON\0\0\0\0", body.as_bytes())
}

#[cfg(feature = "http")]
fn over_http(status: &str, length: bool, body: &[u8]) -> Vec<u8> {
    let length = match length {
        true => format!("Content-Length: {}\r\n", body.len()),
        false => String::new(),
    };
    let head = format!("HTTP/1.1 {status}\r\n{length}Connection: close\r\n\r\n");
    [head.as_bytes(), body].concat()
}

/// Reads as much as there is in front of any request, answers, and closes with
/// the rest unread, which resets the connection.
async fn cut_short<S: AsyncRead + AsyncWrite + Unpin>(mut stream: S, answer: &[u8]) {
    let mut start = [0; 90];
    if stream.read_exact(&mut start).await.is_ok() {
        let _ = stream.write_all(answer).await;
    }
}

/// A server that cuts everybody short.
async fn server(answer: Vec<u8>) -> Liar {
    Liar::start(move |talk: Talk| {
        let answer = answer.clone();
        async move { cut_short(talk.0, &answer).await }
    })
    .await
}

/// What both clients get from a server at `uri`, for a call that may be made
/// again.
async fn call_both(uri: &str, check: impl Fn(Error)) {
    call_both_built(|| Client::builder(uri), check).await;
}

pub(crate) async fn call_both_built(builder: impl Fn() -> ClientBuilder, check: impl Fn(Error)) {
    let options = CallOptions::new().idempotent(true);
    let long = "x".repeat(LONG);
    let client = builder().build().unwrap();
    let call = client.call_with::<_, (), Error>(&options, "echo", &(&long,));
    check(within(call).await.unwrap_err());
    let client = builder().build_blocking().unwrap();
    let call = move || client.call_with::<_, (), Error>(&options, "echo", &(&long,));
    let blocked = tokio::task::spawn_blocking(call);
    check(within(blocked).await.unwrap().unwrap_err());
}

fn is_refusal(error: &Error) {
    assert_eq!(error.stage(), Stage::Remote, "{error:?}");
    assert_eq!(error.status(), Some(2), "{error:?}");
    assert_eq!(error.message(), "too long for me");
}

#[tokio::test]
async fn an_error_that_comes_while_the_request_is_sent_is_told() {
    let liar = server(refusal(2)).await;
    let uri = format!("tcp://{}", liar.place);
    call_both(&uri, |error| is_refusal(&error)).await;
    assert_eq!(liar.accepted(), 2, "it was sent again");
}

#[tokio::test]
async fn the_same_over_a_unix_socket() {
    let uri = listen_uri("unix");
    let path = uri.strip_prefix("unix://").unwrap();
    let listener = UnixListener::bind(path).unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(async move { cut_short(stream, &refusal(2)).await });
        }
    });
    call_both(&uri, |error| is_refusal(&error)).await;
}

#[cfg(feature = "http")]
#[tokio::test]
async fn the_same_over_http_however_the_response_ends() {
    for has_length in [true, false] {
        let liar = server(over_http("413 Content Too Large", has_length, &refusal(2))).await;
        let uri = format!("http://{}/", liar.place);
        call_both(&uri, |error| is_refusal(&error)).await;
        assert_eq!(liar.accepted(), 2, "it was sent again");
    }
}

#[cfg(feature = "http")]
#[tokio::test]
async fn a_refusal_of_http_alone_is_shown() {
    let liar = server(over_http("413 Content Too Large", true, b"<h1>nginx</h1>")).await;
    let uri = format!("http://{}/", liar.place);
    call_both(&uri, |error| {
        assert_eq!(error.stage(), Stage::Protocol, "{error:?}");
        let text = error.message();
        assert!(text.contains("got 413 Content Too Large"), "{text}");
        assert!(text.contains("<h1>nginx"), "{text}");
    })
    .await;
    assert_eq!(liar.accepted(), 2, "it was sent again");
}

#[tokio::test]
async fn a_reset_without_an_answer_is_an_error_of_sending() {
    let liar = server(Vec::new()).await;
    let client = format!("tcp://{}", liar.place);
    call_both(&client, |error| {
        assert_eq!(error.stage(), Stage::Send, "{error:?}");
        let text = error.message();
        assert!(text.contains("cannot send the request"), "{text}");
        assert!(!error.is_unsent(), "{text}");
    })
    .await;
    assert_eq!(liar.accepted(), 6, "three tries of each");
}

#[tokio::test]
async fn what_came_of_an_answer_before_a_reset_is_shown() {
    let liar = server(refusal(2)[..100].to_vec()).await;
    let uri = format!("tcp://{}", liar.place);
    call_both(&uri, |error| {
        assert_eq!(error.stage(), Stage::Receive, "{error:?}");
        assert!(error.message().contains("after 100 bytes"), "{error}");
    })
    .await;
}

#[tokio::test]
async fn what_is_no_answer_ends_a_call_whose_request_may_have_been_read() {
    let liar = Liar::start(|mut talk: Talk| async move {
        let mut start = [0; 90];
        talk.0.read_exact(&mut start).await.unwrap();
        talk.send(&[b'?'; 100]).await;
        std::future::pending::<()>().await;
    })
    .await;
    let uri = format!("tcp://{}", liar.place);
    call_both(&uri, |error| {
        assert_eq!(error.stage(), Stage::Protocol, "{error:?}");
        assert!(error.message().contains("????"), "{error}");
        assert!(!error.is_unsent(), "{error:?}");
    })
    .await;
    assert_eq!(liar.accepted(), 2, "it was sent again");
}

/// It neither reads on nor closes.
#[tokio::test]
async fn an_answer_is_taken_while_the_server_reads_no_further() {
    let liar = Liar::start(|mut talk: Talk| async move {
        let mut start = [0; 90];
        talk.0.read_exact(&mut start).await.unwrap();
        talk.send(&refusal(2)).await;
        tokio::time::sleep(Duration::from_secs(60)).await;
    })
    .await;
    let start = Instant::now();
    let uri = format!("tcp://{}", liar.place);
    call_both(&uri, |error| is_refusal(&error)).await;
    // Well before the five seconds that each call has.
    assert!(start.elapsed() < Duration::from_secs(4));
}

#[tokio::test]
async fn in_company_each_call_gets_what_is_its_own() {
    let liar = Liar::start(|mut talk: Talk| async move {
        let id = talk.request().await.unwrap();
        talk.send(&any_order(answer(i64::from(id), 1))).await;
        let mut start = [0; 90];
        talk.0.read_exact(&mut start).await.unwrap();
        if start[78] == 0 && start[79] < 0x10 {
            // The short one, over a connection of its own.
            let id = u32::from_be_bytes(start[..4].try_into().unwrap());
            talk.send(&any_order(good(i64::from(id)))).await;
            return;
        }
        let mut refusal = refusal(2);
        refusal[..4].copy_from_slice(&start[..4]);
        talk.send(&any_order(refusal)).await;
    })
    .await;
    let client = liar.client();
    let first = client.call::<_, i64, Error>("add", &(20, 22));
    assert_eq!(within(first).await.unwrap(), 1);
    let long = "x".repeat(LONG);
    let (long, short) = tokio::join!(
        within(client.call::<_, i64, Error>("echo", &(&long,))),
        within(client.call::<_, i64, Error>("add", &(20, 22))),
    );
    is_refusal(&long.unwrap_err());
    assert_eq!(short.unwrap(), 1, "it goes over another connection");
}

/// The same against a server of yar, which reads on for a while.
#[tokio::test]
async fn servers_of_yar_are_heard_however_long_the_request() {
    let http: &[&str] = if cfg!(feature = "http") {
        &["http"]
    } else {
        &[]
    };
    for transport in ["tcp", "unix"].iter().chain(http) {
        let mut limits = Limits::default();
        limits.max_unfinished_bytes = 1_000_000;
        let server = Server::new(Lab).with_limits(limits);
        let server = Running::start_with(server, &listen_uri(transport)).await;
        for length in [2_000_000, 4_000_000, LONG] {
            check_overloaded(|| Client::builder(&server.address), length).await;
        }
    }
}

/// Both clients hear that a request of so many bytes is too much.
pub(crate) async fn check_overloaded(builder: impl Fn() -> ClientBuilder, length: usize) {
    let long = "x".repeat(length);
    let builder = || builder().retry(Retry::never());
    let client = builder().build().unwrap();
    let by_task = within(client.call::<_, (), Error>("echo", &(&long,))).await;
    let client = builder().build_blocking().unwrap();
    let call = move || client.call::<_, (), Error>("echo", &(&long,));
    let by_thread = within(tokio::task::spawn_blocking(call)).await.unwrap();
    for error in [by_task.unwrap_err(), by_thread.unwrap_err()] {
        assert_eq!(error.status(), Some(16), "{length} bytes: {error:?}");
        assert!(error.message().starts_with("overloaded"), "{error}");
    }
}

fn any_order(mut frame: Vec<u8>) -> Vec<u8> {
    frame[11] |= 1;
    frame
}

/// A peer that waits to be told before it reads on, once it has had a first
/// request.
async fn dawdle<S>(mut stream: S, seen: &AtomicUsize, goes_on: &Notify)
where
    S: AsyncRead + AsyncWrite + Unpin,
{
    let mut input = Vec::new();
    loop {
        while let Ok(Some(frame)) = peek(&input, LONG * 2) {
            let (id, len) = (frame.header.id, frame.len);
            input.drain(..len);
            let answer = answer_in_any_order(id.into(), 42);
            if stream.write_all(&answer).await.is_err() {
                return;
            }
            if seen.fetch_add(1, Ordering::SeqCst) == 0 {
                goes_on.notified().await;
            }
        }
        if !matches!(stream.read_buf(&mut input).await, Ok(1..)) {
            return;
        }
    }
}

#[tokio::test]
async fn a_late_request_that_waits_to_be_sent_is_not_called_unsent() {
    let seen = Arc::new(AtomicUsize::new(0));
    let goes_on = Arc::new(Notify::new());
    let shared = (Arc::clone(&seen), Arc::clone(&goes_on));
    let liar = Liar::start(move |talk: Talk| {
        let (seen, goes_on) = shared.clone();
        async move { dawdle(talk.0, &seen, &goes_on).await }
    })
    .await;
    let builder = Client::builder(&format!("tcp://{}", liar.place)).max_connections(1);
    let client = builder.retry(Retry::never()).build().unwrap();
    let call = client.call::<_, Value, Error>("echo", &("first",));
    within(call).await.unwrap();
    let long = "x".repeat(LONG);
    let params = (&long,);
    let before = client.call::<_, Value, Error>("echo", &params);
    let behind = async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        let quick = client.with_timeout(Duration::from_millis(100));
        let behind = quick.call::<_, Value, Error>("echo", &("behind",)).await;
        // Before it would be taken for a peer that has stopped reading.
        goes_on.notify_one();
        behind
    };
    let (before, behind) = within(async { tokio::join!(before, behind) }).await;
    before.unwrap();
    let error = behind.unwrap_err();
    assert!(error.is_timeout() && !error.is_unsent(), "{error:?}");
    while seen.load(Ordering::SeqCst) < 3 {
        within(tokio::time::sleep(Duration::from_millis(5))).await;
    }
}

/// As a yar server does.
#[tokio::test]
async fn a_request_that_is_too_large_for_the_server_is_told_so() {
    let mut transports = vec!["tcp", "unix"];
    if cfg!(feature = "http") {
        transports.push("http");
    }
    for transport in transports {
        let mut limits = Limits::default();
        limits.max_body = 100_000;
        let server = Server::new(Lab).with_limits(limits);
        let server = Running::start_with(server, &listen_uri(transport)).await;
        call_both(&server.address, |error| {
            assert_eq!(error.status(), Some(2), "{error:?}");
            let text = "the request body is too large, at most 100000 bytes are allowed";
            assert_eq!(error.message(), text);
        })
        .await;
    }
}

/// Such a server reads no further, and never sees what comes behind.
#[tokio::test]
async fn those_behind_one_that_is_too_large_go_elsewhere() {
    for transport in ["tcp", "unix"] {
        let mut limits = Limits::default();
        limits.max_body = 100_000;
        let server = Server::new(Lab).with_limits(limits);
        let server = Running::start_with(server, &listen_uri(transport)).await;
        let client = Client::builder(&server.address).max_connections(1);
        let client = client.build().unwrap();
        let sleep = |ms: i64| {
            let client = &client;
            async move { within(client.call::<_, i64, Error>("sleep", &(ms,))).await }
        };
        sleep(0).await.unwrap();
        let long = "x".repeat(LONG);
        let params = (&long,);
        let (before, large, behind) = tokio::join!(
            sleep(300),
            within(client.call::<_, Value, Error>("echo", &params)),
            sleep(1),
        );
        assert_eq!(before.unwrap(), 300, "{transport}");
        assert_eq!(large.unwrap_err().status(), Some(2), "{transport}");
        assert_eq!(behind.unwrap(), 1, "{transport}");
    }
}
