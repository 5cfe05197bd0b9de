//! The state of a line, under its lock.

use super::book::{Book, Call, State};
use super::ticket::{Failed, Sent};
use super::traffic::Traffic;
use super::wire::{End, Wire};
use crate::client::sync::{Mutex, MutexGuard};
use std::sync::{Arc, PoisonError};
use std::task::{Context, Poll, Waker};

/// A connection that calls can share.
pub(crate) struct Line<W: Wire>(Mutex<Core<W>>);

pub(super) struct Core<W: Wire> {
    /// Away while the connection's task uses it.
    pub(super) traffic: Option<Traffic<W>>,
    /// A task does the I/O, or has been asked to.
    pub(super) driven: bool,
    /// Wakes that task when there is something to send.
    pub(super) driver: Option<Waker>,
    /// Requests that nobody is sending yet.
    pub(super) queue: Vec<u8>,
    /// All the bytes that were ever queued, and those that went out.
    queued: u64,
    pub(super) sent: u64,
    pub(super) book: Book<W::Time>,
    pub(super) end: Option<Arc<End<W::Malformed>>>,
}

impl<W: Wire> Line<W> {
    pub(crate) fn new(wire: W) -> Self {
        Self(Mutex::new(Core {
            traffic: Some(Traffic::new(wire)),
            driven: false,
            driver: None,
            queue: Vec::new(),
            queued: 0,
            sent: 0,
            book: Book::new(),
            end: None,
        }))
    }

    /// Whether calls can share it.
    pub(crate) fn is_shareable(&self) -> bool {
        let core = self.lock();
        core.book.any_order && core.end.is_none()
    }

    /// Calls whose callers have given up, and that the peer still works on.
    pub(crate) fn abandoned(&self) -> usize {
        self.lock().book.abandoned()
    }

    /// Whether it can carry another call. Where none is under way nothing may
    /// be left of those before, and `check` must approve of the wire.
    pub(crate) fn is_sound(&self, check: impl FnOnce(&mut W) -> bool) -> bool {
        let mut guard = self.lock();
        // The lock lends its parts only as a whole.
        let core = &mut *guard;
        let is_empty = core.book.is_empty() && core.queue.is_empty();
        match &mut core.traffic {
            _ if core.end.is_some() => false,
            _ if core.book.any_order && !core.book.is_empty() => true,
            Some(traffic) => is_empty && traffic.is_done() && check(&mut traffic.wire),
            None => true,
        }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Core<W>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: Wire> Core<W> {
    /// Queues a request; whether a task has to be started for the connection.
    pub(super) fn begin(
        &mut self,
        id: u32,
        request: &[u8],
        deadline: W::Time,
        buffer: Vec<u8>,
    ) -> Result<bool, Failed<W>> {
        if let Some(end) = &self.end {
            return Err(Failed::Ended(Arc::clone(end), Sent::Nothing));
        }
        if self.book.contains(id) {
            return Err(Failed::Ended(Arc::new(End::Stray(id)), Sent::Nothing));
        }
        let begins = self.queued;
        self.queued += request.len() as u64;
        self.queue.extend_from_slice(request);
        let call = Call {
            state: State::Waiting,
            waker: None,
            deadline,
            begins,
            ends: self.queued,
            buffer,
        };
        self.book.enter(id, call, self.driven);
        let needs_task = self.book.waiting > 1 && !self.driven;
        self.driven |= needs_task;
        Ok(needs_task)
    }

    /// The connection's task waits for something to send.
    pub(super) fn listen(&mut self, waker: &Waker) {
        if !self.driver.as_ref().is_some_and(|own| own.will_wake(waker)) {
            self.driver = Some(waker.clone());
        }
    }

    /// Reads and writes for the only caller.
    pub(super) fn turn_alone(&mut self, id: u32, context: &mut Context<'_>) {
        if self.end.is_none()
            && let Err(end) = self.exchange(id, context)
        {
            self.end = Some(Arc::new(end));
        }
        self.book.wake_others(context.waker());
    }

    fn exchange(&mut self, id: u32, context: &mut Context<'_>) -> Result<(), End<W::Malformed>> {
        let Some(traffic) = &mut self.traffic else {
            return Ok(());
        };
        // A call that has ended already is not read for.
        let Some(deadline) = self.book.deadline(id) else {
            return Ok(());
        };
        if !self.queue.is_empty() || !traffic.is_sent() {
            let sent = traffic.send(&mut self.queue, context);
            self.sent = traffic.sent;
            sent?;
        }
        loop {
            match traffic.receive(context)? {
                None => break,
                Some(0) => return Err(self.book.close(traffic)),
                Some(_) => self.book.hand_out(traffic)?,
            }
            if !self.book.is_waiting(id) {
                return Ok(());
            }
        }
        if traffic.wire.poll_until(context, deadline).is_ready() {
            self.book.expire(id);
        }
        Ok(())
    }

    /// What has become of a call.
    pub(super) fn look(
        &mut self,
        id: u32,
        buffer: &mut Vec<u8>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Failed<W>>> {
        let sent = self.sent;
        let Some(call) = self.book.get_mut(id) else {
            // It was polled again after it was ready.
            return Poll::Pending;
        };
        match call.state {
            State::Answered => {
                std::mem::swap(buffer, &mut call.buffer);
                self.book.strike_answered(id);
                Poll::Ready(Ok(()))
            }
            State::Waiting => {
                if let Some(end) = &self.end {
                    let failed = Failed::Ended(Arc::clone(end), call.sent(sent));
                    self.book.strike(id);
                    return Poll::Ready(Err(failed));
                }
                if !call
                    .waker
                    .as_ref()
                    .is_some_and(|waker| waker.will_wake(context.waker()))
                {
                    call.waker = Some(context.waker().clone());
                }
                Poll::Pending
            }
            State::Late | State::LateAndAnswered | State::Abandoned => {
                let failed = Failed::Late(call.sent(sent));
                self.book.abandon(id);
                Poll::Ready(Err(failed))
            }
        }
    }
}
