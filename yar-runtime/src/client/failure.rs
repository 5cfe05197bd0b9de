//! Why calls fail, in words: which peer, what was expected, what came.

use super::endpoint::Endpoint;
use super::framing::Malformed;
use super::hint::hint;
use super::line::{End, Failed, Sent};
use super::socket::Socket;
use crate::error::{Error, Stage, status};
use crate::packager::{self, DecodeError, Packager};
use crate::transport::Address;
use crate::wire::PACKAGER_LEN;
use std::io;
use std::time::Duration;

/// Why a call over a connection failed, which had `timeout` for all of it.
pub(super) fn broken(endpoint: &Endpoint, timeout: Duration, failed: &Failed<Socket>) -> Error {
    let (error, sent) = match failed {
        Failed::Late(Sent::All) => {
            let error = timed_out(endpoint, timeout, "receiving the answer");
            (error, Sent::All)
        }
        Failed::Late(sent) => {
            let error = timed_out(endpoint, timeout, "sending the request");
            (error, *sent)
        }
        Failed::Ended(end, sent) => (ended(endpoint, end), *sent),
    };
    if sent == Sent::Nothing {
        error.unsent()
    } else {
        error
    }
}

/// Why no further call goes over a connection.
pub(super) fn ended(endpoint: &Endpoint, end: &End<Malformed>) -> Error {
    #[cfg(feature = "tls")]
    if let (End::Receive(error) | End::Send(error), Some(tls)) = (end, &endpoint.tls)
        && let Some(error) = tls.broken(endpoint, error)
    {
        return error;
    }
    match end {
        End::Closed(0, _) => {
            let check = match endpoint.address {
                Address::Http(_) => "; check that it speaks HTTP",
                _ => "",
            };
            let text =
                format!("{endpoint}: the peer closed the connection without an answer{check}");
            Error::new(Stage::Receive, text)
        }
        End::Closed(count, start) => {
            let text = format!(
                "{endpoint}: the peer closed the connection within its answer, \
                 after {count} bytes: {}{}",
                excerpt(start),
                hint(&endpoint.address, start)
            );
            Error::new(Stage::Receive, text)
        }
        End::Receive(error) => {
            let text = format!("{endpoint}: cannot receive the answer: {error}");
            Error::new(Stage::Receive, text).with_source(copy(error))
        }
        End::Send(error) => {
            let text = format!("{endpoint}: cannot send the request: {error}");
            Error::new(Stage::Send, text).with_source(copy(error))
        }
        End::Malformed(error, start) => {
            let hint = hint(&endpoint.address, start);
            let what = format!("expected an answer, got {error}: {}{hint}", excerpt(start));
            protocol(endpoint, &what)
        }
        End::Stray(id) => {
            let what = format!("an answer to request {id} came, which nobody waits for");
            protocol(endpoint, &what)
        }
        End::Stalled => {
            let text = format!("{endpoint}: cannot send the request: the peer has stopped reading");
            Error::new(Stage::Send, text).of_connection()
        }
        End::Dropped => {
            let text = format!("{endpoint}: the runtime of the connection was shut down");
            Error::new(Stage::Receive, text)
        }
    }
}

/// All calls over a connection fail with the same error.
fn copy(error: &io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(code) => io::Error::from_raw_os_error(code),
        None => io::Error::new(error.kind(), error.to_string()),
    }
}

/// No connection was made in time.
pub(super) fn connect_timed_out(endpoint: &Endpoint, after: Duration) -> Error {
    timed_out(endpoint, after, "connecting").before_connecting()
}

/// The system did not say in time what the name stands for.
pub(super) fn look_up_timed_out(endpoint: &Endpoint, after: Duration) -> Error {
    let place = endpoint.place();
    let name = place.rsplit_once(':').map_or(place, |(name, _)| name);
    timed_out(endpoint, after, &format!("looking up {name}")).before_connecting()
}

/// The deadline passed in the stage that `what` names.
pub(super) fn timed_out(endpoint: &Endpoint, after: Duration, what: &str) -> Error {
    let text = format!("{endpoint}: timed out after {after:?} while {what}");
    Error::new(Stage::Timeout, text)
}

/// What came is no answer to the request.
pub(super) fn protocol(endpoint: &Endpoint, what: &str) -> Error {
    Error::new(Stage::Protocol, format!("{endpoint}: {what}"))
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
    endpoint: &Endpoint,
    packager: Packager,
    body: &[u8],
    error: DecodeError,
) -> Error {
    let text = format!(
        "{endpoint}: the {} answer does not unpack: {error}; it has {} bytes: {}",
        packager.name(),
        body.len(),
        excerpt(body)
    );
    Error::new(Stage::Packager, text).with_source(error)
}

/// The answer names a packager that there is not, to a request by `sent`.
#[cold]
pub(super) fn unknown_here(endpoint: &Endpoint, sent: Packager, name: [u8; PACKAGER_LEN]) -> Error {
    let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
    let text = format!(
        "{endpoint}: the answer has the unknown packager \"{}\": known here are {}; \
         the request was packed as {}",
        name.escape_ascii(),
        packager::names(),
        sent.name()
    );
    Error::new(Stage::Protocol, "").of_unknown_packager(text)
}

/// What the peer reported of a request by `sent`: of its packager it says no
/// more than that it does not know it.
#[cold]
pub(super) fn reported(endpoint: &Endpoint, sent: Packager, error: Error) -> Error {
    let is_unknown = error.status() == Some(status::PACKAGER)
        && error.message().starts_with("unsupported packager");
    if !is_unknown {
        return error;
    }
    let text = format!(
        "{endpoint}: the server does not know the packager {} of the request: it says \"{}\"; \
         this client can use {}",
        sent.name(),
        error.message(),
        packager::names()
    );
    error.of_unknown_packager(text)
}
