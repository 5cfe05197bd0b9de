//! How many calls a connection carries.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The seats of a connection that calls share. They are counted without a
/// lock, and nobody takes one any more once they are closed.
#[derive(Debug)]
pub(super) struct Seats(AtomicUsize);

/// Beside the number of those taken.
const CLOSED: usize = 1 << (usize::BITS - 1);

impl Seats {
    pub(super) fn new() -> Self {
        Self(AtomicUsize::new(0))
    }

    /// Takes one of `most`. Where all are free, only if `may_be_first`.
    #[inline]
    pub(super) fn take(&self, most: usize, may_be_first: impl Fn() -> bool) -> bool {
        let mut taken = self.0.load(Ordering::Relaxed);
        loop {
            // Closed ones count as more than there can be.
            if taken >= most.min(CLOSED) || (taken == 0 && !may_be_first()) {
                return false;
            }
            let (success, failure) = (Ordering::SeqCst, Ordering::Relaxed);
            match (self.0).compare_exchange_weak(taken, taken + 1, success, failure) {
                Ok(_) => return true,
                Err(now) => taken = now,
            }
        }
    }

    /// Gives one back. Whether it was the last one taken of seats that are
    /// closed.
    #[inline]
    pub(super) fn leave(&self) -> bool {
        self.0.fetch_sub(1, Ordering::SeqCst) == CLOSED + 1
    }

    /// Lets nobody take one any more. Whether none was taken.
    pub(super) fn close(&self) -> bool {
        self.0.fetch_or(CLOSED, Ordering::SeqCst) == 0
    }

    pub(super) fn are_free(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}
