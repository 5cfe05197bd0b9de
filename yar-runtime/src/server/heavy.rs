//! Requests so large that working on them would hold up other connections.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A frame of this many bytes takes a millisecond or so to unpack.
const HEAVY: usize = 256 * 1024;

/// Lets large requests be unpacked beside the workers of the runtime, so that
/// these go on with other connections. At most half as many at a time as there
/// are workers: further ones wait, and small calls keep the other half of the
/// processors. A runtime of one thread has nowhere to put them.
#[derive(Debug, Clone)]
pub(super) struct Heavy(Option<Arc<Semaphore>>);

impl Heavy {
    /// For the runtime this is called in.
    pub(super) fn new() -> Self {
        let handle = Handle::try_current().ok();
        let workers = handle
            .filter(|handle| handle.runtime_flavor() == RuntimeFlavor::MultiThread)
            .map(|handle| handle.metrics().num_workers());
        Self(workers.map(|workers| Arc::new(Semaphore::new((workers / 2).max(1)))))
    }

    /// Works on all requests where they come in.
    #[cfg(any(test, feature = "http"))]
    pub(super) fn nowhere() -> Self {
        Self(None)
    }

    /// Waits for the turn of a request of so many bytes.
    pub(super) async fn turn(&self, bytes: usize) -> Turn {
        match &self.0 {
            Some(room) if bytes >= HEAVY => Turn(Arc::clone(room).acquire_owned().await.ok()),
            _ => Turn(None),
        }
    }
}

/// A request that may be worked on.
#[derive(Debug)]
pub(super) struct Turn(Option<OwnedSemaphorePermit>);

impl Turn {
    /// Does a part of the work, where it has to be beside the workers of the
    /// runtime.
    pub(super) fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        match self.0 {
            None => work(),
            Some(_) => tokio::task::block_in_place(work),
        }
    }
}

/// The same for code that polls.
pub(super) struct Queue {
    heavy: Heavy,
    /// There is one only while it is waited for.
    waiting: Option<Pin<Box<dyn Future<Output = Turn> + Send>>>,
}

impl Queue {
    pub(super) fn new(heavy: &Heavy) -> Self {
        Self {
            heavy: heavy.clone(),
            waiting: None,
        }
    }

    /// A request of so many bytes has to wait for its turn.
    #[inline]
    pub(super) fn is_for(&self, bytes: usize) -> bool {
        bytes >= HEAVY && self.heavy.0.is_some()
    }

    pub(super) fn poll_turn(&mut self, bytes: usize, context: &mut Context<'_>) -> Poll<Turn> {
        let heavy = &self.heavy;
        let waiting = self.waiting.get_or_insert_with(|| {
            let heavy = heavy.clone();
            Box::pin(async move { heavy.turn(bytes).await })
        });
        let turn = ready!(waiting.as_mut().poll(context));
        self.waiting = None;
        Poll::Ready(turn)
    }
}
