//! What callers leave for the task of their connection.

use super::core::Request;
use super::slot::Slot;
use super::wire::Wire;
use std::mem;
use std::sync::Arc;
use std::task::Waker;

/// Small, and apart from all that the task alone needs: every caller writes to
/// it, from whichever processor it runs on.
pub(super) struct Inbox<W: Wire> {
    /// Wakes the task when there is something to send.
    pub(super) driver: Option<Waker>,
    pub(super) mail: Mail<W>,
}

/// What the task takes up at a time.
pub(super) struct Mail<W: Wire> {
    /// Calls that are neither sent nor in the book.
    pub(super) entered: Vec<Entry<W>>,
    /// Their requests, one behind the other.
    pub(super) requests: Vec<u8>,
    /// Calls in the book whose callers are gone.
    pub(super) given_up: Vec<u32>,
    /// A call that was entered is not wanted any more.
    has_withdrawn: bool,
}

pub(super) struct Entry<W: Wire> {
    pub(super) id: u32,
    pub(super) deadline: W::Time,
    /// Bytes of its request.
    pub(super) len: usize,
    pub(super) slot: Arc<Slot<W>>,
    is_withdrawn: bool,
}

impl<W: Wire> Inbox<W> {
    pub(super) fn new() -> Self {
        Self {
            driver: None,
            mail: Mail::new(),
        }
    }

    /// The task waits for something to send.
    pub(super) fn listen(&mut self, waker: &Waker) {
        if !self.driver.as_ref().is_some_and(|own| own.will_wake(waker)) {
            self.driver = Some(waker.clone());
        }
    }
}

impl<W: Wire> Mail<W> {
    pub(super) fn new() -> Self {
        Self {
            entered: Vec::new(),
            requests: Vec::new(),
            given_up: Vec::new(),
            has_withdrawn: false,
        }
    }

    #[inline]
    pub(super) fn enter(&mut self, request: &Request<'_, W>, slot: Arc<Slot<W>>) {
        self.requests.extend_from_slice(request.bytes);
        self.entered.push(Entry {
            id: request.id,
            deadline: request.deadline,
            len: request.bytes.len(),
            slot,
            is_withdrawn: false,
        });
    }

    /// The caller of a call that may be under way already is gone.
    pub(super) fn give_up(&mut self, id: u32) {
        match self.entered.iter_mut().find(|entry| entry.id == id) {
            Some(entry) => {
                entry.is_withdrawn = true;
                self.has_withdrawn = true;
            }
            None => self.given_up.push(id),
        }
    }

    /// Takes out the calls that were given up while they were here, at one go,
    /// as many may be at a time.
    #[inline]
    pub(super) fn sort_out(&mut self) {
        if mem::take(&mut self.has_withdrawn) {
            self.sort_out_withdrawn();
        }
    }

    #[cold]
    fn sort_out_withdrawn(&mut self) {
        let requests = mem::take(&mut self.requests);
        let mut rest = requests.as_slice();
        self.entered.retain(|entry| {
            let (request, behind) = rest.split_at_checked(entry.len).unwrap_or_default();
            rest = behind;
            if !entry.is_withdrawn {
                self.requests.extend_from_slice(request);
            }
            !entry.is_withdrawn
        });
    }
}
