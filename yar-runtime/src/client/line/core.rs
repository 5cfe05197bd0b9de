//! The state of a line, under its lock.

use super::book::{Book, Caller, Reader};
use super::engine::Engine;
use super::inbox::Inbox;
use super::slot::{Slot, Spare};
use super::ticket::{Failed, Sent};
use super::wire::{End, Wire};
use crate::client::sync::{Mutex, MutexGuard};
use std::sync::{Arc, PoisonError};
use std::task::{Context, Poll, Waker};

/// A connection that calls can share.
pub(crate) struct Line<W: Wire>(Mutex<Core<W>>);

pub(super) struct Core<W: Wire> {
    pub(super) inbox: Inbox<W>,
    /// A task does the I/O, or has been asked to.
    pub(super) driven: bool,
    pub(super) end: Option<Arc<End<W::Malformed>>>,
    /// Calls given up while the task has the engine, as it knew last.
    pub(super) abandoned: usize,
    /// Slots of callers that were alone when company came, and do not know yet.
    late_slots: Vec<(u32, Arc<Slot<W>>)>,
    /// Away while the connection's task uses it.
    pub(super) engine: Option<Engine<W>>,
}

/// A call that is about to be entered.
#[derive(Clone, Copy)]
pub(super) struct Request<'a, W: Wire> {
    pub(super) id: u32,
    pub(super) bytes: &'a [u8],
    pub(super) deadline: W::Time,
}

impl<W: Wire> Line<W> {
    pub(crate) fn new(wire: W) -> Self {
        Self(Mutex::new(Core {
            inbox: Inbox::new(),
            driven: false,
            end: None,
            abandoned: 0,
            late_slots: Vec::new(),
            engine: Some(Engine::new(wire)),
        }))
    }

    /// Whether calls can share it.
    pub(crate) fn is_shareable(&self) -> bool {
        let core = self.lock();
        let any_order = |engine: &Engine<W>| engine.book.any_order;
        core.end.is_none() && core.engine.as_ref().is_none_or(any_order)
    }

    /// Calls whose callers have given up, and that the peer still works on.
    pub(crate) fn abandoned(&self) -> usize {
        let core = self.lock();
        let known = match &core.engine {
            Some(engine) => engine.book.abandoned,
            None => core.abandoned,
        };
        known + core.inbox.mail.given_up.len()
    }

    /// Whether it can carry another call. Where none is under way nothing may
    /// be left of those before, and `check` must approve of the wire.
    pub(crate) fn is_sound(&self, check: impl FnOnce(&mut W) -> bool) -> bool {
        self.lock().is_sound(check)
    }

    /// Lets go of the connection. Its task does, where there is one, when it has
    /// nothing left to do.
    pub(crate) fn close(&self) {
        let mut core = self.lock();
        let engine = core.engine.take();
        let is_open = core.is_open();
        core.end.get_or_insert_with(|| Arc::new(End::closed(&[])));
        drop(core);
        if let Some(engine) = engine {
            engine.let_go(is_open);
        }
    }

    #[inline]
    pub(super) fn lock(&self) -> MutexGuard<'_, Core<W>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: Wire> Drop for Core<W> {
    fn drop(&mut self) {
        if let Some(engine) = self.engine.take() {
            let is_open = self.is_open();
            engine.let_go(is_open);
        }
    }
}

impl<W: Wire> Core<W> {
    /// Whether the peer may have something of a call, if only to wait for more.
    fn is_open(&self) -> bool {
        let is_stalled = |end: &Arc<_>| matches!(**end, End::Stalled);
        self.end.as_ref().is_none_or(is_stalled)
    }

    pub(super) fn is_sound(&mut self, check: impl FnOnce(&mut W) -> bool) -> bool {
        let idle = self.engine.as_mut().filter(|_| !self.driven);
        self.end.is_none() && idle.is_none_or(|engine| engine.is_sound(check))
    }

    /// Nothing goes over the line any more, because it was not sound.
    #[cold]
    pub(super) fn refuse(&mut self) -> Failed<W> {
        let closed = || Arc::new(End::closed(&[]));
        let end = self.end.get_or_insert_with(closed);
        Failed::Ended(Arc::clone(end), Sent::Nothing)
    }

    /// The engine, if nobody uses it and nothing is left of those who have.
    #[inline]
    pub(super) fn idle_engine(&mut self) -> Option<&mut Engine<W>> {
        let is_open = !self.driven && self.end.is_none();
        let engine = self.engine.as_mut().filter(|_| is_open);
        engine.filter(|engine| engine.is_idle())
    }

