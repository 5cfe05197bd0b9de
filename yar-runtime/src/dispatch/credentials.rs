//! Who calls, for the hook that decides whether the call may pass.

use super::ServiceInfo;
use super::verdict::Decision;
use crate::wire::RawFrame;
use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;

/// Decides over each call whose method and parameters could be read.
pub(crate) type Gate = Arc<dyn Fn(&Credentials<'_>) -> Decision + Send + Sync>;

/// Where a call came from.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Origin<'a> {
    pub(crate) peer: Option<SocketAddr>,
    pub(crate) path: Option<&'a str>,
    #[cfg(feature = "http")]
    pub(crate) headers: Option<&'a http::HeaderMap>,
}

/// Who makes a call, as far as the caller says and the transport shows.
///
/// Given to the hook of `Server::with_authentication`. Comparing a secret with
/// `==` tells how long it took; where that matters, compare in constant time.
#[derive(Clone, Copy)]
pub struct Credentials<'a> {
    provider: &'a [u8],
    token: &'a [u8],
    method: &'a str,
    service: &'static ServiceInfo,
    origin: Origin<'a>,
}

impl<'a> Credentials<'a> {
    pub(crate) fn new(
        frame: &RawFrame<'a>,
        method: &'a str,
        service: &'static ServiceInfo,
        origin: &Origin<'a>,
    ) -> Self {
        Self {
            provider: frame.provider(),
            token: frame.token(),
            method,
            service,
            origin: *origin,
        }
    }

    /// The provider field: up to the first NUL, at most 32 bytes.
    #[must_use]
    pub fn provider(&self) -> &'a [u8] {
        self.provider
    }

    /// The token field: up to the first NUL, at most 32 bytes.
    #[must_use]
    pub fn token(&self) -> &'a [u8] {
        self.token
    }

    /// The method as it was asked for; it may not exist.
    #[must_use]
    pub fn method(&self) -> &'a str {
        self.method
    }

    /// The service that the call is for, whether it was named by a path or in
    /// front of the method. Where one of [several](crate::Server::route)
    /// services is to be guarded, this is what to ask for.
    #[must_use]
    pub fn service(&self) -> &'static ServiceInfo {
        self.service
    }

    /// Path of the URL, without the query; `None` on TCP and Unix sockets. It
    /// is decoded and has no detours: `/%61uth/`, `//auth` and `/x/../auth` are
    /// `/auth`. It says nothing of the service, which can be named otherwise.
    #[must_use]
    pub fn path(&self) -> Option<&'a str> {
        self.origin.path
    }

    /// Address of the peer; `None` on Unix sockets.
    #[must_use]
    pub fn peer(&self) -> Option<SocketAddr> {
        self.origin.peer
    }
}

/// Leaves the token out, so that it does not end up in a log.
impl fmt::Debug for Credentials<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials")
            .field("provider", &self.provider.escape_ascii().to_string())
            .field("method", &self.method)
            .field("service", &self.service.name)
            .field("path", &self.origin.path)
            .field("peer", &self.origin.peer)
            .finish_non_exhaustive()
    }
}
