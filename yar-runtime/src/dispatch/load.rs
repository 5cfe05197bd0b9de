//! How much a server has taken on.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// What is under way on all connections of a server together.
#[derive(Debug)]
pub(crate) struct Load {
    /// Calls that had to wait and have not finished.
    pub(crate) calls: Count,
    /// Bytes of requests that have not come in whole or have not begun.
    pub(crate) bytes: Count,
    /// Calls that had to wait and were answered, ever.
    finished: AtomicUsize,
    /// Calls that were given up without an answer, ever.
    cut_off: AtomicUsize,
}

/// So many, and so many at most.
#[derive(Debug)]
pub(crate) struct Count {
    now: AtomicUsize,
    most: usize,
}

impl Load {
    pub(crate) fn new(most_calls: usize, most_bytes: usize) -> Self {
        let count = |most| Count {
            now: AtomicUsize::new(0),
            most,
        };
        Self {
            calls: count(most_calls),
            bytes: count(most_bytes),
            finished: AtomicUsize::new(0),
            cut_off: AtomicUsize::new(0),
        }
    }

    /// Counts a call for as long as the result lives.
    pub(crate) fn enter(self: &Arc<Self>) -> Place {
        self.calls.now.fetch_add(1, Relaxed);
        Place {
            load: Arc::clone(self),
            answered: false,
        }
    }

    /// Calls that had to wait and were answered, ever.
    pub(crate) fn finished(&self) -> usize {
        self.finished.load(Relaxed)
    }

    /// Calls that were given up without an answer, ever.
    pub(crate) fn cut_off(&self) -> usize {
        self.cut_off.load(Relaxed)
    }

    /// Nothing yet; to be [set](Hoard::set).
    pub(crate) fn hoard(self: &Arc<Self>) -> Hoard {
        Hoard {
            load: Arc::clone(self),
            bytes: 0,
        }
    }
}

impl Count {
    #[inline]
    pub(crate) fn now(&self) -> usize {
        self.now.load(Relaxed)
    }

    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.now() >= self.most
    }
}

/// The place of a running call.
#[derive(Debug)]
pub(crate) struct Place {
    load: Arc<Load>,
    answered: bool,
}

impl Place {
    /// Leaves with an answer.
    pub(crate) fn leave(mut self) {
        self.answered = true;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.load.calls.now.fetch_sub(1, Relaxed);
        let ended = match self.answered {
            true => &self.load.finished,
            false => &self.load.cut_off,
        };
        ended.fetch_add(1, Relaxed);
    }
}

/// The bytes that one connection keeps.
#[derive(Debug)]
pub(crate) struct Hoard {
    load: Arc<Load>,
    bytes: usize,
}

impl Hoard {
    /// `false` if that is more than before and all connections together then
    /// have more than they may.
    #[inline]
    pub(crate) fn set(&mut self, bytes: usize) -> bool {
        bytes == self.bytes || self.change(bytes)
    }

    fn change(&mut self, bytes: usize) -> bool {
        let count = &self.load.bytes;
        let grows = bytes > self.bytes;
        if grows {
            count.now.fetch_add(bytes - self.bytes, Relaxed);
        } else {
            count.now.fetch_sub(self.bytes - bytes, Relaxed);
        }
        self.bytes = bytes;
        !grows || count.now() <= count.most
    }
}

impl Drop for Hoard {
    fn drop(&mut self) {
        self.set(0);
    }
}
