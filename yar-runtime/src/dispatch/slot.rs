//! Where a call is kept while it runs.

#[cfg(feature = "http")]
use super::Context as CallContext;
use super::{Reply, unreadable};
use crate::error::status;
use crate::message::ReplyHead;
use crate::telemetry::Served;
use crate::wire::Layout;
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
///
/// Two pointers, which travel in registers.
pub(crate) struct Slot<'a, F> {
    pub(crate) own: Pin<&'a mut Option<F>>,
    pub(crate) beside: &'a mut Beside,
}

/// What there is in a slot beside a call of the usual kind.
#[derive(Default)]
pub(crate) struct Beside {
    pub(super) boxed: Option<BoxCall>,
    /// How a call that has to wait will be answered.
    pub(super) head: Option<ReplyHead>,
    /// What is told of the call.
    pub(super) served: Served,
    /// Where the handler of a call over HTTP may leave more than its result.
    #[cfg(feature = "http")]
    pub(crate) context: Option<CallContext>,
}

impl<F: Future<Output = Reply>> Slot<'_, F> {
    /// Makes a call right where it will be polled, and polls it; `head` says how
    /// it is to be answered.
    #[inline]
    pub(crate) fn begin(
        mut self,
        head: impl FnOnce() -> ReplyHead,
        make: impl FnOnce() -> F,
        context: &mut Context<'_>,
    ) -> Poll<Reply> {
        let Self { own, beside } = &mut self;
        let poll = || {
            // Decoding runs code of the service: its `Deserialize`s.
            own.set(Some(make()));
            let polled = beside.served.within(|| match own.as_mut().as_pin_mut() {
                Some(call) => call.poll(context),
                None => Poll::Pending,
            });
            // So does dropping.
            if polled.is_ready() {
                own.set(None);
            }
            polled
        };
        match catch_unwind(AssertUnwindSafe(poll)) {
            Ok(Poll::Ready(reply)) if reply.is_written() => self.ready(reply),
            outcome => self.look_at(outcome, head()),
        }
    }

    /// Polls the call that had to wait, and empties the slot when it has
    /// finished; a panic ends in an answer like any other.
    pub(crate) fn poll(mut self, context: &mut Context<'_>) -> Poll<Reply> {
        let head = self.beside.head();
        let Self { own, beside } = &mut self;
        let poll = || {
            let Beside { boxed, served, .. } = &mut **beside;
            let polled = served.within(|| match (own.as_mut().as_pin_mut(), boxed.as_mut()) {
                (Some(call), _) => call.poll(context),
                (None, Some(call)) => call.as_mut().poll(context),
                (None, None) => Poll::Ready(Reply::new(head, Vec::new())),
            });
            if polled.is_ready() {
                own.set(None);
                *boxed = None;
            }
            polled
        };
        let outcome = catch_unwind(AssertUnwindSafe(poll));
        self.look_at(outcome, head)
    }

    /// The answer, unless the call has to wait. A panic ends in one as well.
    fn look_at(mut self, outcome: Result<Poll<Reply>>, head: ReplyHead) -> Poll<Reply> {
        match outcome {
            Ok(Poll::Pending) => {
                self.beside.head = Some(head);
                Poll::Pending
            }
            Ok(Poll::Ready(reply)) if reply.is_written() => self.ready(reply),
            Ok(Poll::Ready(_)) => {
                let text = "the service wrote no answer";
                self.ready(Reply::new(head, Vec::new()).say(status::OUTPUT, text))
            }
            Err(_) => {
                self.clear();
                self.ready(panicked(&head))
            }
        }
    }

    /// Drops a call that has taken longer than `limit`, and answers it.
    pub(crate) fn give_up(mut self, limit: Duration) -> Reply {
        let text = format!("the method did not finish within {limit:?}");
        let answer = failed(&self.beside.head(), &text);
        self.clear();
        self.beside.answered(&answer);
        answer
    }

    /// Drops the call, whatever it does then.
    #[cold]
    fn clear(&mut self) {
        let Self { own, beside } = self;
        let _ = catch_unwind(AssertUnwindSafe(|| {
            own.set(None);
            beside.boxed = None;
        }));
    }
}

impl<F> Slot<'_, F> {
    /// The same slot, to be used more than once.
    #[cfg(feature = "http")]
    pub(crate) fn again(&mut self) -> Slot<'_, F> {
        Slot {
            own: self.own.as_mut(),
            beside: self.beside,
        }
    }

    /// The call has been answered.
    #[inline]
    pub(super) fn ready(self, reply: Reply) -> Poll<Reply> {
        self.beside.answered(&reply);
        Poll::Ready(reply)
    }
}

impl Beside {
    /// Drops the call.
    pub(crate) fn clear(&mut self) {
        self.boxed = None;
    }

    /// How the call that waits will be answered.
    fn head(&self) -> ReplyHead {
        self.head.unwrap_or_else(|| unreadable(Layout::Yar))
    }

    /// Says how the call has been answered.
    #[inline]
    fn answered(&mut self, reply: &Reply) {
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