    /// Enters a call where the engine is not idle; `slot` is where its outcome
    /// will be unless the caller is alone. Whether a task has to be started for
    /// the connection.
    #[inline(always)]
    pub(super) fn begin(
        &mut self,
        request: &Request<'_, W>,
        waker: Waker,
        slot: &mut Spare<W>,
        answer: &mut Vec<u8>,
    ) -> Result<bool, Failed<W>> {
        if let Some(end) = &self.end {
            return Err(Failed::Ended(Arc::clone(end), Sent::Nothing));
        }
        if let Some(engine) = &mut self.engine
            && !self.driven
            && engine.book.waiting == 0
            && engine.traffic.is_sent()
        {
            return match engine.begin_alone(request, waker) {
                Ok(()) => Ok(false),
                Err(_) => {
                    let end = Arc::new(End::Stray(request.id));
                    Err(Failed::Ended(end, Sent::Nothing))
                }
            };
        }
        self.inbox.mail.enter(request, slot.take(waker, answer));
        let needs_task = !self.driven;
        if needs_task {
            self.driven = true;
            let book = self.engine.as_mut().map(|engine| &mut engine.book);
            self.late_slots.extend(book.and_then(Book::give_slot));
        }
        Ok(needs_task)
    }

    /// Reads and writes for the only caller, and tells what has become of its
    /// call. The answer goes to `answer`.
    #[inline]
    pub(super) fn turn_alone(
        &mut self,
        id: u32,
        deadline: W::Time,
        answer: &mut Vec<u8>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Failed<W>>> {
        // A call that has ended is not read for, and its caller will be woken.
        let Some(engine) = self.engine.as_mut().filter(|one| one.book.is_waiting(id)) else {
            return Poll::Pending;
        };
        let mut reader = Reader {
            id,
            answer,
            is_answered: false,
        };
        if self.end.is_none() {
            if let Err(end) = engine.exchange(&mut reader, context) {
                self.end = Some(Arc::new(end));
            }
            if reader.is_answered {
                return Poll::Ready(Ok(()));
            }
        }
        self.wait_alone(id, deadline, context)
    }

    /// Whether a call that has no answer is to wait on.
    fn wait_alone(
        &mut self,
        id: u32,
        deadline: W::Time,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Failed<W>>> {
        let Some(engine) = &mut self.engine else {
            return Poll::Pending;
        };
        let sent = engine.traffic.sent;
        if let Some(end) = &self.end {
            let Some(call) = engine.book.strike(id) else {
                return Poll::Pending;
            };
            let failed = Failed::Ended(Arc::clone(end), call.sent(sent));
            return Poll::Ready(Err(failed));
        }
        let is_late = engine.is_past(deadline, context);
        let Some(call) = engine.book.get_mut(id) else {
            // It was polled again after it was ready.
            return Poll::Pending;
        };
        if is_late {
            let failed = Failed::Late(call.sent(sent));
            engine.book.abandon(id);
            self.end_if_left();
            return Poll::Ready(Err(failed));
        }
        if let Caller::Alone(waker) = &mut call.caller
            && !waker.will_wake(context.waker())
        {
            waker.clone_from(context.waker());
        }
        Poll::Pending
    }

    #[inline]
    pub(super) fn has_late_slots(&self) -> bool {
        !self.late_slots.is_empty()
    }

    /// The slot that a caller was given while it was alone.
    pub(super) fn late_slot(&mut self, id: u32) -> Option<Arc<Slot<W>>> {
        let at = self.late_slots.iter().position(|(late, _)| *late == id)?;
        Some(self.late_slots.swap_remove(at).1)
    }

    /// The caller of a call without an outcome is gone.
    pub(super) fn give_up(&mut self, id: u32) {
        self.late_slots.retain(|(late, _)| *late != id);
        let book = self.engine.as_mut().map(|engine| &mut engine.book);
        let is_known = book.is_some_and(|book| book.abandon(id));
        if self.driven && !is_known {
            self.inbox.mail.give_up(id);
        }
        self.end_if_left();
    }

    /// A request that nobody waits for any more does not hold up those of others.
    #[cold]
    fn end_if_left(&mut self) {
        let engine = self.engine.as_ref().filter(|_| !self.driven);
        if engine.is_some_and(Engine::is_left) {
            self.end.get_or_insert_with(|| Arc::new(End::Stalled));
        }
    }
}
