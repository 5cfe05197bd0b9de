//! A connection that calls share.

use super::Pool;
use super::limits::Limits;
use super::seats::Seats;
use crate::client::socket::SocketLine;
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

/// A connection that calls share, and who uses it.
pub(super) struct Shared {
    pub(super) line: Arc<SocketLine>,
    pub(super) seats: Seats,
    /// When the last call began.
    used: AtomicU64,
}

/// Whether a call has got a seat.
pub(super) enum Seated {
    Yes,
    Full,
    /// The connection carries no calls any more.
    Closed,
}

thread_local! {
    /// The pool by its address, which is not used again while the connection
    /// is there: only the pool and its calls hold it.
    static LAST: RefCell<(usize, Weak<Shared>)> = const { RefCell::new((0, Weak::new())) };
}

/// The connection of `pool` on which the thread has had its last seat.
#[inline]
pub(super) fn last_of(pool: &Arc<Pool>) -> Option<Arc<Shared>> {
    let last = LAST.try_with(|last| {
        let last = last.borrow();
        let is_of_it = last.0 == Arc::as_ptr(pool).addr();
        if is_of_it { last.1.upgrade() } else { None }
    });
    last.ok().flatten()
}

/// Has [`last_of`] find it.
pub(super) fn set_last(pool: &Arc<Pool>, shared: &Arc<Shared>) {
    let last = (Arc::as_ptr(pool).addr(), Arc::downgrade(shared));
    let _ = LAST.try_with(|place| place.replace(last));
}

impl Shared {
    pub(super) fn new(line: Arc<SocketLine>, now: u64) -> Arc<Self> {
        Arc::new(Self {
            line,
            seats: Seats::new(),
            used: AtomicU64::new(now),
        })
    }

    /// Takes a seat without a look at the connection; where nobody has one, only
    /// if it is fresh.
    #[inline]
    pub(super) fn seat(&self, limits: &Limits, now: u64) -> bool {
        let is_fresh = || limits.is_fresh(self.used(), now);
        let is_seated = self.seats.take(limits.sharing, is_fresh);
        if is_seated {
            self.used.store(now, Ordering::Relaxed);
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
        if self.seats.take_in_turn(limits.sharing, is_usable) {
            self.used.store(now, Ordering::Relaxed);
            return Seated::Yes;
        }
        if is_closed.get() {
            Seated::Closed
        } else {
            Seated::Full
        }
    }

    #[inline]
    pub(super) fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// Whether it can carry further calls although one has failed.
    #[cold]
    pub(super) fn is_good(&self, limits: &Limits) -> bool {
        self.line.is_shareable() && self.line.abandoned() < limits.sharing
    }
}
