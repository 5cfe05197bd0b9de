//! What a handler learns of its call, and says besides its result.

use crate::lab::{LIMIT, Running, unpack};
use std::time::{Duration, Instant};
use yar_runtime::dispatch::Reply;
use yar_runtime::message::{Params, RequestHead, Response, write_request};
use yar_runtime::packager::DecodeLimits;
use yar_runtime::wire::{Frame, Layout, peek};
use yar_runtime::{
    Client, Error, Limits, MethodInfo, Packager, Server, Service, ServiceInfo, Value,
};

fn about(packager: Packager, text: &str) -> Vec<u8> {
    let head = RequestHead {
        id: 5,
        layout: Layout::Yar,
        packager,
        reserved: 1,
        provider: b"me",
        token: b"a secret",
    };
    let mut frame = Vec::new();
    write_request(&mut frame, &head, "About", &(text,)).unwrap();
    frame
}

fn printed(frame: &Frame<'_>) -> Option<String> {
    let packager = Packager::from_wire(frame.packager).unwrap();
    let limits = DecodeLimits::default();
    let response = Response::<Value>::read(packager, frame.body, &limits);
    response.unwrap().output
}

#[tokio::test]
async fn over_tcp_the_context_has_what_the_frame_has() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    for packager in crate::lab::PACKAGERS {
        peer.send(&about(packager, "hello")).await;
        let bytes = peer.frame().await;
        let frame = peek(&bytes, LIMIT).unwrap().unwrap();
        assert_eq!(printed(&frame).as_deref(), Some("hello!"));
        let known = unpack(&frame).1.unwrap();
        let known = known.as_str().unwrap();
        let peer = peer.0.local_addr().unwrap().to_string();
        let name = format!("Packager({packager})");
        for part in [
            "\"About\"",
            "\"me\"",
            "\"a secret\"",
            &peer,
            &name,
            "path: None",
        ] {
            assert!(known.contains(part), "{part} in {known}");
        }
        assert_eq!(known.matches("secret").count(), 1, "not in the debug form");
    }
}

#[tokio::test]
async fn what_was_printed_goes_along_with_an_error() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    for packager in crate::lab::PACKAGERS {
        peer.send(&about(packager, "")).await;
        let bytes = peer.frame().await;
        let frame = peek(&bytes, LIMIT).unwrap().unwrap();
        assert_eq!(printed(&frame).as_deref(), Some("!"));
        let error = unpack(&frame).1.unwrap_err();
        assert_eq!((error.status(), error.code()), (Some(64), Some(7)));
    }
}

#[tokio::test]
async fn output_stands_between_status_and_result() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    peer.send(&about(Packager::JSON, "x")).await;
    let frame = peer.frame().await;
    let body = String::from_utf8_lossy(&frame[90..]);
    assert!(body.starts_with(r#"{"i":5,"s":0,"o":"x!","r":""#), "{body}");
    peer.send(&about(Packager::JSON, "")).await;
    let frame = peer.frame().await;
    let body = String::from_utf8_lossy(&frame[90..]);
    assert!(body.starts_with(r#"{"i":5,"s":64,"o":"!","e":{"#), "{body}");
}

#[cfg(feature = "http")]
#[tokio::test]
async fn over_http_header_lines_go_in_and_out() {
    let server = Running::start("http://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    let body = about(Packager::MSGPACK, "hello");
    let head = format!(
        "POST /some/path?x HTTP/1.1\r\nHost: x\r\nX-Trace: abc\r\nConnection: close\r\n\
         Content-Length: {}\r\n\r\n",
        body.len()
    );
    peer.send(&[head.as_bytes(), &body].concat()).await;
    let answer = peer.rest().await;
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
    let (head, body) = answer.split_at(end.unwrap() + 4);
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    assert!(head.contains("\r\nx-lab: yes\r\n"), "{head}");
    assert!(head.contains("\r\ncache-control: max-age=1\r\n"), "{head}");
    assert_eq!(head.matches("cache-control").count(), 1, "{head}");
    assert!(
        head.contains(&format!("\r\ncontent-length: {}\r\n", body.len())),
        "{head}"
    );
    let known = unpack(&peek(body, LIMIT).unwrap().unwrap()).1.unwrap();
    let known = known.as_str().unwrap();
    for part in ["Some(\"/some/path\")", "Some(\"abc\")"] {
        assert!(known.contains(part), "{part} in {known}");
    }
}

/// Says how many milliseconds a call may still take.
struct Patience;

static PATIENCE: ServiceInfo = ServiceInfo::new("Patience", &[MethodInfo::new("left")]);

impl Service for Patience {
    fn info(&self) -> &'static ServiceInfo {
        &PATIENCE
    }

    fn wants_context(&self, _: usize) -> bool {
        true
    }

    fn call(
        &self,
        _: usize,
        _: Params<'_>,
        reply: Reply,
    ) -> impl Future<Output = Reply> + Send + use<> {
        let deadline = reply.context().deadline().unwrap();
        let left = deadline.saturating_duration_since(Instant::now());
        async move { reply.finish::<_, Error>(Ok(left.as_millis())) }
    }
}

#[tokio::test]
async fn the_deadline_is_when_the_call_is_given_up() {
    let transports: &[&str] = if cfg!(feature = "http") {
        &["tcp", "http"]
    } else {
        &["tcp"]
    };
    for transport in transports {
        let mut limits = Limits::default();
        limits.call_timeout = Duration::from_secs(700);
        let server = Server::new(Patience).with_limits(limits);
        let server = Running::start_with(server, &format!("{transport}://127.0.0.1:0")).await;
        let client = Client::builder(&server.address).build().unwrap();
        let left = client.call::<_, u64, Error>("left", &()).await.unwrap();
        assert!((500_000..=700_000).contains(&left), "{left}");
    }
}
