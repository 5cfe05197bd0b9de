//! Connections between calls, and who may have one.

mod last;
mod limits;
mod place;
mod seats;
mod shared;
mod state;

pub(super) use place::{Given, Place};

use super::settings::Settings;
use limits::Limits;
use place::Held;
use seats::{Left, look_twice};
use shared::Shared;
use state::State;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::oneshot;

/// The connections to one address.
///
/// A call needs a place: a seat on a connection that calls can share, or the
/// right to a connection for itself, of which there are as many as
/// connections are allowed.
///
/// Times are nanoseconds since the pool was made.
pub(super) struct Pool {
    state: Mutex<State>,
    /// When a connection may have been unused for too long. Until then a seat
    /// can be taken without a look at the others.
    sweep: AtomicU64,
    limits: Limits,
    made: Instant,
}

impl Pool {
    /// What the settings of a client ask for.
    pub(super) fn of(settings: &Settings) -> Arc<Self> {
        let limits = Limits::of(settings);
        Arc::new(Self {
            state: Mutex::new(State::new(&limits)),
            sweep: AtomicU64::new(u64::MAX),
            limits,
            made: Instant::now(),
        })
    }

    /// A place, if nobody waits for one and one is free, and else word of one
    /// later.
    #[inline]
    pub(super) fn place(
        self: &Arc<Self>,
        now: Instant,
    ) -> Result<Place<'_>, oneshot::Receiver<Given>> {
        let now = self.since_made(now);
        match self.seat_as_before(now) {
            Some(shared) => Ok(Place::new(self, Held::Seat(shared), now)),
            None => self.place_anywhere(now),
        }
    }

    /// A seat on the connection that the thread has found last. Calls from
    /// many threads would be in each other's way under the lock.
    #[inline]
    fn seat_as_before(self: &Arc<Self>, now: u64) -> Option<Arc<Shared>> {
        if now >= self.sweep.load(Ordering::Relaxed) {
            return None;
        }
        let shared = last::find(self)?;
        let is_seated = shared.seat(&self.limits, now);
        is_seated.then_some(shared)
    }

    fn place_anywhere(self: &Arc<Self>, now: u64) -> Result<Place<'_>, oneshot::Receiver<Given>> {
        let mut state = self.lock();
        if !state.is_waited_for() {
            let pick = |state: &mut State| state.pick(self, now);
            if let Some(held) = look_twice(&mut *state, pick, State::want_seats) {
                return Ok(Place::new(self, held, now));
            }
        }
        Err(state.wait())
    }

    /// Puts back what a call has had, other than a seat that it leaves well.
    #[cold]
    fn take_back(self: &Arc<Self>, held: Held, is_good: bool, now: u64) {
        let mut state = self.lock();
        match held {
            Held::Seat(shared) if shared.is_good(&self.limits) => state.leave(&shared),
            Held::Seat(shared) => state.leave_bad(&shared),
            Held::Own(Some(line)) if is_good => state.put_back(self, line, now),
            Held::Own(_) => state.free += 1,
        }
        state.hand_on(self, now);
    }

    /// Gives back a seat on a connection that is good.
    #[inline]
    fn leave(self: &Arc<Self>, shared: Arc<Shared>, now: u64) {
        let left = shared.leave();
        last::keep(shared);
        if left.is_wanted || left.is_last {
            self.hand_on(left, now);
        }
    }

    #[cold]
    fn hand_on(self: &Arc<Self>, left: Left, now: u64) {
        let mut state = self.lock();
        state.free += isize::from(left.is_last);
        state.hand_on(self, now);
    }

    #[inline]
    fn since_made(&self, time: Instant) -> u64 {
        limits::nanos(time.saturating_duration_since(self.made))
    }

    #[inline]
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
