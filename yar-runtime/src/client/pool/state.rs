//! What a pool keeps under its lock.

use super::Pool;
use super::last;
use super::limits::Limits;
use super::place::{Given, Held};
use super::shared::{Seated, Shared};
use crate::client::socket::SocketLine;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::oneshot;

pub(super) struct State {
    /// Calls that may have a connection for themselves. Below zero while more
    /// have one.
    pub(super) free: isize,
    /// With the time of their last use.
    idle: Vec<(Arc<SocketLine>, u64)>,
    shared: Vec<Arc<Shared>>,
    waiting: VecDeque<oneshot::Sender<Given>>,
}

impl Drop for State {
    /// Threads may still hold what is shared.
    fn drop(&mut self) {
        for shared in &self.shared {
            shared.close();
        }
    }
}

impl State {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            free: isize::try_from(limits.connections).unwrap_or(isize::MAX / 2),
            idle: Vec::new(),
            shared: Vec::new(),
            waiting: VecDeque::new(),
        }
    }

    /// What a call may use, if there is anything.
    pub(super) fn pick(&mut self, pool: &Arc<Pool>, now: u64) -> Option<Held> {
        if now >= pool.sweep.load(Ordering::Relaxed) {
            self.let_go_of_old(pool, now);
        }
        if let Some(seat) = self.pick_seat(pool, now) {
            return Some(seat);
        }
        if self.free <= 0 {
            return None;
        }
        self.free -= 1;
        Some(Held::Own(self.pick_idle(pool, now)))
    }

    /// The same for a call that may have a connection for itself already.
    pub(super) fn pick_instead(&mut self, pool: &Arc<Pool>, now: u64) -> Held {
        match self.pick_seat(pool, now) {
            Some(seat) => {
                self.free += 1;
                seat
            }
            None => Held::Own(self.pick_idle(pool, now)),
        }
    }

    fn pick_seat(&mut self, pool: &Arc<Pool>, now: u64) -> Option<Held> {
        let limits = &pool.limits;
        let mut at = 0;
        while let Some(shared) = self.shared.get(at) {
            match shared.seat_in_turn(limits, now) {
                Seated::Yes => {
                    last::set(pool, shared);
                    return Some(Held::Seat(Arc::clone(shared)));
                }
                Seated::Full => at += 1,
                Seated::Closed => self.remove(at),
            }
        }
        None
    }

    /// A connection with nobody on it. Where the last one turns out closed, all
    /// that are closed are let go.
    fn pick_idle(&mut self, pool: &Pool, now: u64) -> Option<Arc<SocketLine>> {
        let (line, used) = self.idle.pop()?;
        if pool.limits.is_usable(&line, used, now) {
            return Some(line);
        }
        self.let_go_of_closed(pool, now);
        self.idle.pop().map(|(line, _)| line)
    }

    #[cold]
    pub(super) fn let_go_of_closed(&mut self, pool: &Pool, now: u64) {
        self.idle
            .retain(|(line, used)| pool.limits.is_open(line, *used, now));
    }

    /// Those that are not needed any more would never be looked at, and their
    /// servers may have closed them long ago.
    #[cold]
    fn let_go_of_old(&mut self, pool: &Pool, now: u64) {
        let limits = &pool.limits;
        self.idle.retain(|(_, used)| !limits.is_old(*used, now));
        // The first one is in use.
        let mut at = 1;
        while let Some(shared) = self.shared.get(at) {
            if shared.is_unused() && limits.is_old(shared.used(), now) {
                self.remove(at);
            } else {
                at += 1;
            }
        }
        let shared = self.shared.iter().skip(1).map(|shared| {
            let is_unused = shared.is_unused();
            if is_unused { shared.used() } else { now }
        });
        let oldest = self.idle.iter().map(|(_, used)| *used).chain(shared).min();
        let next = oldest.map_or(u64::MAX, |used| limits.old_at(used));
        pool.sweep.store(next, Ordering::Relaxed);
    }

    /// Puts back a connection that was one call's and can carry further ones.
    pub(super) fn put_back(&mut self, pool: &Pool, line: Arc<SocketLine>, now: u64) {
        if line.is_shareable() {
            // Seats on it need no right to a connection.
            let shared = Shared::new(line, now);
            shared.want(self.is_waited_for());
            self.shared.push(shared);
        } else {
            self.free += 1;
            self.idle.push((line, now));
        }
        if self.shared.len() > 1 || !self.idle.is_empty() {
            let old_at = pool.limits.old_at(now);
            pool.sweep.fetch_min(old_at, Ordering::Relaxed);
        }
    }

    /// Gives back a seat on a connection that is good for no further call.
    #[cold]
    pub(super) fn leave_bad(&mut self, shared: &Arc<Shared>) {
        if let Some(at) = self.shared.iter().position(|one| Arc::ptr_eq(one, shared)) {
            self.remove(at);
        }
        self.leave(shared);
    }

    #[cold]
    pub(super) fn leave(&mut self, shared: &Shared) {
        self.free += isize::from(shared.leave().is_last);
    }

    /// Has nobody take a seat of it any more. Its right to a connection is free
    /// when the last one has left.
    #[cold]
    fn remove(&mut self, at: usize) {
        let shared = self.shared.swap_remove(at);
        self.free += isize::from(shared.close());
    }

    pub(super) fn is_waited_for(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Has whoever leaves a seat give it to those who wait.
    pub(super) fn want_seats(&self, are_wanted: bool) {
        for shared in &self.shared {
            shared.want(are_wanted);
        }
    }

    /// Word of a place when there is one.
    pub(super) fn wait(&mut self) -> oneshot::Receiver<Given> {
        let (sender, receiver) = oneshot::channel();
        self.waiting.push_back(sender);
        receiver
    }

    /// Gives what is free to those who wait, in their order.
    #[inline]
    pub(super) fn hand_on(&mut self, pool: &Arc<Pool>, now: u64) {
        if self.is_waited_for() {
            self.hand_on_to_some(pool, now);
        }
    }

    #[cold]
    fn hand_on_to_some(&mut self, pool: &Arc<Pool>, now: u64) {
        while let Some(waiting) = self.waiting.pop_front() {
            if waiting.is_closed() {
                continue;
            }
            let Some(held) = self.pick(pool, now) else {
                self.waiting.push_front(waiting);
                return;
            };
            // Its drop would want the lock that is held here.
            let refused = waiting.send(Given::new(pool, held)).err();
            match refused.and_then(Given::into_held) {
                Some(Held::Seat(shared)) => self.leave(&shared),
                Some(Held::Own(Some(line))) => self.put_back(pool, line, now),
                Some(Held::Own(None)) => self.free += 1,
                None => {}
            }
        }
        self.want_seats(false);
    }
}
