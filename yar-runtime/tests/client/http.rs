//! Answers over HTTP, true and false.

use crate::lab::within;
use crate::liar::{Liar, Talk, good};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::mpsc;
use yar_runtime::{Client, ClientBuilder, Error, Stage};

/// A server that answers each request with `bytes`, and then closes or not.
async fn server(bytes: impl AsRef<[u8]>, closes: bool) -> (Liar, mpsc::UnboundedReceiver<String>) {
    let (heads, seen) = mpsc::unbounded_channel();
    let bytes = bytes.as_ref().to_vec();
    let liar = Liar::start(move |talk: Talk| {
        let (heads, bytes) = (heads.clone(), bytes.clone());
        async move {
            let mut stream = talk.0;
            while let Some(head) = request(&mut stream).await {
                let _ = heads.send(head);
                let _ = stream.write_all(&bytes).await;
                if closes {
                    break;
                }
            }
        }
    })
    .await;
    (liar, seen)
}

/// Reads a request; its head.
async fn request(stream: &mut tokio::net::TcpStream) -> Option<String> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.ok()?);
    }
    let head = String::from_utf8(head).unwrap();
    let lower = head.to_ascii_lowercase();
    let length = lower
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "));
    let mut body = vec![0; length.unwrap().parse().unwrap()];
    stream.read_exact(&mut body).await.ok()?;
    let field = |from: usize| String::from_utf8_lossy(&body[from..from + 32]).replace('\0', "");
    let (provider, token) = (field(14), field(46));
    Some(format!("{head}provider={provider}\ntoken={token}\n"))
}

