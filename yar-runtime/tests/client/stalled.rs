//! Peers that stop reading while a request goes out.

use crate::lab::{listen_uri, within};
use crate::liar::answer_in_any_order;
use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, UnixListener};
use tokio::sync::{Notify, mpsc};
use yar_runtime::wire::peek;
use yar_runtime::{Client, ClientBuilder, Error, Retry, Value, WithOptions};

/// More than any socket holds.
const LONG: usize = 9_000_000;
/// So much that a peer that drips takes well over the time after which one is
/// taken to have stopped.
const LONGER: usize = 24_000_000;
const TRANSPORTS: [&str; 2] = ["tcp", "unix"];

/// How the first connection is read, once a first request was answered.
#[derive(Clone, Copy, PartialEq)]
enum Reads {
    /// Not before the test says so.
    Later,
    InDrips,
}

/// A peer that answers every request it reads, in any order.
struct Peer {
    uri: String,
    reads: Reads,
    accepted: AtomicUsize,
    /// Requests, over all connections.
    seen: AtomicUsize,
    goes_on: Notify,
    /// Told how connections end; `None` is a close.
    ended: mpsc::UnboundedSender<Option<ErrorKind>>,
}

type Ends = mpsc::UnboundedReceiver<Option<ErrorKind>>;

impl Peer {
    async fn start(transport: &str, reads: Reads) -> (Arc<Self>, Ends) {
        let (ended, ends) = mpsc::unbounded_channel();
        let peer = |uri| {
            Arc::new(Self {
                uri,
                reads,
                accepted: AtomicUsize::new(0),
                seen: AtomicUsize::new(0),
                goes_on: Notify::new(),
                ended,
            })
        };
        if transport == "unix" {
            let peer = peer(listen_uri(transport));
            let listener = UnixListener::bind(peer.uri.strip_prefix("unix://").unwrap()).unwrap();
            let serving = Arc::clone(&peer);
            tokio::spawn(async move {
                while let Ok((stream, _)) = listener.accept().await {
                    tokio::spawn(Arc::clone(&serving).serve(stream));
                }
            });
            return (peer, ends);
        }
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let peer = peer(format!("tcp://{}", listener.local_addr().unwrap()));
        let serving = Arc::clone(&peer);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(Arc::clone(&serving).serve(stream));
            }
        });
        (peer, ends)
    }

    async fn serve(self: Arc<Self>, stream: impl AsyncRead + AsyncWrite + Unpin) {
        let is_first = self.accepted.fetch_add(1, Ordering::SeqCst) == 0;
        let end = self.answer_all(stream, is_first).await;
        let _ = self.ended.send(end.err().map(|error| error.kind()));
    }

    async fn answer_all(
        &self,
        mut stream: impl AsyncRead + AsyncWrite + Unpin,
        is_first: bool,
    ) -> io::Result<()> {
        let mut input = Vec::new();
        let mut piece = vec![0; 64 * 1024];
        let mut answered = 0;
        loop {
            while let Ok(Some(frame)) = peek(&input, LONGER * 2) {
                let (id, len) = (frame.header.id, frame.len);
                input.drain(..len);
                let answer = answer_in_any_order(id.into(), 42);
                self.seen.fetch_add(1, Ordering::SeqCst);
                stream.write_all(&answer).await?;
                answered += 1;
                if is_first && answered == 1 && self.reads == Reads::Later {
                    self.goes_on.notified().await;
                }
            }
            if is_first && answered > 0 && self.reads == Reads::InDrips {
                tokio::time::sleep(Duration::from_millis(4)).await;
            }
            match stream.read(&mut piece).await? {
                0 => return Ok(()),
                count => input.extend_from_slice(&piece[..count]),
            }
        }
    }

    fn builder(&self) -> ClientBuilder {
        let patience = Duration::from_secs(120);
        (Client::builder(&self.uri).timeout(patience)).retry(Retry::never())
    }

    fn accepted(&self) -> usize {
        self.accepted.load(Ordering::SeqCst)
    }

    fn seen(&self) -> usize {
        self.seen.load(Ordering::SeqCst)
    }

    /// Reads on, and finds that the request has no end, the call after it having
    /// gone over another connection.
    async fn finds_it_cut_off(&self, ends: &mut Ends) {
        assert_eq!(self.accepted(), 2, "{}", self.uri);
        self.goes_on.notify_one();
        let end = within(ends.recv()).await.unwrap();
        let is_tcp = self.uri.starts_with("tcp");
        assert_eq!(end, is_tcp.then_some(ErrorKind::ConnectionReset));
        assert_eq!(self.seen(), 2, "the rest of the request was sent");
    }
}

async fn echo(client: &Client, text: &str) -> Result<(), Error> {
    let answer = within(client.call::<_, Value, Error>("echo", &(text,))).await;
    answer.map(|_| ())
}

/// Lets a call that has begun before go first.
async fn a_moment() {
    tokio::time::sleep(Duration::from_millis(50)).await;
}

