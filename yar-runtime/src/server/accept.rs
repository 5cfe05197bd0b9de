//! Accepting connections and seeing them off.

use super::Limits;
use super::heavy::Heavy;
use super::listener::{Listener, Protocol};
use super::stop::Stop;
use super::ticker::Ticker;
#[cfg(feature = "tls")]
use super::tls::Tls;
use crate::dispatch::{Dispatcher, Service};
use crate::telemetry::{Connected, cannot_accept, turned_away};
use crate::transport::Stream;
use std::future::{Future, poll_fn};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::task::Poll;
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;

/// What the last connections have to be gone in.
const GRACE: Duration = Duration::from_secs(1);

/// What all connections of a server share.
pub(super) struct Shared<S> {
    pub(super) dispatcher: Arc<Dispatcher<S>>,
    pub(super) limits: Arc<Limits>,
    pub(super) heavy: Heavy,
    pub(super) room: Arc<Semaphore>,
    pub(super) stop: Stop,
    /// Given to listeners that need it, and to no other.
    #[cfg(feature = "tls")]
    pub(super) tls: Option<Tls>,
}

/// Serves a listener until the word to stop, then lets running calls finish.
pub(super) async fn serve<S: Service>(listener: Listener, shared: Shared<S>) {
    let mut connections = JoinSet::new();
    let mut pacemaker = pacemaker(&shared.limits);
    let mut told = None;
    loop {
        tokio::select! {
            biased;
            () = shared.stop.heard() => break,
            Some(_) = connections.join_next(), if !connections.is_empty() => {}
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) => {
                    admit(stream, peer, &listener, &shared, &mut connections);
                }
                Err(error) if is_of_the_peer(&error) => {}
                // Descriptors or memory are short: there will be some once
                // connections have ended.
                Err(error) => {
                    tell(&error, listener.scheme(), &mut told);
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            },
            () = beat(&mut pacemaker) => {}
        }
    }
    drop((listener, pacemaker));
    let finished = async { while connections.join_next().await.is_some() {} };
    let finished = tokio::time::timeout(shared.limits.stop_timeout, finished).await;
    if finished.is_err() {
        // Waited for, so that the report counts what was cut off; but a handler
        // that blocks its thread cannot be cut off at all.
        let _ = tokio::time::timeout(GRACE, connections.shutdown()).await;
    }
}

/// Says once a second that connections cannot be accepted.
fn tell(error: &io::Error, scheme: &'static str, told: &mut Option<Instant>) {
    if told.is_none_or(|told| told.elapsed() >= Duration::from_secs(1)) {
        *told = Some(Instant::now());
        cannot_accept(scheme, error);
    }
}

/// Ticks as often as a connection that is idle, so that the runtime always has
/// an earlier timer than the one of a new connection. Whoever sets the earliest
/// timer wakes the thread that sleeps until the one before: a system call or
/// two for every connection to a server that has no others.
fn pacemaker(limits: &Limits) -> Ticker {
    Ticker::new(&[limits.idle()])
}

/// Never ready.
fn beat(pacemaker: &mut Ticker) -> impl Future<Output = ()> {
    poll_fn(|context| {
        pacemaker.ticked(true, context);
        Poll::Pending
    })
}

/// The peer was gone before it was accepted; the next one is not.
fn is_of_the_peer(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionReset, Interrupted};
    matches!(
        error.kind(),
        ConnectionAborted | ConnectionReset | Interrupted
    )
}

fn admit<S: Service>(
    stream: Stream,
    peer: Option<SocketAddr>,
    listener: &Listener,
    shared: &Shared<S>,
    connections: &mut JoinSet<()>,
) {
    let Ok(place) = Arc::clone(&shared.room).try_acquire_owned() else {
        turned_away(listener.scheme());
        return;
    };
    let connected = Connected::new(listener.scheme(), peer);
    let protocol = listener.protocol();
    let newcomer = Newcomer {
        peer,
        dispatcher: Arc::clone(&shared.dispatcher),
        limits: Arc::clone(&shared.limits),
        heavy: shared.heavy.clone(),
        stop: shared.stop.clone(),
        place,
    };
    #[cfg(feature = "tls")]
    if let (Some(tls), Stream::Tcp(_)) = (&shared.tls, &stream) {
        let tls = tls.clone();
        connections.spawn(connected.around(async move {
            // On the heap, so that connections do not stay as large as
            // the moment of their greeting.
            let greeting = Box::pin(greet(stream, tls, &newcomer));
            if let Some(stream) = greeting.await {
                serve_one(stream, protocol, newcomer).await;
            }
        }));
        return;
    }
    match protocol {
        Protocol::Frames => {
            connections.spawn(connected.around(super::socket::serve(stream, newcomer)))
        }
        #[cfg(feature = "http")]
        Protocol::Http => connections.spawn(connected.around(super::http::serve(stream, newcomer))),
    };
}

/// What an accepted connection is given.
pub(super) struct Newcomer<S> {
    pub(super) peer: Option<SocketAddr>,
    pub(super) dispatcher: Arc<Dispatcher<S>>,
    pub(super) limits: Arc<Limits>,
    pub(super) heavy: Heavy,
    pub(super) stop: Stop,
    pub(super) place: OwnedSemaphorePermit,
}

#[cfg(feature = "tls")]
async fn serve_one<S: Service>(stream: Stream, protocol: Protocol, newcomer: Newcomer<S>) {
    match protocol {
        Protocol::Frames => super::socket::serve(stream, newcomer).await,
        #[cfg(feature = "http")]
        Protocol::Http => super::http::serve(stream, newcomer).await,
    }
}

/// The handshake counts as a header: a peer that drags it out is let go.
#[cfg(feature = "tls")]
async fn greet<S>(stream: Stream, tls: Tls, newcomer: &Newcomer<S>) -> Option<Stream> {
    let Stream::Tcp(stream) = stream else {
        return None;
    };
    tokio::select! {
        accepted = tokio::time::timeout(newcomer.limits.header(), tls.accept(stream)) => {
            accepted.ok()?.ok()
        }
        () = newcomer.stop.heard() => None,
    }
}