fn ok(body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

fn builder(liar: &Liar) -> ClientBuilder {
    Client::builder(&format!("http://{}/rpc?v=1", liar.place))
}

async fn call(client: &Client) -> Result<i64, Error> {
    within(client.call::<_, i64, Error>("add", &(20, 22))).await
}

#[tokio::test]
async fn user_and_password_of_the_address_are_cut_and_give_way() {
    let (liar, mut seen) = server(ok(&good(0)), false).await;
    let (name, word) = ("n".repeat(40), "w".repeat(33));
    let uri = format!("http://{name}:{word}@{}/", liar.place);
    let builder = || Client::builder(&uri);
    for (builder, provider, token) in [
        (builder(), &name[..32], &word[..32]),
        (builder().provider("me"), "me", &word[..32]),
        (builder().token("secret"), &name[..32], "secret"),
        (builder().provider("").token(""), "", ""),
    ] {
        assert_eq!(call(&builder.build().unwrap()).await.unwrap(), 42);
        let head = seen.recv().await.unwrap();
        let fields = format!("\r\n\r\nprovider={provider}\ntoken={token}\n");
        assert!(head.ends_with(&fields), "{fields} is not in {head}");
        // In the header line they are whole.
        let line = head.lines().find(|line| line.starts_with("authorization"));
        assert!(line.unwrap().len() > 32 + 70, "{head}");
    }
}

#[tokio::test]
async fn the_request_has_the_lines_it_should_have() {
    let (liar, mut seen) = server(ok(&good(0)), false).await;
    let uri = format!("http://me:se%20cret@{}/rpc?v=1#x", liar.place);
    let client = Client::builder(&uri)
        .header("X-Trace", "abc")
        .build()
        .unwrap();
    assert_eq!(call(&client).await.unwrap(), 42);
    let head = seen.recv().await.unwrap();
    assert!(head.starts_with("POST /rpc?v=1 HTTP/1.1\r\n"), "{head}");
    for line in [
        format!("host: {}", liar.place),
        "content-type: application/octet-stream".into(),
        "connection: keep-alive".into(),
        "x-trace: abc".into(),
        "authorization: Basic bWU6c2UgY3JldA==".into(),
        "token=se%20cret".into(),
    ] {
        assert!(head.contains(&line), "{line} is missing in {head}");
    }
}

#[tokio::test]
async fn connections_are_kept_unless_told_otherwise() {
    let (liar, _seen) = server(ok(&good(0)), false).await;
    let client = builder(&liar).connect().await.unwrap();
    for _ in 0..4 {
        assert_eq!(call(&client).await.unwrap(), 42);
    }
    assert_eq!(liar.accepted(), 1);
    let (liar, mut seen) = server(ok(&good(0)), false).await;
    let client = builder(&liar).persistent(false).build().unwrap();
    for connections in 1..4 {
        assert_eq!(call(&client).await.unwrap(), 42);
        assert_eq!(liar.accepted(), connections);
        assert!(seen.recv().await.unwrap().contains("connection: close"));
    }
}

#[tokio::test]
async fn a_server_that_closes_every_time_is_connected_to_every_time() {
    for announced in [true, false] {
        let line = if announced {
            "Connection: close\r\n"
        } else {
            ""
        };
        let body = good(0);
        let head = format!(
            "HTTP/1.1 200 OK\r\n{line}Content-Length: {}\r\n\r\n",
            body.len()
        );
        let (liar, _seen) = server([head.as_bytes(), &body].concat(), true).await;
        let client = builder(&liar).build().unwrap();
        for connections in 1..5 {
            assert_eq!(call(&client).await.unwrap(), 42);
            assert_eq!(liar.accepted(), connections);
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

#[tokio::test]
async fn chunked_answers_and_answers_without_a_length_are_read() {
    let body = good(0);
    let mut chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec();
    for part in body.chunks(10) {
        chunked.extend(format!("{:x}\r\n", part.len()).bytes());
        chunked.extend(part);
        chunked.extend(b"\r\n");
    }
    chunked.extend(b"0\r\n\r\n");
    let unsized_body = [b"HTTP/1.0 200 OK\r\n\r\n", &body[..]].concat();
    for (bytes, closes) in [(chunked, false), (unsized_body, true)] {
        let (liar, _seen) = server(bytes, closes).await;
        assert_eq!(call(&builder(&liar).build().unwrap()).await.unwrap(), 42);
    }
}

#[tokio::test]
async fn the_length_in_the_frame_is_not_looked_at() {
    let mut body = good(0);
    body[78..82].copy_from_slice(&[0xff; 4]);
    let (liar, _seen) = server(ok(&body), false).await;
    assert_eq!(call(&builder(&liar).build().unwrap()).await.unwrap(), 42);
}

#[tokio::test]
async fn other_statuses_are_errors_with_the_start_of_the_body() {
    let oops = "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 9\r\n\r\n<b>oops\r\n";
    let moved = "HTTP/1.1 302 Found\r\nLocation: https://x/\r\nContent-Length: 0\r\n\r\n";
    let empty = "HTTP/1.1 204 No Content\r\n\r\n";
    for (bytes, texts) in [
        (oops, ["500 Internal Server Error", "<b>oops"]),
        (moved, ["302 Found", "https://x/"]),
        (empty, ["204 No Content", "\"\""]),
    ] {
        let (liar, _seen) = server(bytes, false).await;
        let error = call(&builder(&liar).build().unwrap()).await.unwrap_err();
        assert!(error.is_protocol(), "{error:?}");
        for text in texts {
            assert!(error.message().contains(text), "{error}");
        }
    }
}

#[tokio::test]
async fn answers_that_are_none_are_errors() {
    let cut = "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nabc";
    for (bytes, stage, text) in [
        (ok(b"hello"), Stage::Protocol, "hello"),
        (ok(&[b'h'; 200]), Stage::Protocol, "hhhh"),
        (ok(b""), Stage::Protocol, "\"\""),
        (
            cut.into(),
            Stage::Receive,
            "within its answer, after 43 bytes",
        ),
        (
            b"nonsense\r\n\r\n".to_vec(),
            Stage::Protocol,
            "no HTTP response",
        ),
        (vec![], Stage::Receive, "without an answer"),
    ] {
        let (liar, _seen) = server(bytes, true).await;
        let error = call(&builder(&liar).build().unwrap()).await.unwrap_err();
        assert_eq!(error.stage(), stage, "{error:?}");
        assert!(error.message().contains(text), "{error}");
    }
}

#[tokio::test]
async fn a_body_above_the_limit_is_not_read() {
    let (liar, _seen) = server(ok(&vec![0; 100_000]), false).await;
    let error = call(&builder(&liar).max_body(5_000).build().unwrap())
        .await
        .unwrap_err();
    assert!(
        error.is_protocol() && error.message().contains("5082"),
        "{error:?}"
    );
}

#[tokio::test]
async fn silence_ends_at_the_deadline() {
    let liar = Liar::start(|mut talk: Talk| async move {
        let mut bytes = vec![0; 1000];
        while talk.0.read(&mut bytes).await.is_ok_and(|count| count > 0) {}
    })
    .await;
    let client = builder(&liar)
        .timeout(Duration::from_millis(200))
        .build()
        .unwrap();
    let error = call(&client).await.unwrap_err();
    assert!(
        error.is_timeout() && error.message().contains("receiving the answer"),
        "{error:?}"
    );
}

#[test]
fn header_lines_that_would_break_the_request_are_refused() {
    let builder = || Client::builder("http://127.0.0.1:1/");
    for (name, value) in [
        ("Content-Length", "5"),
        ("Host", "x"),
        ("X A", "b"),
        ("", "b"),
        ("X-A", "b\r\nX-B: c"),
        ("X-A:", "b"),
    ] {
        let error = builder().header(name, value).build().unwrap_err();
        assert_eq!(error.stage(), Stage::Configure, "{name}: {value}");
    }
    assert!(builder().header("X-Trace", "a b\tç").build().is_ok());
}

#[tokio::test]
async fn odd_responses_are_read_to_their_end_or_refused() {
    let body = good(0);
    let known = |head: &str| [format!("HTTP/1.1 {head}\r\n\r\n").as_bytes(), &body].concat();
    let length = body.len();
    let interim = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n";
    let fine = [
        [interim.as_bytes(), &ok(&body)].concat(),
        known(&format!(
            "200 OK\r\ncontent-length:{length}\r\nContent-Length: {length}"
        )),
        known(&format!(
            "200\r\nContent-Length: {length}\r\nConnection: keep-alive, x"
        )),
        [
            format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n{length:X};a=b\r\n")
                .as_bytes(),
            &body,
            b"\r\n0\r\nX-Trailer: 1\r\n\r\n",
        ]
        .concat(),
    ];
    for bytes in fine {
        let (liar, _seen) = server(bytes.clone(), false).await;
        let client = builder(&liar).build().unwrap();
        for _ in 0..2 {
            assert_eq!(call(&client).await.unwrap(), 42, "{}", bytes.escape_ascii());
        }
        assert_eq!(liar.accepted(), 1, "{}", bytes.escape_ascii());
    }
    for (head, text) in [
        (
            "200 OK\r\nContent-Length: 5\r\nContent-Length: 6",
            "two lengths",
        ),
        ("200 OK\r\nContent-Length: +5", "no number"),
        (
            "200 OK\r\nContent-Length: 99999999999999999999",
            "no number",
        ),
        (
            "200 OK\r\nContent-Length: 18446744073709551615",
            "more than",
        ),
        (
            "200 OK\r\nTransfer-Encoding: gzip, chunked",
            "transfer encoding",
        ),
        (
            "200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz",
            "size of a chunk",
        ),
        (
            "200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffff0",
            "more than",
        ),
        (
            "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabcdefg",
            "of a chunk",
        ),
        ("200 OK\r\nno colon", "malformed"),
    ] {
        let (liar, _seen) = server(format!("HTTP/1.1 {head}\r\n\r\n0\r\n\r\n"), true).await;
        let error = call(&builder(&liar).build().unwrap()).await.unwrap_err();
        assert!(error.is_protocol(), "{head}: {error:?}");
        assert!(error.message().contains(text), "{head}: {error}");
    }
}

#[tokio::test]
async fn a_chunked_answer_in_single_bytes_is_put_together_in_time() {
    let body = good(0);
    let liar = Liar::start(move |talk: Talk| {
        let body = body.clone();
        async move {
            let mut stream = talk.0;
            stream.set_nodelay(true).unwrap();
            while request(&mut stream).await.is_some() {
                let head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
                let mut bytes = head.to_vec();
                for byte in &body {
                    bytes.extend([b"1\r\n", &[*byte][..], b"\r\n"].concat());
                }
                bytes.extend(b"0\r\n\r\n");
                for byte in bytes {
                    stream.write_all(&[byte]).await.unwrap();
                }
            }
        }
    })
    .await;
    let client = builder(&liar).build().unwrap();
    for _ in 0..2 {
        assert_eq!(call(&client).await.unwrap(), 42);
    }
    assert_eq!(liar.accepted(), 1);
}
