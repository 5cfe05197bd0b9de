//! One connection: reads what has arrived, answers every whole frame in it,
//! writes all the answers at once.
//!
//! Handlers are polled in place. Those that have to wait run on beside one
//! another, and reading goes on until there are too many of them. Knows frames
//! and futures, not services.

mod requests;

use super::Limits;
use super::buffers::{Backlog, Output, Scratch, Unsent};
use super::calls::Calls;
use super::clock::{Activity, Clock, Tick};
use super::heavy::{Heavy, Queue};
use super::stop::Ear;
use crate::dispatch::{Hoard, Load, Reply, Slot, UNFINISHED};
use crate::transport::Source;
use crate::wire::{HEADER_LEN, PACKAGER_LEN, RawFrame};
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::io::AsyncWrite;

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
    /// What follows them is turned away, as far as it can be told apart.
    refuses: bool,
    /// Bytes to come of one that was turned away.
    missing: usize,
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
    Io: Source + AsyncWrite + Unpin,
    Start: Fn(&RawFrame<'_>, Reply, Slot<'_, Call>, &mut Context<'_>) -> Poll<Reply>,
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
            refuses: false,
            missing: 0,
            ended: false,
        }
    }

    pub(super) fn into_io(self) -> Io {
        self.io
    }

    /// Drives the connection until it ends.
    pub(super) fn poll(&mut self, context: &mut Context<'_>) -> Poll<End> {
        let mut scratch = Scratch::take();
        if self.ear.hears(context) {
            self.stop(&mut scratch.output);
        }
        let end = self.turn(&mut scratch, context);
        scratch.put_back();
        match end {
            Ok(Poll::Ready(end)) => return Poll::Ready(end),
            Ok(Poll::Pending) => {}
            Err(_) => return Poll::Ready(End::Over),
        }
        let reading = self.partial && self.unsent.is_empty();
        match self.clock.is_quiet(reading) || self.keeps_time(context) {
            true => Poll::Pending,
            false => Poll::Ready(End::Over),
        }
    }

    /// `false` once a deadline has passed.
    #[cold]
    fn keeps_time(&mut self, context: &mut Context<'_>) -> bool {
        match self.clock.tick(self.activity(), context) {
            Tick::Late => return false,
            Tick::Slow => self.calls.shrink(),
            Tick::None => {}
        }
        true
    }

    fn activity(&self) -> Activity {
        if !self.unsent.is_empty() {
            Activity::Idle
        } else if self.partial {
            match self.backlog.len() {
                ..HEADER => Activity::InHeader,
                _ => Activity::InBody,
            }
        } else if self.calls.running() > 0 || self.queue.is_waiting() {
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
                self.queue.leave();
                return Ok(Poll::Pending);
            }
            let worked = self.work_on_backlog(output, context);
            let arrived = match worked {
                Worked::Done => self.read(input, output, context)?,
                Worked::Busy if self.queue.is_waiting() => self.attend(input, context)?,
                Worked::Full | Worked::Busy => false,
            };
            if !self.hoard.set(self.backlog.len()) {
                self.lose_backlog(UNFINISHED, output);
            }
            if !self.send(output, context)? {
                continue;
            }
            let is_done = self.last && self.calls.running() == 0;
            if is_done && !(self.refuses && (arrived || self.io.is_behind())) {
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
