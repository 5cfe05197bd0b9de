//! A connection that calls share.

use super::limits::Limits;
use super::seats::{Left, Seats};
use crate::client::socket::SocketLine;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A connection that calls share, and who uses it.
pub(super) struct Shared {
    pub(super) line: Arc<SocketLine>,
    usage: Usage,
}

/// Apart from what is only read: every call writes to it.
#[repr(align(64))]
struct Usage {
    seats: Seats,
    /// When the last call began.
    began: AtomicU64,
}

/// Whether a call has got a seat.
pub(super) enum Seated {
    Yes,
    Full,
    /// The connection carries no calls any more.
    Closed,
}

impl Shared {
    pub(super) fn new(line: Arc<SocketLine>, now: u64) -> Arc<Self> {
        Arc::new(Self {
            line,
            usage: Usage {
                seats: Seats::new(),
                began: AtomicU64::new(now),
            },
        })
    }

    /// Takes a seat without a look at the connection; where nobody has one, only
    /// if it is fresh.
    #[inline]
    pub(super) fn seat(&self, limits: &Limits, now: u64) -> bool {
        let is_fresh = || limits.is_fresh(self.used(), now);
        let is_seated = self.usage.seats.take(limits.sharing, is_fresh);
        if is_seated {
            self.usage.began.store(now, Ordering::Relaxed);
        }
        is_seated
    }

    /// The same for whoever is next; where nobody has a seat, if the connection
    /// is open.
    pub(super) fn seat_in_turn(&self, limits: &Limits, now: u64) -> Seated {
        let is_closed = Cell::new(false);
        let is_usable = || {
            is_closed.set(!limits.is_usable(&self.line, self.used(), now));
            !is_closed.get()
        };
        if self.usage.seats.take_in_turn(limits.sharing, is_usable) {
            self.usage.began.store(now, Ordering::Relaxed);
            return Seated::Yes;
        }
        if is_closed.get() {
            Seated::Closed
        } else {
            Seated::Full
        }
    }

    /// Gives a seat back. A connection on which nobody takes one any more is
    /// closed by the last one who leaves.
    #[inline]
    pub(super) fn leave(&self) -> Left {
        let left = self.usage.seats.leave();
        if left.is_last {
            self.line.close();
        }
        left
    }

    /// Lets nobody take a seat any more. Whether nobody has one.
    pub(super) fn close(&self) -> bool {
        let is_unused = self.usage.seats.close();
        if is_unused {
            self.line.close();
        }
        is_unused
    }

    /// See [`Seats::want`].
    pub(super) fn want(&self, is_wanted: bool) {
        self.usage.seats.want(is_wanted);
    }

    pub(super) fn is_unused(&self) -> bool {
        self.usage.seats.are_free()
    }

    /// When the last call began.
    #[inline]
    pub(super) fn used(&self) -> u64 {
        self.usage.began.load(Ordering::Relaxed)
    }

    /// Whether it can carry further calls although one has failed.
    #[cold]
    pub(super) fn is_good(&self, limits: &Limits) -> bool {
        self.line.is_shareable() && self.line.abandoned() < limits.sharing
    }
}
