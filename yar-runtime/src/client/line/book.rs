//! Which calls are under way, and what has become of them.

use super::calls::Calls;
use super::ticket::Sent;
use super::traffic::Traffic;
use super::wire::{Answer, End, Wire};
use std::mem;
use std::task::Waker;

/// The calls of a line by their ids.
pub(super) struct Book<Time> {
    calls: Calls<Call<Time>>,
    /// Calls without an answer whose callers still want one.
    pub(super) waiting: usize,
    /// The most of them at a time since the connection's task looked last.
    pub(super) peak: usize,
    /// No deadline is earlier.
    pub(super) earliest: Option<Time>,
    /// The peer has said that it matches answers by id.
    pub(super) any_order: bool,
    /// Whoever has to look again.
    pub(super) woken: Vec<Waker>,
}

/// A request that has been queued.
pub(super) struct Call<Time> {
    pub(super) state: State,
    pub(super) waker: Option<Waker>,
    pub(super) deadline: Time,
    /// Where its bytes begin and end among all that the line sends.
    pub(super) begins: u64,
    pub(super) ends: u64,
    /// Holds the answer when there is one.
    pub(super) buffer: Vec<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Waiting,
    Answered,
    /// The deadline passed.
    Late,
    /// The deadline passed, and then the answer came.
    LateAndAnswered,
    /// Its caller is gone; the peer may still answer.
    Abandoned,
}

impl<Time> Call<Time> {
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
}

