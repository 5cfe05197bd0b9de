//! Calls at the client.

use super::connected::Link;
use super::end::End;
use super::{meters, spans};
use crate::error::Error;
use std::future::Future;

/// What is told of the calls of one client.
#[derive(Debug)]
pub(crate) struct Target {
    spans: spans::Target,
    meters: meters::Target,
}

impl Target {
    /// `address` is without user and password.
    pub(crate) fn new(address: &dyn std::fmt::Display) -> Self {
        Self {
            spans: spans::Target::new(address),
            meters: meters::Target::new(address),
        }
    }

    /// A call is about to be made.
    #[inline]
    pub(crate) fn begin(&self, method: &str) -> Called {
        Called {
            span: self.spans.begin(method),
            meter: self.meters.begin(method),
        }
    }

    /// One of several servers that the calls go to.
    pub(crate) fn server(&self, address: &dyn std::fmt::Display) -> Server {
        Server(self.meters.server(address))
    }

    /// So many bytes went out for a call, and so many came back.
    #[inline]
    pub(crate) fn exchanged(&self, sent: usize, received: usize) {
        self.meters.exchanged(sent, received);
    }

    /// A connection was made.
    pub(crate) fn connected(&self) -> Link {
        Link::new(self.meters.connected())
    }
}

/// A call under way; one that is dropped before its end was given up.
#[derive(Debug)]
pub(crate) struct Called {
    span: spans::Call,
    meter: meters::Call,
}

impl Called {
    /// Makes the call, and is to be told how it [`ended`](Self::ended): one
    /// future less around every call than if it saw to that.
    pub(crate) fn around<F: Future>(&self, call: F) -> impl Future<Output = F::Output> + use<F> {
        self.span.around(call)
    }

    /// Does a part of making the call.
    #[inline]
    pub(crate) fn inside<T>(&self, part: impl FnOnce() -> T) -> T {
        self.span.within(part)
    }

    /// Makes the call on this thread.
    pub(crate) fn within<R>(
        &mut self,
        call: impl FnOnce() -> Result<R, Error>,
    ) -> Result<R, Error> {
        let outcome = self.span.within(call);
        self.ended(&outcome);
        outcome
    }

    /// Tells how the call ended.
    #[inline]
    pub(crate) fn ended<R>(&mut self, outcome: &Result<R, Error>) {
        self.span.end(End::of(outcome));
        self.meter.end(End::of(outcome), 0);
    }
}

impl Drop for Called {
    #[inline]
    fn drop(&mut self) {
        self.span.end(End::Cancelled);
        self.meter.end(End::Cancelled, 0);
    }
}

/// What is told of one of several servers.
#[derive(Debug)]
pub(crate) struct Server(meters::Server);

impl Server {
    /// A try to call it begins.
    #[inline]
    pub(crate) fn begin(&self) -> Tried {
        Tried(self.0.begin())
    }
}

/// A try under way; one that is dropped before its end was given up.
#[derive(Debug)]
pub(crate) struct Tried(meters::Call);

impl Tried {
    #[inline]
    pub(crate) fn end(&mut self, outcome: Result<(), &Error>) {
        self.0.end(End::of_ref(outcome), 0);
    }
}

impl Drop for Tried {
    #[inline]
    fn drop(&mut self) {
        self.0.end(End::Cancelled, 0);
    }
}
