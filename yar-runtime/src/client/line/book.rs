//! Which calls are under way.

use super::calls::Calls;
use super::slot::Slot;
use super::ticket::{Failed, Sent};
use super::traffic::Traffic;
use super::wire::{Answer, End, Wire};
use std::mem;
use std::sync::Arc;
use std::task::Waker;

/// The calls of a line by their ids.
pub(super) struct Book<W: Wire> {
    calls: Calls<Call<W>>,
    /// Calls whose callers want an answer.
    pub(super) waiting: usize,
    /// Calls whose callers have given up, and that the peer still works on.
    pub(super) abandoned: usize,
    /// The most that waited at a time since the connection's task looked last.
    pub(super) peak: usize,
    /// No deadline is earlier.
    pub(super) earliest: Option<W::Time>,
    /// The peer has said that it matches answers by id.
    pub(super) any_order: bool,
    /// The peer has answered a request before all of it had gone out, as one does
    /// that reads no further.
    pub(super) is_cut_short: bool,
    /// Whoever has to look again.
    pub(super) woken: Vec<Waker>,
}

/// A request that has been taken up.
pub(super) struct Call<W: Wire> {
    pub(super) deadline: W::Time,
    /// Where its bytes begin and end among all that the line sends.
    pub(super) begins: u64,
    pub(super) ends: u64,
    pub(super) caller: Caller<W>,
}

pub(super) enum Caller<W: Wire> {
    /// Does its own reading and writing.
    Alone(Waker),
    InCompany(Arc<Slot<W>>),
    /// An answer that may still come must find the entry, or it would pass for
    /// one that nobody asked for.
    Gone,
}

/// The caller that reads, and where its answer goes.
pub(super) struct Reader<'a> {
    pub(super) id: u32,
    pub(super) answer: &'a mut Vec<u8>,
    pub(super) is_answered: bool,
}

impl<W: Wire> Call<W> {
    /// How much of it is among the first `sent` bytes.
    pub(super) fn sent(&self, sent: u64) -> Sent {
        if sent <= self.begins {
            Sent::Nothing
        } else if sent < self.ends {
            Sent::Part
        } else {
            Sent::All
        }
    }

    /// Ends a call in company, `sent` bytes having gone out. Gives who is to be
    /// woken.
    pub(super) fn fail(&self, end: &Arc<End<W::Malformed>>, sent: u64) -> Option<Waker> {
        let Caller::InCompany(slot) = &self.caller else {
            return None;
        };
        slot.fail(Failed::Ended(Arc::clone(end), self.sent(sent)))
    }
}

