//! One connection: reads what has arrived, answers every whole frame in it,
//! writes all the answers at once.
//!
//! Handlers are polled in place. Those that have to wait run on beside one
//! another, and reading goes on until there are too many of them. Knows frames
//! and futures, not services.

use super::Limits;
use super::buffers::{Backlog, Output, Scratch, Unsent};
use super::calls::Calls;
use super::clock::{Activity, Clock, Tick};
use super::heavy::{Heavy, Queue, Turn};
use super::stop::Ear;
use crate::dispatch::{Hoard, Load, Reply, Slot, Step, UNFINISHED};
use crate::error::status;
use crate::wire::{Frame, FrameError, HEADER_LEN, PACKAGER_LEN, peek};
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Answers are sent before more requests are worked on once there are so many.
const ANSWERS: usize = 256 * 1024;

/// Bytes of header and packager name, in either layout.
const HEADER: usize = HEADER_LEN + PACKAGER_LEN;

/// A connection, `start` making a call of each frame.
pub(super) struct Connection<Io, Start, Call> {
    io: Io,
    start: Start,
    max_body: usize,
    max_calls: usize,
    ear: Ear,
    clock: Clock,
    backlog: Backlog,
    unsent: Unsent,
    calls: Calls<Call>,
    queue: Queue,
    /// What the backlog adds to the load.
    hoard: Hoard,
    /// The backlog begins with a part of a frame.
    partial: bool,
    /// The requests begun so far are the last ones.
    last: bool,
    /// The peer has sent its last byte.
    ended: bool,
}

/// How a connection ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// All answers went out; the peer may still be sending.
    Answered,
    /// The peer has closed it, it is dead, or it has been given up.
    Over,
}

/// Why working on received bytes stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Worked {
    /// No whole frame is left, or no further one is wanted.
    Done,
    /// There may be more frames, but first the answers have to go out.
    Full,
    /// There may be more frames, but first calls have to finish, or a large
    /// request has to wait for its turn.
    Busy,
}

