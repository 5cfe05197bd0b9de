//! From the arguments of a call to its request, and from an answer to its result.

use super::endpoint::Endpoint;
use super::failure::{bad_body, protocol, reported, unknown_here};
use super::options::CallOptions;
use super::payload::{body, payload};
use super::settings::Settings;
use crate::error::{Error, Stage};
use crate::message::Response;
use crate::packager::{EncodeError, Packager};
use crate::wire::HEADER_LEN;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Appends the frame of a request to `request`, which is empty, for a call with
/// these `options`.
#[inline]
pub(super) fn pack<P: Serialize + ?Sized>(
    settings: &Settings,
    options: &CallOptions,
    id: u32,
    method: &str,
    params: &P,
    request: &mut Vec<u8>,
) -> Result<(), Error> {
    options.check()?;
    let written = match &settings.service {
        None => settings.front.write(request, id, method, params),
        Some(service) => {
            let method = format!("{service}.{method}");
            settings.front.write(request, id, &method, params)
        }
    };
    if let Err(error) = written {
        return Err(unpackable(settings, method, error));
    }
    let length = request.len().saturating_sub(HEADER_LEN);
    if length > settings.max_body {
        return Err(too_long(settings, method, length));
    }
    Ok(())
}

#[cold]
fn unpackable(settings: &Settings, method: &str, error: EncodeError) -> Error {
    let text = format!(
        "the arguments of `{method}` cannot be packed as {}: {error}",
        settings.packager.name()
    );
    Error::new(Stage::Packager, text)
        .with_source(error)
        .unsent()
}

#[cold]
fn too_long(settings: &Settings, method: &str, length: usize) -> Error {
    let text = format!(
        "the arguments of `{method}` pack into {length} bytes, more than the {} allowed",
        settings.max_body
    );
    Error::new(Stage::Packager, text).unsent()
}

/// Unpacks an answer. Errors that come before `when_read` spoil the
/// connection.
#[inline]
pub(super) fn unpack<R: DeserializeOwned>(
    settings: &Settings,
    endpoint: &Endpoint,
    id: u32,
    answer: &[u8],
    when_read: impl FnOnce(),
) -> Result<R, Error> {
    let payload = payload(settings, endpoint, answer)?;
    let (name, body) = body(settings, endpoint, &payload)?;
    let packager =
        Packager::from_wire(name).ok_or_else(|| unknown_here(endpoint, settings.packager, name))?;
    let response = Response::<R>::read(packager, body, &settings.decoding)
        .map_err(|error| bad_body(endpoint, packager, body, error))?;
    // Zero is what servers answer that could not read the request.
    if response.id != 0 && response.id != i64::from(id) {
        return Err(of_another(endpoint, id, response.id));
    }
    when_read();
    let outcome = response.outcome;
    outcome.map_err(|error| reported(endpoint, settings.packager, error))
}

#[cold]
fn of_another(endpoint: &Endpoint, id: u32, got: i64) -> Error {
    let what = format!("expected the answer to request {id}, got {got}");
    protocol(endpoint, &what)
}
