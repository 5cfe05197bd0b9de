//! The one error of this crate: which stage of a call failed, and why.

mod data;

pub(crate) use data::Data;

use crate::packager::to_value;
use crate::value::Value;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::error::Error as StdError;
use std::fmt;

/// Why a call failed. Opaque: ask its predicates and accessors.
///
/// A handler may return one as well; it then travels as an exception, with
/// [`Error::exception`] the usual way to make it.
pub struct Error(Box<Inner>);

struct Inner {
    stage: Stage,
    message: String,
    remote: Option<Remote>,
    source: Option<Box<dyn StdError + Send + Sync>>,
    data: Option<Data>,
    /// It failed before there was a connection.
    before_connecting: bool,
    unsent: bool,
    unknown_packager: bool,
    /// Another connection to the same server may do better at once.
    of_connection: bool,
}

/// What the other side said, word for word.
struct Remote {
    status: i64,
    code: i64,
    kind: String,
}

/// The part of a call in which it failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stage {
    /// The address or an option makes no sense; nothing was tried.
    Configure,
    /// The name of the server, or of the proxy, stands for no address.
    Resolve,
    /// No connection could be made.
    Connect,
    /// There is a connection, but no TLS on it that both sides accept.
    Tls,
    /// The request did not go out whole.
    Send,
    /// No whole answer came back.
    Receive,
    /// The deadline passed.
    Timeout,
    /// What came is no Yar frame, or not an answer to this request.
    Protocol,
    /// A value could not be packed or unpacked;
    /// [`is_unsent`](Error::is_unsent) tells arguments from results.
    Packager,
    /// The peer answered with an error.
    Remote,
    /// Made by a handler, to be sent to its caller.
    Exception,
    /// No call failed: a server cannot wait for connections there.
    Listen,
}

/// Status of an answer, section "Status codes" of the wire document.
pub mod status {
    /// The call succeeded.
    pub const OK: i64 = 0;
    /// The body could not be unpacked or its packager is unknown.
    pub const PACKAGER: i64 = 1;
    /// The frame is malformed.
    pub const PROTOCOL: i64 = 2;
    /// Unknown method, or arguments that do not fit.
    pub const REQUEST: i64 = 4;
    /// The server failed to produce its answer.
    pub const OUTPUT: i64 = 8;
    /// The transport failed.
    pub const TRANSPORT: i64 = 16;
    /// Provider and token were refused.
    pub const FORBIDDEN: i64 = 32;
    /// The handler threw.
    pub const EXCEPTION: i64 = 64;
}

impl Error {
    /// An error of the given stage.
    #[must_use]
    pub fn new(stage: Stage, message: impl Into<String>) -> Self {
        Self(Box::new(Inner {
            stage,
            message: message.into(),
            remote: None,
            source: None,
            data: None,
            before_connecting: matches!(stage, Stage::Resolve | Stage::Connect),
            unsent: matches!(stage, Stage::Configure | Stage::Resolve | Stage::Connect),
            unknown_packager: false,
            of_connection: false,
        }))
    }

    /// The stage alone does not tell: making a connection can time out too.
    pub(crate) fn before_connecting(mut self) -> Self {
        self.0.before_connecting = true;
        self.unsent()
    }

    /// Not a byte of the request went out.
    pub(crate) fn unsent(mut self) -> Self {
        self.0.unsent = true;
        self
    }

    /// Only the connection has failed: another one to the same server may take
    /// the request at once.
    pub(crate) fn of_connection(mut self) -> Self {
        self.0.of_connection = true;
        self
    }

    pub(crate) fn is_of_connection(&self) -> bool {
        self.0.of_connection
    }

    /// One side does not know the packager of the other; `message` says which.
    pub(crate) fn of_unknown_packager(mut self, message: String) -> Self {
        self.0.message = message;
        self.0.unknown_packager = true;
        self
    }

    /// An undeclared exception, for handlers: the caller receives status 64
    /// with this code and message.
    #[must_use]
    pub fn exception(code: i64, message: impl Into<String>) -> Self {
        let mut error = Self::new(Stage::Exception, message);
        error.0.remote = Some(Remote {
            status: status::EXCEPTION,
            code,
            kind: "Exception".to_owned(),
        });
        error
    }

    /// What a peer reported: status, code, class name (may be empty) and message.
    #[must_use]
    pub fn remote(
        status: i64,
        code: i64,
        kind: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        let mut error = Self::new(Stage::Remote, message);
        error.0.remote = Some(Remote {
            status,
            code,
            kind: kind.into(),
        });
        error
    }

