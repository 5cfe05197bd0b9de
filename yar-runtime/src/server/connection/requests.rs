//! From the bytes of a connection to its calls.

use super::{ANSWERS, Connection, HEADER, Worked};
use crate::dispatch::{Reply, STOPPING, Slot, too_large, unread};
use crate::error::status;
use crate::server::buffers::Output;
use crate::transport::Source;
use crate::wire::{FrameError, RawFrame};
use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncWrite, ReadBuf};

impl<Io, Start, Call> Connection<Io, Start, Call>
where
    Io: Source + AsyncWrite + Unpin,
    Start: Fn(&RawFrame<'_>, Reply, Slot<'_, Call>, &mut Context<'_>) -> Poll<Reply>,
    Call: Future<Output = Reply>,
{
    /// Goes on with what came before.
    #[inline]
    pub(super) fn work_on_backlog(
        &mut self,
        output: &mut Output,
        context: &mut Context<'_>,
    ) -> Worked {
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
    /// read only to learn of a reset. A server that stops turns it away.
    #[inline]
    pub(super) fn read(
        &mut self,
        input: &mut [u8],
        output: &mut Output,
        context: &mut Context<'_>,
    ) -> io::Result<bool> {
        if self.last && !self.reads_on() {
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
                self.refuses = false;
                Ok(false)
            }
            Poll::Ready(Ok(())) if self.last => {
                if self.refuses {
                    self.refuse(bytes, output);
                }
                Ok(true)
            }
            Poll::Ready(Ok(())) => {
                self.received(bytes, output, context);
                Ok(true)
            }
            Poll::Ready(Err(error)) => Err(error),
        }
    }

    /// Whether what follows the last request is read.
    #[cold]
    fn reads_on(&self) -> bool {
        match self.refuses {
            true => self.calls.held() <= ANSWERS,
            false => !self.ended && self.calls.running() > 0,
        }
    }

    /// Learns of a peer that has gone away while its large request waits for its
    /// turn. What comes behind that is kept, as long as it is less than a read
    /// may bring; an end is read once more when its turn has come.
    #[cold]
    pub(super) fn attend(
        &mut self,
        input: &mut [u8],
        context: &mut Context<'_>,
    ) -> io::Result<bool> {
        let Ok(Some(frame)) = RawFrame::peek(self.backlog.bytes(), self.max_body) else {
            return Ok(false);
        };
        if self.backlog.len() - frame.len >= input.len() {
            return Ok(false);
        }
        let mut window = ReadBuf::new(input);
        if let Poll::Ready(read) = Pin::new(&mut self.io).poll_read(context, &mut window) {
            read?;
        }
        let bytes = window.filled();
        if bytes.is_empty() {
            return Ok(false);
        }
        self.clock.moved();
        self.backlog.append(bytes);
        Ok(true)
    }

    #[inline]
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
        let mut rest = bytes;
        self.partial = false;
        while !self.last {
            let consumed = bytes.len() - rest.len();
            if output.answers.len() > ANSWERS {
                return (consumed, Worked::Full);
            }
            if self.calls.running() >= self.max_calls || self.calls.held() > ANSWERS {
                self.queue.leave();
                return (consumed, Worked::Busy);
            }
            if rest.is_empty() {
                break;
            }
            // By reference: a frame is large enough for a move to be felt.
            match &RawFrame::peek(rest, self.max_body) {
                Ok(None) => {
                    self.partial = true;
                    break;
                }
                Ok(Some(frame)) => {
                    if !self.queue.is_for(frame.len) {
                        self.begin(frame, output, context);
                    } else if self
                        .begin_in_turn(frame, rest, output, context)
                        .is_pending()
                    {
                        return (consumed, Worked::Busy);
                    }
                    rest = rest.get(frame.len..).unwrap_or_default();
                }
                Err(error) if awaits_packager(error, rest) => {
                    self.partial = true;
                    break;
                }
                Err(error) => self.give_up_on(error, rest, output),
            }
        }
        (bytes.len() - rest.len(), Worked::Done)
    }

    // In two places, of which only one is usual.
    #[inline(always)]
    fn begin(&mut self, frame: &RawFrame<'_>, output: &mut Output, context: &mut Context<'_>) {
        self.clock.frame_done();
        self.last = !frame.keeps_connection();
        let any_order = frame.allows_any_order();
        let (slot, waker) = self.calls.spare();
        let mut waking = Context::from_waker(waker);
        match (self.start)(frame, output.reply(), slot, &mut waking) {
            Poll::Ready(answer) => self.calls.answered(answer, any_order, output),
            Poll::Pending => self.calls.wait(any_order, context),
        }
    }

    /// `rest` begins with the frame.
    #[cold]
    fn begin_in_turn(
        &mut self,
        frame: &RawFrame<'_>,
        rest: &[u8],
        output: &mut Output,
        context: &mut Context<'_>,
    ) -> Poll<()> {
        let turn = self.queue.poll_turn(context);
        turn.map(|turn| match turn {
            Ok(turn) => turn.run(|| self.begin(frame, output, context)),
            Err(overdue) => {
                let _ = self.turn_away(rest, &overdue, output);
            }
        })
    }

    /// After bytes that are no frame nothing else can be made out. Only where
    /// a header was there, `rest` beginning with it, can an answer be of use.
    #[cold]
    fn give_up_on(&mut self, error: &FrameError, rest: &[u8], output: &mut Output) {
        self.last = true;
        let text = match error {
            FrameError::TooShort(_) => error.to_string(),
            FrameError::TooLong(_) => too_large(self.max_body),
            _ => return,
        };
        let mut answer = Reply::blank();
        let mut any_order = false;
        if let Ok(frame) = RawFrame::whole(rest) {
            any_order = frame.allows_any_order();
            answer = answer.anew(unread(&frame));
        }
        let answer = answer.say(status::PROTOCOL, &text);
        self.calls.answered(answer, any_order, output);
    }

    /// Nothing further is begun.
    #[cold]
    pub(super) fn stop(&mut self, output: &mut Output) {
        if !self.last {
            self.partial = false;
            self.refuses = true;
            self.refuse(&[], output);
        }
    }

    /// Turns away what has come, as far as it can be told apart: of a request
    /// without an answer its client would not know whether it has run.
    #[cold]
    fn refuse(&mut self, bytes: &[u8], output: &mut Output) {
        let of_the_last = self.missing.min(bytes.len());
        self.missing -= of_the_last;
        let mut backlog = std::mem::take(&mut self.backlog);
        backlog.append(bytes.get(of_the_last..).unwrap_or_default());
        match self.turn_away(backlog.bytes(), STOPPING, output) {
            Some(next) => {
                self.missing += next.saturating_sub(backlog.len());
                backlog.consume(next);
                self.backlog = backlog;
            }
            None => self.refuses = false,
        }
    }

    /// What has come and was not worked on will not be.
    #[cold]
    pub(super) fn lose_backlog(&mut self, text: &str, output: &mut Output) {
        let backlog = std::mem::take(&mut self.backlog);
        self.hoard.set(0);
        self.partial = false;
        let _ = self.turn_away(backlog.bytes(), text, output);
    }

    /// Answers the requests at the front of `bytes`, and one whose end is still
    /// to come; none of them has begun. Where a further one would begin, which may
    /// be behind all that has come; `None` where there can be none.
    fn turn_away(&mut self, bytes: &[u8], text: &str, output: &mut Output) -> Option<usize> {
        self.last = true;
        self.queue.leave();
        let mut at = 0;
        loop {
            let rest = bytes.get(at..).unwrap_or_default();
            let frame = match front(rest, self.max_body) {
                Ok(Some(frame)) => frame,
                Ok(None) => return Some(at),
                Err(error) => {
                    self.give_up_on(&error, rest, output);
                    return None;
                }
            };
            let answer = Reply::blank().anew(unread(&frame));
            let answer = answer.say(status::TRANSPORT, text);
            self.calls
                .answered(answer, frame.allows_any_order(), output);
            if !frame.keeps_connection() {
                return None;
            }
            at = at.saturating_add(frame.announced());
        }
    }
}

/// The first frame, as far as it has come.
fn front(bytes: &[u8], max_body: usize) -> Result<Option<RawFrame<'_>>, FrameError> {
    match RawFrame::peek(bytes, max_body) {
        Ok(None) => Ok(RawFrame::whole(bytes).ok()),
        Err(error) if awaits_packager(&error, bytes) => Ok(None),
        peeked => peeked,
    }
}

/// Without the packager, which may come a moment after the header, the caller
/// might not be able to read why its request is refused.
#[cold]
fn awaits_packager(error: &FrameError, rest: &[u8]) -> bool {
    matches!(error, FrameError::TooLong(_)) && rest.len() < HEADER
}
