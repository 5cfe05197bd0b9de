//! The bytes of a line and the book of its calls.

use super::book::{Book, Call, Caller, Reader};
use super::core::Request;
use super::slot::Slot;
use super::traffic::Traffic;
use super::wire::{End, Wire};
use std::mem;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

/// Whoever does the I/O has it: the caller that is alone, or the connection's
/// task.
pub(super) struct Engine<W: Wire> {
    pub(super) traffic: Traffic<W>,
    /// Requests that are still to be sent.
    queue: Vec<u8>,
    /// All the bytes that were ever to be sent.
    queued: u64,
    pub(super) book: Book<W>,
}

impl<W: Wire> Engine<W> {
    pub(super) fn new(wire: W) -> Self {
        Self {
            traffic: Traffic::new(wire),
            queue: Vec::new(),
            queued: 0,
            book: Book::new(),
        }
    }

    /// Nobody uses it, and nothing is left of those who have.
    #[inline]
    pub(super) fn is_idle(&self) -> bool {
        self.book.is_empty() && self.is_done()
    }

    /// Nothing is left to be sent, nor of what has come.
    #[inline]
    fn is_done(&self) -> bool {
        self.queue.is_empty() && self.traffic.is_done()
    }

    /// Whether the wire has brought nothing.
    #[inline]
    pub(super) fn is_quiet(&mut self, context: &mut Context<'_>) -> bool {
        self.traffic.wire.is_quiet(context)
    }

    /// Whether it can carry another call.
    pub(super) fn is_sound(&mut self, check: impl FnOnce(&mut W) -> bool) -> bool {
        if self.book.is_empty() {
            self.is_done() && check(&mut self.traffic.wire)
        } else {
            self.book.any_order
        }
    }

    /// Enters a call while it is idle, and sends its request. Whether there is
    /// nothing more to do than to wait.
    #[inline]
    pub(super) fn begin_idle(
        &mut self,
        request: &Request<'_, W>,
        context: &mut Context<'_>,
    ) -> Result<bool, End<W::Malformed>> {
        let call = self.call(request, Caller::Alone(context.waker().clone()));
        self.queued = call.ends;
        self.book.begin(request.id, call);
        self.traffic.send_at_once(request.bytes, context)?;
        Ok(!self.is_past(request.deadline, context))
    }

    /// Enters a call while nobody else waits, and queues its request.
    pub(super) fn begin_alone(
        &mut self,
        request: &Request<'_, W>,
        waker: Waker,
    ) -> Result<(), Call<W>> {
        let call = self.call(request, Caller::Alone(waker));
        let ends = call.ends;
        self.book.enter(request.id, call)?;
        self.queued = ends;
        self.queue.extend_from_slice(request.bytes);
        Ok(())
    }

    /// Takes up a call in company, unless its caller is gone already.
    pub(super) fn begin_in_company(&mut self, slot: Arc<Slot<W>>) {
        let mut inside = slot.lock();
        let Some(deadline) = inside.deadline.filter(|_| !inside.is_given_up) else {
            return;
        };
        let request = Request {
            id: inside.id,
            bytes: &inside.request,
            deadline,
        };
        let id = request.id;
        let call = self.call(&request, Caller::InCompany(Arc::clone(&slot)));
        self.queued = call.ends;
        if self.queue.is_empty() {
            mem::swap(&mut self.queue, &mut inside.request);
        } else {
            self.queue.extend_from_slice(&inside.request);
        }
        drop(inside);
        if let Err(call) = self.book.enter_in_company(id, call) {
            // Its request goes out all the same.
            let end = Arc::new(End::Stray(id));
            self.book.woken.extend(call.fail(&end, u64::MAX));
        }
    }

    #[inline]
    fn call(&self, request: &Request<'_, W>, caller: Caller<W>) -> Call<W> {
        Call {
            deadline: request.deadline,
            begins: self.queued,
            ends: self.queued + request.bytes.len() as u64,
            caller,
        }
    }

    /// Sends what is queued, as far as the wire takes it. Whether that was all
    /// of it.
    #[inline]
    pub(super) fn send(&mut self, context: &mut Context<'_>) -> Result<bool, End<W::Malformed>> {
        self.traffic.send(&mut self.queue, context)
    }

    /// Writes and reads for the caller that is alone, until its answer is there
    /// or nothing more has come.
    #[inline]
    pub(super) fn exchange(
        &mut self,
        reader: &mut Reader<'_>,
        context: &mut Context<'_>,
    ) -> Result<(), End<W::Malformed>> {
        if !self.queue.is_empty() || !self.traffic.is_sent() {
            self.send(context)?;
        }
        let Self { traffic, book, .. } = self;
        while !reader.is_answered
            && let Some(count) = traffic.receive(context)?
        {
            if count == 0 {
                return Err(book.close(Some(reader), traffic));
            }
            book.take(reader, traffic)?;
        }
        Ok(())
    }

    /// Reads for all calls.
    pub(super) fn receive(&mut self, context: &mut Context<'_>) -> Result<(), End<W::Malformed>> {
        let Self { traffic, book, .. } = self;
        while let Some(count) = traffic.receive(context)? {
            if count == 0 {
                return Err(book.close(None, traffic));
            }
            book.hand_out(None, None, traffic)?;
        }
        Ok(())
    }

    /// Whether `time` has come. Otherwise the task is woken then.
    #[inline]
    pub(super) fn is_past(&mut self, time: W::Time, context: &mut Context<'_>) -> bool {
        let wire = &mut self.traffic.wire;
        matches!(wire.poll_until(context, time), Poll::Ready(()))
    }

    /// The end of a connection, which may have been open until now.
    pub(super) fn let_go(mut self, was_open: bool) {
        if was_open && !self.book.is_empty() {
            self.traffic.wire.give_up();
        }
    }

    /// Ends calls whose time is up.
    pub(super) fn sweep(&mut self) {
        let now = self.traffic.wire.now();
        self.book.sweep(now, self.traffic.sent);
    }
}
