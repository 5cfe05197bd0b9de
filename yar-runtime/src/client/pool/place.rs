//! What a call holds of a pool.

use super::Pool;
use super::shared::Shared;
use crate::client::socket::SocketLine;
use std::mem;
use std::sync::Arc;
use std::time::Instant;

/// The right to make a call, and a connection for it if there is one.
pub(in crate::client) struct Place<'a> {
    pool: &'a Arc<Pool>,
    held: Held,
    /// The connection can carry further calls, as far as this one knows.
    is_good: bool,
    /// When the call began.
    now: u64,
}

pub(super) enum Held {
    /// A seat on a connection that calls share.
    Seat(Arc<Shared>),
    /// The right to a connection for itself, and the connection.
    Own(Option<Arc<SocketLine>>),
}

/// A place on its way to a call that waits for one.
pub(in crate::client) struct Given {
    pool: Arc<Pool>,
    held: Option<Held>,
}

impl<'a> Place<'a> {
    #[inline]
    pub(super) fn new(pool: &'a Arc<Pool>, held: Held, now: u64) -> Self {
        Self {
            pool,
            held,
            is_good: false,
            now,
        }
    }

    #[inline]
    pub(in crate::client) fn line(&self) -> Option<&Arc<SocketLine>> {
        match &self.held {
            Held::Seat(shared) => Some(&shared.line),
            Held::Own(line) => line.as_ref(),
        }
    }

    /// The call uses a connection of its own making.
    pub(in crate::client) fn set_line(&mut self, line: Arc<SocketLine>) -> &Arc<SocketLine> {
        self.lose_line();
        match &mut self.held {
            Held::Own(own) => own.insert(line),
            Held::Seat(shared) => &shared.line,
        }
    }

    /// The connection that was given is no good.
    pub(in crate::client) fn lose_line(&mut self) {
        let held = mem::replace(&mut self.held, Held::Own(None));
        if let Held::Seat(shared) = held {
            let is_good = self.is_good || shared.is_good(&self.pool.limits);
            let mut state = self.pool.lock();
            if is_good {
                state.leave(&shared);
            } else {
                state.leave_bad(&shared);
            }
            // In its place goes the right to a connection, free or not.
            state.free -= 1;
            state.hand_on(self.pool, self.now);
        }
        self.is_good = false;
    }

    /// The same, and another one may be there instead.
    pub(in crate::client) fn replace_line(&mut self) {
        self.lose_line();
        let mut state = self.pool.lock();
        // It is not the only one that its server had.
        state.let_go_of_closed(self.pool, self.now);
        self.held = state.pick_instead(self.pool, self.now);
        state.hand_on(self.pool, self.now);
    }

    /// The call wants a connection for itself.
    pub(in crate::client) fn lose_shared_line(&mut self) {
        if matches!(self.held, Held::Seat(_)) {
            self.keep_line();
            self.lose_line();
        }
    }

    /// The call went well, and its connection can carry further ones.
    #[inline]
    pub(in crate::client) fn keep_line(&mut self) {
        self.is_good = true;
    }
}

impl Drop for Place<'_> {
    #[inline]
    fn drop(&mut self) {
        match mem::replace(&mut self.held, Held::Own(None)) {
            Held::Seat(shared) if self.is_good => self.pool.leave(shared, self.now),
            held => self.pool.take_back(held, self.is_good, self.now),
        }
    }
}

impl Given {
    pub(super) fn new(pool: &Arc<Pool>, held: Held) -> Self {
        Self {
            pool: Arc::clone(pool),
            held: Some(held),
        }
    }

    pub(super) fn into_held(mut self) -> Option<Held> {
        self.held.take()
    }

    /// As the place of a call that began at `now`.
    pub(in crate::client) fn into_place(self, pool: &Arc<Pool>, now: Instant) -> Place<'_> {
        let held = self.into_held().unwrap_or(Held::Own(None));
        Place::new(pool, held, pool.since_made(now))
    }
}

impl Drop for Given {
    /// Nobody has come for it.
    fn drop(&mut self) {
        if let Some(held) = self.held.take() {
            let now = self.pool.since_made(Instant::now());
            self.pool.take_back(held, true, now);
        }
    }
}
