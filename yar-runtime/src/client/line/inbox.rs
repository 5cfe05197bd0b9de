//! What callers leave for the task of their connection.

use super::slot::Slot;
use super::wire::Wire;
use std::sync::Arc;
use std::task::Waker;

/// Small, and apart from all that the task alone needs: every caller writes to
/// it, from whichever processor it runs on.
pub(super) struct Inbox<W: Wire> {
    /// Wakes the task when there is something to send.
    pub(super) driver: Option<Waker>,
    /// Calls that are neither sent nor in the book.
    pub(super) entered: Vec<Arc<Slot<W>>>,
    /// Calls whose callers are gone.
    pub(super) given_up: Vec<u32>,
}

impl<W: Wire> Inbox<W> {
    pub(super) fn new() -> Self {
        Self {
            driver: None,
            entered: Vec::new(),
            given_up: Vec::new(),
        }
    }

    /// The task waits for something to send.
    pub(super) fn listen(&mut self, waker: &Waker) {
        if !self.driver.as_ref().is_some_and(|own| own.will_wake(waker)) {
            self.driver = Some(waker.clone());
        }
    }
}