impl<W: Wire> Book<W> {
    pub(super) fn new() -> Self {
        Self {
            calls: Calls::new(),
            waiting: 0,
            abandoned: 0,
            peak: 0,
            earliest: None,
            any_order: false,
            is_cut_short: false,
            woken: Vec::new(),
        }
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// Enters the first call of an empty book.
    #[inline]
    pub(super) fn begin(&mut self, id: u32, call: Call<W>) {
        self.calls.begin(id, call);
        self.waiting = 1;
    }

    /// Gives the call back if there is one of that id already.
    #[inline]
    pub(super) fn enter(&mut self, id: u32, call: Call<W>) -> Result<(), Call<W>> {
        self.calls.insert(id, call)?;
        self.waiting += 1;
        Ok(())
    }

    /// The same for a call in company.
    #[inline]
    pub(super) fn enter_in_company(&mut self, id: u32, call: Call<W>) -> Result<(), Call<W>> {
        let deadline = call.deadline;
        self.enter(id, call)?;
        self.peak = self.peak.max(self.waiting);
        self.earliest = Some(self.earliest.map_or(deadline, |time| time.min(deadline)));
        Ok(())
    }

    #[inline]
    pub(super) fn is_waiting(&self, id: u32) -> bool {
        let call = self.calls.get(id);
        call.is_some_and(|call| !matches!(call.caller, Caller::Gone))
    }

    pub(super) fn get_mut(&mut self, id: u32) -> Option<&mut Call<W>> {
        self.calls.get_mut(id)
    }

    /// Takes out a call that waits, because it has failed.
    pub(super) fn strike(&mut self, id: u32) -> Option<Call<W>> {
        let call = self.calls.remove(id)?;
        self.waiting -= 1;
        Some(call)
    }

    /// The caller is gone, or has all it will get. Whether there was a call.
    pub(super) fn abandon(&mut self, id: u32) -> bool {
        let Some(call) = self.calls.get_mut(id) else {
            return false;
        };
        if !matches!(call.caller, Caller::Gone) {
            call.caller = Caller::Gone;
            self.waiting -= 1;
            self.abandoned += 1;
        }
        true
    }

    /// Gives the caller that was alone a slot, for company has come.
    pub(super) fn give_slot(&mut self) -> Option<(u32, Arc<Slot<W>>)> {
        let is_alone = |call: &Call<W>| matches!(call.caller, Caller::Alone(_));
        let (id, call) = self.calls.find_mut(is_alone)?;
        let gone = mem::replace(&mut call.caller, Caller::Gone);
        let waker = match gone {
            Caller::Alone(waker) => Some(waker),
            Caller::InCompany(_) | Caller::Gone => None,
        };
        let slot = Arc::new(Slot::new(waker, Vec::new()));
        call.caller = Caller::InCompany(Arc::clone(&slot));
        Some((id, slot))
    }

    /// Everybody who waits has to look again.
    pub(super) fn wake_all(&mut self) {
        for call in self.calls.iter_mut() {
            if let Caller::InCompany(slot) = &call.caller {
                self.woken.extend(slot.call_up());
            }
        }
    }

    /// Ends all calls in company, `sent` bytes having gone out.
    pub(super) fn fail_all(&mut self, end: &Arc<End<W::Malformed>>, sent: u64) {
        let calls = self.calls.iter_mut();
        self.woken
            .extend(calls.filter_map(|call| call.fail(end, sent)));
    }

    /// Ends the calls whose deadline has passed, `sent` bytes having gone out.
    pub(super) fn sweep(&mut self, now: W::Time, sent: u64) {
        self.earliest = None;
        for call in self.calls.iter_mut() {
            let Caller::InCompany(slot) = &call.caller else {
                continue;
            };
            if call.deadline <= now {
                // What waits to be sent goes out all the same, later.
                let sent = match call.sent(sent) {
                    Sent::Nothing => Sent::Part,
                    sent => sent,
                };
                self.woken.extend(slot.fail(Failed::Late(sent)));
                call.caller = Caller::Gone;
                self.waiting -= 1;
                self.abandoned += 1;
            } else {
                let earliest = self.earliest.unwrap_or(call.deadline);
                self.earliest = Some(earliest.min(call.deadline));
            }
        }
    }

    /// Ends the calls of which nothing is among the first `sent` bytes. Where the
    /// request of the first of them begins.
    pub(super) fn take_back(&mut self, end: &Arc<End<W::Malformed>>, sent: u64) -> Option<u64> {
        let mut first: Option<u64> = None;
        self.calls.retain(|call| {
            let is_kept = call.sent(sent) != Sent::Nothing;
            if !is_kept {
                first = Some(first.map_or(call.begins, |begins| begins.min(call.begins)));
                let count = match call.caller {
                    Caller::Gone => &mut self.abandoned,
                    Caller::Alone(_) | Caller::InCompany(_) => &mut self.waiting,
                };
                *count -= 1;
                self.woken.extend(call.fail(end, sent));
            }
            is_kept
        });
        first
    }

    /// Gives what has come to the caller that reads, if it is no more than the
    /// answer to its call, which is the only one and has ended then; all else is
    /// handed out.
    #[inline]
    pub(super) fn take(
        &mut self,
        reader: &mut Reader<'_>,
        traffic: &mut Traffic<W>,
    ) -> Result<(), End<W::Malformed>> {
        let first = measure(&mut traffic.wire, &traffic.input)?;
        let Some(first) = first else {
            return Ok(());
        };
        let is_for_it = first.id == reader.id || first.id == 0 || !self.any_order;
        let is_all = first.len == traffic.input.len();
        // The reader's call waits, or it would not read.
        if is_for_it && is_all && self.calls.end(reader.id) {
            self.any_order |= first.any_order;
            self.waiting -= 1;
            mem::swap(reader.answer, &mut traffic.input);
            reader.is_answered = true;
            traffic.input.clear();
            return Ok(());
        }
        self.hand_out(Some(first), Some(reader), traffic)
    }

    /// Gives the whole answers that have come to their calls; the first one may
    /// be known already.
    pub(super) fn hand_out(
        &mut self,
        mut first: Option<Answer>,
        mut reader: Option<&mut Reader<'_>>,
        traffic: &mut Traffic<W>,
    ) -> Result<(), End<W::Malformed>> {
        let (mut at, sent) = (0, traffic.sent);
        while self.any_order || self.waiting > 0 {
            let rest = traffic.input.get(at..).unwrap_or_default();
            let found = match first.take() {
                None => measure(&mut traffic.wire, rest)?,
                first => first,
            };
            let Some(answer) = found else {
                break;
            };
            let reader = reader.as_deref_mut();
            if at == 0 && answer.len == rest.len() {
                let swap = |buffer: &mut Vec<u8>| mem::swap(buffer, &mut traffic.input);
                self.answered(answer, sent, reader, swap)?;
                traffic.input.clear();
                return Ok(());
            }
            let frame = rest.get(..answer.len).unwrap_or_default();
            self.answered(answer, sent, reader, |buffer| {
                buffer.clear();
                buffer.extend_from_slice(frame);
            })?;
            at += answer.len;
        }
        if at > 0 {
            traffic.input.drain(..at);
        }
        Ok(())
    }

    /// The peer has sent its last byte, which may be what an answer ends with.
    pub(super) fn close(
        &mut self,
        reader: Option<&mut Reader<'_>>,
        traffic: &mut Traffic<W>,
    ) -> End<W::Malformed> {
        let sent = traffic.sent;
        let last = traffic.wire.measure_at_end(&traffic.input);
        if let Some(answer) = last {
            let swap = |buffer: &mut Vec<u8>| mem::swap(buffer, &mut traffic.input);
            // A stray one makes no difference any more.
            let _ = self.answered::<W::Malformed>(answer, sent, reader, swap);
        }
        traffic.end()
    }

    /// Gives an answer to its call, which ends it, `sent` bytes having gone out;
    /// `fill` puts it into the buffer of a caller that still wants it.
    #[inline]
    fn answered<M>(
        &mut self,
        answer: Answer,
        sent: u64,
        reader: Option<&mut Reader<'_>>,
        fill: impl FnOnce(&mut Vec<u8>),
    ) -> Result<(), End<M>> {
        // Before the peer has said that it goes by ids there is one call at a
        // time, which looks at the id itself. Zero stands for an id that the
        // peer could not read.
        let is_anonymous = !self.any_order || answer.id == 0;
        self.any_order |= answer.any_order;
        let only = is_anonymous.then(|| self.calls.only()).flatten();
        let id = only.unwrap_or(answer.id);
        let call = self.calls.remove(id).ok_or(End::Stray(answer.id))?;
        self.is_cut_short |= sent < call.ends;
        if matches!(call.caller, Caller::Gone) {
            self.abandoned -= 1;
            return Ok(());
        }
        self.waiting -= 1;
        match (reader, call.caller) {
            (Some(reader), _) if reader.id == id => {
                fill(reader.answer);
                reader.is_answered = true;
            }
            (_, Caller::InCompany(slot)) => self.woken.extend(slot.answer(fill)),
            // Callers that are alone read for themselves.
            (_, Caller::Alone(_) | Caller::Gone) => {}
        }
        Ok(())
    }
}

#[inline]
fn measure<W: Wire>(wire: &mut W, input: &[u8]) -> Result<Option<Answer>, End<W::Malformed>> {
    wire.measure(input)
        .map_err(|error| End::malformed(error, input))
}
