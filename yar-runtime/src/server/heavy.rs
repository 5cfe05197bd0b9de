//! Requests so large that working on them would hold up other connections.

use super::Limits;
use crate::timer::timer;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};
use tokio::runtime::{Handle, RuntimeFlavor};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A frame of this many bytes takes a millisecond or so to unpack.
const HEAVY: usize = 256 * 1024;

/// Lets large requests be unpacked beside the workers of the runtime, so that
/// these go on with other connections. At most half as many at a time as there
/// are workers: further ones wait, and small calls keep the other half of the
/// processors. A runtime of one thread has nowhere to put them.
#[derive(Debug, Clone)]
pub(super) struct Heavy(Option<Arc<Room>>);

#[derive(Debug)]
struct Room {
    turns: Arc<Semaphore>,
    /// How long a request waits for its turn: as long as it may run then.
    patience: Duration,
}

/// Waits for the turn of a request. The error is the answer to one that has
/// waited for too long; it has not begun, so that a client may try again.
pub(super) type Waiting = Pin<Box<dyn Future<Output = Result<Turn, String>> + Send>>;

impl Heavy {
    /// For the runtime this is called in.
    pub(super) fn new(limits: &Limits) -> Self {
        let handle = Handle::try_current().ok();
        let workers = handle
            .filter(|handle| handle.runtime_flavor() == RuntimeFlavor::MultiThread)
            .map(|handle| handle.metrics().num_workers());
        Self(workers.map(|workers| {
            Arc::new(Room {
                turns: Arc::new(Semaphore::new((workers / 2).max(1))),
                patience: limits.call(),
            })
        }))
    }

    /// Works on all requests where they come in.
    #[cfg(any(test, feature = "http"))]
    pub(super) fn nowhere() -> Self {
        Self(None)
    }

    /// A request of so many bytes has to wait for its turn.
    #[inline]
    pub(super) fn is_for(&self, bytes: usize) -> bool {
        bytes >= HEAVY && self.0.is_some()
    }

    /// To be waited for by a request that it is [for](Heavy::is_for).
    #[cold]
    pub(super) fn turn(&self) -> Waiting {
        let room = self.0.clone();
        Box::pin(async move {
            let Some(Room { turns, patience }) = room.as_deref() else {
                return Ok(Turn(None));
            };
            tokio::select! {
                biased;
                turn = Arc::clone(turns).acquire_owned() => Ok(Turn(turn.ok())),
                () = timer(Instant::now() + *patience) => Err(format!(
                    "overloaded: a large request did not get its turn within {patience:?}"
                )),
            }
        })
    }
}

/// A request that may be worked on.
#[derive(Debug, Default)]
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
    waiting: Option<Waiting>,
}

impl Queue {
    pub(super) fn new(heavy: &Heavy) -> Self {
        Self {
            heavy: heavy.clone(),
            waiting: None,
        }
    }

    #[inline]
    pub(super) fn is_for(&self, bytes: usize) -> bool {
        self.heavy.is_for(bytes)
    }

    pub(super) fn is_waiting(&self) -> bool {
        self.waiting.is_some()
    }

    pub(super) fn poll_turn(&mut self, context: &mut Context<'_>) -> Poll<Result<Turn, String>> {
        let waiting = self.waiting.get_or_insert_with(|| self.heavy.turn());
        let turn = ready!(waiting.as_mut().poll(context));
        self.waiting = None;
        Poll::Ready(turn)
    }

    /// Lets others pass: who does not poll must not be given a turn.
    #[inline]
    pub(super) fn leave(&mut self) {
        self.waiting = None;
    }
}
