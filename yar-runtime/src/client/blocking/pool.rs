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
}

struct State {
    free: usize,
    /// Callers that wait for one to get free.
    waiting: usize,
    /// With when the last call over each began.
    idle: Vec<(Box<Connection>, Instant)>,
}

/// The right to make a call. What connection it has when it is dropped goes
/// back to the pool.
pub(super) struct Place<'a> {
    pool: &'a Pool,
    pub(super) connection: Option<Box<Connection>>,
    /// When it was got.
    pub(super) now: Instant,
}

impl Pool {
    /// What the settings of a client ask for.
    pub(super) fn of(settings: &Settings) -> Self {
        Self {
            state: Mutex::new(State {
                free: settings.max_connections,
                waiting: 0,
                idle: Vec::new(),
            }),
            freed: Condvar::new(),
            idle_timeout: settings.idle_timeout.min(FOREVER),
        }
    }

    /// A place, and a connection that is still good if there is one; `None`
    /// when the time is up first.
    pub(super) fn place(&self, clock: &Clock, mut now: Instant) -> Option<Place<'_>> {
        let mut state = self.lock();
        while state.free == 0 {
            let left = clock.left_at(now)?;
            state.waiting += 1;
            let waited = self.freed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            state.waiting -= 1;
            now = Instant::now();
        }
        state.free -= 1;
        Some(Place {
            pool: self,
            connection: state.pick(self.idle_timeout, now),
            now,
        })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The connection used last. Once one turns out closed, all that are go.
    fn pick(&mut self, idle_timeout: Duration, now: Instant) -> Option<Box<Connection>> {
        /// Since then a peer that keeps connections can hardly have changed its
        /// mind, and to ask the system would take a large part of such a call.
        const FRESH: Duration = Duration::from_micros(100);
        let is_good = |connection: &mut Connection, since: Instant| {
            connection.is_kept() && now < since + FRESH.min(idle_timeout)
                || since + idle_timeout >= now && connection.is_quiet()
        };
        let (mut connection, since) = self.idle.pop()?;
        if is_good(&mut connection, since) {
            self.let_go_of_old(idle_timeout, now);
            return Some(connection);
        }
        self.idle
            .retain_mut(|(connection, since)| is_good(connection, *since));
        self.idle.pop().map(|(connection, _)| connection)
    }

    /// Those that are not needed any more would never be looked at, and their
    /// servers may have closed them long ago.
    fn let_go_of_old(&mut self, idle_timeout: Duration, now: Instant) {
        let is_old = |(_, since): &&(Box<Connection>, Instant)| *since + idle_timeout < now;
        let count = self.idle.iter().take_while(is_old).count();
        if count > 0 {
            self.idle.drain(..count);
        }
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut state = self.pool.lock();
        if let Some(connection) = self.connection.take() {
            state.idle.push((connection, self.now));
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
