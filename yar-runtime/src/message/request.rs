//! Requests, read and written.

use super::envelope::{Step, enter, number, read_keys, text};
use super::fixed::Fixed;
use super::params::{Params, Place};
use crate::packager::{
    DecodeError, DecodeLimits, Decoder, EncodeError, Frame, Json, JsonReader, Kind, MsgPack,
    MsgPackReader, Packager, Packed, Php, PhpReader, Shape, parameters, to_value,
};
use crate::value::{Map, Value};
use crate::wire::{self, Front, Header, Layout};
use serde::Serialize;
use std::borrow::Cow;

/// A request whose parameters still lie in the read buffer.
#[derive(Debug)]
pub struct Request<'a> {
    /// Id in the body; 0 when there is none. The reply header has its low 32 bits.
    pub id: i64,
    /// Method as it was sent; `None` when the key is missing.
    pub method: Option<Cow<'a, str>>,
    /// Parameters, not yet decoded; `None` when the key is missing.
    pub params: Option<Params<'a>>,
}

impl<'a> Request<'a> {
    /// Finds the keys of a request body, whatever their order, without
    /// decoding the parameters.
    pub fn read(
        packager: Packager,
        body: &'a [u8],
        limits: &DecodeLimits,
    ) -> Result<Self, DecodeError> {
        match packager.0 {
            Kind::Php => read_any::<PhpReader<'_>>(packager, body, limits),
            Kind::Json => read_any::<JsonReader<'_>>(packager, body, limits),
            Kind::MsgPack => read_any::<MsgPackReader<'_>>(packager, body, limits),
            Kind::Registered(_) => read_untyped(packager.decode(body, limits)?, limits),
        }
    }
}

/// Id, method and parameters in this order and nothing else, as all known peers
/// write them: found by comparing bytes, and so small that it travels lightly.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Usual<'a> {
    pub(crate) id: i64,
    /// It may not be text.
    pub(crate) method: &'a [u8],
    /// Where the parameters begin.
    at: usize,
}

impl<'a> Usual<'a> {
    /// `None`: it may still be a request, for [`Request::read`].
    #[inline]
    pub(crate) fn read(packager: Packager, body: &'a [u8], limits: &DecodeLimits) -> Option<Self> {
        match packager.0 {
            Kind::Php => find::<PhpReader<'_>>(body, limits),
            Kind::Json => find::<JsonReader<'_>>(body, limits),
            Kind::MsgPack => find::<MsgPackReader<'_>>(body, limits),
            Kind::Registered(_) => None,
        }
    }

    /// Its parameters; the other arguments are those that it was read with.
    #[inline]
    pub(crate) fn params(
        &self,
        packager: Packager,
        body: &'a [u8],
        limits: &DecodeLimits,
    ) -> Params<'a> {
        let frame = Frame::begun(Shape::Map, 0);
        let place = match packager.0 {
            Kind::MsgPack => Place::before::<MsgPackReader<'_>>(self.at, &frame),
            _ => Place::before::<PhpReader<'_>>(self.at, &frame),
        };
        Params::packed(packager, body, place, *limits)
    }
}

// Three functions, of which a server touches no more than the one it needs.
#[inline(never)]
fn find<'a, R: Packed<'a>>(body: &'a [u8], limits: &DecodeLimits) -> Option<Usual<'a>> {
    if limits.depth == 0 {
        return None;
    }
    let mut reader = R::new(body, 0, limits);
    if !reader.begins_with(3, b'i') {
        return None;
    }
    let id = reader.plain_integer()?;
    if !reader.goes_on_with(b'm') {
        return None;
    }
    let method = reader.plain_bytes()?;
    if !reader.goes_on_with(b'p') {
        return None;
    }
    let at = reader.position();
    Some(Usual { id, method, at })
}

/// Any keys in any order.
#[inline(never)]
fn read_any<'a, R: Packed<'a>>(
    packager: Packager,
    body: &'a [u8],
    limits: &DecodeLimits,
) -> Result<Request<'a>, DecodeError> {
    let mut decoder = Decoder::new(R::new(body, 0, limits), limits.depth);
    let (mut id, mut method, mut params) = (None, None, None);
    let frame = enter(&mut decoder)?;
    read_keys(&mut decoder, frame, |decoder, key, frame| {
        match key {
            b'i' => id = Some(number(decoder)?),
            b'm' => method = Some(text(decoder)?),
            b'p' => {
                let place = Place::before::<R>(decoder.reader.position(), frame);
                // Usual, and then they need no walking over.
                if place.is_last() || id.is_some() && method.is_some() {
                    params = Some(place);
                    return Ok(Step::Stop);
                }
                params = Some(place.alone());
                decoder.skip()?;
            }
            _ => return Ok(Step::Other),
        }
        Ok(Step::Read)
    })?;
    Ok(Request {
        id: id.unwrap_or(0),
        method: method.flatten(),
        params: params.map(|place| Params::packed(packager, body, place, *limits)),
    })
}

