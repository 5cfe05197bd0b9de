//! What a handler can learn of its call, and say besides its result.

use super::Origin;
use crate::message::ReplyHead;
use crate::packager::Packager;
use crate::wire::RawFrame;
use std::fmt;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The circumstances of one call.
///
/// A handler that wants to know them takes a parameter of this type, anywhere
/// in its list; it does not travel. Methods without one pay nothing for it.
///
/// ```ignore
/// #[yar::service]
/// trait Guestbook {
///     async fn sign(&self, context: yar::Context, name: String) -> Result<(), yar::Error>;
/// }
/// ```
#[derive(Clone)]
pub struct Context(Arc<Inner>);

struct Inner {
    method: String,
    provider: Vec<u8>,
    token: Vec<u8>,
    packager: Packager,
    peer: Option<SocketAddr>,
    path: Option<String>,
    deadline: Option<Instant>,
    #[cfg(feature = "http")]
    headers: http::HeaderMap,
    said: Mutex<Said>,
}

/// What the handler says besides its result.
#[derive(Default)]
struct Said {
    printed: String,
    #[cfg(feature = "http")]
    headers: http::HeaderMap,
}

impl Context {
    #[cold]
    pub(crate) fn new(
        frame: &RawFrame<'_>,
        head: &ReplyHead,
        method: &str,
        origin: &Origin<'_>,
        limit: Duration,
    ) -> Self {
        Self(Arc::new(Inner {
            method: method.to_owned(),
            provider: frame.provider().to_vec(),
            token: frame.token().to_vec(),
            packager: head.packager,
            peer: origin.peer,
            path: origin.path.map(str::to_owned),
            deadline: Instant::now().checked_add(limit),
            #[cfg(feature = "http")]
            headers: origin.headers.cloned().unwrap_or_default(),
            said: Mutex::default(),
        }))
    }

    /// The context of a call that nobody made, for tests of handlers: no peer,
    /// no token, no deadline.
    #[must_use]
    pub fn detached() -> Self {
        Self(Arc::new(Inner {
            method: String::new(),
            provider: Vec::new(),
            token: Vec::new(),
            packager: Packager::default(),
            peer: None,
            path: None,
            deadline: None,
            #[cfg(feature = "http")]
            headers: http::HeaderMap::new(),
            said: Mutex::default(),
        }))
    }

    /// The method as the caller spelt it.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.0.method
    }

    /// Address of the peer; `None` on Unix sockets.
    #[must_use]
    pub fn peer(&self) -> Option<SocketAddr> {
        self.0.peer
    }

    /// The provider field: up to the first NUL, at most 32 bytes.
    #[must_use]
    pub fn provider(&self) -> &[u8] {
        &self.0.provider
    }

    /// The token field: up to the first NUL, at most 32 bytes.
    #[must_use]
    pub fn token(&self) -> &[u8] {
        &self.0.token
    }

    /// The packager of the request, and of its answer.
    #[must_use]
    pub fn packager(&self) -> Packager {
        self.0.packager
    }

    /// Path of the URL, decoded, without detours and without the query; `None`
    /// on TCP and Unix sockets.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        self.0.path.as_deref()
    }

    /// When the server gives the call up (see `Limits::call_timeout`).
    #[must_use]
    pub fn deadline(&self) -> Option<Instant> {
        self.0.deadline
    }

    /// Header lines of the HTTP request; none on TCP and Unix sockets.
    #[cfg(feature = "http")]
    #[must_use]
    pub fn headers(&self) -> &http::HeaderMap {
        &self.0.headers
    }

    /// Sets a header line of the HTTP response, in place of one of this name.
    /// On TCP and Unix sockets it goes nowhere; `Content-Length` and what else
    /// belongs to the connection is the server's affair.
    #[cfg(feature = "http")]
    pub fn set_header(&self, name: http::HeaderName, value: http::HeaderValue) {
        self.said().headers.insert(name, value);
    }

    /// Appends to what the method prints: it travels beside the result, and a
    /// PHP client prints it.
    pub fn print(&self, text: &str) {
        self.said().printed.push_str(text);
    }

    /// What was printed so far.
    #[must_use]
    pub fn printed(&self) -> String {
        self.said().printed.clone()
    }

    pub(crate) fn take_printed(&self) -> String {
        std::mem::take(&mut self.said().printed)
    }

    #[cfg(feature = "http")]
    pub(crate) fn take_headers(&self) -> http::HeaderMap {
        std::mem::take(&mut self.said().headers)
    }

    fn said(&self) -> MutexGuard<'_, Said> {
        self.0.said.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Leaves the token out, so that it does not end up in a log.
impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("method", &self.0.method)
            .field("provider", &self.0.provider.escape_ascii().to_string())
            .field("packager", &self.0.packager)
            .field("peer", &self.0.peer)
            .field("path", &self.0.path)
            .finish_non_exhaustive()
    }
}
