//! Connections on either side.

use super::{meters, spans};
use std::future::Future;
use std::io;
use std::net::SocketAddr;

/// A connection that the server has accepted.
#[derive(Debug)]
pub(crate) struct Connected {
    span: spans::Connection,
    meter: meters::Connection,
}

impl Connected {
    /// `scheme` is that of the address that was listened on.
    pub(crate) fn new(scheme: &'static str, peer: Option<SocketAddr>) -> Self {
        Self {
            span: spans::Connection::new(scheme, peer),
            meter: meters::Connection::accepted(scheme),
        }
    }

    /// What serves the connection.
    pub(crate) fn around<F: Future>(self, serving: F) -> impl Future<Output = F::Output> {
        self.span.around(self.meter.around(serving))
    }
}

/// A connection was closed because there are too many.
pub(crate) fn turned_away(scheme: &'static str) {
    meters::turned_away(scheme);
}

/// No connection can be accepted for the time being.
pub(crate) fn cannot_accept(scheme: &'static str, error: &io::Error) {
    spans::cannot_accept(scheme, error);
}

/// A connection that a client has made, counted for as long as it is there.
#[derive(Debug)]
pub(crate) struct Link {
    _meter: meters::Connection,
}

impl Link {
    pub(super) fn new(meter: meters::Connection) -> Self {
        Self { _meter: meter }
    }
}
