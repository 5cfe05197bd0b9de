//! Requests that have come to a server that stops, and that it has not read.

use crate::lab::{Lab, Running, listen_uri, reported, unpack, within};
use crate::unbegun::{AnyPeer, BARE, HTTP, STOPPING, call, connect, post};
use std::time::{Duration, Instant};
use tokio::io::AsyncReadExt;
use yar_runtime::wire::whole;
use yar_runtime::{Report, Server, Value};

pub(crate) async fn start(transport: &str) -> (Running, AnyPeer) {
    #[cfg(feature = "tls")]
    let identity = crate::tls::identity();
    let server = Server::new(Lab);
    #[cfg(feature = "tls")]
    let server = server.with_tls(crate::tls::from_files(&identity));
    let server = Running::start_with(server, &listen_uri(transport)).await;
    #[cfg(feature = "tls")]
    let peer = connect(&server.address, &identity).await;
    #[cfg(not(feature = "tls"))]
    let peer = connect(&server.address).await;
    // For the server to have found the connection without a request.
    tokio::time::sleep(Duration::from_millis(100)).await;
    (server, peer)
}

fn add(id: u32) -> Vec<u8> {
    call(id, "add", vec![Value::Int(1), Value::Int(1)])
}

/// The one thread of the runtime does not look at the socket before the server
/// hears that it is to stop.
#[tokio::test]
async fn a_request_that_comes_before_the_stop_is_answered() {
    for transport in BARE {
        let (server, mut peer) = start(transport).await;
        peer.send(&add(1)).await;
        let stopped = server.stop();
        let (id, outcome) = peer.answer().await;
        let expected = (16, STOPPING.to_owned());
        assert_eq!((id, reported(outcome)), (1, expected), "{transport}");
        assert_eq!(peer.rest().await, b"", "{transport}");
        drop(peer);
        assert_eq!(within(stopped).await.unwrap(), Report::default());
    }
}

#[tokio::test]
async fn so_it_is_over_http() {
    for transport in HTTP {
        for is_used in [false, true] {
            let (server, mut peer) = start(transport).await;
            if is_used {
                peer.send(&post(&add(1))).await;
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            peer.send(&post(&add(2))).await;
            let stopped = server.stop();
            let answers = peer.rest().await;
            let ends = |four: &[u8]| four == b"\r\n\r\n";
            let head = answers.windows(4).rposition(ends).unwrap();
            let (_, outcome) = unpack(&whole(&answers[head + 4..]).unwrap());
            let expected = (16, STOPPING.to_owned());
            assert_eq!(reported(outcome), expected, "{transport} {is_used}");
            drop(peer);
            assert_eq!(within(stopped).await.unwrap(), Report::default());
        }
    }
}

/// A connection with as many calls as it may have is not read.
#[tokio::test]
async fn so_are_those_behind_as_many_as_may_run() {
    for transport in BARE {
        let (server, mut peer) = start(transport).await;
        let sleep = |id| call(id, "sleep", vec![Value::Int(800)]);
        for ids in (1..=200).collect::<Vec<_>>().chunks(20) {
            let requests: Vec<u8> = ids.iter().copied().flat_map(sleep).collect();
            peer.send(&requests).await;
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
        let stopped = server.stop();
        let (mut finished, mut turned_away) = (0, 0);
        for _ in 1..=200 {
            match peer.answer().await.1 {
                Ok(_) => finished += 1,
                Err(error) => {
                    assert_eq!(error.message(), STOPPING);
                    turned_away += 1;
                }
            }
        }
        assert_eq!((finished, turned_away), (64, 136), "{transport}");
        assert_eq!(peer.rest().await, b"", "{transport}");
        drop(peer);
        assert_eq!(within(stopped).await.unwrap().finished, 64);
    }
}

/// The rest of a large request comes after its answer, and then others.
#[tokio::test]
async fn so_are_those_behind_one_that_is_still_coming_in() {
    for transport in BARE {
        let (server, mut peer) = start(transport).await;
        peer.send(&call(1, "sleep", vec![Value::Int(400)])).await;
        let large = call(2, "echo", vec![Value::String("x".repeat(100_000))]);
        peer.send(&large[..50_000]).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
        let stopped = server.stop();
        tokio::time::sleep(Duration::from_millis(50)).await;
        // Cut within a header, too.
        let rest = [&large[50_000..], &add(3), &add(4)].concat();
        let (rest, last) = rest.split_at(rest.len() - 150);
        for bytes in [rest, last] {
            peer.send(bytes).await;
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        for id in [2, 3, 4] {
            let (answered, outcome) = peer.answer().await;
            let expected = (16, STOPPING.to_owned());
            assert_eq!((answered, reported(outcome)), (id, expected), "{transport}");
        }
        assert_eq!(peer.answer().await.1.unwrap(), Value::Int(400));
        assert_eq!(peer.rest().await, b"", "{transport}");
        drop(peer);
        assert_eq!(within(stopped).await.unwrap().finished, 1);
    }
}

/// Without an answer its client would not know whether it has run.
#[tokio::test]
async fn so_is_one_that_is_too_large() {
    for transport in BARE {
        for cut in [0, 82, 90] {
            let (server, mut peer) = start(transport).await;
            peer.send(&call(1, "sleep", vec![Value::Int(400)])).await;
            tokio::time::sleep(Duration::from_millis(100)).await;
            let stopped = server.stop();
            tokio::time::sleep(Duration::from_millis(50)).await;
            let mut large = add(3);
            large[78..82].copy_from_slice(&u32::MAX.to_be_bytes());
            peer.send(&[&add(2), &large[..cut]].concat()).await;
            tokio::time::sleep(Duration::from_millis(50)).await;
            peer.send(&large[cut..]).await;
            for (id, status) in [(2, 16), (3, 2)] {
                let (answered, outcome) = peer.answer().await;
                let answer = (answered, reported(outcome).0);
                assert_eq!(answer, (id, status), "{transport} {cut}");
            }
            assert_eq!(peer.answer().await.1.unwrap(), Value::Int(400));
            assert_eq!(peer.rest().await, b"", "{transport}");
            drop(peer);
            assert_eq!(within(stopped).await.unwrap().finished, 1);
        }
    }
}

/// It might never end.
#[tokio::test]
async fn half_a_header_does_not_hold_up_the_stop() {
    for transport in [BARE, HTTP].concat() {
        for is_used in [false, true] {
            let (server, mut peer) = start(transport).await;
            let request = match transport.starts_with("http") {
                true => post(&add(1)),
                false => add(1),
            };
            if is_used {
                peer.send(&request).await;
                within(peer.0.read_u8()).await.unwrap();
            }
            peer.send(&request[..30]).await;
            tokio::time::sleep(Duration::from_millis(100)).await;
            let start = Instant::now();
            let stopped = server.stop();
            peer.rest().await;
            drop(peer);
            assert_eq!(within(stopped).await.unwrap(), Report::default());
            let took = start.elapsed();
            assert!(took < Duration::from_secs(5), "{transport}: {took:?}");
        }
    }
}
