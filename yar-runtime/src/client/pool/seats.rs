//! How many calls a connection carries.

use crate::client::sync::{AtomicUsize, Ordering::Relaxed};

/// The seats of a connection that calls share, counted without a lock.
///
/// Beside the number of those taken it says whether anybody waits for one:
/// where a single word says both, whoever leaves a seat either sees that it is
/// wanted, or has left before whoever wants it looks again.
#[derive(Debug)]
pub(crate) struct Seats(AtomicUsize);

/// Nobody takes one any more.
const CLOSED: usize = 1 << (usize::BITS - 1);
/// Somebody waits for one. Who comes later is to wait, too.
const WANTED: usize = CLOSED >> 1;

/// What was found by whoever left a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Left {
    /// Somebody waits for it.
    pub(crate) is_wanted: bool,
    /// It was the last one taken of seats that are closed.
    pub(crate) is_last: bool,
}

/// What `pick` finds for a call that comes when nobody waits. Where that is
/// nothing, seats are wanted from then on; one that was left before that was
/// known is found by another look.
pub(crate) fn look_twice<State, Found>(
    state: &mut State,
    mut pick: impl FnMut(&mut State) -> Option<Found>,
    want: impl Fn(&State, bool),
) -> Option<Found> {
    if let Some(found) = pick(state) {
        return Some(found);
    }
    want(state, true);
    let found = pick(state)?;
    want(state, false);
    Some(found)
}

impl Seats {
    pub(crate) fn new() -> Self {
        Self(AtomicUsize::new(0))
    }

    /// Takes one of `most`, unless somebody waits for it. Where all are free,
    /// only if `may_be_first`.
    #[inline]
    pub(crate) fn take(&self, most: usize, may_be_first: impl Fn() -> bool) -> bool {
        self.take_beside(0, most, may_be_first)
    }

    /// The same for whoever waits.
    pub(crate) fn take_in_turn(&self, most: usize, may_be_first: impl Fn() -> bool) -> bool {
        self.take_beside(WANTED, most, may_be_first)
    }

    #[inline]
    fn take_beside(&self, flag: usize, most: usize, may_be_first: impl Fn() -> bool) -> bool {
        let mut state = self.0.load(Relaxed);
        loop {
            // With a flag it is more than there can be.
            let taken = state & !flag;
            if taken >= most.min(WANTED) || (taken == 0 && !may_be_first()) {
                return false;
            }
            match (self.0).compare_exchange_weak(state, state + 1, Relaxed, Relaxed) {
                Ok(_) => return true,
                Err(now) => state = now,
            }
        }
    }

    /// Gives one back.
    #[inline]
    pub(crate) fn leave(&self) -> Left {
        let state = self.0.fetch_sub(1, Relaxed);
        Left {
            is_wanted: state & WANTED > 0,
            is_last: state & !WANTED == CLOSED + 1,
        }
    }

    /// Has whoever leaves a seat know that somebody waits for one, or that
    /// nobody does any more.
    pub(crate) fn want(&self, is_wanted: bool) {
        if is_wanted {
            self.0.fetch_or(WANTED, Relaxed);
        } else {
            self.0.fetch_and(!WANTED, Relaxed);
        }
    }

    /// Lets nobody take one any more. Whether none was taken.
    pub(crate) fn close(&self) -> bool {
        self.0.fetch_or(CLOSED, Relaxed) & !WANTED == 0
    }

    pub(crate) fn are_free(&self) -> bool {
        self.0.load(Relaxed) & !WANTED == 0
    }
}
