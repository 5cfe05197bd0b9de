//! The task of a connection that several calls share.

use super::core::{Core, Line};
use super::engine::Engine;
use super::inbox::{Inbox, Mail};
use super::wire::{End, Wire};
use std::mem;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

/// Does the I/O of a line for all its calls, and ends when there has been no
/// company for a while.
pub(crate) struct Driver<W: Wire> {
    line: Arc<Line<W>>,
    /// The line's, from the first poll on.
    engine: Option<Engine<W>>,
    /// Taken up and not yet with the engine.
    mail: Mail<W>,
    /// It has let others queue behind what it is about to send.
    stepped_back: bool,
    next_look: Option<W::Time>,
    /// No new calls go over the line.
    is_closing: bool,
    /// Callers to be woken once all is done.
    woken: Vec<Waker>,
    finished: bool,
}

/// What callers had left.
enum Found {
    Nothing,
    /// Others may soon have more: there is a first request to be sent, or answers
    /// were handed out, after which there are calls again.
    Early,
    Requests,
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
            engine: None,
            mail: Mail::new(),
            stepped_back: false,
            next_look: None,
            is_closing: false,
            woken: Vec::new(),
            finished: false,
        }
    }

    /// Ready when the line needs no task any more.
    pub(crate) fn poll(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let engine = self.engine.take();
        let Some(mut engine) = engine.or_else(|| self.take_over()) else {
            return Poll::Ready(());
        };
        let turn = self.turn(&mut engine, context);
        self.woken.append(&mut engine.book.woken);
        match turn {
            Ok(Turn::Waiting) => self.engine = Some(engine),
            Ok(Turn::SteppedBack) => {
                self.engine = Some(engine);
                context.waker().wake_by_ref();
            }
            Ok(Turn::Alone) => {
                self.engine = self.retire(engine);
                self.finished = self.engine.is_none();
                if !self.finished {
                    context.waker().wake_by_ref();
                }
            }
            Err(end) => self.fail(engine, end),
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

    fn take_over(&mut self) -> Option<Engine<W>> {
        let mut engine = self.line.lock().engine.take()?;
        engine.book.peak = engine.book.waiting;
        engine.sweep();
        Some(engine)
    }

    fn turn(
        &mut self,
        engine: &mut Engine<W>,
        context: &mut Context<'_>,
    ) -> Result<Turn, End<W::Malformed>> {
        loop {
            engine.receive(context)?;
            let is_sent = engine.send(context);
            if engine.traffic.has_failed() {
                engine.receive(context)?;
            }
            if engine.book.is_cut_short && !self.is_closing {
                self.close(engine);
            }
            let found = self.look_in(engine, is_sent, context);
            if let Found::Requests = found {
                continue;
            }
            let look = *(self.next_look).get_or_insert(engine.traffic.wire.next_look());
            let earliest = engine.book.earliest;
            let alarm = earliest.map_or(look, |earliest| earliest.min(look));
            // However much there is to be sent.
            if engine.is_past(alarm, context) {
                if self.is_alone(engine) {
                    return Ok(Turn::Alone);
                }
                continue;
            }
            return Ok(match found {
                Found::Early => Turn::SteppedBack,
                Found::Nothing | Found::Requests => Turn::Waiting,
            });
        }
    }

    /// Takes up what callers have left, but gives others the chance to add theirs
    /// first.
    fn look_in(&mut self, engine: &mut Engine<W>, is_sent: bool, context: &Context<'_>) -> Found {
        let mut core = self.line.lock();
        let is_to_send = is_sent && !core.inbox.mail.entered.is_empty();
        let has_answers = !engine.book.woken.is_empty();
        if (is_to_send || has_answers) && !self.stepped_back {
            self.stepped_back = true;
            return Found::Early;
        }
        self.stepped_back = false;
        if !is_to_send {
            core.inbox.listen(context.waker());
        }
        collect(&mut core, &mut self.mail, engine);
        drop(core);
        engine.take_up(&mut self.mail);
        match is_to_send {
            true => Found::Requests,
            false => Found::Nothing,
        }
    }

    /// Ends calls whose time is up. Whether the task is not needed any more, where
    /// it is time for a look: there was never more than one call under way since
    /// the last one, and nothing is left to be sent.
    fn is_alone(&mut self, engine: &mut Engine<W>) -> bool {
        engine.sweep();
        let now = engine.traffic.wire.now();
        if self.next_look.is_some_and(|look| now < look) {
            return false;
        }
        self.next_look = None;
        if engine.traffic.has_stalled() || engine.is_left() {
            self.close(engine);
        }
        let waiting = engine.book.waiting;
        let peak = mem::replace(&mut engine.book.peak, waiting);
        match self.is_closing {
            true => waiting == 0,
            false => peak < 2 && engine.traffic.is_sent(),
        }
    }

    /// Has the line carry no call but those of which something has gone out, and
    /// end with them.
    #[cold]
    fn close(&mut self, engine: &mut Engine<W>) {
        self.is_closing = true;
        let end = Arc::new(End::Stalled);
        let mut core = self.line.lock();
        core.end.get_or_insert_with(|| Arc::clone(&end));
        collect(&mut core, &mut self.mail, engine);
        drop(core);
        engine.take_up(&mut self.mail);
        engine.take_back(&end);
    }

    /// Leaves the I/O to the callers, unless company has come meanwhile.
    fn retire(&mut self, mut engine: Engine<W>) -> Option<Engine<W>> {
        let line = Arc::clone(&self.line);
        let mut core = line.lock();
        collect(&mut core, &mut self.mail, &engine);
        engine.take_up(&mut self.mail);
        if engine.book.peak < 2 {
            engine.book.wake_all();
        }
        self.woken.append(&mut engine.book.woken);
        if engine.book.peak > 1 {
            return Some(engine);
        }
        if core.end.is_some() {
            drop(core);
            engine.let_go(true);
            return None;
        }
        core.driven = false;
        // A connection without company keeps no buffers for it.
        core.inbox = Inbox::new();
        engine.traffic.let_go_of_room();
        core.engine = Some(engine);
        None
    }

    fn fail(&mut self, mut engine: Engine<W>, end: End<W::Malformed>) {
        self.finished = true;
        let end = Arc::new(end);
        let mut core = self.line.lock();
        core.end = Some(Arc::clone(&end));
        collect(&mut core, &mut self.mail, &engine);
        drop(core);
        engine.take_up(&mut self.mail);
        engine.book.fail_all(&end, engine.traffic.sent);
        self.woken.append(&mut engine.book.woken);
    }
}

fn collect<W: Wire>(core: &mut Core<W>, mail: &mut Mail<W>, engine: &Engine<W>) {
    mem::swap(mail, &mut core.inbox.mail);
    core.abandoned = engine.book.abandoned + mail.given_up.len();
}

impl<W: Wire> Drop for Driver<W> {
    fn drop(&mut self) {
        if self.finished {
            return;
        }
        let engine = self.engine.take();
        if let Some(engine) = engine.or_else(|| self.take_over()) {
            self.fail(engine, End::Dropped);
        }
        for waker in self.woken.drain(..) {
            waker.wake();
        }
    }
}
