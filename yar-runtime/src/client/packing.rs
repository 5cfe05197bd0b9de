//! From the arguments of a call to its request, and from an answer to its result.

use super::endpoint::Endpoint;
use super::failure::{bad_body, protocol};
use super::payload::{body, payload};
use super::settings::Settings;
use crate::error::{Error, Stage};
use crate::message::{RequestHead, Response, write_request};
use crate::packager::Packager;
use crate::wire::HEADER_LEN;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Appends the frame of a request to `request`, which is empty.
pub(super) fn pack<P: Serialize + ?Sized>(
    settings: &Settings,
    id: u32,
    method: &str,
    params: &P,
    request: &mut Vec<u8>,
) -> Result<(), Error> {
    let head = RequestHead {
        id,
        layout: settings.layout,
        packager: settings.packager,
        reserved: settings.reserved,
        provider: &settings.provider,
        token: &settings.token,
    };
    write_request(request, &head, method, params).map_err(|error| {
        let text = format!(
            "the arguments of `{method}` cannot be packed as {}: {error}",
            settings.packager.name()
        );
        Error::new(Stage::Packager, text).with_source(error)
    })?;
    let length = request.len().saturating_sub(HEADER_LEN);
    if length > settings.max_body {
        let text = format!(
            "the arguments of `{method}` pack into {length} bytes, more than the {} allowed",
            settings.max_body
        );
        return Err(Error::new(Stage::Packager, text));
    }
    Ok(())
}

/// Unpacks an answer. The outer error is one that spoils the connection.
#[inline]
pub(super) fn unpack<R: DeserializeOwned>(
    settings: &Settings,
    endpoint: &Endpoint,
    id: u32,
    answer: &[u8],
) -> Result<Result<R, Error>, Error> {
    let payload = payload(endpoint, answer)?;
    let body = body(settings, endpoint, &payload)?;
    let packager = Packager::from_wire(body.packager).ok_or_else(|| {
        let name = body.packager.escape_ascii();
        protocol(
            endpoint,
            &format!("the answer has the unknown packager \"{name}\""),
        )
    })?;
    let response = Response::<R>::read(packager, body.bytes, &settings.decoding)
        .map_err(|error| bad_body(endpoint, packager, body.bytes, error))?;
    // Zero is what servers answer that could not read the request.
    if response.id != 0 && response.id != i64::from(id) {
        let what = format!("expected the answer to request {}, got {}", id, response.id);
        return Err(protocol(endpoint, &what));
    }
    Ok(response.outcome)
}
