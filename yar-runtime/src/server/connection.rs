//! One connection: reads what has arrived, answers every whole frame in it,
//! writes all the answers at once.
//!
//! A handler is polled in place, in a box that is kept and refilled. One that
//! has to wait holds up what follows on its connection, because peers expect
//! answers in order. Knows frames and futures, not services.

use super::Limits;
use super::buffers::{Backlog, Scratch, Unsent};
use super::clock::{Activity, Clock};
use super::stop::Ear;
use crate::dispatch::{Reply, Step, poll_call, refusal, unreadable};
use crate::error::status;
use crate::message::ReplyHead;
use crate::wire::{Frame, FrameError, Layout, peek};
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Answers are sent before more requests are worked on once there are so many.
const ANSWERS: usize = 256 * 1024;

/// A connection, `start` making a call of each frame.
pub(super) struct Connection<Io, Start, Call> {
    io: Io,
    start: Start,
    max_body: usize,
    ear: Ear,
    clock: Clock,
    backlog: Backlog,
    unsent: Unsent,
    call: Pin<Box<Option<Call>>>,
    running: Option<ReplyHead>,
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
    /// There may be more frames, but first something else has to happen.
    Paused,
}

impl<Io, Start, Call> Connection<Io, Start, Call>
where
    Io: AsyncRead + AsyncWrite + Unpin,
    Start: Fn(&Frame<'_>, Vec<u8>) -> Step<Call>,
    Call: Future<Output = Reply>,
{
    pub(super) fn new(io: Io, start: Start, limits: &Limits, ear: Ear) -> Self {
        Self {
            io,
            start,
            max_body: limits.max_body,
            ear,
            clock: Clock::new(limits),
            backlog: Backlog::default(),
            unsent: Unsent::default(),
            call: Box::pin(None),
            running: None,
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
        if self.clock.has_expired(self.activity(), context) {
            return Poll::Ready(End::Over);
        }
        let mut scratch = Scratch::take();
        let end = self.turn(&mut scratch, context);
        scratch.put_back();
        match end {
            Ok(end) => end,
            Err(_) => Poll::Ready(End::Over),
        }
    }

    fn activity(&self) -> Activity {
        if self.running.is_some() {
            Activity::Working
        } else if self.unsent.is_empty() && !self.backlog.is_empty() {
            Activity::InFrame
        } else {
            Activity::Idle
        }
    }

    fn turn(&mut self, scratch: &mut Scratch, context: &mut Context<'_>) -> io::Result<Poll<End>> {
        loop {
            // What the socket would not take comes first: a peer that does not
            // read its answers is not read from either.
            if self.send_unsent(context)?.is_pending() {
                return Ok(Poll::Pending);
            }
            let worked = self.work_on_backlog(scratch, context);
            let arrived = match worked {
                Worked::Paused => false,
                Worked::Done => self.read(scratch, context)?,
            };
            self.send(scratch, context)?;
            if !self.unsent.is_empty() {
                continue;
            }
            if self.running.is_some() {
                return Ok(Poll::Pending);
            }
            if self.last {
                let end = if self.ended { End::Over } else { End::Answered };
                return Ok(Poll::Ready(end));
            }
            if worked == Worked::Done && !arrived {
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

    /// Goes on with the running call and with what waited behind it.
    fn work_on_backlog(&mut self, scratch: &mut Scratch, context: &mut Context<'_>) -> Worked {
        if !self.poll_running(scratch, context) {
            return Worked::Paused;
        }
        if self.backlog.is_empty() {
            return Worked::Done;
        }
        let backlog = std::mem::take(&mut self.backlog);
        let (consumed, worked) = self.work(backlog.bytes(), scratch, context);
        self.backlog = backlog;
        self.backlog.consume(consumed);
        worked
    }

    /// Reads once; `false` when nothing is there or nothing more is wanted.
    fn read(&mut self, scratch: &mut Scratch, context: &mut Context<'_>) -> io::Result<bool> {
        if self.last {
            return Ok(false);
        }
        let mut input = std::mem::take(&mut scratch.input);
        let mut window = ReadBuf::new(&mut input);
        let read = Pin::new(&mut self.io).poll_read(context, &mut window);
        let bytes = window.filled();
        let arrived = match read {
            Poll::Pending => Ok(false),
            Poll::Ready(Ok(())) if bytes.is_empty() => {
                // The end of what the peer sends is no reason not to answer it.
                self.last = true;
                self.ended = true;
                Ok(false)
            }
            Poll::Ready(Ok(())) => {
                self.received(bytes, scratch, context);
                Ok(true)
            }
            Poll::Ready(Err(error)) => Err(error),
        };
        scratch.input = input;
        arrived
    }

    fn received(&mut self, bytes: &[u8], scratch: &mut Scratch, context: &mut Context<'_>) {
        self.clock.moved();
        if !self.backlog.is_empty() {
            self.backlog.append(bytes);
            return;
        }
        let (consumed, _) = self.work(bytes, scratch, context);
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
        scratch: &mut Scratch,
        context: &mut Context<'_>,
    ) -> (usize, Worked) {
        let mut at = 0;
        while !self.last {
            if scratch.answers.len() > ANSWERS {
                return (at, Worked::Paused);
            }
            let rest = bytes.get(at..).unwrap_or_default();
            match peek(rest, self.max_body) {
                Ok(None) => break,
                Ok(Some(frame)) => {
                    at += frame.len;
                    self.clock.frame_done();
                    self.last = !frame.header.keeps_connection();
                    self.begin(&frame, scratch);
                    if !self.poll_running(scratch, context) {
                        return (at, Worked::Paused);
                    }
                }
                Err(error) => self.give_up_on(&error, scratch),
            }
        }
        (at, Worked::Done)
    }

    fn begin(&mut self, frame: &Frame<'_>, scratch: &mut Scratch) {
        match (self.start)(frame, std::mem::take(&mut scratch.reply)) {
            Step::Answered(answer) => scratch.queue(answer),
            Step::Running(head, call) => {
                self.call.as_mut().set(Some(call));
                self.running = Some(head);
            }
        }
    }

    /// `false` while a call is still running.
    fn poll_running(&mut self, scratch: &mut Scratch, context: &mut Context<'_>) -> bool {
        let Some(head) = &self.running else {
            return true;
        };
        let Some(call) = self.call.as_mut().as_pin_mut() else {
            return true;
        };
        match poll_call(call, head, context) {
            Poll::Pending => false,
            Poll::Ready(answer) => {
                self.running = None;
                self.call.as_mut().set(None);
                scratch.queue(answer);
                true
            }
        }
    }

    /// After bytes that are no frame nothing else can be made out. Only where
    /// a header was there can an answer be of use.
    fn give_up_on(&mut self, error: &FrameError, scratch: &mut Scratch) {
        self.last = true;
        if let FrameError::TooShort(_) = error {
            let head = unreadable(Layout::Yar);
            let buffer = std::mem::take(&mut scratch.reply);
            let text = error.to_string();
            scratch.queue(refusal(&head, status::PROTOCOL, &text, buffer));
        }
    }

    /// One write for all the answers; what the socket does not take is kept.
    fn send(&mut self, scratch: &mut Scratch, context: &mut Context<'_>) -> io::Result<()> {
        let answers = &mut scratch.answers;
        if answers.is_empty() {
            return Ok(());
        }
        let sent = match Pin::new(&mut self.io).poll_write(context, answers) {
            Poll::Ready(result) => result?,
            Poll::Pending => 0,
        };
        if sent > 0 {
            self.clock.moved();
        }
        self.unsent.append(answers.get(sent..).unwrap_or_default());
        answers.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests;
