//! Frames in HTTP bodies, and the page about the service.

use crate::lab::{Lab, Peer, Running, add, frame, reported, request, unpack, within};
use std::fmt::Write;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use yar_runtime::wire::whole;
use yar_runtime::{Limits, Packager, Server, Value};

/// Status line, header lines in lower case, body.
struct Message {
    status: String,
    headers: String,
    body: Vec<u8>,
}

async fn start() -> Running {
    Running::start("http://127.0.0.1:0").await
}

fn post(body: &[u8], lines: &str) -> Vec<u8> {
    let length = body.len();
    let mut head =
        format!("POST /any/path?x=y HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n");
    write!(head, "{lines}\r\n").unwrap();
    [head.as_bytes(), body].concat()
}

async fn receive(peer: &mut Peer) -> Message {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(within(peer.0.read_u8()).await.expect("a whole head"));
    }
    let head = String::from_utf8(head).unwrap();
    let (status, headers) = head.split_once("\r\n").unwrap();
    let headers = headers.to_ascii_lowercase();
    let length = headers
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "));
    let mut body = vec![0; length.expect("a Content-Length").parse().unwrap()];
    within(peer.0.read_exact(&mut body)).await.unwrap();
    Message {
        status: status.to_owned(),
        headers,
        body,
    }
}

fn outcome(message: &Message) -> (i64, Result<Value, yar_runtime::Error>) {
    assert_eq!(message.status, "HTTP/1.1 200 OK");
    unpack(&whole(&message.body).unwrap())
}

#[tokio::test]
async fn a_post_is_a_call_and_the_connection_is_kept() {
    let server = start().await;
    let mut peer = server.peer().await;
    for id in 1..4 {
        peer.send(&post(&add(id, 1, 2), "")).await;
        let message = receive(&mut peer).await;
        assert!(
            message
                .headers
                .contains("content-type: application/octet-stream\r\n")
        );
        assert!(message.headers.contains("cache-control: no-cache\r\n"));
        let (got, result) = outcome(&message);
        assert_eq!((got, result.unwrap()), (i64::from(id), Value::Int(3)));
    }
}

#[tokio::test]
async fn connection_close_and_http_1_0_close_after_the_reply() {
    let server = start().await;
    let mut peer = server.peer().await;
    peer.send(&post(&add(1, 1, 2), "Connection: close\r\n"))
        .await;
    assert_eq!(outcome(&receive(&mut peer).await).1.unwrap(), Value::Int(3));
    assert_eq!(peer.rest().await, b"");

    let mut peer = server.peer().await;
    let body = add(1, 1, 2);
    let head = format!("POST / HTTP/1.0\r\nContent-Length: {}\r\n\r\n", body.len());
    peer.send(&[head.as_bytes(), &body].concat()).await;
    let answer = peer.rest().await;
    assert!(answer.starts_with(b"HTTP/1.0 200 OK\r\n"));
}

#[tokio::test]
async fn chunked_requests_and_dripping_ones_are_served() {
    let server = start().await;
    let mut peer = server.peer().await;
    let body = add(1, 1, 2);
    let mut bytes = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec();
    for part in body.chunks(7) {
        bytes.extend(format!("{:x}\r\n", part.len()).bytes());
        bytes.extend(part);
        bytes.extend(b"\r\n");
    }
    bytes.extend(b"0\r\n\r\n");
    for byte in bytes {
        peer.0.write_all(&[byte]).await.unwrap();
    }
    assert_eq!(outcome(&receive(&mut peer).await).1.unwrap(), Value::Int(3));
}

#[tokio::test]
async fn the_length_in_the_frame_is_not_looked_at() {
    let server = start().await;
    let mut peer = server.peer().await;
    for length in [0, 1, 8, u32::MAX] {
        let mut body = add(1, 1, 2);
        body[78..82].copy_from_slice(&length.to_be_bytes());
        peer.send(&post(&body, "")).await;
        assert_eq!(outcome(&receive(&mut peer).await).1.unwrap(), Value::Int(3));
    }
}

