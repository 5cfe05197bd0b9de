//! One call over a line, as its caller holds it.

use super::core::{Core, Line};
use super::driver::Driver;
use super::wire::{End, Wire};
use crate::client::sync::MutexGuard;
use std::sync::Arc;
use std::task::{Context, Poll};

/// A call over a line. Dropped early, it leaves nothing behind that another
/// call would trip over.
pub(crate) struct Ticket<'a, W: Wire> {
    line: &'a Arc<Line<W>>,
    request: &'a [u8],
    /// Empty, then the answer.
    answer: &'a mut Vec<u8>,
    course: Course<W::Time>,
}

/// How far a call over a line has got, for whoever has the line, the request
/// and the answer's buffer elsewhere. It must be [given up](Self::give_up)
/// where it is dropped early.
pub(crate) struct Course<Time> {
    id: u32,
    deadline: Time,
    progress: Progress,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    /// Over a line that nothing has gone over yet.
    New,
    /// Over one whose peer may have closed it meanwhile.
    Unchecked,
    Begun,
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

impl<Time: Copy + Ord> Course<Time> {
    /// Of a call that goes by `id`, over a line that has been used.
    #[inline]
    pub(crate) fn over_used(id: u32, deadline: Time) -> Self {
        Self {
            id,
            deadline,
            progress: Progress::Unchecked,
        }
    }

    /// Goes on with the call, always over the same line. `answer` is empty and
    /// then has the answer.
    #[inline]
    pub(crate) fn poll<W: Wire<Time = Time>>(
        &mut self,
        line: &Arc<Line<W>>,
        request: &[u8],
        answer: &mut Vec<u8>,
        context: &mut Context<'_>,
        start: impl FnOnce(Driver<W>),
    ) -> Poll<Result<(), Failed<W>>> {
        let mut core = line.lock();
        if matches!(self.progress, Progress::New | Progress::Unchecked) {
            if !core.is_idle() {
                return self.begin_in_company(core, line, request, answer, context, start);
            }
            if self.begin_alone(&mut core, request, context)? {
                return Poll::Pending;
            }
        }
        self.turn(core, answer, context)
    }

    /// Begins a call over a line that nobody uses. Whether there is nothing to
    /// do but to wait.
    #[inline]
    fn begin_alone<W: Wire<Time = Time>>(
        &mut self,
        core: &mut Core<W>,
        request: &[u8],
        context: &mut Context<'_>,
    ) -> Result<bool, Failed<W>> {
        let is_used = self.progress == Progress::Unchecked;
        if is_used && !core.is_quiet(context) {
            return Err(core.refuse());
        }
        self.progress = Progress::Begun;
        let is_sent = core.begin_alone(self.id, request, self.deadline, context);
        // A wire that was quiet a moment ago will wake this task, and need not
        // be read before.
        Ok(is_sent && is_used)
    }

    /// Begins any other call.
    #[inline(never)]
    fn begin_in_company<W: Wire<Time = Time>>(
        &mut self,
        mut core: MutexGuard<'_, Core<W>>,
        line: &Arc<Line<W>>,
        request: &[u8],
        answer: &mut Vec<u8>,
        context: &mut Context<'_>,
        start: impl FnOnce(Driver<W>),
    ) -> Poll<Result<(), Failed<W>>> {
        if self.progress == Progress::Unchecked && !core.is_sound(|wire| wire.is_quiet(context)) {
            return Poll::Ready(Err(core.refuse()));
        }
        let waker = context.waker().clone();
        let needs_task = core.begin(self.id, request, self.deadline, answer, waker)?;
        self.progress = Progress::Begun;
        if !core.driven {
            return self.turn(core, answer, context);
        }
        let driver = core.driver.take();
        drop(core);
        if let Some(driver) = driver {
            driver.wake();
        }
        if needs_task {
            start(Driver::new(Arc::clone(line)));
        }
        Poll::Pending
    }

    /// Does its own reading and writing where no task does.
    #[inline]
    fn turn<W: Wire<Time = Time>>(
        &mut self,
        mut core: MutexGuard<'_, Core<W>>,
        answer: &mut Vec<u8>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Failed<W>>> {
        if !core.driven && core.turn_alone(self.id, self.deadline, answer, context) {
            self.progress = Progress::Done;
            return Poll::Ready(Ok(()));
        }
        self.look(core, answer, context)
    }

    /// What has become of it.
    #[inline(never)]
    fn look<W: Wire<Time = Time>>(
        &mut self,
        mut core: MutexGuard<'_, Core<W>>,
        answer: &mut Vec<u8>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Failed<W>>> {
        let outcome = core.look(self.id, answer, context);
        if outcome.is_ready() {
            self.progress = Progress::Done;
        }
        outcome
    }

    /// The caller wants it no more.
    #[inline]
    pub(crate) fn give_up<W: Wire<Time = Time>>(&mut self, line: &Line<W>) {
        if self.progress == Progress::Begun {
            self.progress = Progress::Done;
            line.lock().book.abandon(self.id);
        }
    }
}
