//! The calls of one connection: many at a time, each polled only when it was
//! woken, answered in the order that the peer expects.
//!
//! A call that finishes at once costs no allocation: its slot is kept and
//! refilled. Knows futures and answers, not sockets.

use super::bell::{Bell, Rope};
use super::buffers::Output;
use super::ticker::{Deadline, Ticker};
use super::turns::Turns;
use crate::dispatch::{Beside, Load, Place, Reply, Slot};
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

/// The calls of one connection. Holds next to no memory before the first.
pub(super) struct Calls<Call> {
    bell: Arc<Bell>,
    slots: Vec<Seat<Call>>,
    /// The first of the empty slots, which lead from one to the next: idle
    /// connections need no list.
    free: usize,
    running: usize,
    turns: Turns,
    /// For the numbers of those that were woken.
    woken: Vec<usize>,
    load: Arc<Load>,
    ticker: Ticker,
    limit: Duration,
}

/// The number of no slot.
const NONE: usize = usize::MAX;

struct Seat<Call> {
    own: Pin<Box<Option<Call>>>,
    beside: Beside,
    rope: Arc<Rope>,
    waker: Waker,
    running: Option<Running>,
    /// The next empty slot, if this is one.
    next: usize,
}

/// What is known of a call that had to wait.
struct Running {
    /// Its place in the queue of answers; `None` where any order is fine.
    turn: Option<u64>,
    deadline: Deadline,
    /// Among the calls of all connections.
    place: Place,
}

impl<Call: Future<Output = Reply>> Calls<Call> {
    pub(super) fn new(load: &Arc<Load>, limit: Duration) -> Self {
        Self {
            load: Arc::clone(load),
            ticker: Ticker::new(&[limit]),
            limit,
            bell: Arc::default(),
            slots: Vec::new(),
            free: NONE,
            running: 0,
            turns: Turns::default(),
            woken: Vec::new(),
        }
    }

    /// Calls that have not finished.
    pub(super) fn running(&self) -> usize {
        self.running
    }

    #[cfg(test)]
    pub(super) fn slots(&self) -> usize {
        self.slots.len()
    }

    /// Bytes of answers whose turn has not come.
    pub(super) fn held(&self) -> usize {
        self.turns.held()
    }

    /// The slot for the next call, and whom that call has to wake.
    #[inline]
    pub(super) fn spare(&mut self) -> (Slot<'_, Call>, &Waker) {
        let number = match self.free {
            NONE => self.add_slot(),
            number => number,
        };
        #[expect(clippy::indexing_slicing, reason = "free slots are slots")]
        self.slots[number].slot()
    }

    #[cold]
    fn add_slot(&mut self) -> usize {
        let number = self.slots.len();
        if number == 0 {
            // Most connections never need a second one.
            self.slots.reserve_exact(1);
        }
        self.slots.push(Seat::new(&self.bell, number));
        self.free = number;
        number
    }

    /// The call in the spare slot has to wait.
    pub(super) fn wait(&mut self, any_order: bool, context: &mut Context<'_>) {
        let Some(slot) = self.slots.get_mut(self.free) else {
            return;
        };
        self.free = slot.next;
        self.running += 1;
        slot.running = Some(Running {
            turn: (!any_order).then(|| self.turns.take()),
            deadline: self.ticker.deadline(self.limit),
            place: self.load.enter(),
        });
        self.bell.listen(context);
        self.ticker.start(context);
    }

    /// An answer for which no call had to wait.
    #[inline(always)]
    pub(super) fn answered(&mut self, answer: Reply, any_order: bool, output: &mut Output) {
        if any_order || self.turns.is_empty() {
            output.queue(answer);
        } else {
            self.turns.append(answer, output);
        }
    }

    /// Goes on with the calls that were woken.
    #[inline]
    pub(super) fn poll(&mut self, output: &mut Output, context: &mut Context<'_>) {
        if self.running() > 0 {
            self.poll_woken(output, context);
        }
    }

    fn poll_woken(&mut self, output: &mut Output, context: &mut Context<'_>) {
        let mut woken = std::mem::take(&mut self.woken);
        self.bell.take(&mut woken, context);
        for number in woken.drain(..) {
            self.poll_one(number, output);
        }
        self.woken = woken;
        if self.ticker.ticked(self.running() > 0, context) {
            self.give_up_overdue(output);
        }
    }

    fn poll_one(&mut self, number: usize, output: &mut Output) {
        let Some(slot) = self.slots.get_mut(number) else {
            return;
        };
        let Some(running) = slot.running.take() else {
            // A late wake for the call that was here before.
            slot.rope.release();
            return;
        };
        let (call, waker) = slot.slot();
        match call.poll(&mut Context::from_waker(waker)) {
            Poll::Pending => slot.running = Some(running),
            Poll::Ready(answer) => self.finished(number, running, answer, output),
        }
    }

    fn finished(&mut self, number: usize, running: Running, answer: Reply, output: &mut Output) {
        if let Some(slot) = self.slots.get_mut(number) {
            slot.next = std::mem::replace(&mut self.free, number);
        }
        self.running -= 1;
        running.place.leave();
        match running.turn {
            Some(turn) => self.turns.put(turn, answer, output),
            None => output.queue(answer),
        }
    }

    fn give_up_overdue(&mut self, output: &mut Output) {
        for number in 0..self.slots.len() {
            let Some(slot) = self.slots.get_mut(number) else {
                return;
            };
            let over = |running: &mut Running| running.deadline.count();
            if let Some(running) = slot.running.take_if(over) {
                let answer = slot.slot().0.give_up(self.limit);
                self.finished(number, running, answer, output);
            }
        }
    }

    /// Gives back the memory of a busier time; not to be done for every call.
    pub(super) fn shrink(&mut self) {
        if self.running() == 0 && !self.slots.is_empty() {
            *self = Self::new(&self.load, self.limit);
        }
    }
}

impl<Call: Future<Output = Reply>> Seat<Call> {
    fn new(bell: &Arc<Bell>, number: usize) -> Self {
        let rope = bell.rope(number);
        Self {
            own: Box::pin(None),
            beside: Beside::default(),
            waker: Arc::clone(&rope).into(),
            rope,
            running: None,
            next: NONE,
        }
    }

    /// The place for the call, and whom it has to wake.
    #[inline]
    fn slot(&mut self) -> (Slot<'_, Call>, &Waker) {
        self.rope.release();
        let slot = Slot {
            own: self.own.as_mut(),
            beside: &mut self.beside,
        };
        (slot, &self.waker)
    }
}

/// Of several handlers that panic here each one has to be caught: two panics at
/// a time end the process.
impl<Call> Drop for Seat<Call> {
    fn drop(&mut self) {
        let Self { own, beside, .. } = self;
        let _ = catch_unwind(AssertUnwindSafe(|| {
            own.set(None);
            beside.clear();
        }));
    }
}