#[tokio::test]
async fn malformed_bodies_are_answered_as_php_answers_them() {
    let server = start().await;
    let mut peer = server.peer().await;
    let whole = frame(b"JSON\0\0\0\0", b"");
    let cases: [(&[u8], i64, &str); 7] = [
        (b"", 1, "empty request body"),
        (b"x", 2, "malformed request, 82 bytes expected at least"),
        (
            &whole[..81],
            2,
            "malformed request, 82 bytes expected at least",
        ),
        (&[b'h'; 100], 1, "malformed request header 'hhhhhhhhhh'"),
        (&whole[..82], 1, "unsupported packager ''"),
        (&whole[..85], 1, "unsupported packager 'JSO'"),
        (&whole, 1, "json unpack error"),
    ];
    for (body, status, text) in cases {
        peer.send(&post(body, "")).await;
        let (id, result) = outcome(&receive(&mut peer).await);
        let (got_status, got_text) = reported(result);
        assert_eq!((id, got_status), (0, status), "{got_text}");
        assert!(got_text.starts_with(text), "{got_text}");
    }
}

/// A server that takes bodies of 10,000 bytes.
async fn start_small() -> Running {
    let mut limits = Limits::default();
    limits.max_body = 10_000;
    let server = Server::new(Lab).with_limits(limits);
    Running::start_with(server, "http://127.0.0.1:0").await
}

fn echo(length: usize) -> Vec<u8> {
    let text = vec![Value::String("z".repeat(length))];
    request(Packager::JSON, 1, "echo", text)
}

fn assert_too_large(message: &Message) {
    assert_eq!(message.status, "HTTP/1.1 413 Payload Too Large");
    assert!(message.headers.contains("connection: close\r\n"));
    let (id, outcome) = unpack(&whole(&message.body).unwrap());
    let (status, text) = reported(outcome);
    assert_eq!((id, status), (0, 2));
    let most = "the request body is too large, at most 10000 bytes are allowed";
    assert_eq!(text, most);
}

#[tokio::test]
async fn a_body_above_the_limit_is_refused_before_it_comes() {
    let server = start_small().await;
    let mut peer = server.peer().await;
    peer.send(&post(&echo(9_900), "")).await;
    assert!(outcome(&receive(&mut peer).await).1.is_ok());
    // Nothing but the header lines; not even an invitation to send the rest.
    for line in ["", "Expect: 100-continue\r\n"] {
        let mut peer = server.peer().await;
        let large = post(&echo(11_000), line);
        peer.send(&large[..large.len() - echo(11_000).len()]).await;
        assert_too_large(&receive(&mut peer).await);
        assert_eq!(peer.rest().await, b"");
    }
    // One that sends it all the same reads its answer before any reset.
    let mut peer = server.peer().await;
    peer.send(&post(&vec![b'x'; 900_000], "")).await;
    assert_too_large(&receive(&mut peer).await);
    assert_eq!(peer.rest().await, b"");
    let huge = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 18446744073709551614\r\n\r\n";
    let mut peer = server.peer().await;
    peer.send(huge.as_bytes()).await;
    let mut answer = Vec::new();
    within(peer.0.read_to_end(&mut answer)).await.unwrap();
    assert!(
        answer.starts_with(b"HTTP/1.1 4"),
        "{}",
        answer.escape_ascii()
    );
}

#[tokio::test]
async fn a_body_that_is_invited_is_served() {
    let server = start_small().await;
    let mut peer = server.peer().await;
    let bytes = post(&echo(5_000), "Expect: 100-continue\r\n");
    let (head, body) = bytes.split_at(bytes.len() - echo(5_000).len());
    peer.send(head).await;
    let mut invitation = vec![0; b"HTTP/1.1 100 Continue\r\n\r\n".len()];
    within(peer.0.read_exact(&mut invitation)).await.unwrap();
    assert_eq!(invitation, b"HTTP/1.1 100 Continue\r\n\r\n");
    peer.send(body).await;
    assert!(outcome(&receive(&mut peer).await).1.is_ok());
}

#[tokio::test]
async fn a_body_of_unknown_length_is_refused_while_it_is_read() {
    let server = start_small().await;
    let mut peer = server.peer().await;
    let head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
    let mut bytes = head.as_bytes().to_vec();
    for chunk in echo(11_000).chunks(1_000) {
        bytes.extend(format!("{:x}\r\n", chunk.len()).bytes());
        bytes.extend(chunk);
        bytes.extend(b"\r\n");
    }
    bytes.extend(b"0\r\n\r\n");
    peer.send(&bytes).await;
    assert_too_large(&receive(&mut peer).await);
    assert_eq!(peer.rest().await, b"");
}

/// Longer than an idle connection keeps what it needs for requests only.
async fn rest() {
    tokio::time::sleep(Duration::from_millis(350)).await;
}

