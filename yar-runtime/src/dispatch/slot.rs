//! Where a call is kept while it runs.

use super::{Context as CallContext, Reply, refusal};
use crate::error::status;
use crate::message::ReplyHead;
use crate::telemetry::Served;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

/// A call of any kind.
pub(crate) type BoxCall = Pin<Box<dyn Future<Output = Reply> + Send>>;

/// A place for one call. The handlers of a server's first service, called
/// without further ado, are put where they are polled; every other call is
/// boxed.
pub(crate) struct Slot<'a, F> {
    pub(crate) own: Pin<&'a mut Option<F>>,
    pub(crate) boxed: &'a mut Option<BoxCall>,
    /// What the handler was told of its call, and where it may have left more
    /// than its result.
    pub(crate) context: Option<CallContext>,
    /// What is told of the call.
    pub(crate) served: &'a mut Served,
}

impl<F: Future<Output = Reply>> Slot<'_, F> {
    /// Polls the call, and empties the slot when it has finished; a panic ends
    /// in an answer like any other.
    pub(crate) fn poll(&mut self, head: &ReplyHead, context: &mut Context<'_>) -> Poll<Vec<u8>> {
        let poll = || match (self.own.as_mut().as_pin_mut(), &mut self.boxed) {
            (Some(call), _) => call.poll(context),
            (None, Some(call)) => call.as_mut().poll(context),
            (None, None) => Poll::Ready(Reply::new(*head, Vec::new())),
        };
        let served = &*self.served;
        let (status, frame) = match catch_unwind(AssertUnwindSafe(|| served.within(poll))) {
            Ok(Poll::Pending) => return Poll::Pending,
            Ok(Poll::Ready(reply)) => match reply.status() {
                Some(status) => (status, reply.into_frame()),
                None => {
                    let (status, text) = (status::OUTPUT, "the service wrote no answer");
                    (status, refusal(head, status, text, reply.into_frame()))
                }
            },
            Err(_) => (status::EXCEPTION, panicked(head)),
        };
        self.clear();
        self.served.answered(status, frame.len());
        Poll::Ready(frame)
    }

    /// Drops a call that has taken longer than `limit`, and answers it.
    pub(crate) fn give_up(&mut self, head: &ReplyHead, limit: Duration) -> Vec<u8> {
        let text = format!("the method did not finish within {limit:?}");
        let answer = failed(head, &text);
        self.clear();
        self.served.answered(status::EXCEPTION, answer.len());
        answer
    }

    /// Drops the call.
    fn clear(&mut self) {
        self.own.set(None);
        *self.boxed = None;
    }
}

/// The answer to a call whose handler panicked.
pub(crate) fn panicked(head: &ReplyHead) -> Vec<u8> {
    failed(head, "the method panicked")
}

fn failed(head: &ReplyHead, text: &str) -> Vec<u8> {
    Reply::new(*head, Vec::new()).throw(text).into_frame()
}
