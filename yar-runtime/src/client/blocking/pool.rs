//! Connections between calls, and who may have one.

use super::clock::Clock;
use super::connection::Connection;
use crate::client::settings::Settings;
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
    idle: Vec<(Connection, Instant)>,
}

/// The right to make a call. What connection it has when it is dropped goes
/// back to the pool.
pub(super) struct Place<'a> {
    pool: &'a Pool,
    pub(super) connection: Option<Connection>,
}

impl Pool {
    /// What the settings of a client ask for.
    pub(super) fn of(settings: &Settings) -> Self {
        Self {
            state: Mutex::new(State {
                free: settings.max_connections,
                idle: Vec::new(),
            }),
            freed: Condvar::new(),
            idle_timeout: settings.idle_timeout,
        }
    }

    /// A place, and a connection that is still good if there is one; `None`
    /// when the time is up first.
    pub(super) fn place(&self, clock: Clock) -> Option<Place<'_>> {
        let mut state = self.lock();
        while state.free == 0 {
            let waited = self.freed.wait_timeout(state, clock.left()?);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        state.free -= 1;
        Some(Place {
            pool: self,
            connection: state.pick(self.idle_timeout),
        })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The connection used last. Once one turns out closed, all that are go.
    fn pick(&mut self, idle_timeout: Duration) -> Option<Connection> {
        let is_good = |connection: &mut Connection, since: Instant| {
            since.elapsed() <= idle_timeout && connection.is_quiet()
        };
        let (mut connection, since) = self.idle.pop()?;
        if is_good(&mut connection, since) {
            self.let_go_of_old(idle_timeout);
            return Some(connection);
        }
        self.idle
            .retain_mut(|(connection, since)| is_good(connection, *since));
        self.idle.pop().map(|(connection, _)| connection)
    }

    /// Those that are not needed any more would never be looked at, and their
    /// servers may have closed them long ago.
    fn let_go_of_old(&mut self, idle_timeout: Duration) {
        let is_old = |(_, since): &&(Connection, Instant)| since.elapsed() > idle_timeout;
        let count = self.idle.iter().take_while(is_old).count();
        self.idle.drain(..count);
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut state = self.pool.lock();
        if let Some(connection) = self.connection.take() {
            state.idle.push((connection, Instant::now()));
        }
        state.free += 1;
        drop(state);
        self.pool.freed.notify_one();
    }
}