impl<Io, Start, Call> Connection<Io, Start, Call>
where
    Io: AsyncRead + AsyncWrite + Unpin,
    Start: Fn(&Frame<'_>, Reply, &mut Slot<'_, Call>, &mut Context<'_>) -> Step,
    Call: Future<Output = Reply>,
{
    pub(super) fn new(
        io: Io,
        start: Start,
        limits: &Limits,
        load: &Arc<Load>,
        heavy: &Heavy,
        ear: Ear,
    ) -> Self {
        Self {
            queue: Queue::new(heavy),
            io,
            start,
            max_body: limits.max_body,
            max_calls: limits.max_calls_per_connection.max(1),
            ear,
            clock: Clock::new(limits),
            backlog: Backlog::default(),
            unsent: Unsent::default(),
            hoard: load.hoard(),
            calls: Calls::new(load, limits.call()),
            partial: false,
            last: false,
            ended: false,
        }
    }

    pub(super) fn into_io(self) -> Io {
        self.io
    }

    /// Drives the connection until it ends.
    pub(super) fn poll(&mut self, context: &mut Context<'_>) -> Poll<End> {
        if self.ear.hears(context) {
            self.last = true;
        }
        let mut scratch = Scratch::take();
        let end = self.turn(&mut scratch, context);
        scratch.put_back();
        match end {
            Ok(Poll::Ready(end)) => return Poll::Ready(end),
            Ok(Poll::Pending) => {}
            Err(_) => return Poll::Ready(End::Over),
        }
        match self.clock.tick(self.activity(), context) {
            Tick::Late => return Poll::Ready(End::Over),
            Tick::Slow => self.calls.shrink(),
            Tick::None => {}
        }
        Poll::Pending
    }

    fn activity(&self) -> Activity {
        if !self.unsent.is_empty() {
            Activity::Idle
        } else if self.partial {
            match self.backlog.bytes().len() {
                ..HEADER => Activity::InHeader,
                _ => Activity::InBody,
            }
        } else if self.calls.running() > 0 {
            Activity::Working
        } else {
            Activity::Idle
        }
    }

    fn turn(&mut self, scratch: &mut Scratch, context: &mut Context<'_>) -> io::Result<Poll<End>> {
        let Scratch { input, output } = scratch;
        self.calls.poll(output, context);
        loop {
            // What the socket would not take comes first: a peer that does not
            // read its answers is not read from either.
            if self.send_unsent(context)?.is_pending() {
                self.keep(output);
                return Ok(Poll::Pending);
            }
            let worked = self.work_on_backlog(output, context);
            let arrived = match worked {
                Worked::Done => self.read(input, output, context)?,
                Worked::Full | Worked::Busy => false,
            };
            if !self.hoard.set(self.backlog.bytes().len()) {
                self.lose_backlog(output);
            }
            if !self.send(output, context)? {
                continue;
            }
            if self.last && self.calls.running() == 0 {
                let end = if self.ended { End::Over } else { End::Answered };
                return Ok(Poll::Ready(end));
            }
            if worked != Worked::Full && !arrived {
                return Ok(Poll::Pending);
            }
        }
    }

    fn send_unsent(&mut self, context: &mut Context<'_>) -> io::Result<Poll<()>> {
        if self.unsent.is_empty() {
            return Ok(Poll::Ready(()));
        }
        let mut moved = false;
        let sent = self.unsent.poll_send(&mut self.io, context, &mut moved);
        if moved {
            self.clock.moved();
        }
        match sent {
            Poll::Ready(result) => result.map(Poll::Ready),
            Poll::Pending => Ok(Poll::Pending),
        }
    }

    /// Goes on with what came before.
    fn work_on_backlog(&mut self, output: &mut Output, context: &mut Context<'_>) -> Worked {
        if self.backlog.is_empty() || self.partial {
            return Worked::Done;
        }
        let backlog = std::mem::take(&mut self.backlog);
        let (consumed, worked) = self.work(backlog.bytes(), output, context);
        self.backlog = backlog;
        self.backlog.consume(consumed);
        worked
    }

    /// Reads once; `false` when nothing is there or nothing more is wanted. What
    /// follows the last request is thrown away: as long as handlers run it is
    /// read only to learn of a reset.
    fn read(
        &mut self,
        input: &mut [u8],
        output: &mut Output,
        context: &mut Context<'_>,
    ) -> io::Result<bool> {
        if self.last && (self.ended || self.calls.running() == 0) {
            return Ok(false);
        }
        let mut window = ReadBuf::new(input);
        let read = Pin::new(&mut self.io).poll_read(context, &mut window);
        let bytes = window.filled();
        match read {
            Poll::Pending => Ok(false),
            Poll::Ready(Ok(())) if bytes.is_empty() => {
                // The end of what the peer sends is no reason not to answer it.
                self.last = true;
                self.ended = true;
                Ok(false)
            }
            Poll::Ready(Ok(())) if self.last => Ok(true),
            Poll::Ready(Ok(())) => {
                self.received(bytes, output, context);
                Ok(true)
            }
            Poll::Ready(Err(error)) => Err(error),
        }
    }

    fn received(&mut self, bytes: &[u8], output: &mut Output, context: &mut Context<'_>) {
        self.clock.moved();
        if !self.backlog.is_empty() {
            self.backlog.append(bytes);
            self.partial = false;
            return;
        }
        let (consumed, _) = self.work(bytes, output, context);
        let rest = bytes.get(consumed..).unwrap_or_default();
        if !rest.is_empty() && !self.last {
            self.backlog.append(rest);
        }
    }

    /// Answers the frames at the front of `bytes`; gives back how many bytes
    /// it took.
    fn work(
        &mut self,
        bytes: &[u8],
        output: &mut Output,
        context: &mut Context<'_>,
    ) -> (usize, Worked) {
        let mut at = 0;
        self.partial = false;
        while !self.last {
            if output.answers.len() > ANSWERS {
                return (at, Worked::Full);
            }
            if self.calls.running() >= self.max_calls || self.calls.held() > ANSWERS {
                return (at, Worked::Busy);
            }
            let rest = bytes.get(at..).unwrap_or_default();
            // By reference: a frame is large enough for a move to be felt.
            match &peek(rest, self.max_body) {
                Ok(None) => {
                    self.partial = !rest.is_empty();
                    break;
                }
                Ok(Some(frame)) => {
                    let Poll::Ready(turn) = self.queue.poll_turn(frame.len, context) else {
                        return (at, Worked::Busy);
                    };
                    at += frame.len;
                    self.clock.frame_done();
                    self.last = !frame.header.keeps_connection();
                    match turn.is_aside() {
                        false => self.begin(frame, output, context),
                        true => self.begin_aside(&turn, frame, output, context),
                    }
                }
                Err(error) => self.give_up_on(error, output),
            }
        }
        (at, Worked::Done)
    }

    // In two places, of which only one is usual.
    #[inline(always)]
    fn begin(&mut self, frame: &Frame<'_>, output: &mut Output, context: &mut Context<'_>) {
        let (mut slot, waker) = self.calls.spare();
        let mut waking = Context::from_waker(waker);
        match (self.start)(frame, output.reply(), &mut slot, &mut waking) {
            Step::Answered(answer) => {
                let any_order = frame.header.allows_any_order();
                self.calls.answered(answer, any_order, output);
            }
            Step::Waits(head) => self.calls.wait(head, context),
        }
    }

    #[cold]
    fn begin_aside(
        &mut self,
        turn: &Turn,
        frame: &Frame<'_>,
        output: &mut Output,
        context: &mut Context<'_>,
    ) {
        turn.run(|| self.begin(frame, output, context));
    }

    /// After bytes that are no frame nothing else can be made out. Only where
    /// a header was there can an answer be of use.
    #[cold]
    fn give_up_on(&mut self, error: &FrameError, output: &mut Output) {
        self.last = true;
        if let FrameError::TooShort(_) = error {
            let answer = Reply::blank().say(status::PROTOCOL, &error.to_string());
            self.calls.answered(answer, false, output);
        }
    }

    /// Too much has come that could not be worked on.
    #[cold]
    fn lose_backlog(&mut self, output: &mut Output) {
        self.last = true;
        self.backlog = Backlog::default();
        self.hoard.set(0);
        let answer = Reply::blank().say(status::TRANSPORT, UNFINISHED);
        self.calls.answered(answer, false, output);
    }

    /// One write for all the answers; `false` if the socket does not take all
    /// of them, and the rest is kept.
    fn send(&mut self, output: &mut Output, context: &mut Context<'_>) -> io::Result<bool> {
        let answers = &mut output.answers;
        if answers.is_empty() {
            return Ok(true);
        }
        let sent = match Pin::new(&mut self.io).poll_write(context, answers) {
            Poll::Ready(result) => result?,
            Poll::Pending => 0,
        };
        if sent > 0 {
            self.clock.moved();
        }
        let rest = answers.get(sent..).unwrap_or_default();
        if !rest.is_empty() {
            self.unsent.append(rest);
        } else if Pin::new(&mut self.io).poll_flush(context)?.is_pending() {
            self.unsent.flush_later();
        }
        answers.clear();
        Ok(self.unsent.is_empty())
    }

    /// Keeps the answers until the socket takes them.
    fn keep(&mut self, output: &mut Output) {
        self.unsent.append(&output.answers);
        output.answers.clear();
    }
}

#[cfg(test)]
mod tests;
