//! Accepting connections and seeing them off.

use super::Limits;
use super::listener::{Listener, Protocol};
use super::stop::Stop;
use crate::dispatch::{Dispatcher, Service};
use crate::transport::Stream;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// What all connections of a server share.
pub(super) struct Shared<S> {
    pub(super) dispatcher: Arc<Dispatcher<S>>,
    pub(super) limits: Arc<Limits>,
    pub(super) room: Arc<Semaphore>,
    pub(super) stop: Stop,
}

/// Serves a listener until the word to stop, then lets running calls finish.
pub(super) async fn serve<S: Service>(listener: Listener, shared: Shared<S>) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            biased;
            () = shared.stop.heard() => break,
            Some(_) = connections.join_next(), if !connections.is_empty() => {}
            accepted = listener.accept() => match accepted {
                Ok(stream) => admit(stream, listener.protocol(), &shared, &mut connections),
                Err(error) if is_of_the_peer(&error) => {}
                // Descriptors or memory are short: there will be some once
                // connections have ended.
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            },
        }
    }
    drop(listener);
    let finished = async { while connections.join_next().await.is_some() {} };
    // Whatever is left is cut when the set goes.
    let _ = tokio::time::timeout(shared.limits.stop_timeout, finished).await;
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
    protocol: Protocol,
    shared: &Shared<S>,
    connections: &mut JoinSet<()>,
) {
    let Ok(place) = Arc::clone(&shared.room).try_acquire_owned() else {
        return;
    };
    let dispatcher = Arc::clone(&shared.dispatcher);
    let (limits, stop) = (Arc::clone(&shared.limits), shared.stop.clone());
    match protocol {
        Protocol::Frames => connections.spawn(async move {
            super::socket::serve(stream, dispatcher, limits, stop).await;
            drop(place);
        }),
        #[cfg(feature = "http")]
        Protocol::Http => connections.spawn(async move {
            super::http::serve(stream, dispatcher, limits, stop).await;
            drop(place);
        }),
    };
}
