//! A connection that calls share.

use super::Pool;
use super::limits::Limits;
use super::seats::Seats;
use crate::client::socket::SocketLine;
use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

/// A connection that calls share, and who uses it.
pub(super) struct Shared {
    pub(super) line: Arc<SocketLine>,
    pub(super) seats: Seats,
    /// When the last call began.
    used: AtomicU64,
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

    /// Takes a seat. Where nobody has one and the connection is not fresh, only
    /// if it `is_open`.
    #[inline]
    pub(super) fn seat(&self, limits: &Limits, now: u64, is_open: impl Fn(&Self) -> bool) -> bool {
        let may_be_first = || limits.is_fresh(self.used(), now) || is_open(self);
        let is_seated = self.seats.take(limits.sharing, may_be_first);
        if is_seated {
            self.used.store(now, Ordering::Relaxed);
        }
        is_seated
    }

    /// Gives a seat back; see [`Seats::leave`].
    #[inline]
    pub(super) fn leave(&self) -> bool {
        self.seats.leave()
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
