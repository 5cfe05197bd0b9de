//! Connections between calls, and who may have one.

use super::clock::Clock;
use super::connection::Connection;
use crate::client::settings::Settings;
use crate::transport::FOREVER;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The connections of a client.
pub(super) struct Pool {
    state: Mutex<State>,
    freed: Condvar,
    idle_timeout: Duration,
    /// So long after a call its connection is taken for open, where the peer
    /// keeps connections.
    fresh: Duration,
}

/// Since then a peer that keeps connections can hardly have changed its mind,
/// and to ask the system would take a large part of such a call.
const FRESH: Duration = Duration::from_micros(100);

struct State {
    free: usize,
    /// Callers that wait for one to get free.
    waiting: usize,
    #[expect(clippy::vec_box, reason = "every call takes one out and puts it back")]
    idle: Vec<Box<Connection>>,
}

/// The right to make a call, and a connection.
pub(super) struct Place<'a> {
    pool: &'a Pool,
    pub(super) connection: Option<Box<Connection>>,
    /// The connection can carry further calls: it goes back to the pool.
    pub(super) is_good: bool,
    /// When it was got.
    pub(super) now: Instant,
}

impl Pool {
    /// What the settings of a client ask for.
    pub(super) fn of(settings: &Settings) -> Self {
        let idle_timeout = settings.idle_timeout.min(FOREVER);
        Self {
            state: Mutex::new(State {
                free: settings.max_connections,
                waiting: 0,
                idle: Vec::new(),
            }),
            freed: Condvar::new(),
            idle_timeout,
            fresh: idle_timeout.min(FRESH),
        }
    }

    /// A place, and a connection that is still good if there is one; `None`
    /// when the time is up first.
    #[inline]
    pub(super) fn place(&self, clock: &Clock, mut now: Instant) -> Option<Place<'_>> {
        let mut state = self.lock();
        if state.free == 0 {
            (state, now) = self.wait(state, clock, now)?;
        }
        state.free -= 1;
        Some(Place {
            pool: self,
            connection: self.pick(&mut state, now),
            is_good: false,
            now,
        })
    }

    /// Waits until a place is free, and tells what time it is then.
    #[cold]
    fn wait<'a>(
        &self,
        mut state: MutexGuard<'a, State>,
        clock: &Clock,
        mut now: Instant,
    ) -> Option<(MutexGuard<'a, State>, Instant)> {
        while state.free == 0 {
            let left = clock.left_at(now)?;
            state.waiting += 1;
            let waited = self.freed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            state.waiting -= 1;
            now = Instant::now();
        }
        Some((state, now))
    }

    /// The connection used last.
    #[inline]
    fn pick(&self, state: &mut State, now: Instant) -> Option<Box<Connection>> {
        let is_fresh = |one: &mut Box<Connection>| one.is_kept() && now < one.used + self.fresh;
        let Some(connection) = state.idle.pop_if(is_fresh) else {
            return self.look_for(state, now);
        };
        if !state.idle.is_empty() {
            self.let_go_of_old(state, now);
        }
        Some(connection)
    }

    /// The same where the system is asked. Once one turns out closed, all that
    /// are go.
    #[cold]
    fn look_for(&self, state: &mut State, now: Instant) -> Option<Box<Connection>> {
        let is_good =
            |one: &mut Box<Connection>| one.used + self.idle_timeout >= now && one.is_quiet();
        let mut connection = state.idle.pop()?;
        if is_good(&mut connection) {
            self.let_go_of_old(state, now);
            return Some(connection);
        }
        state.idle.retain_mut(is_good);
        state.idle.pop()
    }

    /// Those that are not needed any more would never be looked at, and their
    /// servers may have closed them long ago.
    #[cold]
    fn let_go_of_old(&self, state: &mut State, now: Instant) {
        let idle = state.idle.iter();
        let old = idle.take_while(|one| one.used + self.idle_timeout < now);
        let count = old.count();
        state.idle.drain(..count);
    }

    #[inline]
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place<'_> {
    /// The answer that its connection has brought.
    #[inline]
    pub(super) fn answer(&self) -> &[u8] {
        self.connection.as_deref().map_or(&[], Connection::answer)
    }
}

impl Drop for Place<'_> {
    #[inline]
    fn drop(&mut self) {
        if !self.is_good {
            self.connection = None;
        }
        let mut state = self.pool.lock();
        if let Some(mut connection) = self.connection.take() {
            connection.used = self.now;
            state.idle.push(connection);
        }
        state.free += 1;
        let is_wanted = state.waiting > 0;
        drop(state);
        // It would be a system call for every call.
        if is_wanted {
            self.pool.freed.notify_one();
        }
    }
}
