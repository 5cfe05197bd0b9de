//! The connection that a thread has used last.

use super::Pool;
use super::shared::Shared;
use std::cell::RefCell;
use std::sync::{Arc, Weak};

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
pub(super) fn find(pool: &Arc<Pool>) -> Option<Arc<Shared>> {
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

/// Has [`find`] find it.
pub(super) fn set(pool: &Arc<Pool>, shared: &Arc<Shared>) {
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