#[tokio::test]
async fn requests_are_served_after_pauses_wherever_these_fall() {
    let server = start().await;
    let mut peer = server.peer().await;
    rest().await;
    let bytes = post(&add(1, 1, 2), "");
    // Brisk ones first, so that there are both kinds of rest.
    for _ in 0..3 {
        peer.send(&bytes).await;
        assert_eq!(outcome(&receive(&mut peer).await).1.unwrap(), Value::Int(3));
    }
    for at in [0, 1, 40, bytes.len() - 100, bytes.len() - 1] {
        let (start, end) = bytes.split_at(at);
        peer.send(start).await;
        rest().await;
        peer.send(end).await;
        assert_eq!(outcome(&receive(&mut peer).await).1.unwrap(), Value::Int(3));
    }
    // A whole request and the start of the next, longer than one read.
    let long = post(&add(2, 3, 4), &format!("X-Long: {}\r\n", "y".repeat(6_000)));
    for at in [10, 3_000] {
        peer.send(&[&bytes, &long[..at]].concat()).await;
        assert_eq!(outcome(&receive(&mut peer).await).1.unwrap(), Value::Int(3));
        rest().await;
        peer.send(&long[at..]).await;
        assert_eq!(outcome(&receive(&mut peer).await).1.unwrap(), Value::Int(7));
    }
    // An answer that goes out slowly is not forgotten.
    peer.send(&post(&request_blob(4_000_000), "")).await;
    rest().await;
    let Value::String(text) = outcome(&receive(&mut peer).await).1.unwrap() else {
        panic!("a text");
    };
    assert_eq!(text.len(), 4_000_000);
    rest().await;
    peer.0.shutdown().await.unwrap();
    assert_eq!(peer.rest().await, b"");
}

/// What belongs to the body of one request is never taken for another one.
#[tokio::test]
async fn a_body_that_nobody_asked_for_is_no_request() {
    let server = start().await;
    for pause in [false, true] {
        let mut peer = server.peer().await;
        let smuggled = post(&add(1, 1, 2), "");
        let length = smuggled.len();
        let head = format!("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n");
        peer.send(head.as_bytes()).await;
        assert_eq!(receive(&mut peer).await.status, "HTTP/1.1 200 OK");
        if pause {
            rest().await;
        }
        let _ = peer.0.write_all(&smuggled).await;
        let _ = peer.0.write_all(&post(&add(2, 3, 4), "")).await;
        let _ = peer.0.shutdown().await;
        let mut answers = Vec::new();
        let _ = within(peer.0.read_to_end(&mut answers)).await;
        if !answers.is_empty() {
            let start = answers.windows(4).position(|four| four == b"\r\n\r\n");
            let frame = whole(&answers[start.unwrap() + 4..]).unwrap();
            assert_eq!(unpack(&frame).1.unwrap(), Value::Int(7));
        }
    }
}

fn request_blob(bytes: i64) -> Vec<u8> {
    request(Packager::MSGPACK, 3, "blob", vec![Value::Int(bytes)])
}

#[tokio::test]
async fn a_connection_at_rest_ends_with_its_server() {
    let server = start().await;
    let mut peer = server.peer().await;
    peer.send(&post(&add(1, 1, 2), "")).await;
    assert!(outcome(&receive(&mut peer).await).1.is_ok());
    rest().await;
    within(server.stop()).await.unwrap();
    assert_eq!(peer.rest().await, b"");
}

#[tokio::test]
async fn a_path_that_can_be_read_in_two_ways_is_refused() {
    let server = start().await;
    for method in ["GET", "POST"] {
        for path in ["/a%2fb", "/a%5cb", "/a%00", "/%zz", "/%ff"] {
            let mut peer = server.peer().await;
            let body = add(1, 1, 2);
            let length = body.len();
            let head =
                format!("{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n");
            peer.send(&[head.as_bytes(), &body].concat()).await;
            let message = receive(&mut peer).await;
            assert_eq!(message.status, "HTTP/1.1 400 Bad Request", "{path}");
            assert!(message.headers.contains("connection: close\r\n"));
        }
    }
}

#[tokio::test]
async fn panics_and_unknown_methods_are_answered_over_http_too() {
    let server = start().await;
    let mut peer = server.peer().await;
    for (name, status) in [("panic", 64), ("panicLater", 64), ("nope", 4), ("fail", 64)] {
        peer.send(&post(&request(Packager::PHP, 1, name, vec![]), ""))
            .await;
        assert_eq!(
            reported(outcome(&receive(&mut peer).await).1).0,
            status,
            "{name}"
        );
    }
}

