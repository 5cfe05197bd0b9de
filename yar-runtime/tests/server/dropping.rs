//! Handlers that panic where they are dropped.

#[cfg(feature = "http")]
use crate::lab::within;
use crate::lab::{Peer, Running, request_with, unpack};
use std::future::{Future, pending};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::TcpStream;
#[cfg(feature = "http")]
use yar_runtime::Client;
use yar_runtime::dispatch::Reply;
use yar_runtime::message::Params;
use yar_runtime::wire::{RESERVED_ANY_ORDER, RESERVED_KEEP, peek};
use yar_runtime::{Error, Limits, MethodInfo, Packager, Server, Service, ServiceInfo, Value};

struct Careless;

static INFO: ServiceInfo = ServiceInfo::new(
    "Careless",
    &[
        MethodInfo::new("good"),
        MethodInfo::new("atOnce"),
        MethodInfo::new("later"),
        MethodInfo::new("never"),
    ],
);

/// A call by a future that is not made by the compiler.
struct Call {
    run: Pin<Box<dyn Future<Output = Reply> + Send>>,
    is_good: bool,
}

impl Future for Call {
    type Output = Reply;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Reply> {
        self.run.as_mut().poll(context)
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        assert!(self.is_good, "a panic while dropping");
    }
}

impl Service for Careless {
    fn info(&self) -> &'static ServiceInfo {
        &INFO
    }

    fn call(
        &self,
        method: usize,
        _: Params<'_>,
        reply: Reply,
    ) -> impl Future<Output = Reply> + Send + use<> {
        let run = async move {
            match method {
                0 | 2 => tokio::time::sleep(Duration::from_millis(50)).await,
                3 => pending().await,
                _ => {}
            }
            reply.finish::<_, Error>(Ok(7))
        };
        Call {
            run: Box::pin(run),
            is_good: method == 0,
        }
    }
}

async fn answer(peer: &mut Peer<TcpStream>) -> (u32, Result<Value, Error>) {
    let bytes = peer.frame().await;
    let frame = peek(&bytes, 1000).unwrap().unwrap();
    (frame.header.id, unpack(&frame).1)
}

#[tokio::test]
async fn whoever_panics_when_dropped_takes_nobody_along() {
    let mut limits = Limits::default();
    limits.call_timeout = Duration::from_millis(300);
    let server = Server::new(Careless).with_limits(limits);
    let server = Running::start_with(server, "tcp://127.0.0.1:0").await;
    for reserved in [RESERVED_KEEP, RESERVED_KEEP | RESERVED_ANY_ORDER] {
        for (bad, says) in [
            ("atOnce", "the method panicked"),
            ("later", "the method panicked"),
            ("never", "did not finish within"),
        ] {
            let mut peer = server.peer().await;
            let call = |id, name| request_with(Packager::PHP, id, name, vec![], reserved);
            let calls = [call(1, "good"), call(2, bad), call(3, "good"), call(4, bad)];
            peer.send(&calls.concat()).await;
            let mut answers = Vec::new();
            for _ in 1..=4 {
                answers.push(answer(&mut peer).await);
            }
            answers.sort_by_key(|(id, _)| *id);
            for ((got, outcome), id) in answers.into_iter().zip(1..) {
                assert_eq!(got, id);
                match outcome {
                    Ok(value) => assert!(id % 2 == 1 && value == Value::Int(7)),
                    Err(error) => assert!(id % 2 == 0 && error.message().contains(says), "{error}"),
                }
            }
            peer.send(&call(5, "good")).await;
            assert_eq!(answer(&mut peer).await.1.unwrap(), Value::Int(7));
        }
    }
}

/// One after another they would panic while the first panic is under way, which
/// ends the process.
#[tokio::test]
async fn calls_that_go_with_their_connection_do_not_end_the_process() {
    let server = Running::start_with(Server::new(Careless), "tcp://127.0.0.1:0").await;
    let call = |id, name| request_with(Packager::PHP, id, name, vec![], RESERVED_KEEP);
    for _ in 0..3 {
        let mut peer = server.peer().await;
        peer.send(&[call(1, "good"), call(2, "never"), call(3, "never")].concat())
            .await;
        assert_eq!(answer(&mut peer).await.0, 1);
        peer.0.set_zero_linger().unwrap();
    }
    tokio::time::sleep(Duration::from_millis(50)).await;
    let mut peer = server.peer().await;
    peer.send(&call(4, "good")).await;
    assert_eq!(answer(&mut peer).await.1.unwrap(), Value::Int(7));
}

#[cfg(feature = "http")]
#[tokio::test]
async fn the_same_holds_over_http() {
    let mut limits = Limits::default();
    limits.call_timeout = Duration::from_millis(300);
    let server = Server::new(Careless).with_limits(limits);
    let server = Running::start_with(server, "http://127.0.0.1:0").await;
    let client = Client::builder(&server.address).build().unwrap();
    for (bad, says) in [
        ("atOnce", "the method panicked"),
        ("later", "the method panicked"),
        ("never", "did not finish within"),
    ] {
        let outcome = within(client.call::<_, i64, Error>(bad, &())).await;
        let error = outcome.unwrap_err();
        assert!(error.message().contains(says), "{bad}: {error}");
        let outcome = within(client.call::<_, i64, Error>("good", &())).await;
        assert_eq!(outcome.unwrap(), 7);
    }
}
