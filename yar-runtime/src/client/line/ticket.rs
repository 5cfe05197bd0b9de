//! One call over a line, as its caller holds it.

use super::core::{Core, Line, Request};
use super::driver::Driver;
use super::slot::Spare;
use super::wire::{End, Wire};
use crate::client::sync::MutexGuard;
use std::mem;
use std::sync::Arc;
use std::task::{Context, Poll};

/// A call over a line. Dropped early, it leaves nothing behind that another
/// call would trip over.
pub(crate) struct Ticket<'a, W: Wire> {
    line: &'a Arc<Line<W>>,
    request: &'a [u8],
    /// Empty, then the answer.
    answer: &'a mut Vec<u8>,
    course: Course<W>,
}

/// How far a call over a line has got, for whoever has the line, the request
/// and the answer's buffer elsewhere. It must be [given up](Self::give_up)
/// where it is dropped early.
pub(crate) struct Course<W: Wire> {
    id: u32,
    deadline: W::Time,
    /// Where the outcome will be, in company.
    slot: Spare<W>,
    progress: Progress,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    /// Over a line that nothing has gone over yet.
    New,
    /// Over one whose peer may have closed it meanwhile.
    Unchecked,
    /// It has begun, and the caller does its own I/O.
    Alone,
    /// It has begun, and its outcome will be in the slot.
    InCompany,
    Done,
}

/// Why a call over a line failed.
pub(crate) enum Failed<W: Wire> {
    /// Its deadline passed.
    Late(Sent),
    /// The line broke.
    Ended(Arc<End<W::Malformed>>, Sent),
}

/// How much of a request has gone out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sent {
    /// Not a byte, so that another line may carry it.
    Nothing,
    /// Some bytes.
    Part,
    /// All of it.
    All,
}

impl<'a, W: Wire> Ticket<'a, W> {
    /// A call of `request`, which goes by `id`, over `line`. Nothing happens
    /// before it is polled. `answer` is for the answer.
    #[inline]
    pub(crate) fn new(
        line: &'a Arc<Line<W>>,
        id: u32,
        request: &'a [u8],
        deadline: W::Time,
        answer: &'a mut Vec<u8>,
    ) -> Self {
        answer.clear();
        Self {
            line,
            request,
            answer,
            course: Course {
                id,
                deadline,
                slot: Spare::none(),
                progress: Progress::New,
            },
        }
    }

    /// The same over a line that has carried calls, or has waited for one. A
    /// peer that has closed it meanwhile is noticed before anything is sent.
    #[inline]
    pub(crate) fn over_used(mut self) -> Self {
        self.course.progress = Progress::Unchecked;
        self
    }

    /// Goes on with the call. `start` runs a driver as a task of its own.
    #[inline]
    pub(crate) fn poll(
        &mut self,
        context: &mut Context<'_>,
        start: impl FnOnce(Driver<W>),
    ) -> Poll<Result<(), Failed<W>>> {
        let (line, request, answer) = (self.line, self.request, &mut *self.answer);
        self.course.poll(line, request, answer, context, start)
    }
}

impl<W: Wire> Drop for Ticket<'_, W> {
    fn drop(&mut self) {
        self.course.give_up(self.line);
    }
}

impl<W: Wire> Course<W> {
    /// Of a call that goes by `id`, over a line that has been used.
    #[inline]
    pub(crate) fn over_used(id: u32, deadline: W::Time) -> Self {
        Self {
            id,
            deadline,
            slot: Spare::none(),
            progress: Progress::Unchecked,
        }
    }

    /// Goes on with the call, always over the same line. `answer` is empty and
    /// then has the answer.
    #[inline]
    pub(crate) fn poll(
        &mut self,
        line: &Arc<Line<W>>,
        request: &[u8],
        answer: &mut Vec<u8>,
        context: &mut Context<'_>,
        start: impl FnOnce(Driver<W>),
    ) -> Poll<Result<(), Failed<W>>> {
        if self.progress == Progress::InCompany {
            return self.poll_in_company(line, answer, context);
        }
        let mut core = line.lock();
        if matches!(self.progress, Progress::New | Progress::Unchecked) {
            let request = Request {
                id: self.id,
                bytes: request,
                deadline: self.deadline,
            };
            if core.idle_engine().is_none() {
                return self.begin_in_company(core, line, request, answer, context, start);
            }
            if self.begin_idle(&mut core, request, context)? {
                return Poll::Pending;
            }
        }
        self.turn(core, answer, context)
    }

