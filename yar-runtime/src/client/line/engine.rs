//! The bytes of a line and the book of its calls.

use super::book::{Book, Call, Caller, Reader};
use super::core::Request;
use super::inbox::Mail;
use super::traffic::Traffic;
use super::wire::{End, Wire};
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

/// Whoever does the I/O has it: the caller that is alone, or the connection's
/// task.
pub(super) struct Engine<W: Wire> {
    pub(super) traffic: Traffic<W>,
    pub(super) book: Book<W>,
}

impl<W: Wire> Engine<W> {
    pub(super) fn new(wire: W) -> Self {
        Self {
            traffic: Traffic::new(wire),
            book: Book::new(),
        }
    }

    /// Nobody uses it, and nothing is left of those who have.
    #[inline]
    pub(super) fn is_idle(&self) -> bool {
        self.book.is_empty() && self.traffic.is_done()
    }

    /// Whether the wire has brought nothing.
    #[inline]
    pub(super) fn is_quiet(&mut self, context: &mut Context<'_>) -> bool {
        self.traffic.wire.is_quiet(context)
    }

    /// Whether it can carry another call.
    pub(super) fn is_sound(&mut self, check: impl FnOnce(&mut W) -> bool) -> bool {
        if self.book.is_empty() {
            self.traffic.is_done() && check(&mut self.traffic.wire)
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
        self.book.enter(request.id, call)?;
        self.traffic.queue(request.bytes);
        Ok(())
    }

    #[inline]
    fn call(&self, request: &Request<'_, W>, caller: Caller<W>) -> Call<W> {
        let begins = self.traffic.queued();
        Call {
            deadline: request.deadline,
            begins,
            ends: begins + request.bytes.len() as u64,
            caller,
        }
    }

    /// Takes up what callers in company have left.
    pub(super) fn take_up(&mut self, mail: &mut Mail<W>) {
        mail.sort_out();
        let mut begins = self.traffic.queued();
        for entry in mail.entered.drain(..) {
            let ends = begins + entry.len as u64;
            let call = Call {
                deadline: entry.deadline,
                begins,
                ends,
                caller: Caller::InCompany(entry.slot),
            };
            begins = ends;
            if let Err(call) = self.book.enter_in_company(entry.id, call) {
                // Its request goes out all the same.
                let end = Arc::new(End::Stray(entry.id));
                self.book.woken.extend(call.fail(&end, u64::MAX));
            }
        }
        self.traffic.queue_all(&mut mail.requests);
        for id in mail.given_up.drain(..) {
            self.book.abandon(id);
        }
    }

    /// Ends the calls of which nothing has gone out, so that nothing of them will.
    pub(super) fn take_back(&mut self, end: &Arc<End<W::Malformed>>) {
        if let Some(at) = self.book.take_back(end, self.traffic.sent) {
            self.traffic.cut(at);
        }
    }

    /// Nobody waits, and something is left to be sent.
    pub(super) fn is_left(&self) -> bool {
        self.book.waiting == 0 && !self.traffic.is_sent()
    }

    /// Sends what is queued, as far as the wire takes it. Whether that was all
    /// of it.
    #[inline]
    pub(super) fn send(&mut self, context: &mut Context<'_>) -> bool {
        self.traffic.send(context)
    }

    /// Writes and reads for the caller that is alone, until its answer is there
    /// or nothing more has come.
    #[inline]
    pub(super) fn exchange(
        &mut self,
        reader: &mut Reader<'_>,
        context: &mut Context<'_>,
    ) -> Result<(), End<W::Malformed>> {
        if !self.traffic.is_sent() {
            self.send(context);
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
        if was_open && !(self.book.is_empty() && self.traffic.is_sent()) {
            self.traffic.wire.give_up();
        }
    }

    /// Ends calls whose time is up.
    pub(super) fn sweep(&mut self) {
        let now = self.traffic.wire.now();
        self.book.sweep(now, self.traffic.sent);
    }
}
