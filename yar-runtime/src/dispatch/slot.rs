//! Where a call is kept while it runs.

use super::{Context as CallContext, Reply};
use crate::error::status;
use crate::message::ReplyHead;
use crate::telemetry::Served;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::thread::Result;
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
    /// Makes a call right where it will be polled, and polls it.
    #[inline]
    pub(crate) fn begin(
        &mut self,
        head: &ReplyHead,
        make: impl FnOnce() -> F,
        context: &mut Context<'_>,
    ) -> Poll<Reply> {
        let Self { own, served, .. } = self;
        let poll = || {
            // Decoding runs code of the service: its `Deserialize`s.
            own.set(Some(make()));
            let polled = served.within(|| match own.as_mut().as_pin_mut() {
                Some(call) => call.poll(context),
                None => Poll::Pending,
            });
            // So does dropping.
            if polled.is_ready() {
                own.set(None);
            }
            polled
        };
        let outcome = catch_unwind(AssertUnwindSafe(poll));
        self.look_at(outcome, head)
    }

    /// Polls the call, and empties the slot when it has finished; a panic ends
    /// in an answer like any other.
    pub(crate) fn poll(&mut self, head: &ReplyHead, context: &mut Context<'_>) -> Poll<Reply> {
        let Self {
            own, boxed, served, ..
        } = self;
        let poll = || {
            let polled = served.within(|| match (own.as_mut().as_pin_mut(), boxed.as_mut()) {
                (Some(call), _) => call.poll(context),
                (None, Some(call)) => call.as_mut().poll(context),
                (None, None) => Poll::Ready(Reply::new(*head, Vec::new())),
            });
            if polled.is_ready() {
                own.set(None);
                **boxed = None;
            }
            polled
        };
        let outcome = catch_unwind(AssertUnwindSafe(poll));
        self.look_at(outcome, head)
    }

    #[inline]
    fn look_at(&mut self, outcome: Result<Poll<Reply>>, head: &ReplyHead) -> Poll<Reply> {
        let reply = match outcome {
            Ok(Poll::Pending) => return Poll::Pending,
            Ok(Poll::Ready(reply)) if !reply.frame().is_empty() => reply,
            Ok(Poll::Ready(reply)) => {
                let text = "the service wrote no answer";
                reply.anew(*head).say(status::OUTPUT, text)
            }
            Err(_) => {
                self.clear();
                panicked(head)
            }
        };
        self.answered(&reply);
        Poll::Ready(reply)
    }

    /// Drops a call that has taken longer than `limit`, and answers it.
    pub(crate) fn give_up(&mut self, head: &ReplyHead, limit: Duration) -> Reply {
        let text = format!("the method did not finish within {limit:?}");
        let answer = failed(head, &text);
        self.clear();
        self.answered(&answer);
        answer
    }

    /// Drops the call, whatever it does then.
    #[cold]
    fn clear(&mut self) {
        let Self { own, boxed, .. } = self;
        let _ = catch_unwind(AssertUnwindSafe(|| {
            own.set(None);
            **boxed = None;
        }));
    }
}

impl<F> Slot<'_, F> {
    /// Says how the call has been answered.
    #[inline]
    pub(super) fn answered(&mut self, reply: &Reply) {
        let status = reply.status().unwrap_or_default();
        self.served.answered(status, reply.frame().len());
    }
}

/// The answer to a call whose handler panicked.
#[cold]
pub(super) fn panicked(head: &ReplyHead) -> Reply {
    failed(head, "the method panicked")
}

fn failed(head: &ReplyHead, text: &str) -> Reply {
    Reply::new(*head, Vec::new()).throw(text)
}
