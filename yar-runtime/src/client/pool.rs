//! Connections between calls, and who may have one.

use super::settings::Settings;
use super::socket::{Socket, SocketLine};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::Instant;

/// The connections to one address.
///
/// A call needs a place. There are as many as connections are allowed, and
/// more for each connection that calls can share. Whoever has a place finds a
/// connection with room, or may make one.
pub(super) struct Pool {
    state: Mutex<State>,
    settings: Limits,
}

/// What the settings of a client say of its connections.
#[derive(Debug, Clone, Copy)]
struct Limits {
    connections: usize,
    /// Calls at a time over one connection that can be shared.
    sharing: usize,
    idle: Duration,
    /// So long after a call its connection is taken for open. Whoever sends
    /// over it sees what the runtime knows of it.
    fresh: Duration,
}

/// A system call for every call would be felt where one follows another. Where
/// none does it is not, and a runtime that was kept from looking may not know
/// that the peer is gone.
const FRESH: Duration = Duration::from_millis(5);

struct State {
    /// Below zero while more are taken than there are now.
    free: isize,
    idle: Vec<(Arc<SocketLine>, Instant)>,
    shared: Vec<Shared>,
    waiting: VecDeque<oneshot::Sender<Place>>,
}

struct Shared {
    line: Arc<SocketLine>,
    users: usize,
    used: Instant,
}

/// The right to make a call, and a connection for it if there is one.
pub(super) struct Place {
    pool: Arc<Pool>,
    held: Option<Held>,
    /// When the call began.
    now: Instant,
    is_given_away: bool,
}

struct Held {
    line: Arc<SocketLine>,
    is_shared: bool,
    /// It can carry further calls, as far as this one knows.
    is_good: bool,
}

impl Pool {
    /// What the settings of a client ask for.
    pub(super) fn of(settings: &Settings) -> Arc<Self> {
        let limits = Limits {
            connections: settings.max_connections,
            sharing: settings.max_sharing,
            idle: settings.idle_timeout,
            fresh: settings.idle_timeout.min(FRESH),
        };
        Arc::new(Self {
            state: Mutex::new(State {
                free: isize::try_from(limits.connections).unwrap_or(isize::MAX / 2),
                idle: Vec::new(),
                shared: Vec::new(),
                waiting: VecDeque::new(),
            }),
            settings: limits,
        })
    }

    /// A place, if nobody waits for one and one is free, and else word of one
    /// later.
    pub(super) fn place(self: &Arc<Self>, now: Instant) -> Result<Place, oneshot::Receiver<Place>> {
        let mut state = self.lock();
        if state.free > 0 {
            state.free -= 1;
            let held = state.pick(&self.settings, now);
            return Ok(self.new_place(held, now));
        }
        let (sender, receiver) = oneshot::channel();
        state.waiting.push_back(sender);
        Err(receiver)
    }

    fn new_place(self: &Arc<Self>, held: Option<Held>, now: Instant) -> Place {
        Place {
            pool: Arc::clone(self),
            held,
            now,
            is_given_away: false,
        }
    }

    #[inline]
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// A connection with room. Those that turn out closed are let go, all of
    /// them once one is found.
    #[inline]
    fn pick(&mut self, limits: &Limits, now: Instant) -> Option<Held> {
        if let Some(held) = self.pick_shared(limits, now) {
            if self.shared.len() > 1 || !self.idle.is_empty() {
                self.let_go_of_old(limits, now);
            }
            return Some(held);
        }
        let (line, since) = self.idle.pop()?;
        if is_usable(&line, since, limits, now) {
            self.let_go_of_old(limits, now);
            return Some(Held::new(line, false));
        }
        self.let_go_of_closed(limits, now);
        self.idle.pop().map(|(line, _)| Held::new(line, false))
    }

    /// Apart, so that the usual way is short.
    #[cold]
    fn pick_again(&mut self, limits: &Limits, now: Instant) -> Option<Held> {
        self.pick(limits, now)
    }

    #[cold]
    fn let_go_of_closed(&mut self, limits: &Limits, now: Instant) {
        self.idle
            .retain(|(line, since)| is_open(line, *since, limits, now));
    }

    /// Those that are not needed any more would never be looked at, and their
    /// servers may have closed them long ago.
    #[cold]
    fn let_go_of_old(&mut self, limits: &Limits, now: Instant) {
        let is_old = |since: Instant| now.saturating_duration_since(since) > limits.idle;
        let idle = self.idle.iter();
        let count = idle.take_while(|(_, since)| is_old(*since)).count();
        self.idle.drain(..count);
        // The first one is in use.
        let mut rest = self.shared.iter().skip(1);
        while let Some(at) = rest.position(|one| one.users == 0 && is_old(one.used)) {
            self.remove_shared(at + 1, limits);
            rest = self.shared.iter().skip(1);
        }
    }

