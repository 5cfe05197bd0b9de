//! From a request frame to the bytes that are sent, and back from an answer.

use super::failure::{excerpt, protocol};
#[cfg(feature = "http")]
use super::http;
use super::settings::Settings;
use crate::error::Error;
#[cfg(feature = "http")]
use crate::transport::Address;
#[cfg(feature = "http")]
use crate::wire::whole;
use crate::wire::{Frame, peek};
use std::borrow::Cow;

/// What is sent for a request, and a buffer for its answer.
pub(super) fn wrap(settings: &Settings, request: Vec<u8>, buffer: Vec<u8>) -> (Vec<u8>, Vec<u8>) {
    #[cfg(feature = "http")]
    if let Some(lines) = &settings.lines {
        let mut wrapped = buffer;
        lines.write(&request, &mut wrapped);
        return (wrapped, request);
    }
    #[cfg(not(feature = "http"))]
    let _ = settings;
    (request, buffer)
}

/// The bytes of the frame in an answer.
pub(super) fn payload<'a>(settings: &Settings, answer: &'a [u8]) -> Result<Cow<'a, [u8]>, Error> {
    #[cfg(feature = "http")]
    if matches!(settings.address, Address::Http(_)) {
        return of_http(settings, answer);
    }
    #[cfg(not(feature = "http"))]
    let _ = settings;
    Ok(Cow::Borrowed(answer))
}

/// The frame of an answer, `payload` taken out of it.
pub(super) fn frame<'a>(settings: &Settings, payload: &'a [u8]) -> Result<Frame<'a>, Error> {
    #[cfg(feature = "http")]
    if matches!(settings.address, Address::Http(_)) {
        return whole(payload).map_err(|error| no_frame(settings, error, payload));
    }
    match peek(payload, settings.max_body) {
        Ok(Some(frame)) => Ok(frame),
        Ok(None) => Err(protocol(settings, "no whole answer was received")),
        Err(error) => Err(no_frame(settings, error, payload)),
    }
}

fn no_frame(settings: &Settings, error: crate::wire::FrameError, payload: &[u8]) -> Error {
    let what = format!("expected an answer, got {error}: {}", excerpt(payload));
    protocol(settings, &what).with_source(error)
}

#[cfg(feature = "http")]
fn of_http<'a>(settings: &Settings, answer: &'a [u8]) -> Result<Cow<'a, [u8]>, Error> {
    let received = http::Received::read(answer)
        .map_err(|error| protocol(settings, &format!("expected an answer, got {error}")))?;
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
    Err(protocol(settings, &what))
}
