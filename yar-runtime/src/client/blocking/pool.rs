//! Connections and buffers between calls, and who may have one.

use super::client::Clock;
use super::connection::Connection;
use crate::client::retry::Budget;
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
    buffers: Vec<Vec<u8>>,
    budget: Budget,
}

/// The right to make a call. What connection it has when it is dropped goes
/// back to the pool.
pub(super) struct Place<'a> {
    pool: &'a Pool,
    pub(super) connection: Option<Connection>,
}

/// Spare buffers at most.
const SPARE: usize = 256;
/// What a spare buffer may keep.
const KEEP: usize = 64 * 1024;

impl Pool {
    pub(super) fn new(connections: usize, idle_timeout: Duration) -> Self {
        Self {
            state: Mutex::new(State {
                free: connections,
                idle: Vec::new(),
                buffers: Vec::new(),
                budget: Budget::new(),
            }),
            freed: Condvar::new(),
            idle_timeout,
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

    pub(super) fn take_buffers(&self) -> (Vec<u8>, Vec<u8>) {
        let mut state = self.lock();
        state.budget.earn();
        let request = state.buffers.pop().unwrap_or_default();
        (request, state.buffers.pop().unwrap_or_default())
    }

    /// Whether another try may be made.
    pub(super) fn spend_on_retry(&self) -> bool {
        self.lock().budget.spend()
    }

    pub(super) fn put_back_buffers(&self, returned: [Vec<u8>; 2]) {
        let mut state = self.lock();
        for mut buffer in returned {
            if buffer.capacity() <= KEEP && state.buffers.len() < SPARE {
                buffer.clear();
                state.buffers.push(buffer);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The connection used last. Once one turns out closed, all that are go.
    fn pick(&mut self, idle_timeout: Duration) -> Option<Connection> {
        let is_good = |connection: &Connection, since: Instant| {
            since.elapsed() <= idle_timeout && connection.is_quiet()
        };
        let (connection, since) = self.idle.pop()?;
        if is_good(&connection, since) {
            return Some(connection);
        }
        self.idle
            .retain(|(connection, since)| is_good(connection, *since));
        self.idle.pop().map(|(connection, _)| connection)
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
