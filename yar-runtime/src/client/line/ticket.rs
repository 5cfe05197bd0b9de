//! One call over a line, as its caller holds it.

use super::core::Line;
use super::driver::Driver;
use super::wire::{End, Wire};
use std::mem;
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
    answer: Vec<u8>,
    progress: Progress,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Progress {
    New,
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
    /// before it is polled. `buffer` is for the answer.
    pub(crate) fn new(
        line: &'a Arc<Line<W>>,
        id: u32,
        request: &'a [u8],
        deadline: W::Time,
        mut buffer: Vec<u8>,
    ) -> Self {
        buffer.clear();
        Self {
            line,
            id,
            request,
            deadline,
            answer: buffer,
            progress: Progress::New,
        }
    }

    /// Goes on with the call. `start` runs a driver as a task of its own.
    pub(crate) fn poll(
        &mut self,
        context: &mut Context<'_>,
        start: impl FnOnce(Driver<W>),
    ) -> Poll<Result<(), Failed<W>>> {
        let mut needs_task = false;
        let mut request: &[u8] = &[];
        let mut driver = None;
        let mut core = self.line.lock();
        if self.progress == Progress::New {
            let buffer = mem::take(&mut self.answer);
            match core.begin(self.id, self.request, self.deadline, buffer) {
                Ok(begun) => {
                    needs_task = begun.needs_task;
                    if begun.is_next {
                        request = self.request;
                    }
                }
                Err(failed) => return Poll::Ready(Err(failed)),
            }
            self.progress = Progress::Begun;
            driver = core.driver.take();
        }
        if !core.driven {
            core.turn_alone(self.id, request, context);
        }
        let outcome = core.look(self.id, &mut self.answer, context);
        drop(core);
        if outcome.is_ready() {
            self.progress = Progress::Done;
        }
        if let Some(driver) = driver {
            driver.wake();
        }
        if needs_task {
            start(Driver::new(Arc::clone(self.line)));
        }
        outcome
    }

    /// The answer, once there is one.
    pub(crate) fn take_answer(&mut self) -> Vec<u8> {
        mem::take(&mut self.answer)
    }
}

impl<W: Wire> Drop for Ticket<'_, W> {
    fn drop(&mut self) {
        if self.progress == Progress::Begun {
            self.line.lock().book.abandon(self.id);
        }
    }
}