fn read_untyped<'a>(body: Value, limits: &DecodeLimits) -> Result<Request<'a>, DecodeError> {
    let map = match body {
        Value::Map(map) => map,
        Value::List(_) => Map::new(),
        _ => return Err(DecodeError::malformed("expected the body to be a map")),
    };
    let method = match map.get("m") {
        Some(Value::String(method)) => Some(Cow::Owned(method.clone())),
        _ => None,
    };
    Ok(Request {
        id: map.get("i").and_then(Value::as_i64).unwrap_or(0),
        method,
        params: map
            .get("p")
            .map(|params| Params::untyped(params.clone(), *limits)),
    })
}

/// What a request frame carries besides method and parameters.
#[derive(Debug, Clone)]
pub struct RequestHead<'a> {
    /// Non-zero id, the same in header and body.
    pub id: u32,
    /// Frame layout.
    pub layout: Layout,
    /// Packager of the body.
    pub packager: Packager,
    /// Bits of the reserved field; bit 0 asks to keep the connection.
    pub reserved: u32,
    /// At most 32 bytes.
    pub provider: &'a [u8],
    /// At most 32 bytes.
    pub token: &'a [u8],
}

/// Appends a whole request frame; on an error `out` is left as it was.
pub fn write_request<P: Serialize + ?Sized>(
    out: &mut Vec<u8>,
    head: &RequestHead<'_>,
    method: &str,
    params: &P,
) -> Result<(), EncodeError> {
    RequestFront::new(head).write(out, head.id, method, params)
}

/// What stands in front of the bodies of requests that differ in their ids
/// alone.
#[derive(Debug, Clone)]
pub(crate) struct RequestFront {
    front: Front,
    packager: Packager,
}

impl RequestFront {
    /// The id of `head` is left out.
    pub(crate) fn new(head: &RequestHead<'_>) -> Self {
        let header = Header {
            id: 0,
            version: 0,
            reserved: head.reserved,
            provider: Header::field(head.provider),
            token: Header::field(head.token),
            body_len: 0,
        };
        let packager = head.packager;
        let front = Front::new(head.layout, &header, packager.to_wire());
        Self { front, packager }
    }

    /// Appends a whole request frame; on an error `out` is left as it was.
    #[inline]
    pub(crate) fn write<P: Serialize + ?Sized>(
        &self,
        out: &mut Vec<u8>,
        id: u32,
        method: &str,
        params: &P,
    ) -> Result<(), EncodeError> {
        let before = out.len();
        let start = self.front.begin(out, id);
        let written = match self.packager.0 {
            Kind::Php => write_body::<Php, P>(out, id, method, params),
            Kind::Json => write_body::<Json, P>(out, id, method, params),
            Kind::MsgPack => write_body::<MsgPack<false>, P>(out, id, method, params),
            Kind::Registered(_) => write_untyped(out, self.packager, id, method, params),
        };
        let finished = written.and_then(|()| {
            wire::finish(out, start).map_err(|error| EncodeError::new(error.to_string()))
        });
        if finished.is_err() {
            out.truncate(before);
        }
        finished
    }
}

#[inline(never)]
fn write_body<F: Fixed, P: Serialize + ?Sized>(
    out: &mut Vec<u8>,
    id: u32,
    method: &str,
    params: &P,
) -> Result<(), EncodeError> {
    begin_body::<F>(out, id, method);
    parameters::<F, P>(out, params)?;
    F::end_map(out);
    Ok(())
}

/// All that comes before the parameters.
#[inline(never)]
fn begin_body<F: Fixed>(out: &mut Vec<u8>, id: u32, method: &str) {
    out.extend_from_slice(F::BEFORE_ID);
    F::integer(out, id.into());
    out.extend_from_slice(F::BEFORE_METHOD);
    F::text(out, method);
    out.extend_from_slice(F::BEFORE_PARAMS);
}

fn write_untyped<P: Serialize + ?Sized>(
    out: &mut Vec<u8>,
    packager: Packager,
    id: u32,
    method: &str,
    params: &P,
) -> Result<(), EncodeError> {
    let params = match to_value(params)? {
        Value::Null => Value::List(Vec::new()),
        params => params,
    };
    let body: Map = [
        ("i", Value::from(id)),
        ("m", Value::from(method)),
        ("p", params),
    ]
    .into_iter()
    .collect();
    packager.encode(&body, out)
}

#[cfg(test)]
mod tests;
