//! Buffers of a worker thread, and the little that a connection keeps.

use crate::dispatch::Reply;
use std::cell::Cell;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::AsyncWrite;

/// Bytes read at a time.
const READ: usize = 64 * 1024;
/// What a buffer may keep when it is put back.
const KEEP: usize = 256 * 1024;
/// The same for buffers of answers that are kept beside the first.
const KEEP_BESIDE: usize = 4 * 1024;
/// Answers that are kept, since calls that wait hold on to theirs.
const SPARES: usize = 32;

/// The buffers of a worker thread, taken by the connection that is being
/// polled and put back afterwards.
///
/// They are taken and not borrowed, because a handler may run other
/// connections on its thread; those then get buffers of their own.
pub(super) struct Scratch {
    /// All of it is written to by reads.
    pub(super) input: Vec<u8>,
    pub(super) output: Output,
}

/// The answers of one turn.
#[derive(Default)]
pub(super) struct Output {
    /// To be sent; empty whenever the buffers are put back.
    pub(super) answers: Vec<u8>,
    /// For the next answers.
    spares: Vec<Reply>,
}

thread_local! {
    static SCRATCH: Cell<Option<Box<Scratch>>> = const { Cell::new(None) };
}

impl Scratch {
    // No part of what calls it, here and below: what looks for the place of a
    // thread becomes a few functions there that call one another.
    #[inline(never)]
    pub(super) fn take() -> Box<Self> {
        SCRATCH.take().unwrap_or_else(Self::new)
    }

    #[inline(never)]
    pub(super) fn put_back(mut self: Box<Self>) {
        self.output.tidy_up();
        // Others are there where a handler ran other connections.
        if let Some(others) = SCRATCH.replace(Some(self)) {
            throw_away(others);
        }
    }

    #[cold]
    fn new() -> Box<Self> {
        Box::new(Self {
            input: vec![0; READ],
            output: Output::default(),
        })
    }
}

#[cold]
fn throw_away(scratch: Box<Scratch>) {
    drop(scratch);
}

impl Output {
    #[inline]
    fn tidy_up(&mut self) {
        self.answers.clear();
        if self.answers.capacity() > KEEP {
            self.answers = Vec::new();
        }
    }

    /// What the next answer is to be written on.
    #[inline]
    pub(super) fn reply(&mut self) -> Reply {
        self.spares.pop().unwrap_or_else(Reply::blank)
    }

    /// Queues an answer; what it came on is reused.
    #[inline(always)]
    pub(super) fn queue(&mut self, mut answer: Reply) {
        let frame = answer.frame_mut();
        if self.answers.is_empty() {
            std::mem::swap(&mut self.answers, frame);
        } else {
            self.answers.extend_from_slice(frame);
        }
        let most = match self.spares.len() {
            0 => KEEP,
            1..SPARES => KEEP_BESIDE,
            SPARES.. => return,
        };
        if frame.capacity() <= most {
            answer.forget();
            self.spares.push(answer);
        }
    }
}

/// Bytes that came and have not been worked through: the start of a frame,
/// or what followed a request that is still running. Holds no memory when
/// empty.
#[derive(Debug, Default)]
pub(super) struct Backlog {
    bytes: Vec<u8>,
    at: usize,
}

impl Backlog {
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.bytes.len() - self.at
    }

    pub(super) fn bytes(&self) -> &[u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    pub(super) fn append(&mut self, bytes: &[u8]) {
        // Moving the rest forward once a buffer is half read keeps the copying
        // proportional to what was received.
        if self.at > self.bytes.len() / 2 {
            self.bytes.drain(..self.at);
            self.at = 0;
        }
        self.bytes.extend_from_slice(bytes);
    }

    pub(super) fn consume(&mut self, count: usize) {
        self.at += count;
        if self.at >= self.bytes.len() {
            *self = Self::default();
        }
    }
}

/// Answers that the socket had no room for. Holds no memory when empty.
#[derive(Debug, Default)]
pub(super) struct Unsent {
    bytes: Vec<u8>,
    sent: usize,
    /// The stream still has bytes that it took.
    flushing: bool,
}

impl Unsent {
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty() && !self.flushing
    }

    pub(super) fn append(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The stream could not be flushed at once.
    pub(super) fn flush_later(&mut self) {
        self.flushing = true;
    }

    /// Sends what is left; `true` when some of it went out.
    pub(super) fn poll_send<Io: AsyncWrite + Unpin>(
        &mut self,
        stream: &mut Io,
        context: &mut Context<'_>,
        moved: &mut bool,
    ) -> Poll<io::Result<()>> {
        while let Some(rest) = self.bytes.get(self.sent..).filter(|rest| !rest.is_empty()) {
            let count = ready!(Pin::new(&mut *stream).poll_write(context, rest))?;
            if count == 0 {
                return Poll::Ready(Err(io::ErrorKind::WriteZero.into()));
            }
            *moved = true;
            self.sent += count;
            self.flushing = true;
        }
        if self.flushing {
            ready!(Pin::new(stream).poll_flush(context))?;
            *moved = true;
        }
        *self = Self::default();
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests;
