//! Declared errors: how a handler throws them and a client recognises them.
//!
//! `#[derive(yar::Error)]` implements [`Thrown`]; everything else here is what
//! the code of `#[yar::service]` needs to treat all kinds of results alike.

use crate::error::{Error, status};
use crate::value::Value;
use std::borrow::Cow;
use std::convert::Infallible;
use std::fmt;

mod info;

pub use info::{DeprecationInfo, FieldInfo, ThrownInfo};

/// An error that a contract declares: recognised by its code, then its name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an error of a contract",
    label = "not declared",
    note = "derive `yar::Error` for it, or use `yar::Error` itself"
)]
pub trait Thrown: std::error::Error + Send + Sync + Sized + 'static {
    /// The declared errors this type stands for: one, or one per variant.
    const DECLARED: &'static [ThrownInfo];

    /// Which of [`Thrown::DECLARED`] this value is.
    fn info(&self) -> &'static ThrownInfo;

    /// The text that travels.
    fn message(&self) -> Cow<'_, str>;

    /// The data that travels along, a map; `None` for none.
    fn data(&self) -> Option<Value> {
        None
    }

    /// The error of this type that `info` (one of [`Thrown::DECLARED`]) names,
    /// with message and data of what a peer reported.
    fn from_error(info: &'static ThrownInfo, error: &Error) -> Option<Self>;
}

/// Why a call of a method with declared errors failed.
#[derive(Debug)]
pub enum Fault<E> {
    /// One of the declared errors.
    Thrown(E),
    /// Anything else: transport, protocol, an undeclared error.
    Failed(Error),
}

impl<E: Thrown> From<E> for Fault<E> {
    fn from(error: E) -> Self {
        Self::Thrown(error)
    }
}

impl<E> From<Error> for Fault<E> {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

/// So that `?` takes both halves: a declared error becomes what a client that
/// does not know the declaration would have received.
impl<E: Thrown> From<Fault<E>> for Error {
    fn from(fault: Fault<E>) -> Self {
        match fault {
            Fault::Failed(error) => error,
            Fault::Thrown(thrown) => {
                let ThrownInfo { code, name, .. } = *thrown.info();
                let message = thrown.message().into_owned();
                let error = Self::remote(status::EXCEPTION, code, name, message);
                match thrown.data() {
                    Some(data) => error.with_data(&data),
                    None => error,
                }
            }
        }
    }
}

impl<E: fmt::Display> fmt::Display for Fault<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Thrown(error) => error.fmt(f),
            Self::Failed(error) => error.fmt(f),
        }
    }
}

impl<E: std::error::Error + 'static> std::error::Error for Fault<E> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Thrown(error) => error.source(),
            Self::Failed(error) => error.source(),
        }
    }
}

/// The error half of a method's result, on both sides of it. Nobody needs to
/// implement it: these do.
///
/// | what the method declares | how a call of it fails |
/// |---|---|
/// | [`Error`]: nothing | with an [`Error`] |
/// | a [`Thrown`]: a type under `#[derive(yar::Error)]` | with a [`Fault`] of it |
/// | [`Fault`] of a [`Thrown`]: the same, and the handler may fail otherwise | with the same [`Fault`] |
/// | `Infallible`: it cannot fail | with an [`Error`], since the call can |
pub trait MethodError: Send + 'static {
    /// What the client's method returns.
    type Client: std::error::Error + Send + Sync + 'static;

    /// The declared errors, for the service description.
    const DECLARED: &'static [ThrownInfo];

    /// What travels.
    fn exception(&self) -> Exception<'_>;

    /// What a failed call means to the client.
    fn from_call(error: Error) -> Self::Client;
}

/// An exception about to travel.
#[derive(Debug, Clone, PartialEq)]
pub struct Exception<'a> {
    /// Text for people.
    pub message: Cow<'a, str>,
    /// Number by which the client recognises it.
    pub code: i64,
    /// Class name.
    pub kind: Cow<'a, str>,
    /// What else there is to say, for clients of ours.
    pub data: Option<Value>,
}

impl MethodError for Infallible {
    type Client = Error;
    const DECLARED: &'static [ThrownInfo] = &[];

    fn exception(&self) -> Exception<'_> {
        match *self {}
    }

    fn from_call(error: Error) -> Error {
        error
    }
}

impl MethodError for Error {
    type Client = Error;
    const DECLARED: &'static [ThrownInfo] = &[];

    fn exception(&self) -> Exception<'_> {
        let kind = if self.kind().is_empty() {
            "Exception"
        } else {
            self.kind()
        };
        Exception {
            message: Cow::Borrowed(self.message()),
            code: self.code().unwrap_or(0),
            kind: Cow::Borrowed(kind),
            data: self.untyped_data(),
        }
    }

    fn from_call(error: Error) -> Error {
        error
    }
}

impl<E: Thrown> MethodError for Fault<E> {
    type Client = Self;
    const DECLARED: &'static [ThrownInfo] = E::DECLARED;

    fn exception(&self) -> Exception<'_> {
        match self {
            Self::Thrown(error) => thrown_exception(error),
            Self::Failed(error) => error.exception(),
        }
    }

    fn from_call(error: Error) -> Self {
        recognise(error)
    }
}

impl<E: Thrown> MethodError for E {
    type Client = Fault<E>;
    const DECLARED: &'static [ThrownInfo] = E::DECLARED;

    fn exception(&self) -> Exception<'_> {
        thrown_exception(self)
    }

    fn from_call(error: Error) -> Fault<E> {
        recognise(error)
    }
}

/// Gives the two halves of a method's `Result` names, whatever alias it was
/// written with.
pub trait MethodResult {
    /// What the method returns when it succeeds.
    type Value;
    /// What it throws.
    type Error: MethodError;

    /// The result itself.
    fn into_result(self) -> Result<Self::Value, Self::Error>;
}

impl<T, E: MethodError> MethodResult for Result<T, E> {
    type Value = T;
    type Error = E;

    fn into_result(self) -> Self {
        self
    }
}

fn thrown_exception<E: Thrown>(error: &E) -> Exception<'_> {
    let info = error.info();
    Exception {
        message: error.message(),
        code: info.code,
        kind: Cow::Borrowed(info.name),
        data: error.data(),
    }
}

/// Code first, because it is the contract; the class name helps where a peer
/// sends no code of its own.
fn recognise<E: Thrown>(error: Error) -> Fault<E> {
    if !error.is_remote() || error.status() != Some(status::EXCEPTION) {
        return Fault::Failed(error);
    }
    let by_code = E::DECLARED
        .iter()
        .find(|info| Some(info.code) == error.code());
    let name = error
        .kind()
        .rsplit(['\\', ':', '.'])
        .next()
        .unwrap_or_default();
    let found = by_code.or_else(|| {
        E::DECLARED
            .iter()
            .find(|info| info.name.eq_ignore_ascii_case(name))
    });
    match found.and_then(|info| E::from_error(info, &error)) {
        Some(thrown) => Fault::Thrown(thrown),
        None => Fault::Failed(error),
    }
}

#[cfg(test)]
mod tests;
