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

/// What is to be done for a call that has been entered.
pub(super) struct Begun {
    /// Its request was not queued: nothing goes out before it.
    pub(super) is_next: bool,
    pub(super) needs_task: bool,
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
    #[inline]
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

    /// Enters a call. Its request is queued, except for one that can go out
    /// right now; whether that is so, and whether a task has to be started for
    /// the connection. Such a task fills `answer` on behalf of the caller.
    #[inline]
    pub(super) fn begin(
        &mut self,
        id: u32,
        request: &[u8],
        deadline: W::Time,
        answer: &mut Vec<u8>,
        waker: Waker,
    ) -> Result<Begun, Failed<W>> {
        if let Some(end) = &self.end {
            return Err(Failed::Ended(Arc::clone(end), Sent::Nothing));
        }
        let begins = self.queued;
        let ends = begins + request.len() as u64;
        let is_accompanied = self.driven || self.book.waiting > 0;
        let call = Call {
            state: State::Waiting,
            waker: Some(waker),
            deadline,
            begins,
            ends,
            buffer: if is_accompanied {
                mem::take(answer)
            } else {
                Vec::new()
            },
        };
        if !self.book.enter(id, call, self.driven) {
            return Err(Failed::Ended(Arc::new(End::Stray(id)), Sent::Nothing));
        }
        self.queued = ends;
        let needs_task = is_accompanied && !self.driven;
        self.driven = is_accompanied;
        let is_next = match &self.traffic {
            Some(traffic) if !self.driven => self.queue.is_empty() && traffic.is_sent(),
            _ => false,
        };
        if !is_next {
            self.queue.extend_from_slice(request);
        }
        Ok(Begun {
            is_next,
            needs_task,
        })
    }

    /// The connection's task waits for something to send.
    pub(super) fn listen(&mut self, waker: &Waker) {
        if !self.driver.as_ref().is_some_and(|own| own.will_wake(waker)) {
            self.driver = Some(waker.clone());
        }
    }

    /// Sends the request of the only caller, which was not queued. Whether
    /// there is nothing more to do than to wait.
    #[inline]
    pub(super) fn send_alone(
        &mut self,
        request: &[u8],
        deadline: W::Time,
        context: &mut Context<'_>,
    ) -> bool {
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