    #[inline]
    fn pick_shared(&mut self, limits: &Limits, now: Instant) -> Option<Held> {
        while let Some(at) = self
            .shared
            .iter()
            .position(|one| one.users < limits.sharing)
        {
            let shared = self.shared.get_mut(at)?;
            if shared.users > 0 || is_usable(&shared.line, shared.used, limits, now) {
                shared.users += 1;
                shared.used = now;
                return Some(Held::new(Arc::clone(&shared.line), true));
            }
            self.remove_shared(at, limits);
        }
        None
    }

    #[cold]
    fn remove_shared(&mut self, at: usize, limits: &Limits) {
        self.shared.swap_remove(at);
        self.free -= limits.more_for_sharing();
    }

    #[inline]
    fn put_back(&mut self, held: Held, limits: &Limits, now: Instant) {
        if held.is_shared {
            self.put_back_shared(&held, limits);
        } else {
            self.put_back_own(held, limits, now);
        }
    }

    fn put_back_own(&mut self, held: Held, limits: &Limits, now: Instant) {
        if held.is_good && held.line.is_shareable() {
            self.free += limits.more_for_sharing();
            self.shared.push(Shared {
                line: held.line,
                users: 0,
                used: now,
            });
        } else if held.is_good {
            self.idle.push((held.line, now));
        }
    }

    #[inline]
    fn put_back_shared(&mut self, held: &Held, limits: &Limits) {
        let at = (self.shared.iter()).position(|one| Arc::ptr_eq(&one.line, &held.line));
        let Some(at) = at else {
            return;
        };
        let is_stuck = || held.line.abandoned() >= limits.sharing;
        if !held.is_good && (!held.line.is_shareable() || is_stuck()) {
            self.remove_shared(at, limits);
        } else if let Some(shared) = self.shared.get_mut(at) {
            shared.users -= 1;
        }
    }

    /// Gives free places to those who wait, in their order.
    #[cold]
    fn hand_on(&mut self, pool: &Arc<Pool>, now: Instant) {
        while self.free > 0
            && let Some(waiting) = self.waiting.pop_front()
        {
            if waiting.is_closed() {
                continue;
            }
            self.free -= 1;
            let held = self.pick_again(&pool.settings, now);
            if let Err(mut place) = waiting.send(pool.new_place(held, now)) {
                // Its drop would want the lock that is held here.
                place.is_given_away = true;
                self.free += 1;
                if let Some(held) = place.held.take() {
                    self.put_back(held.good(), &pool.settings, now);
                }
            }
        }
    }
}

impl Limits {
    fn more_for_sharing(&self) -> isize {
        isize::try_from(self.sharing.saturating_sub(1)).unwrap_or(isize::MAX / 2)
    }
}

impl Place {
    #[inline]
    pub(super) fn line(&self) -> Option<&Arc<SocketLine>> {
        self.held.as_ref().map(|held| &held.line)
    }

    /// The call uses a connection of its own making.
    pub(super) fn set_line(&mut self, line: Arc<SocketLine>) -> &Arc<SocketLine> {
        &self.held.insert(Held::new(line, false)).line
    }

    /// The connection that was given is no good.
    pub(super) fn lose_line(&mut self) {
        if let Some(held) = self.held.take() {
            let mut state = self.pool.lock();
            state.put_back(held, &self.pool.settings, self.now);
        }
    }

    /// The same, and another one may be there instead.
    pub(super) fn replace_line(&mut self) {
        self.lose_line();
        let mut state = self.pool.lock();
        // It is not the only one that its server had.
        state.let_go_of_closed(&self.pool.settings, self.now);
        self.held = state.pick_again(&self.pool.settings, self.now);
    }

    /// The call wants a connection for itself.
    pub(super) fn lose_shared_line(&mut self) {
        self.keep_line();
        if self.held.as_ref().is_some_and(|held| held.is_shared) {
            self.lose_line();
        }
    }

    /// The call went well, and its connection can carry further ones.
    #[inline]
    pub(super) fn keep_line(&mut self) {
        if let Some(held) = &mut self.held {
            held.is_good = true;
        }
    }
}

impl Drop for Place {
    #[inline]
    fn drop(&mut self) {
        if self.is_given_away {
            return;
        }
        let mut state = self.pool.lock();
        if let Some(held) = self.held.take() {
            state.put_back(held, &self.pool.settings, self.now);
        }
        state.free += 1;
        if !state.waiting.is_empty() {
            state.hand_on(&self.pool, self.now);
        }
    }
}

impl Held {
    fn new(line: Arc<SocketLine>, is_shared: bool) -> Self {
        Self {
            line,
            is_shared,
            is_good: false,
        }
    }

    fn good(mut self) -> Self {
        self.is_good = true;
        self
    }
}

#[inline]
fn is_usable(line: &SocketLine, since: Instant, limits: &Limits, now: Instant) -> bool {
    now < since + limits.fresh || is_open(line, since, limits, now)
}

#[cold]
fn is_open(line: &SocketLine, since: Instant, limits: &Limits, now: Instant) -> bool {
    let unused = now.saturating_duration_since(since);
    unused <= limits.idle && line.is_sound(Socket::is_usable)
}
