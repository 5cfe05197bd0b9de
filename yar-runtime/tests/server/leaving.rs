//! Callers that go away while their handler runs.

use crate::lab::{Peer, Running, hold, is_held, request_with, sleep, until_held};
use yar_runtime::{Packager, Value};

/// Ends the connection at once, as the kernel does for a process that was
/// killed with bytes unread.
fn reset(peer: &Peer) {
    peer.0.set_zero_linger().unwrap();
}

/// A request for `hold` on a connection that is not to be kept.
fn hold_once(key: i64) -> Vec<u8> {
    request_with(Packager::MSGPACK, 1, "hold", vec![Value::Int(key)], 0)
}

/// Whether the handler of this key is there; then the peer leaves.
async fn leaves(peer: Peer, key: u64) {
    until_held(key, true).await;
    drop(peer);
    until_held(key, false).await;
}

#[tokio::test]
async fn a_reset_over_tcp_takes_the_handlers_along() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    peer.send(&[hold(1, 601), hold(2, 602)].concat()).await;
    until_held(602, true).await;
    reset(&peer);
    leaves(peer, 601).await;
    until_held(602, false).await;

    let mut peer = server.peer().await;
    peer.send(&hold_once(603)).await;
    reset(&peer);
    leaves(peer, 603).await;
}

/// A close looks like the half close by which PHP ends each request.
#[tokio::test]
async fn a_close_over_tcp_lets_the_handler_finish() {
    let server = Running::start("tcp://127.0.0.1:0").await;
    let mut peer = server.peer().await;
    peer.send(&[hold(1, 604), sleep(2, 50)].concat()).await;
    until_held(604, true).await;
    drop(peer);
    // What happens to the others meanwhile does not concern it.
    server.peer().await.assert_alive().await;
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    assert!(is_held(604));
}

#[cfg(feature = "http")]
mod over_http {
    use super::{hold, leaves, reset, sleep, until_held};
    use crate::lab::{Peer, Running, add, within};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    fn post(body: &[u8], version: &str, lines: &str) -> Vec<u8> {
        let length = body.len();
        let head =
            format!("POST / {version}\r\nHost: x\r\nContent-Length: {length}\r\n{lines}\r\n");
        [head.as_bytes(), body].concat()
    }

    /// Reads one answer to `add`.
    async fn answered(peer: &mut Peer) {
        let mut bytes = Vec::new();
        while !bytes.ends_with(b"\r\n\r\n") {
            bytes.push(within(peer.0.read_u8()).await.unwrap());
        }
        let head = String::from_utf8(bytes).unwrap().to_lowercase();
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length: "));
        let mut body = vec![0; length.unwrap().parse().unwrap()];
        within(peer.0.read_exact(&mut body)).await.unwrap();
    }

    async fn rest(peer: &mut Peer) -> String {
        let mut answer = Vec::new();
        within(peer.0.read_to_end(&mut answer)).await.unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    #[tokio::test]
    async fn a_reset_or_a_close_takes_the_handler_along() {
        let server = Running::start("http://127.0.0.1:0").await;
        let mut key = 610;
        for (version, lines) in [
            ("HTTP/1.1", ""),
            ("HTTP/1.1", "Connection: close\r\n"),
            ("HTTP/1.0", ""),
        ] {
            for resets in [true, false] {
                // Of a connection that is new, and of one that was used before.
                for calls in [0, 2] {
                    key += 1;
                    let mut peer = server.peer().await;
                    for _ in 0..calls {
                        peer.send(&post(&add(1, 1, 2), "HTTP/1.1", "")).await;
                        answered(&mut peer).await;
                    }
                    peer.send(&post(&hold(1, key), version, lines)).await;
                    if resets {
                        reset(&peer);
                    }
                    leaves(peer, key).await;
                }
            }
        }
    }

    #[tokio::test]
    async fn a_body_in_pieces_makes_no_difference() {
        let server = Running::start("http://127.0.0.1:0").await;
        let bytes = post(&hold(1, 640), "HTTP/1.1", "");
        let mut peer = server.peer().await;
        for piece in bytes.chunks(60) {
            peer.send(piece).await;
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
        leaves(peer, 640).await;
    }

    #[tokio::test]
    async fn others_are_not_disturbed() {
        let server = Running::start("http://127.0.0.1:0").await;
        let (mut leaver, mut stayer) = (server.peer().await, server.peer().await);
        let close = "Connection: close\r\n";
        stayer.send(&post(&sleep(1, 200), "HTTP/1.1", close)).await;
        leaver.send(&post(&hold(1, 641), "HTTP/1.1", "")).await;
        leaves(leaver, 641).await;
        assert!(rest(&mut stayer).await.starts_with("HTTP/1.1 200 OK"));
    }

    /// Its answer is there as soon as the request is, so nobody has left yet.
    #[tokio::test]
    async fn a_handler_that_need_not_wait_answers_a_half_closed_caller() {
        let server = Running::start("http://127.0.0.1:0").await;
        for pause in [false, true] {
            let mut peer = server.peer().await;
            peer.send(&post(&add(1, 1, 2), "HTTP/1.1", "")).await;
            if pause {
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
            peer.0.shutdown().await.unwrap();
            let answer = rest(&mut peer).await;
            assert!(answer.starts_with("HTTP/1.1 200 OK"), "{answer}");
        }
    }

    #[tokio::test]
    async fn requests_in_one_packet_are_answered_though_it_is_the_last_one() {
        let server = Running::start("http://127.0.0.1:0").await;
        let mut peer = server.peer().await;
        let body = add(3, 1, 2);
        let chunks = [
            b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n".as_slice(),
            format!("{:x}\r\n", body.len()).as_bytes(),
            &body,
            b"\r\n0\r\n\r\n",
        ]
        .concat();
        let two = [1, 2].map(|id| post(&add(id, 1, 2), "HTTP/1.1", ""));
        peer.send(&[two.concat(), chunks].concat()).await;
        peer.0.shutdown().await.unwrap();
        let answers = rest(&mut peer).await;
        assert_eq!(answers.matches("HTTP/1.1 200 OK").count(), 3, "{answers}");
    }

    #[tokio::test]
    async fn half_a_request_is_answered_and_runs_nothing() {
        let server = Running::start("http://127.0.0.1:0").await;
        let bytes = post(&hold(1, 642), "HTTP/1.1", "");
        let mut peer = server.peer().await;
        peer.send(&bytes[..bytes.len() - 1]).await;
        peer.0.shutdown().await.unwrap();
        let answer = rest(&mut peer).await;
        assert!(
            answer.contains("the request body could not be read"),
            "{answer}"
        );
        until_held(642, false).await;
    }
}
