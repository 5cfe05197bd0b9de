//! The bytes that a wire has brought and those it is to send.

use super::wire::{End, Wire};
use std::task::{Context, Poll};
use std::{io, mem};

/// A wire with what it is in the middle of. Whoever does the I/O has it.
pub(super) struct Traffic<W> {
    pub(super) wire: W,
    /// Received, and not handed out.
    pub(super) input: Vec<u8>,
    output: Vec<u8>,
    written: usize,
    flushed: bool,
    /// Why the peer takes no more. It may have answered before, so that all it
    /// has sent is read first.
    failure: Option<io::Error>,
    /// All the bytes that ever went out.
    pub(super) sent: u64,
    /// As many as there were at the last look.
    seen: u64,
    /// Looks one after the other that found something waiting, and nothing gone
    /// out since the one before.
    still: u32,
}

/// After so many of these looks, half a second, a peer has stopped reading. With
/// less patience a slow network would look the same: Linux says that there is
/// room again only when a third of what a socket holds has gone out. Looks are
/// counted and not time, so that a process that was held up itself does not
/// think so of its peer.
const PATIENCE: u32 = 10;

impl<W: Wire> Traffic<W> {
    pub(super) fn new(wire: W) -> Self {
        Self {
            wire,
            input: Vec::new(),
            output: Vec::new(),
            written: 0,
            flushed: true,
            failure: None,
            sent: 0,
            seen: 0,
            still: 0,
        }
    }

    /// Nothing is left of an exchange.
    #[inline]
    pub(super) fn is_done(&self) -> bool {
        self.is_sent() && self.input.is_empty()
    }

    #[inline]
    pub(super) fn is_sent(&self) -> bool {
        self.output.is_empty() && self.flushed
    }

    /// All the bytes that were ever to go out.
    #[inline]
    pub(super) fn queued(&self) -> u64 {
        self.sent + (self.output.len() - self.written) as u64
    }

    /// Looks whether the peer has stopped reading. To be asked at even intervals.
    pub(super) fn has_stalled(&mut self) -> bool {
        let is_still = !self.is_sent() && self.sent == self.seen;
        self.seen = self.sent;
        self.still = if is_still { self.still + 1 } else { 0 };
        self.still >= PATIENCE
    }

    /// Sends nothing from there on, where nothing of it has gone out.
    pub(super) fn cut(&mut self, at: u64) {
        self.output.drain(..self.written);
        self.written = 0;
        let kept = usize::try_from(at.saturating_sub(self.sent));
        self.output.truncate(kept.unwrap_or(usize::MAX));
    }

    /// Has a request to be sent behind all others.
    pub(super) fn queue(&mut self, request: &[u8]) {
        // Not each time that the wire takes some of what waits.
        if self.written > self.output.len() / 2 {
            self.output.drain(..self.written);
            self.written = 0;
        }
        self.output.extend_from_slice(request);
    }

    /// The same for any number of them, which are copied only where something
    /// waits. Leaves an empty buffer.
    pub(super) fn queue_all(&mut self, requests: &mut Vec<u8>) {
        if self.output.is_empty() {
            mem::swap(&mut self.output, requests);
        } else {
            self.queue(requests);
            requests.clear();
        }
    }

    /// Keeps no buffer for requests unless some are left in it.
    pub(super) fn let_go_of_room(&mut self) {
        if self.output.is_empty() {
            self.output = Vec::new();
        }
    }

    /// Sends what is queued, as far as the wire takes it; whether that was all
    /// of it.
    pub(super) fn send(&mut self, context: &mut Context<'_>) -> bool {
        if self.failure.is_none() {
            let written = self.write(context);
            self.note(written);
        }
        self.is_sent()
    }

    /// Sends a request when all before it has gone out; whether that was all
    /// of it. Only what the wire does not take is copied.
    #[inline]
    pub(super) fn send_at_once(
        &mut self,
        request: &[u8],
        context: &mut Context<'_>,
    ) -> Result<bool, End<W::Malformed>> {
        let count = match self.wire.poll_write(context, request) {
            Poll::Pending => 0,
            Poll::Ready(Ok(0)) => return Err(End::Send(io::ErrorKind::WriteZero.into())),
            Poll::Ready(Ok(count)) => count,
            Poll::Ready(Err(error)) => return Err(End::Send(error)),
        };
        if count < request.len() {
            return Ok(self.send_rest(request, count, context));
        }
        self.sent += count as u64;
        self.flushed = false;
        let flushed = self.flush(context);
        self.note(flushed);
        Ok(self.flushed)
    }

    /// Goes on with a request of which so many bytes were taken.
    #[cold]
    fn send_rest(&mut self, request: &[u8], count: usize, context: &mut Context<'_>) -> bool {
        self.sent += count as u64;
        self.flushed &= count == 0;
        let rest = request.get(count..).unwrap_or_default();
        self.output.extend_from_slice(rest);
        if count > 0 {
            let written = self.write(context);
            self.note(written);
        }
        self.is_sent()
    }

    /// Nothing goes out any more.
    #[inline]
    pub(super) fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// Keeps why it failed. From then on nothing is ever sent whole.
    #[inline]
    fn note(&mut self, written: io::Result<()>) {
        if let Err(error) = written {
            self.flushed = false;
            self.failure = Some(error);
        }
    }

    fn write(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        while let Some(rest) = self.output.get(self.written..)
            && !rest.is_empty()
        {
            match self.wire.poll_write(context, rest) {
                Poll::Pending => return Ok(()),
                Poll::Ready(Ok(0)) => return Err(io::ErrorKind::WriteZero.into()),
                Poll::Ready(Ok(count)) => {
                    self.written += count;
                    self.sent += count as u64;
                    self.flushed = false;
                }
                Poll::Ready(Err(error)) => return Err(error),
            }
        }
        self.output.clear();
        self.written = 0;
        self.flush(context)
    }

    #[inline]
    fn flush(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        if !self.flushed
            && let Poll::Ready(flushed) = self.wire.poll_flush(context)
        {
            flushed?;
            self.flushed = true;
        }
        Ok(())
    }

    /// Reads once; `None` when nothing is there.
    #[inline]
    pub(super) fn receive(
        &mut self,
        context: &mut Context<'_>,
    ) -> Result<Option<usize>, End<W::Malformed>> {
        match self.wire.poll_read(context, &mut self.input) {
            Poll::Ready(Ok(count)) => Ok(Some(count)),
            // What TLS has to say tells more than that nothing goes out.
            Poll::Ready(Err(error))
                if self.failure.is_none() || error.kind() == io::ErrorKind::InvalidData =>
            {
                Err(End::Receive(error))
            }
            Poll::Pending if self.failure.is_none() => Ok(None),
            // What the peer sent before it took no more has come by now.
            Poll::Pending | Poll::Ready(Err(_)) => Err(self.end()),
        }
    }

    /// Why nothing more comes.
    pub(super) fn end(&mut self) -> End<W::Malformed> {
        match self.failure.take() {
            Some(error) if self.input.is_empty() => End::Send(error),
            _ => End::closed(&self.input),
        }
    }
}