impl<Time: Copy + Ord> Book<Time> {
    pub(super) fn new() -> Self {
        Self {
            calls: Calls::new(),
            waiting: 0,
            peak: 0,
            earliest: None,
            any_order: false,
            woken: Vec::new(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    pub(super) fn is_waiting(&self, id: u32) -> bool {
        let call = self.calls.get(id);
        call.is_some_and(|call| call.state == State::Waiting)
    }

    pub(super) fn abandoned(&self) -> usize {
        let calls = self.calls.iter();
        calls.filter(|call| call.state == State::Abandoned).count()
    }

    /// Enters a call that is alone.
    #[inline]
    pub(super) fn begin(&mut self, id: u32, call: Call<Time>) {
        self.calls.begin(id, call);
        self.waiting = 1;
    }

    /// `false` if there is a call of that id already. What only the
    /// connection's task looks at is not kept without one.
    pub(super) fn enter(&mut self, id: u32, call: Call<Time>, is_driven: bool) -> bool {
        let deadline = call.deadline;
        if !self.calls.insert(id, call) {
            return false;
        }
        self.waiting += 1;
        if is_driven {
            self.peak = self.peak.max(self.waiting);
            self.earliest = Some(self.earliest.map_or(deadline, |time| time.min(deadline)));
        }
        true
    }

    pub(super) fn get_mut(&mut self, id: u32) -> Option<&mut Call<Time>> {
        self.calls.get_mut(id)
    }

    /// The answer to a call that has one, which has ended then.
    #[inline]
    pub(super) fn take_answer(&mut self, id: u32) -> Option<Vec<u8>> {
        let call = self
            .calls
            .remove_if(id, |call| call.state == State::Answered);
        call.map(|call| call.buffer)
    }

    /// The caller has all it will get.
    pub(super) fn strike(&mut self, id: u32) {
        if self.is_waiting(id) {
            self.waiting -= 1;
        }
        self.calls.remove(id);
    }

    /// The caller is gone. An answer that may still come must find its entry,
    /// or it would pass for one that nobody asked for.
    pub(super) fn abandon(&mut self, id: u32) {
        let Some(call) = self.calls.get_mut(id) else {
            return;
        };
        match call.state {
            State::Answered | State::LateAndAnswered => {
                self.calls.remove(id);
                return;
            }
            State::Waiting => self.waiting -= 1,
            State::Late | State::Abandoned => {}
        }
        call.state = State::Abandoned;
        call.waker = None;
        call.buffer = Vec::new();
    }

    /// The deadline of a call has passed.
    pub(super) fn expire(&mut self, id: u32) {
        if let Some(call) = self.calls.get_mut(id)
            && call.state == State::Waiting
        {
            call.state = State::Late;
            self.waiting -= 1;
        }
    }

    /// Everybody who waits has to look again.
    pub(super) fn wake_all(&mut self) {
        let waiting = self.calls.iter_mut();
        self.woken
            .extend(waiting.filter_map(|call| call.waker.take()));
    }

    /// Wakes whoever has to look again, except for the one that looks just now.
    #[inline]
    pub(super) fn wake_others(&mut self, own: &Waker) {
        while let Some(waker) = self.woken.pop() {
            if !waker.will_wake(own) {
                waker.wake();
            }
        }
    }

    /// Ends the calls whose deadline has passed.
    pub(super) fn sweep(&mut self, now: Time) {
        self.earliest = None;
        for call in self.calls.iter_mut() {
            if call.state != State::Waiting {
                continue;
            }
            if call.deadline <= now {
                call.state = State::Late;
                self.waiting -= 1;
                self.woken.extend(call.waker.take());
            } else {
                let earliest = self.earliest.unwrap_or(call.deadline);
                self.earliest = Some(earliest.min(call.deadline));
            }
        }
    }

    /// Gives what has come to `answer`, if it is no more than the answer to the
    /// only call, whose caller is here and which has ended then. Whether that is
    /// so; all else is handed out.
    #[inline]
    pub(super) fn take<W: Wire<Time = Time>>(
        &mut self,
        id: u32,
        traffic: &mut Traffic<W>,
        answer: &mut Vec<u8>,
    ) -> Result<bool, End<W::Malformed>> {
        let first = measure(&mut traffic.wire, &traffic.input)?;
        let Some(first) = first else {
            return Ok(false);
        };
        let is_for_it = first.id == id || first.id == 0 || !self.any_order;
        let is_all = first.len == traffic.input.len();
        let is_waiting = |call: &Call<Time>| call.state == State::Waiting;
        if is_for_it && is_all && self.calls.end(id, is_waiting) {
            self.any_order |= first.any_order;
            self.waiting -= 1;
            mem::swap(answer, &mut traffic.input);
            traffic.input.clear();
            return Ok(true);
        }
        self.hand_out_from(Some(first), traffic)?;
        Ok(false)
    }

    /// Gives the whole answers that have come to their calls.
    pub(super) fn hand_out<W: Wire<Time = Time>>(
        &mut self,
        traffic: &mut Traffic<W>,
    ) -> Result<(), End<W::Malformed>> {
        self.hand_out_from(None, traffic)
    }

    /// The same, where the first one is known already.
    fn hand_out_from<W: Wire<Time = Time>>(
        &mut self,
        mut first: Option<Answer>,
        traffic: &mut Traffic<W>,
    ) -> Result<(), End<W::Malformed>> {
        let mut at = 0;
        while self.any_order || self.waiting > 0 {
            let rest = traffic.input.get(at..).unwrap_or_default();
            let found = match first.take() {
                None => measure(&mut traffic.wire, rest)?,
                first => first,
            };
            let Some(answer) = found else {
                break;
            };
            if at == 0 && answer.len == rest.len() {
                self.answered(answer, |buffer| mem::swap(buffer, &mut traffic.input))?;
                traffic.input.clear();
                return Ok(());
            }
            let frame = rest.get(..answer.len).unwrap_or_default();
            self.answered(answer, |buffer| {
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
    pub(super) fn close<W: Wire<Time = Time>>(
        &mut self,
        traffic: &mut Traffic<W>,
    ) -> End<W::Malformed> {
        let last = traffic.wire.measure_at_end(&traffic.input);
        if let Some(answer) = last {
            // A stray one makes no difference any more.
            let _ = self.answered::<W::Malformed>(answer, |buffer| {
                mem::swap(buffer, &mut traffic.input);
            });
        }
        End::closed(&traffic.input)
    }

    /// Gives an answer to its call; `fill` puts it into the buffer of one whose
    /// caller still wants it.
    fn answered<M>(
        &mut self,
        answer: Answer,
        fill: impl FnOnce(&mut Vec<u8>),
    ) -> Result<(), End<M>> {
        // Before the peer has said that it goes by ids there is one call at a
        // time, which looks at the id itself. Zero stands for an id that the
        // peer could not read.
        let is_anonymous = !self.any_order || answer.id == 0;
        self.any_order |= answer.any_order;
        let only = is_anonymous.then(|| self.calls.only()).flatten();
        let id = only.unwrap_or(answer.id);
        let call = self.calls.get_mut(id).ok_or(End::Stray(answer.id))?;
        match call.state {
            State::Waiting => {
                call.state = State::Answered;
                fill(&mut call.buffer);
                self.waiting -= 1;
                if let Some(waker) = call.waker.take() {
                    self.woken.push(waker);
                }
            }
            // A second answer to the same request.
            State::Answered | State::LateAndAnswered => return Err(End::Stray(answer.id)),
            // The caller has not looked yet; it will leave no entry behind.
            State::Late => call.state = State::LateAndAnswered,
            State::Abandoned => self.calls.remove(id),
        }
        Ok(())
    }
}

#[inline]
fn measure<W: Wire>(wire: &mut W, input: &[u8]) -> Result<Option<Answer>, End<W::Malformed>> {
    wire.measure(input)
        .map_err(|error| End::malformed(error, input))
}