#[tokio::test]
async fn calls_turn_to_another_connection_while_the_peer_reads_nothing() {
    for transport in TRANSPORTS {
        let (peer, _ends) = Peer::start(transport, Reads::Later).await;
        let client = peer.builder().build().unwrap();
        echo(&client, "first").await.unwrap();
        let long = "x".repeat(LONG);
        let before = echo(&client, &long);
        let others = async {
            a_moment().await;
            // Already in the line when the peer is found to have stopped.
            let behind = || echo(&client, "behind");
            let outcomes = tokio::join!(behind(), behind(), behind());
            assert!(outcomes.0.is_ok() && outcomes.1.is_ok() && outcomes.2.is_ok());
            let seen = peer.seen();
            let connections = peer.accepted();
            assert!((2..=4).contains(&connections), "{connections}");
            // Comes after that.
            echo(&client, "later").await.unwrap();
            assert_eq!(peer.accepted(), connections);
            assert_eq!((seen, peer.seen()), (4, 5));
            peer.goes_on.notify_one();
        };
        let (before, ()) = tokio::join!(before, others);
        before.unwrap();
        assert_eq!(peer.seen(), 6);
    }
}

#[tokio::test]
async fn a_connection_with_a_late_request_that_is_not_out_is_used_no_more() {
    for transport in TRANSPORTS {
        for is_dropped in [false, true] {
            let (peer, mut ends) = Peer::start(transport, Reads::Later).await;
            let client = peer.builder().max_connections(1).build().unwrap();
            echo(&client, "first").await.unwrap();
            let long = "x".repeat(LONG);
            let short = Duration::from_millis(100);
            if is_dropped {
                let call = tokio::time::timeout(short, echo(&client, &long));
                assert!(call.await.is_err());
            } else {
                let error = echo(&client.with_timeout(short), &long).await.unwrap_err();
                assert!(error.is_timeout() && !error.is_unsent(), "{error:?}");
                assert!(error.message().contains("sending the request"), "{error}");
            }
            echo(&client, "next").await.unwrap();
            peer.finds_it_cut_off(&mut ends).await;
        }
    }
}

#[tokio::test]
async fn the_same_where_calls_have_shared_it() {
    for transport in TRANSPORTS {
        let (peer, mut ends) = Peer::start(transport, Reads::Later).await;
        let client = peer.builder().max_connections(1).build().unwrap();
        echo(&client, "first").await.unwrap();
        let long = "x".repeat(LONG);
        let quick = client.with_timeout(Duration::from_millis(200));
        let (before, behind) = tokio::join!(echo(&quick, &long), echo(&quick, "behind"));
        for error in [before.unwrap_err(), behind.unwrap_err()] {
            assert!(error.is_timeout() && !error.is_unsent(), "{error:?}");
        }
        echo(&client, "next").await.unwrap();
        peer.finds_it_cut_off(&mut ends).await;
    }
}

#[tokio::test]
async fn without_another_connection_calls_wait_for_one_and_are_unsent() {
    for transport in TRANSPORTS {
        let (peer, _ends) = Peer::start(transport, Reads::Later).await;
        let client = peer.builder().max_connections(1).build().unwrap();
        echo(&client, "first").await.unwrap();
        let long = "x".repeat(LONG);
        let before = echo(&client, &long);
        let others = async {
            a_moment().await;
            let patient = client.with_timeout(Duration::from_secs(2));
            let error = echo(&patient, "behind").await.unwrap_err();
            assert!(error.is_timeout() && error.is_unsent(), "{error:?}");
            let text = error.message();
            assert!(text.contains("waiting for one of 1 connections"), "{text}");
            assert_eq!(peer.accepted(), 1);
            let last = echo(&client, "last");
            let goes_on = async {
                a_moment().await;
                peer.goes_on.notify_one();
            };
            tokio::join!(last, goes_on).0.unwrap();
        };
        let (before, ()) = tokio::join!(before, others);
        before.unwrap();
        assert_eq!((peer.accepted(), peer.seen()), (2, 3));
    }
}

#[tokio::test]
async fn a_peer_that_reads_slowly_has_not_stopped() {
    for transport in TRANSPORTS {
        let (peer, _ends) = Peer::start(transport, Reads::InDrips).await;
        let client = peer.builder().max_body(LONGER * 2).build().unwrap();
        echo(&client, "first").await.unwrap();
        let long = "x".repeat(LONGER);
        let before = echo(&client, &long);
        let behind = async {
            a_moment().await;
            echo(&client, "behind").await
        };
        let (before, behind) = tokio::join!(before, behind);
        assert!(before.is_ok() && behind.is_ok());
        assert_eq!((peer.accepted(), peer.seen()), (1, 3), "{transport}");
    }
}

#[tokio::test]
async fn the_blocking_client_leaves_such_a_connection_at_its_deadline() {
    for transport in TRANSPORTS {
        let (peer, mut ends) = Peer::start(transport, Reads::Later).await;
        let client = peer.builder().max_connections(1).build_blocking().unwrap();
        let calls = move || {
            let call = |client: &yar_runtime::blocking::Client, text: &str| {
                client.call::<_, Value, Error>("echo", &(text,))
            };
            call(&client, "first").unwrap();
            let quick = client.with_timeout(Duration::from_millis(200));
            let error = call(&quick, &"x".repeat(LONG)).unwrap_err();
            assert!(error.is_timeout() && !error.is_unsent(), "{error:?}");
            call(&client, "next").unwrap();
            client
        };
        let calls = tokio::task::spawn_blocking(calls);
        let _client = within(calls).await.unwrap();
        peer.finds_it_cut_off(&mut ends).await;
    }
}
