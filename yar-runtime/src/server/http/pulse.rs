//! What goes on inside hyper, as far as deadlines need to know it.

use crate::server::clock::Activity;
use crate::transport::Stream;
use bytes::Bytes;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering::Relaxed};
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Signs of life of one connection. Everything happens in one task; atomics
/// are only the way to share them that a task may take along.
#[derive(Debug, Default)]
pub(super) struct Pulse {
    stage: AtomicU8,
    moved: AtomicBool,
    requests: AtomicU32,
    late: AtomicBool,
    too_long: AtomicBool,
    unread: AtomicBool,
    /// The socket has no room for what is to be sent.
    stuck: AtomicBool,
    needs_hyper: AtomicBool,
    stopping: AtomicBool,
    end: AtomicU8,
}

/// The peer goes on sending.
const NOT_YET: u8 = 0;
/// Its last byte was read, and nobody was told.
const UNTOLD: u8 = 1;
const TOLD: u8 = 2;

/// Stages of a request; the first one is that of a connection without one.
const STAGES: [Activity; 4] = [
    Activity::Idle,
    Activity::InHeader,
    Activity::InBody,
    Activity::Working,
];

impl Pulse {
    pub(super) fn activity(&self) -> Activity {
        let stage = usize::from(self.stage.load(Relaxed));
        STAGES.get(stage).copied().unwrap_or(Activity::Idle)
    }

    pub(super) fn enter(&self, activity: Activity) {
        let stage = STAGES.iter().position(|stage| *stage == activity);
        let stage = stage.and_then(|stage| u8::try_from(stage).ok());
        self.stage.store(stage.unwrap_or_default(), Relaxed);
        if matches!(activity, Activity::Working | Activity::Idle) {
            self.requests
                .store(self.requests().wrapping_add(1), Relaxed);
            // What was said of the time before holds no more.
            self.too_long.store(false, Relaxed);
        }
    }

    /// Changes with every request that has come in whole.
    pub(super) fn requests(&self) -> u32 {
        self.requests.load(Relaxed)
    }

    /// Whether bytes moved since this was last asked.
    pub(super) fn has_moved(&self) -> bool {
        self.moved.load(Relaxed) && {
            self.moved.store(false, Relaxed);
            true
        }
    }

    /// A deadline has passed.
    pub(super) fn be_late(&self) {
        self.late.store(true, Relaxed);
    }

    pub(super) fn is_late(&self) -> bool {
        self.late.load(Relaxed)
    }

    /// The handler has run for as long as it may.
    pub(super) fn take_too_long(&self) {
        self.too_long.store(true, Relaxed);
    }

    /// Whether that was said since this was last asked.
    pub(super) fn takes_too_long(&self) -> bool {
        self.too_long.load(Relaxed) && {
            self.too_long.store(false, Relaxed);
            true
        }
    }

    /// The server has been told to stop.
    pub(super) fn stop(&self) {
        self.stopping.store(true, Relaxed);
    }

    pub(super) fn is_stopping(&self) -> bool {
        self.stopping.load(Relaxed)
    }

    /// A request was answered before all of it had been read.
    pub(super) fn leave_unread(&self) {
        self.need_hyper();
        self.unread.store(true, Relaxed);
    }

    pub(super) fn left_unread(&self) -> bool {
        self.unread.load(Relaxed)
    }

    /// Hyper has something left to do for this connection, such as reading
    /// over the body of a request that was answered without it.
    pub(super) fn need_hyper(&self) {
        self.needs_hyper.store(true, Relaxed);
    }

    /// There is no request, all of the last one was read, and its answer sent.
    pub(super) fn is_at_rest(&self) -> bool {
        self.activity() == Activity::Idle && self.is_between_requests()
    }

    /// The same, or the header of the next one is coming in.
    pub(super) fn is_between_requests(&self) -> bool {
        matches!(self.activity(), Activity::Idle | Activity::InHeader)
            && !self.stuck.load(Relaxed)
            && !self.needs_hyper.load(Relaxed)
    }

    /// Whether the peer's last byte was read since this was last asked; from then
    /// on hyper learns of it as well.
    pub(super) fn ends(&self) -> bool {
        self.end.load(Relaxed) == UNTOLD && {
            self.end.store(TOLD, Relaxed);
            true
        }
    }

    /// Whether the end, which was just read, is to be kept from hyper.
    fn keeps_end(&self) -> bool {
        self.end.load(Relaxed) == NOT_YET && {
            self.end.store(UNTOLD, Relaxed);
            true
        }
    }

    fn feel<T>(&self, moved: bool, result: Poll<T>) -> Poll<T> {
        if moved {
            self.moved.store(true, Relaxed);
        }
        result
    }
}

/// A stream whose pulse is felt.
pub(super) struct Felt<Io> {
    pub(super) io: Io,
    pulse: Arc<Pulse>,
    /// Bytes that were read and have to be read again.
    ahead: Bytes,
}

impl<Io> Felt<Io> {
    pub(super) fn new(io: Io, pulse: Arc<Pulse>) -> Self {
        Self {
            io,
            pulse,
            ahead: Bytes::new(),
        }
    }

    /// To be read again, before all else.
    pub(super) fn put_back(&mut self, bytes: Bytes) {
        self.ahead = bytes;
    }

    pub(super) fn is_ahead(&self) -> bool {
        !self.ahead.is_empty()
    }
}

impl<Io: AsyncRead + Unpin> AsyncRead for Felt<Io> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if !self.ahead.is_empty() {
            if self.pulse.activity() == Activity::Idle {
                self.pulse.enter(Activity::InHeader);
            }
            let count = self.ahead.len().min(buffer.remaining());
            buffer.put_slice(&self.ahead.split_to(count));
            return Poll::Ready(Ok(()));
        }
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.io).poll_read(context, buffer);
        let moved = buffer.filled().len() > before;
        // Hyper would forget a request that it has read and not yet handed on.
        let ended = matches!(read, Poll::Ready(Ok(()))) && !moved && buffer.remaining() > 0;
        if ended && self.pulse.keeps_end() {
            return Poll::Pending;
        }
        if moved && self.pulse.activity() == Activity::Idle {
            self.pulse.enter(Activity::InHeader);
        }
        self.pulse.feel(moved, read)
    }
}

/// Not vectored, so that hyper puts head and body into one write.
impl AsyncWrite for Felt<Stream> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.io).poll_write(context, bytes);
        self.pulse.stuck.store(written.is_pending(), Relaxed);
        self.pulse.feel(written.is_ready(), written)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.io).poll_flush(context);
        if flushed.is_pending() {
            self.pulse.stuck.store(true, Relaxed);
        }
        flushed
    }

    /// Closing the socket, which follows at once, says the same.
    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.io.says_farewell() {
            return Pin::new(&mut self.io).poll_shutdown(context);
        }
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::Pulse;
    use crate::server::clock::Activity;

    /// It may have answered in the very moment.
    #[test]
    fn what_took_too_long_is_not_held_against_the_next_request() {
        let pulse = Pulse::default();
        pulse.enter(Activity::Working);
        pulse.take_too_long();
        pulse.enter(Activity::Idle);
        pulse.enter(Activity::Working);
        assert!(!pulse.takes_too_long());
    }
}
