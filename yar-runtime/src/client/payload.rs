//! From a request frame to the bytes that are sent, and back from an answer.

use super::endpoint::Endpoint;
use super::failure::{excerpt, protocol};
#[cfg(feature = "http")]
use super::http;
use super::settings::Settings;
use crate::error::Error;
#[cfg(feature = "http")]
use crate::wire::whole;
use crate::wire::{Frame, peek};
use std::borrow::Cow;

/// What is sent to `endpoint` for a request, and a buffer for its answer.
pub(super) fn wrap(endpoint: &Endpoint, request: Vec<u8>, buffer: Vec<u8>) -> (Vec<u8>, Vec<u8>) {
    #[cfg(feature = "http")]
    if let Some(lines) = &endpoint.lines {
        let mut wrapped = buffer;
        wrapped.clear();
        lines.write(&request, &mut wrapped);
        return (wrapped, request);
    }
    #[cfg(not(feature = "http"))]
    let _ = endpoint;
    (request, buffer)
}

/// The bytes of the frame in an answer.
pub(super) fn payload<'a>(endpoint: &Endpoint, answer: &'a [u8]) -> Result<Cow<'a, [u8]>, Error> {
    #[cfg(feature = "http")]
    if endpoint.lines.is_some() {
        return of_http(endpoint, answer);
    }
    #[cfg(not(feature = "http"))]
    let _ = endpoint;
    Ok(Cow::Borrowed(answer))
}

/// The frame of an answer, `payload` taken out of it.
pub(super) fn frame<'a>(
    settings: &Settings,
    endpoint: &Endpoint,
    payload: &'a [u8],
) -> Result<Frame<'a>, Error> {
    #[cfg(feature = "http")]
    if settings.is_http {
        return whole(payload).map_err(|error| no_frame(endpoint, error, payload));
    }
    match peek(payload, settings.max_body) {
        Ok(Some(frame)) => Ok(frame),
        Ok(None) => Err(protocol(endpoint, "no whole answer was received")),
        Err(error) => Err(no_frame(endpoint, error, payload)),
    }
}

fn no_frame(endpoint: &Endpoint, error: crate::wire::FrameError, payload: &[u8]) -> Error {
    let what = format!("expected an answer, got {error}: {}", excerpt(payload));
    protocol(endpoint, &what).with_source(error)
}

#[cfg(feature = "http")]
fn of_http<'a>(endpoint: &Endpoint, answer: &'a [u8]) -> Result<Cow<'a, [u8]>, Error> {
    let received = http::Received::read(answer)
        .map_err(|error| protocol(endpoint, &format!("expected an answer, got {error}")))?;
    if received.status == 200 {
        return Ok(received.body);
    }
    let target = received.location.map_or_else(String::new, |location| {
        format!(", which sends the caller to {}", excerpt(&location))
    });
    let what = format!(
        "expected HTTP status 200, got {} {}{target}; the body is {}",
        received.status,
        received.reason,
        excerpt(&received.body)
    );
    Err(protocol(endpoint, &what))
}
