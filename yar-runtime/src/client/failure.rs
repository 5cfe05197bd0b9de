//! Why calls fail, in words: which peer, what was expected, what came.

use super::settings::Settings;
use crate::error::{Error, Stage};
use crate::packager::{DecodeError, Packager};
use std::time::Duration;

/// Why an exchange over one connection failed.
pub(super) enum Failure {
    /// Not a byte of the request went out: another connection may be tried.
    Unsent(Error),
    /// The peer may have seen the request.
    Failed(Error),
}

/// The deadline passed in the stage that `what` names.
pub(super) fn timed_out(settings: &Settings, after: Duration, what: &str) -> Error {
    let text = format!(
        "{}: timed out after {after:?} while {what}",
        settings.address
    );
    Error::new(Stage::Timeout, text)
}

/// What came is no answer to the request.
pub(super) fn protocol(settings: &Settings, what: &str) -> Error {
    Error::new(Stage::Protocol, format!("{}: {what}", settings.address))
}

/// The start of what a peer sent, fit to be shown.
pub(super) fn excerpt(bytes: &[u8]) -> String {
    const SHOWN: usize = 64;
    match bytes.get(..SHOWN) {
        Some(start) => format!("\"{}\"...", start.escape_ascii()),
        None => format!("\"{}\"", bytes.escape_ascii()),
    }
}

/// The answer is whole, and its body is not what was expected.
pub(super) fn bad_body(
    settings: &Settings,
    packager: Packager,
    body: &[u8],
    error: DecodeError,
) -> Error {
    let text = format!(
        "{}: the {} answer does not unpack: {error}; it has {} bytes: {}",
        settings.address,
        packager.name(),
        body.len(),
        excerpt(body)
    );
    Error::new(Stage::Packager, text).with_source(error)
}
