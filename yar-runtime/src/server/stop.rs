//! The word to stop, passed on to every connection.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Context;
use tokio::sync::Notify;
use tokio::sync::futures::OwnedNotified;

/// Said once, heard by everybody.
#[derive(Debug, Clone, Default)]
pub(super) struct Stop(Arc<Word>);

#[derive(Debug, Default)]
struct Word {
    said: AtomicBool,
    notify: Arc<Notify>,
}

impl Stop {
    pub(super) fn say(&self) {
        self.0.said.store(true, Ordering::Release);
        self.0.notify.notify_waiters();
    }

    #[inline]
    pub(super) fn is_said(&self) -> bool {
        self.0.said.load(Ordering::Acquire)
    }

    pub(super) async fn heard(&self) {
        let notified = self.0.notify.notified();
        if !self.is_said() {
            notified.await;
        }
    }

    /// An ear for a task that polls often and should pay next to nothing.
    pub(super) fn listen(&self) -> Ear {
        Ear {
            stop: self.clone(),
            notified: Box::pin(Arc::clone(&self.0.notify).notified_owned()),
            registered: false,
        }
    }
}

/// Wakes its task when the word is said. It must stay with one task: the
/// waker is registered once, at the first poll.
#[derive(Debug)]
pub(super) struct Ear {
    stop: Stop,
    notified: Pin<Box<OwnedNotified>>,
    registered: bool,
}

impl Ear {
    /// Whether it is time to stop.
    #[inline]
    pub(super) fn hears(&mut self, context: &mut Context<'_>) -> bool {
        if !self.registered {
            self.register(context);
        }
        self.stop.is_said()
    }

    #[cold]
    fn register(&mut self, context: &mut Context<'_>) {
        self.registered = true;
        // The answer is in the flag: the word may be older than the ear.
        let _ = self.notified.as_mut().poll(context);
    }
}