#[tokio::test]
async fn a_get_describes_the_service_in_escaped_html() {
    let server = start().await;
    let mut peer = server.peer().await;
    peer.send(b"GET /x HTTP/1.1\r\nHost: x\r\n\r\n").await;
    let message = receive(&mut peer).await;
    assert_eq!(message.status, "HTTP/1.1 200 OK");
    assert!(message.headers.contains("content-type: text/html"));
    let page = String::from_utf8(message.body).unwrap();
    assert!(page.contains("<title>Lab - Yar Server</title>"), "{page}");
    assert!(page.contains("add(a: i64, b: i64) -&gt; i64"), "{page}");
    let docs = "Tries &lt;everything&gt; out, <code>add&lt;i64&gt;</code> first.";
    assert!(page.contains(docs), "{page}");
    for signature in [
        "echo(value: any) -&gt; any",
        "blob(bytes: u64) -&gt; string",
    ] {
        assert!(page.contains(signature), "{page}");
    }
    assert!(
        page.contains("Says &quot;hello&quot; &amp; more."),
        "{page}"
    );
}

#[tokio::test]
async fn a_get_describes_the_service_as_json_when_asked() {
    let server = start().await;
    let mut peer = server.peer().await;
    peer.send(b"GET / HTTP/1.1\r\nHost: x\r\nAccept: application/json, */*\r\n\r\n")
        .await;
    let message = receive(&mut peer).await;
    assert!(
        message
            .headers
            .contains("content-type: application/json\r\n")
    );
    let info: serde_json::Value = serde_json::from_slice(&message.body).unwrap();
    assert_eq!(info["name"], "Lab");
    assert_eq!(info["methods"][0]["params"][1]["type"], "i64");
}

#[tokio::test]
async fn a_head_is_answered_as_a_get_would_be_without_the_page() {
    let server = start().await;
    let mut peer = server.peer().await;
    peer.send(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await;
    let length = receive(&mut peer).await.body.len();
    peer.send(b"HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        .await;
    let mut answer = String::new();
    within(peer.0.read_to_string(&mut answer)).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    let length = format!("content-length: {length}\r\n");
    assert!(answer.contains(&length), "{answer}");
    assert!(answer.ends_with("\r\n\r\n"), "{answer}");
}

#[tokio::test]
async fn other_methods_are_not_allowed() {
    let server = start().await;
    for method in ["PUT", "DELETE", "OPTIONS", "post"] {
        let mut peer = server.peer().await;
        peer.send(format!("{method} / HTTP/1.1\r\nHost: x\r\n\r\n").as_bytes())
            .await;
        let message = receive(&mut peer).await;
        assert_eq!(
            message.status, "HTTP/1.1 405 Method Not Allowed",
            "{method}"
        );
        assert!(message.headers.contains("allow: get, head, post\r\n"));
    }
}

#[tokio::test]
async fn peers_that_speak_no_http_disturb_nobody() {
    let server = start().await;
    let mut other = server.peer().await;
    for bytes in [
        add(1, 1, 1),
        vec![0xff; 70_000],
        b"POST / HTTP/1.1\r\nContent-Length: 90\r\n\r\nabc".to_vec(),
    ] {
        let mut peer = server.peer().await;
        let _ = peer.0.write_all(&bytes).await;
        let _ = peer.0.shutdown().await;
        let mut answer = Vec::new();
        let _ = within(peer.0.read_to_end(&mut answer)).await;
        other.send(&post(&add(1, 1, 2), "")).await;
        assert_eq!(
            outcome(&receive(&mut other).await).1.unwrap(),
            Value::Int(3)
        );
    }
}

#[tokio::test]
async fn header_lines_that_hyper_does_not_take_are_answered_without_a_body() {
    let server = start().await;
    let many = "X-A: b\r\n".repeat(100);
    for (lines, status) in [("no colon\r\n", "400 Bad Request"), (&many, "431 ")] {
        let mut peer = server.peer().await;
        let head = format!("POST / HTTP/1.1\r\nHost: x\r\n{lines}\r\n");
        peer.send(head.as_bytes()).await;
        let answer = String::from_utf8(peer.rest().await).unwrap();
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}")),
            "{answer}"
        );
        assert!(answer.ends_with("\r\n\r\n"), "no body: {answer}");
    }
}