    /// An address that this build cannot use.
    #[cfg(not(feature = "http"))]
    pub(crate) fn without_http() -> Self {
        let text = "http:// addresses need the feature `http`, which this build leaves out";
        Self::new(Stage::Configure, text)
    }

    /// Adds the cause.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        self.0.source = Some(source.into());
        self
    }

    /// Adds data for the caller, which a handler's error takes along. What
    /// cannot be packed is left out.
    #[must_use]
    pub fn with_data<T: Serialize + ?Sized>(mut self, data: &T) -> Self {
        self.0.data = to_value(data).ok().map(Data::Untyped);
        self
    }

    pub(crate) fn set_data(&mut self, data: Data) {
        self.0.data = Some(data);
    }

    /// The data that came with the error, if it is there and fits the type;
    /// any fits a [`Value`]. Servers of stock PHP send none.
    #[must_use]
    pub fn data<T: DeserializeOwned>(&self) -> Option<T> {
        self.0.data.as_ref()?.read().ok()
    }

    /// The same, to be sent on.
    pub(crate) fn untyped_data(&self) -> Option<Value> {
        self.data()
    }

    /// Which part of the call failed.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.0.stage
    }

    /// The text, without its causes.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Status of the answer when the peer reported the error.
    #[must_use]
    pub fn status(&self) -> Option<i64> {
        self.0.remote.as_ref().map(|remote| remote.status)
    }

    /// Code of the exception, or the status where the peer sent only a text.
    #[must_use]
    pub fn code(&self) -> Option<i64> {
        self.0.remote.as_ref().map(|remote| remote.code)
    }

    /// Class name of the exception (`_type`), empty when there was none.
    #[must_use]
    pub fn kind(&self) -> &str {
        self.0.remote.as_ref().map_or("", |remote| &remote.kind)
    }

    /// True when the deadline passed.
    #[must_use]
    pub fn is_timeout(&self) -> bool {
        self.0.stage == Stage::Timeout
    }

    /// True when the peer answered, with an error.
    #[must_use]
    pub fn is_remote(&self) -> bool {
        self.0.stage == Stage::Remote
    }

    /// True when the name of the server, or of the proxy, stands for no address.
    /// It is an error of [connecting](Self::is_connect) as well.
    #[must_use]
    pub fn is_resolve(&self) -> bool {
        self.0.stage == Stage::Resolve
    }

    /// True when the server has no such method. The status alone does not say so:
    /// arguments that do not fit have the same. Told by the text that servers of
    /// yar, PHP and C send.
    #[must_use]
    pub fn is_unknown_method(&self) -> bool {
        let text = match self.status() {
            Some(status::REQUEST) => "call to undefined api ",
            Some(status::OUTPUT) => "call to undefined method ",
            _ => return false,
        };
        self.message().starts_with(text)
    }

    /// True when no connection could be made, in time or at all: nothing was
    /// sent.
    #[must_use]
    pub fn is_connect(&self) -> bool {
        self.0.before_connecting
    }

    /// True when it is certain that not a byte of the request went out, so that
    /// the method has not run.
    #[must_use]
    pub fn is_unsent(&self) -> bool {
        self.0.unsent
    }

    /// True when TLS failed: the certificate of the peer is refused, it refuses
    /// this client's, or it does not speak TLS. The source is the error of the
    /// TLS library.
    #[must_use]
    pub fn is_tls(&self) -> bool {
        self.0.stage == Stage::Tls
    }

    /// True when the server does not know the packager of the request, or this
    /// side that of the answer. The text names both, and those known here.
    #[must_use]
    pub fn is_unknown_packager(&self) -> bool {
        self.0.unknown_packager
    }

    /// True when the peer sent bytes that are no valid answer.
    #[must_use]
    pub fn is_protocol(&self) -> bool {
        self.0.stage == Stage::Protocol
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Error");
        debug
            .field("stage", &self.0.stage)
            .field("message", &self.0.message);
        if let Some(remote) = &self.0.remote {
            debug
                .field("status", &remote.status)
                .field("code", &remote.code)
                .field("kind", &remote.kind);
        }
        if let Some(source) = &self.0.source {
            debug.field("source", source);
        }
        debug.finish()
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0
            .source
            .as_deref()
            .map(|source| source as &(dyn StdError + 'static))
    }
}