    /// Begins a call over a line that nobody uses. Whether there is nothing to
    /// do but to wait.
    #[inline]
    fn begin_idle(
        &mut self,
        core: &mut Core<W>,
        request: Request<'_, W>,
        context: &mut Context<'_>,
    ) -> Result<bool, Failed<W>> {
        let is_used = self.progress == Progress::Unchecked;
        let Some(engine) = &mut core.engine else {
            return Err(core.refuse());
        };
        if is_used && !engine.is_quiet(context) {
            return Err(core.refuse());
        }
        self.progress = Progress::Alone;
        match engine.begin_idle(&request, context) {
            // A wire that was quiet a moment ago will wake this task, and need
            // not be read before.
            Ok(is_sent) => Ok(is_sent && is_used),
            Err(end) => {
                core.end = Some(Arc::new(end));
                Ok(false)
            }
        }
    }

    /// Begins any other call.
    #[inline(never)]
    fn begin_in_company(
        &mut self,
        mut core: MutexGuard<'_, Core<W>>,
        line: &Arc<Line<W>>,
        request: Request<'_, W>,
        answer: &mut Vec<u8>,
        context: &mut Context<'_>,
        start: impl FnOnce(Driver<W>),
    ) -> Poll<Result<(), Failed<W>>> {
        if self.progress == Progress::Unchecked && !core.is_sound(|wire| wire.is_quiet(context)) {
            return Poll::Ready(Err(core.refuse()));
        }
        let waker = context.waker().clone();
        let needs_task = core.begin(&request, waker, &mut self.slot, answer)?;
        if !core.driven {
            self.progress = Progress::Alone;
            return self.turn(core, answer, context);
        }
        self.progress = Progress::InCompany;
        let driver = core.inbox.driver.take();
        drop(core);
        if let Some(driver) = driver {
            driver.wake();
        }
        if needs_task {
            start(Driver::new(Arc::clone(line)));
        }
        Poll::Pending
    }

    /// Takes the outcome from the slot; where the task has left meanwhile, does
    /// its own reading and writing.
    fn poll_in_company(
        &mut self,
        line: &Line<W>,
        answer: &mut Vec<u8>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Failed<W>>> {
        let outcome = self.slot.poll(context, answer);
        if outcome.is_pending() {
            return self.turn(line.lock(), answer, context);
        }
        self.progress = Progress::Done;
        W::keep_slot(mem::replace(&mut self.slot, Spare::none()));
        outcome
    }

    /// Does its own reading and writing where no task does.
    #[inline]
    fn turn(
        &mut self,
        mut core: MutexGuard<'_, Core<W>>,
        answer: &mut Vec<u8>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Failed<W>>> {
        if core.has_late_slots() && self.progress == Progress::Alone {
            let outcome = self.take_late_slot(&mut core, answer, context);
            if outcome.is_ready() {
                return outcome;
            }
        }
        if core.driven {
            return Poll::Pending;
        }
        let outcome = core.turn_alone(self.id, self.deadline, answer, context);
        if outcome.is_ready() {
            self.progress = Progress::Done;
        }
        outcome
    }

    /// Company may have come since it was here last.
    #[cold]
    fn take_late_slot(
        &mut self,
        core: &mut Core<W>,
        answer: &mut Vec<u8>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Failed<W>>> {
        let Some(slot) = core.late_slot(self.id) else {
            return Poll::Pending;
        };
        self.slot.set(slot);
        self.progress = Progress::InCompany;
        let outcome = self.slot.poll(context, answer);
        if outcome.is_ready() {
            self.progress = Progress::Done;
        }
        outcome
    }

    /// The caller wants it no more.
    #[inline]
    pub(crate) fn give_up(&mut self, line: &Line<W>) {
        if matches!(self.progress, Progress::Alone | Progress::InCompany) {
            self.give_up_begun(line);
        }
    }

    #[cold]
    fn give_up_begun(&mut self, line: &Line<W>) {
        if self.progress == Progress::Alone || self.slot.give_up() {
            line.lock().give_up(self.id);
        }
        self.progress = Progress::Done;
    }
}
