//! From a request frame to the bytes that are sent, and back from an answer.

use super::endpoint::Endpoint;
#[cfg(feature = "http")]
use super::failure::excerpt;
use super::failure::protocol;
#[cfg(feature = "http")]
use super::http;
use super::settings::Settings;
use crate::error::Error;
#[cfg(feature = "http")]
use crate::message::Response;
#[cfg(feature = "http")]
use crate::packager::Packager;
use crate::wire::{self, PACKAGER_LEN};
#[cfg(feature = "http")]
use crate::wire::{FrameError, whole};
#[cfg(feature = "http")]
use serde::de::IgnoredAny;
use std::borrow::Cow;

/// What is sent to `endpoint` for a request, and a buffer for its answer.
#[inline]
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
#[inline]
pub(super) fn payload<'a>(
    settings: &Settings,
    endpoint: &Endpoint,
    answer: &'a [u8],
) -> Result<Cow<'a, [u8]>, Error> {
    #[cfg(feature = "http")]
    if endpoint.lines.is_some() {
        return of_http(settings, endpoint, answer);
    }
    #[cfg(not(feature = "http"))]
    let _ = (settings, endpoint);
    Ok(Cow::Borrowed(answer))
}

/// The packager's name, as it stands in the frame of an answer, and the body.
#[inline]
pub(super) fn body<'a>(
    settings: &Settings,
    endpoint: &Endpoint,
    payload: &'a [u8],
) -> Result<([u8; PACKAGER_LEN], &'a [u8]), Error> {
    #[cfg(feature = "http")]
    if settings.is_http {
        let frame = whole(payload).map_err(|error| no_frame(endpoint, error, payload))?;
        return Ok((frame.packager, frame.body));
    }
    #[cfg(not(feature = "http"))]
    let _ = settings;
    wire::open(payload).ok_or_else(|| cut(endpoint))
}

#[cold]
fn cut(endpoint: &Endpoint) -> Error {
    protocol(endpoint, "no whole answer was received")
}

#[cfg(feature = "http")]
#[cold]
fn no_frame(endpoint: &Endpoint, error: FrameError, payload: &[u8]) -> Error {
    let what = format!("expected an answer, got {error}: {}", excerpt(payload));
    protocol(endpoint, &what).with_source(error)
}

#[cfg(feature = "http")]
fn of_http<'a>(
    settings: &Settings,
    endpoint: &Endpoint,
    answer: &'a [u8],
) -> Result<Cow<'a, [u8]>, Error> {
    let received = http::Received::read(answer)
        .map_err(|error| protocol(endpoint, &format!("expected an answer, got {error}")))?;
    // An error in words of Yar says more than its number in HTTP.
    if received.status == 200 || is_error(settings, &received.body) {
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

/// Whether it is a frame with an error in it.
#[cfg(feature = "http")]
fn is_error(settings: &Settings, payload: &[u8]) -> bool {
    let read = || {
        let frame = whole(payload).ok()?;
        let packager = Packager::from_wire(frame.packager)?;
        Response::<IgnoredAny>::read(packager, frame.body, &settings.decoding).ok()
    };
    read().is_some_and(|response| response.outcome.is_err())
}
