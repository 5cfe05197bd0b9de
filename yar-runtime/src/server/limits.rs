//! What a server puts up with.

use crate::transport::FOREVER;
use std::time::Duration;

/// What a server puts up with from its peers.
///
/// ```
/// # use yar_runtime as yar;
/// let mut limits = yar::Limits::default();
/// limits.max_connections = 100;
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Limits {
    /// Largest body of a request or an answer in bytes, packager name
    /// included. 10,485,760 by default, the most that PHP and yar-c read. A
    /// larger request is answered with status 2, over HTTP with 413, and ends
    /// its connection; a larger answer is replaced by an error.
    pub max_body: usize,
    /// Containers inside one another in a request. 512 by default.
    pub max_depth: usize,
    /// Connections at a time, over all listeners; one more is closed as soon
    /// as it is accepted. 10,000 by default.
    pub max_connections: usize,
    /// Calls that run at the same time for one connection; what comes behind
    /// them waits unread. 64 by default; 0 counts as 1, and 1 means that the
    /// calls of a connection run one after the other.
    pub max_calls_per_connection: usize,
    /// Calls that run at the same time over all connections. One more is
    /// answered at once with status 16 and a text that begins "overloaded",
    /// and its handler does not run. Handlers that finish without having to
    /// wait are not counted. 10,000 by default.
    pub max_calls: usize,
    /// Bytes of requests that have not come in whole, wait behind others of
    /// their connection or for their turn, over all connections. A connection
    /// that would exceed it is answered with status 16 and closed. 256 MiB by
    /// default.
    pub max_unfinished_bytes: usize,
    /// How long a handler may run. 60 s by default; then its future is dropped
    /// and the call answered with status 64, "the method did not finish". A
    /// request of 256 KiB or more may wait as long for its turn to be unpacked;
    /// then it is answered with status 16 and its connection closed.
    pub call_timeout: Duration,
    /// How long a connection may be silent between two requests, or refuse
    /// to take its answers. 60 s by default; less than 3 s counts as 3 s,
    /// because clients that keep connections rely on that much.
    pub idle_timeout: Duration,
    /// How long the header of a request, over HTTP its header lines, may take
    /// to come in. 10 s by default.
    pub header_timeout: Duration,
    /// How long all the bytes of one request may take to come in. 30 s by
    /// default.
    pub frame_timeout: Duration,
    /// How long running calls may go on once the server is told to stop. 10 s
    /// by default; then their connections are cut.
    pub stop_timeout: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_body: 10_485_760,
            max_depth: 512,
            max_connections: 10_000,
            max_calls_per_connection: 64,
            max_calls: 10_000,
            max_unfinished_bytes: 256 * 1024 * 1024,
            call_timeout: Duration::from_secs(60),
            idle_timeout: Duration::from_secs(60),
            header_timeout: Duration::from_secs(10),
            frame_timeout: Duration::from_secs(30),
            stop_timeout: Duration::from_secs(10),
        }
    }
}

impl Limits {
    /// The idle timeout that holds.
    pub(super) fn idle(&self) -> Duration {
        self.idle_timeout.clamp(Duration::from_secs(3), FOREVER)
    }

    /// The header timeout that holds.
    pub(super) fn header(&self) -> Duration {
        self.header_timeout.min(FOREVER)
    }

    /// The limit for handlers that holds.
    pub(super) fn call(&self) -> Duration {
        self.call_timeout.min(FOREVER)
    }

    /// The frame timeout that holds.
    pub(super) fn frame(&self) -> Duration {
        self.frame_timeout.min(FOREVER)
    }
}
