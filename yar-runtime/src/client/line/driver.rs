//! The task of a connection that several calls share.

use super::core::Line;
use super::traffic::Traffic;
use super::wire::{End, Wire};
use std::mem;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

/// Does the I/O of a line for all its calls, and ends when there has been no
/// company for a while.
pub(crate) struct Driver<W: Wire> {
    line: Arc<Line<W>>,
    /// The line's, from the first poll on.
    traffic: Option<Traffic<W>>,
    /// Requests that are taken up and not yet sent.
    queue: Vec<u8>,
    /// It has let others queue behind what it is about to send.
    stepped_back: bool,
    next_look: Option<W::Time>,
    /// Callers to be woken once the lock is free.
    woken: Vec<Waker>,
    finished: bool,
}

/// How a turn ended.
enum Turn {
    Waiting,
    /// It comes back once the others that can run have run.
    SteppedBack,
    /// The callers can do their own I/O again.
    Alone,
}

impl<W: Wire> Driver<W> {
    pub(super) fn new(line: Arc<Line<W>>) -> Self {
        Self {
            line,
            traffic: None,
            queue: Vec::new(),
            stepped_back: false,
            next_look: None,
            woken: Vec::new(),
            finished: false,
        }
    }

    /// Ready when the line needs no task any more.
    pub(crate) fn poll(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let traffic = self.traffic.take();
        let Some(mut traffic) = traffic.or_else(|| self.take_over()) else {
            return Poll::Ready(());
        };
        match self.turn(&mut traffic, context) {
            Ok(Turn::Waiting) => self.traffic = Some(traffic),
            Ok(Turn::SteppedBack) => {
                self.traffic = Some(traffic);
                context.waker().wake_by_ref();
            }
            Ok(Turn::Alone) => match self.retire(traffic) {
                None => self.finished = true,
                Some(traffic) => {
                    self.traffic = Some(traffic);
                    context.waker().wake_by_ref();
                }
            },
            Err(end) => self.fail(end, traffic.sent),
        }
        for waker in self.woken.drain(..) {
            waker.wake();
        }
        if self.finished {
            Poll::Ready(())
        } else {
            Poll::Pending
        }
    }

    fn take_over(&mut self) -> Option<Traffic<W>> {
        let mut core = self.line.lock();
        let traffic = core.traffic.take()?;
        let now = traffic.wire.now();
        core.book.peak = core.book.waiting;
        core.book.sweep(now);
        self.woken.append(&mut core.book.woken);
        Some(traffic)
    }

    fn turn(
        &mut self,
        traffic: &mut Traffic<W>,
        context: &mut Context<'_>,
    ) -> Result<Turn, End<W::Malformed>> {
        loop {
            self.receive(traffic, context)?;
            let is_sent = traffic.send(&mut self.queue, context)?;
            let mut core = self.line.lock();
            core.sent = traffic.sent;
            if is_sent && !core.queue.is_empty() {
                if !self.stepped_back {
                    self.stepped_back = true;
                    return Ok(Turn::SteppedBack);
                }
                self.stepped_back = false;
                mem::swap(&mut self.queue, &mut core.queue);
                continue;
            }
            core.listen(context.waker());
            let earliest = core.book.earliest;
            drop(core);
            let look = *self.next_look.get_or_insert(traffic.wire.next_look());
            let alarm = earliest.map_or(look, |earliest| earliest.min(look));
            if traffic.wire.poll_until(context, alarm).is_pending() {
                return Ok(Turn::Waiting);
            }
            if self.is_alone(traffic) {
                return Ok(Turn::Alone);
            }
        }
    }

    fn receive(
        &mut self,
        traffic: &mut Traffic<W>,
        context: &mut Context<'_>,
    ) -> Result<(), End<W::Malformed>> {
        while let Some(count) = traffic.receive(context)? {
            let mut core = self.line.lock();
            let handed_out = match count {
                0 => Err(core.book.close(traffic)),
                _ => core.book.hand_out(traffic),
            };
            self.woken.append(&mut core.book.woken);
            handed_out?;
        }
        Ok(())
    }

    /// Ends calls whose time is up. Whether there was never more than one call
    /// under way since the last look, where it is time for one.
    fn is_alone(&mut self, traffic: &Traffic<W>) -> bool {
        let now = traffic.wire.now();
        let mut core = self.line.lock();
        core.book.sweep(now);
        self.woken.append(&mut core.book.woken);
        if self.next_look.is_some_and(|look| now < look) {
            return false;
        }
        self.next_look = None;
        let waiting = core.book.waiting;
        mem::replace(&mut core.book.peak, waiting) < 2
    }

    /// Leaves the I/O to the callers, unless company has come meanwhile.
    fn retire(&mut self, traffic: Traffic<W>) -> Option<Traffic<W>> {
        let mut core = self.line.lock();
        if core.book.peak > 1 {
            return Some(traffic);
        }
        core.traffic = Some(traffic);
        core.driven = false;
        core.driver = None;
        core.book.wake_all();
        self.woken.append(&mut core.book.woken);
        None
    }

    fn fail(&mut self, end: End<W::Malformed>, sent: u64) {
        self.finished = true;
        let mut core = self.line.lock();
        core.sent = sent;
        core.end = Some(Arc::new(end));
        core.book.wake_all();
        self.woken.append(&mut core.book.woken);
    }
}

impl<W: Wire> Drop for Driver<W> {
    fn drop(&mut self) {
        if !self.finished {
            let sent = self.line.lock().sent;
            self.fail(End::Dropped, sent);
            for waker in self.woken.drain(..) {
                waker.wake();
            }
        }
    }
}
