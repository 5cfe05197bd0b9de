//! What a line needs of the connection under it.

use super::slot::Spare;
use std::io;
use std::task::{Context, Poll};

/// A byte stream that carries answers, with a clock and one timer.
pub(crate) trait Wire {
    /// A moment.
    type Time: Copy + Ord;
    /// Why bytes are no answer.
    type Malformed;

    /// Whether the peer has neither closed the stream nor sent anything since
    /// the last answer, nor said that it will not take another request. If so,
    /// it will wake the task of `context` as [`poll_read`](Self::poll_read) does.
    fn is_quiet(&mut self, context: &mut Context<'_>) -> bool;

    /// Appends what has arrived; 0 bytes are the end of the stream.
    fn poll_read(
        &mut self,
        context: &mut Context<'_>,
        input: &mut Vec<u8>,
    ) -> Poll<io::Result<usize>>;

    /// Sends some of `bytes`.
    fn poll_write(&mut self, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>>;

    /// Sends what the stream itself holds back.
    fn poll_flush(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>>;

    /// Ready once `time` has come.
    fn poll_until(&mut self, context: &mut Context<'_>, time: Self::Time) -> Poll<()>;

    /// This moment.
    fn now(&self) -> Self::Time;

    /// When the task of a connection looks again whether it has company.
    fn next_look(&self) -> Self::Time;

    /// Finds a whole answer at the front of `input`, which begins where the
    /// last answer ended.
    fn measure(&mut self, input: &[u8]) -> Result<Option<Answer>, Self::Malformed>;

    /// The same, when nothing more will come.
    fn measure_at_end(&mut self, input: &[u8]) -> Option<Answer> {
        let _ = input;
        None
    }

    /// A slot of an earlier call, if one is kept.
    fn spare_slot() -> Spare<Self>
    where
        Self: Sized,
    {
        Spare::none()
    }

    /// Keeps a slot for a later call.
    fn keep_slot(slot: Spare<Self>)
    where
        Self: Sized,
    {
        drop(slot);
    }

    /// The stream will be closed, and a request is on its way that nobody waits
    /// for, or its answer.
    fn give_up(&mut self) {}
}

/// A whole answer in front of what has been received.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Answer {
    /// Names the call it answers.
    pub(crate) id: u32,
    /// Bytes of it.
    pub(crate) len: usize,
    /// The peer matches answers to requests by id.
    pub(crate) any_order: bool,
}

/// Why a line carries no further calls.
#[derive(Debug)]
pub(crate) enum End<Malformed> {
    /// The peer closed it, so many bytes of an answer received; the first ones.
    Closed(usize, Vec<u8>),
    /// Reading failed.
    Receive(io::Error),
    /// Writing failed.
    Send(io::Error),
    /// What came is no answer; its first bytes.
    Malformed(Malformed, Vec<u8>),
    /// An answer came that no call waits for.
    Stray(u32),
    /// The peer has stopped reading, or is about to. What it has begun to take
    /// still goes out, and its answers are taken.
    Stalled,
    /// The runtime dropped the task of the connection.
    Dropped,
}

/// How much of what came is kept to be shown.
const SHOWN: usize = 65;

impl<Malformed> End<Malformed> {
    #[cold]
    pub(crate) fn malformed(error: Malformed, received: &[u8]) -> Self {
        Self::Malformed(error, start(received))
    }

    #[cold]
    pub(crate) fn closed(received: &[u8]) -> Self {
        Self::Closed(received.len(), start(received))
    }
}

fn start(received: &[u8]) -> Vec<u8> {
    received.get(..SHOWN).unwrap_or(received).to_vec()
}
