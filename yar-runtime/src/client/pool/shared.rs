//! A connection that calls share.

use super::Pool;
use super::limits::Limits;
use super::seats::{Left, Seats};
use crate::client::socket::SocketLine;
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

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

/// Where a thread has had its last seat.
struct Last {
    /// The pool by its address. Another one at the same address finds its seats
    /// closed.
    pool: usize,
    shared: Weak<Shared>,
    /// The same, left there by the last call: to count who holds a connection
    /// costs as much as to count its seats.
    spare: Option<Arc<Shared>>,
}

thread_local! {
    static LAST: RefCell<Last> = const {
        RefCell::new(Last { pool: 0, shared: Weak::new(), spare: None })
    };
}

/// The connection of `pool` on which the thread has had its last seat.
#[inline]
pub(super) fn last_of(pool: &Arc<Pool>) -> Option<Arc<Shared>> {
    let last = LAST.try_with(|last| {
        let mut last = last.borrow_mut();
        if last.pool != Arc::as_ptr(pool).addr() {
            return None;
        }
        let spare = last.spare.take();
        spare.or_else(|| last.shared.upgrade())
    });
    last.ok().flatten()
}

/// Has [`last_of`] find it.
pub(super) fn set_last(pool: &Arc<Pool>, shared: &Arc<Shared>) {
    let last = Last {
        pool: Arc::as_ptr(pool).addr(),
        shared: Arc::downgrade(shared),
        spare: None,
    };
    let _ = LAST.try_with(|place| place.replace(last));
}

/// Leaves it there for the next call.
#[inline]
pub(super) fn keep(shared: Arc<Shared>) {
    let _ = LAST.try_with(|last| {
        let mut last = last.borrow_mut();
        if last.spare.is_none() && Weak::as_ptr(&last.shared) == Arc::as_ptr(&shared) {
            last.spare = Some(shared);
        }
    });
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
