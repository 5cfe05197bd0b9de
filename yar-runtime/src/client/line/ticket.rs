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
    id: u32,
    request: &'a [u8],
    deadline: W::Time,
    /// Empty, then the answer.
    answer: &'a mut Vec<u8>,
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
            id,
            request,
            deadline,
            answer,
            progress: Progress::New,
        }
    }

    /// The same over a line that has carried calls, or has waited for one. A
    /// peer that has closed it meanwhile is noticed before anything is sent.
    #[inline]
    pub(crate) fn over_used(mut self) -> Self {
        self.progress = Progress::Unchecked;
        self
    }

    /// Goes on with the call. `start` runs a driver as a task of its own.
    pub(crate) fn poll(
        &mut self,
        context: &mut Context<'_>,
        start: impl FnOnce(Driver<W>),
    ) -> Poll<Result<(), Failed<W>>> {
        if matches!(self.progress, Progress::New | Progress::Unchecked) {
            return self.begin(context, start);
        }
        let mut core = self.line.lock();
        if !core.driven && core.turn_alone(self.id, self.deadline, self.answer, context) {
            self.progress = Progress::Done;
            return Poll::Ready(Ok(()));
        }
        self.look(core, context)
    }

    #[inline]
    fn begin(
        &mut self,
        context: &mut Context<'_>,
        start: impl FnOnce(Driver<W>),
    ) -> Poll<Result<(), Failed<W>>> {
        let mut core = self.line.lock();
        let mut is_quiet = false;
        if self.progress == Progress::Unchecked {
            let is_sound = core.is_sound(|wire| {
                is_quiet = wire.is_quiet(context);
                is_quiet
            });
            if !is_sound {
                return Poll::Ready(Err(core.refuse()));
            }
        }
        let waker = context.waker().clone();
        let begun = core.begin(self.id, self.request, self.deadline, self.answer, waker)?;
        self.progress = Progress::Begun;
        if !core.driven {
            // A wire that was quiet a moment ago will wake this task, and need
            // not be read before.
            if begun.is_next && core.send_alone(self.request, self.deadline, context) && is_quiet {
                return Poll::Pending;
            }
            if core.turn_alone(self.id, self.deadline, self.answer, context) {
                self.progress = Progress::Done;
                return Poll::Ready(Ok(()));
            }
            return self.look(core, context);
        }
        let driver = core.driver.take();
        drop(core);
        if let Some(driver) = driver {
            driver.wake();
        }
        if begun.needs_task {
            start(Driver::new(Arc::clone(self.line)));
        }
        Poll::Pending
    }

    /// What has become of it.
    fn look(
        &mut self,
        mut core: MutexGuard<'_, Core<W>>,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Failed<W>>> {
        let outcome = core.look(self.id, self.answer, context);
        if outcome.is_ready() {
            self.progress = Progress::Done;
        }
        outcome
    }
}

impl<W: Wire> Drop for Ticket<'_, W> {
    fn drop(&mut self) {
        if self.progress == Progress::Begun {
            self.line.lock().book.abandon(self.id);
        }
    }
}
