//! Peers that wait too long.

use crate::lab::{Lab, Peer, Running, add, request, sleep};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite};
use yar_runtime::{Client, Error, Limits, Packager, Server, Value};

pub(crate) fn impatience() -> Limits {
    let mut limits = Limits::default();
    limits.frame_timeout = Duration::from_millis(400);
    limits.idle_timeout = Duration::from_millis(1);
    limits
}

async fn impatient() -> Running {
    let server = Server::new(Lab).with_limits(impatience());
    Running::start_with(server, "tcp://127.0.0.1:0").await
}

#[tokio::test]
async fn a_request_that_drips_too_slowly_ends_its_connection() {
    let server = impatient().await;
    let mut peer = server.peer().await;
    let bytes = add(1, 1, 1);
    let mut sent = 0;
    // Never silent for long, and never done.
    while sent < bytes.len() - 1 {
        use tokio::io::AsyncWriteExt;
        if peer.0.write_all(&bytes[sent..=sent]).await.is_err() {
            break;
        }
        sent += 1;
        tokio::time::sleep(Duration::from_millis(30)).await;
    }
    assert!(
        sent > 1 && sent < bytes.len() - 1,
        "{sent} bytes were taken"
    );
}

#[tokio::test]
async fn a_header_that_does_not_come_ends_its_connection_and_a_slow_body_may_go_on() {
    let mut limits = Limits::default();
    limits.header_timeout = Duration::from_millis(200);
    let server = Running::start_with(Server::new(Lab).with_limits(limits), "tcp://127.0.0.1:0");
    let server = server.await;
    let bytes = add(1, 1, 1);
    let (mut short, mut long) = (server.peer().await, server.peer().await);
    short.send(&bytes[..60]).await;
    long.send(&bytes[..95]).await;
    let start = Instant::now();
    assert_eq!(short.rest().await, b"");
    let lasted = start.elapsed();
    assert!(lasted >= Duration::from_millis(190), "{lasted:?}");
    assert!(lasted < Duration::from_millis(3_000), "{lasted:?}");
    long.send(&bytes[95..]).await;
    assert_eq!(long.answer().await.1.unwrap(), Value::Int(2));
}

#[cfg(feature = "http")]
#[tokio::test]
async fn over_http_slow_header_lines_end_the_connection_and_slow_bodies_are_answered() {
    let mut limits = Limits::default();
    limits.header_timeout = Duration::from_millis(200);
    limits.frame_timeout = Duration::from_millis(600);
    let server = Running::start_with(Server::new(Lab).with_limits(limits), "http://127.0.0.1:0");
    let server = server.await;
    let mut head = server.peer().await;
    head.send(b"POST / HTTP/1.1\r\nHost: x\r\n").await;
    assert_eq!(head.rest().await, b"");
    let mut body = server.peer().await;
    body.send(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 300\r\n\r\nabc")
        .await;
    let start = Instant::now();
    let answer = body.rest().await;
    assert!(start.elapsed() >= Duration::from_millis(590));
    let text = String::from_utf8_lossy(&answer);
    assert!(text.contains("did not come in time"), "{text}");
    // A connection that is kept is not late because of its age.
    let client = Client::builder(&server.address).build().unwrap();
    for _ in 0..4 {
        let sum = client.call::<_, i64, Error>("add", &(1, 2)).await;
        assert_eq!(sum.unwrap(), 3);
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
}

#[tokio::test]
async fn an_idle_connection_lives_for_three_seconds_at_least_and_not_for_ever() {
    let server = impatient().await;
    idle(server.peer().await, server.peer().await, false).await;
}

#[cfg(feature = "http")]
#[tokio::test]
async fn so_does_one_over_http() {
    let server = Server::new(Lab).with_limits(impatience());
    let server = Running::start_with(server, "http://127.0.0.1:0").await;
    idle(server.peer().await, server.peer().await, true).await;
}

/// One that never calls and one that does, each with a proper end.
pub(crate) async fn idle<Io>(mut silent: Peer<Io>, mut peer: Peer<Io>, is_http: bool)
where
    Io: AsyncRead + AsyncWrite + Unpin,
{
    let start = Instant::now();
    let silence = async {
        assert_eq!(silent.rest().await, b"");
        over(start);
    };
    let one_call = async {
        tokio::time::sleep(Duration::from_millis(2_000)).await;
        match is_http {
            true => call_over_http(&mut peer).await,
            false => peer.assert_alive().await,
        }
        let start = Instant::now();
        assert_eq!(peer.rest().await, b"");
        over(start);
    };
    tokio::join!(silence, one_call);
}

fn over(start: Instant) {
    let lasted = start.elapsed();
    assert!(lasted >= Duration::from_millis(2_900), "{lasted:?}");
    assert!(lasted < Duration::from_millis(8_000), "{lasted:?}");
}

async fn call_over_http<Io: AsyncRead + AsyncWrite + Unpin>(peer: &mut Peer<Io>) {
    let body = add(1, 20, 22);
    let length = body.len();
    let head = format!("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\n\r\n");
    peer.send(&[head.as_bytes(), &body].concat()).await;
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(peer.0.read_u8().await.unwrap());
    }
    assert_eq!(peer.answer().await.1.unwrap(), Value::Int(42));
}

#[tokio::test]
async fn a_call_may_take_longer_than_every_deadline() {
    let server = impatient().await;
    let mut peer = server.peer().await;
    peer.send(&[sleep(1, 4_500), add(2, 1, 1)].concat()).await;
    assert_eq!(peer.answer().await.1.unwrap(), Value::Int(4_500));
    assert_eq!(peer.answer().await.1.unwrap(), Value::Int(2));
    peer.assert_alive().await;
}

#[tokio::test]
async fn a_peer_that_takes_no_answers_is_given_up() {
    let transports: &[&str] = if cfg!(feature = "http") {
        &["tcp", "http"]
    } else {
        &["tcp"]
    };
    for transport in transports {
        let mut limits = Limits::default();
        limits.idle_timeout = Duration::from_millis(1);
        limits.max_connections = 1;
        let uri = format!("{transport}://127.0.0.1:0");
        let server = Running::start_with(Server::new(Lab).with_limits(limits), &uri).await;
        let mut peer = server.peer().await;
        let call = request(Packager::MSGPACK, 1, "blob", vec![Value::Int(10_000_000)]);
        let head = format!(
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n",
            call.len()
        );
        if *transport == "http" {
            peer.send(head.as_bytes()).await;
        }
        peer.send(&call).await;
        tokio::time::sleep(Duration::from_millis(5_000)).await;
        // Its place is free again.
        let client = Client::builder(&server.address).build().unwrap();
        let sum = client.call::<_, i64, Error>("add", &(1, 2)).await;
        assert_eq!(sum.unwrap(), 3, "{transport}");
        drop(peer);
    }
}
