//! A socket with the framing of its answers and one alarm.

use super::alarm::Alarm;
use super::framing::{Framing, Malformed};
use super::line::{Answer, Line, Spare, Wire};
use crate::telemetry::Link;
use crate::transport::Stream;
use std::cell::RefCell;
use std::future::Future;
use std::io;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWrite};

/// A connection over a socket.
pub(super) type SocketLine = Line<Socket>;

/// The wire under a line.
pub(super) struct Socket {
    stream: Stream,
    framing: Framing,
    alarm: Alarm,
    /// Room that a read has.
    room: usize,
    /// Counts the connection.
    _link: Link,
}

thread_local! {
    static SLOTS: RefCell<Vec<Spare<Socket>>> = const { RefCell::new(Vec::new()) };
}

/// Spare slots of a thread at most.
const SPARE: usize = 128;

const START: usize = 4 * 1024;
const MOST: usize = 64 * 1024;
/// With less room than this a read is not worth its system call.
const LEAST: usize = 1024;
/// How long a task looks after a connection that has no company.
const LOOK: Duration = Duration::from_millis(50);

impl Socket {
    pub(super) fn new(stream: Stream, framing: Framing, alarm: Alarm, link: Link) -> Self {
        Self {
            stream,
            framing,
            alarm,
            room: START,
            _link: link,
        }
    }

    /// The same as [`is_quiet`](Wire::is_quiet), asking the kernel, too.
    pub(super) fn is_usable(&mut self) -> bool {
        self.is_quiet(&mut Context::from_waker(Waker::noop()))
            && self.stream.is_quiet_for_the_kernel()
    }
}

impl Wire for Socket {
    type Time = Instant;
    type Malformed = Malformed;

    #[inline]
    fn is_quiet(&mut self, context: &mut Context<'_>) -> bool {
        !self.framing.closes() && self.stream.is_quiet(context)
    }

    /// The buffer grows with what has come, not with what the peer says is
    /// coming.
    fn poll_read(
        &mut self,
        context: &mut Context<'_>,
        input: &mut Vec<u8>,
    ) -> Poll<io::Result<usize>> {
        if input.capacity() - input.len() < LEAST {
            input.reserve(self.room.max(input.len()));
        }
        let room = input.capacity() - input.len();
        let read = pin!(self.stream.read_buf(input)).poll(context);
        if matches!(read, Poll::Ready(Ok(count)) if count == room) {
            self.room = (self.room * 2).min(MOST);
        }
        read
    }

    /// There mostly is room, and to ask for word of it is work.
    fn poll_write(&mut self, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match self.stream.try_write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                Pin::new(&mut self.stream).poll_write(context, bytes)
            }
            written => Poll::Ready(written),
        }
    }

    #[inline]
    fn poll_flush(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    #[inline]
    fn poll_until(&mut self, context: &mut Context<'_>, time: Instant) -> Poll<()> {
        self.alarm.poll_until(context, time)
    }

    fn now(&self) -> Instant {
        Instant::now()
    }

    fn next_look(&self) -> Instant {
        Instant::now() + LOOK
    }

    #[inline]
    fn measure(&mut self, input: &[u8]) -> Result<Option<Answer>, Malformed> {
        self.framing.measure(input)
    }

    fn measure_at_end(&mut self, input: &[u8]) -> Option<Answer> {
        self.framing.measure_at_end(input)
    }

    fn spare_slot() -> Spare<Self> {
        // A thread that is about to end has none.
        let taken = SLOTS.try_with(|slots| slots.borrow_mut().pop());
        taken.ok().flatten().unwrap_or(Spare::none())
    }

    fn keep_slot(slot: Spare<Self>) {
        let _ = SLOTS.try_with(|slots| {
            let mut slots = slots.borrow_mut();
            if slots.len() < SPARE {
                slots.push(slot);
            }
        });
    }

    fn give_up(&mut self) {
        self.stream.reset_when_closed();
    }
}
