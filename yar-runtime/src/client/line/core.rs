//! The state of a line, under its lock.

use super::book::{Book, Call, State};
use super::ticket::{Failed, Sent};
use super::traffic::Traffic;
use super::wire::{End, Wire};
use crate::client::sync::{Mutex, MutexGuard};
use std::mem;
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
        self.lock().is_sound(check)
    }

    #[inline]
    pub(super) fn lock(&self) -> MutexGuard<'_, Core<W>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: Wire> Drop for Core<W> {
    fn drop(&mut self) {
        if self.end.is_none()
            && !self.book.is_empty()
            && let Some(traffic) = &mut self.traffic
        {
            traffic.wire.give_up();
        }
    }
}

impl<W: Wire> Core<W> {
    pub(super) fn is_sound(&mut self, check: impl FnOnce(&mut W) -> bool) -> bool {
        let is_empty = self.book.is_empty() && self.queue.is_empty();
        match &mut self.traffic {
            _ if self.end.is_some() => false,
            _ if self.book.any_order && !self.book.is_empty() => true,
            Some(traffic) => is_empty && traffic.is_done() && check(&mut traffic.wire),
            None => true,
        }
    }

    /// Nothing goes over the line any more, because it was not sound.
    #[cold]
    pub(super) fn refuse(&mut self) -> Failed<W> {
        let closed = || Arc::new(End::closed(&[]));
        let end = self.end.get_or_insert_with(closed);
        Failed::Ended(Arc::clone(end), Sent::Nothing)
    }

    /// Nobody uses it, and nothing is left of those who have.
    #[inline]
    pub(super) fn is_idle(&self) -> bool {
        let is_done = self.traffic.as_ref().is_some_and(Traffic::is_done);
        let is_empty = self.book.is_empty() && self.queue.is_empty();
        is_done && is_empty && !self.driven && self.end.is_none()
    }

    /// Whether the wire of an idle line has brought nothing.
    #[inline]
    pub(super) fn is_quiet(&mut self, context: &mut Context<'_>) -> bool {
        (self.traffic.as_mut()).is_some_and(|traffic| traffic.wire.is_quiet(context))
    }

    /// Enters a call into an idle line and sends its request. Whether there is
    /// nothing more to do than to wait.
    #[inline]
    pub(super) fn begin_alone(
        &mut self,
        id: u32,
        request: &[u8],
        deadline: W::Time,
        context: &mut Context<'_>,
    ) -> bool {
        let call = self.call(request, deadline, context.waker().clone());
        self.book.begin(id, call);
        let Some(traffic) = &mut self.traffic else {
            return false;
        };
        let sent = traffic.send_at_once(request, context);
        self.sent = traffic.sent;
        if let Err(end) = sent {
            self.end = Some(Arc::new(end));
            return false;
        }
        traffic.wire.poll_until(context, deadline).is_pending()
    }

    /// Enters any other call, and queues its request. Whether a task has to be
    /// started for the connection; such a task fills `answer` on behalf of the
    /// caller.
    pub(super) fn begin(
        &mut self,
        id: u32,
        request: &[u8],
        deadline: W::Time,
        answer: &mut Vec<u8>,
        waker: Waker,
    ) -> Result<bool, Failed<W>> {
        if let Some(end) = &self.end {
            return Err(Failed::Ended(Arc::clone(end), Sent::Nothing));
        }
        let before = self.queued;
        let mut call = self.call(request, deadline, waker);
        let is_accompanied = self.driven || self.book.waiting > 0;
        if is_accompanied {
            call.buffer = mem::take(answer);
        }
        if !self.book.enter(id, call, self.driven) {
            self.queued = before;
            return Err(Failed::Ended(Arc::new(End::Stray(id)), Sent::Nothing));
        }
        self.queue.extend_from_slice(request);
        let needs_task = is_accompanied && !self.driven;
        self.driven = is_accompanied;
        Ok(needs_task)
    }

    /// The next one of the line.
    #[inline]
    fn call(&mut self, request: &[u8], deadline: W::Time, waker: Waker) -> Call<W::Time> {
        let begins = self.queued;
        self.queued += request.len() as u64;
        Call {
            state: State::Waiting,
            waker: Some(waker),
            deadline,
            begins,
            ends: self.queued,
            buffer: Vec::new(),
        }
    }

    /// The connection's task waits for something to send.
    pub(super) fn listen(&mut self, waker: &Waker) {
        if !self.driver.as_ref().is_some_and(|own| own.will_wake(waker)) {
            self.driver = Some(waker.clone());
        }
    }

    /// Reads and writes for the only caller. Whether that has brought the
    /// answer; if so, the call has ended.
    #[inline]
    pub(super) fn turn_alone(
        &mut self,
        id: u32,
        deadline: W::Time,
        answer: &mut Vec<u8>,
        context: &mut Context<'_>,
    ) -> bool {
        if self.end.is_some() {
            return false;
        }
        let outcome = self.exchange(id, deadline, answer, context);
        self.book.wake_others(context.waker());
        outcome.unwrap_or_else(|end| {
            self.end = Some(Arc::new(end));
            false
        })
    }

    #[inline]
    fn exchange(
        &mut self,
        id: u32,
        deadline: W::Time,
        answer: &mut Vec<u8>,
        context: &mut Context<'_>,
    ) -> Result<bool, End<W::Malformed>> {
        let Some(traffic) = &mut self.traffic else {
            return Ok(false);
        };
        // A call that has ended already is not read for.
        if !self.book.is_waiting(id) {
            return Ok(false);
        }
        if !self.queue.is_empty() || !traffic.is_sent() {
            let sent = traffic.send(&mut self.queue, context);
            self.sent = traffic.sent;
            sent?;
        }
        loop {
            match traffic.receive(context)? {
                None => break,
                Some(0) => return Err(self.book.close(traffic)),
                Some(_) if self.book.take(id, traffic, answer)? => return Ok(true),
                Some(_) => {}
            }
            if !self.book.is_waiting(id) {
                return Ok(false);
            }
        }
        if traffic.wire.poll_until(context, deadline).is_ready() {
            self.book.expire(id);
        }
        Ok(false)
    }

    /// What has become of a call.
    pub(super) fn look(
        &mut self,
        id: u32,
        buffer: &mut Vec<u8>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Failed<W>>> {
        if let Some(answer) = self.book.take_answer(id) {
            *buffer = answer;
            return Poll::Ready(Ok(()));
        }
        let sent = self.sent;
        let Some(call) = self.book.get_mut(id) else {
            // It was polled again after it was ready.
            return Poll::Pending;
        };
        match call.state {
            State::Answered | State::Waiting => {
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
