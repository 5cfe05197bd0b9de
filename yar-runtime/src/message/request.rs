//! Requests, read and written.

use super::envelope::{Step, number, read_keys, text};
use crate::packager::{
    Arguments, DecodeError, DecodeLimits, Decoder, EncodeError, Encoder, Format, Json, JsonReader,
    Kind, MsgPack, MsgPackReader, Packager, Packed, Php, PhpReader, Reader, ValueReader, to_value,
};
use crate::value::{Map, Value};
use crate::wire::{self, Header, Layout};
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde::ser::{SerializeMap, Serializer as _};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

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
        let (id, method, params) = match packager.0 {
            Kind::Php => read_body::<PhpReader<'_>>(body, limits)?,
            Kind::Json => read_body::<JsonReader<'_>>(body, limits)?,
            Kind::MsgPack => read_body::<MsgPackReader<'_>>(body, limits)?,
            Kind::Registered(_) => return read_untyped(packager.decode(body, limits)?, limits),
        };
        let limits = *limits;
        Ok(Self {
            id,
            method,
            params: params.map(|at| Params {
                source: Source::Packed { packager, body, at },
                limits,
            }),
        })
    }
}

/// Id, method, and where the parameters begin.
type Found<'a> = (i64, Option<Cow<'a, str>>, Option<usize>);

fn read_body<'a, R: Packed<'a>>(
    body: &'a [u8],
    limits: &DecodeLimits,
) -> Result<Found<'a>, DecodeError> {
    let mut decoder = Decoder::new(R::new(body, 0, limits), limits.depth);
    let (mut id, mut method, mut params) = (0, None, None);
    read_keys(&mut decoder, |decoder, key, last| {
        match key {
            b'i' => id = number(decoder)?,
            b'm' => method = text(decoder)?,
            b'p' => {
                params = Some(decoder.reader.position());
                // Usual, and then they need no walking over.
                if last {
                    return Ok(Step::Stop);
                }
                decoder.skip()?;
            }
            _ => return Ok(Step::Other),
        }
        Ok(Step::Read)
    })?;
    Ok((id, method, params))
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
        params: map.get("p").map(|params| Params {
            source: Source::Untyped(params.clone()),
            limits: *limits,
        }),
    })
}

/// The packed parameters of a request.
#[derive(Debug, Clone)]
pub struct Params<'a> {
    source: Source<'a>,
    limits: DecodeLimits,
}

#[derive(Debug, Clone)]
enum Source<'a> {
    /// They begin at `at`; what comes before may be referred to.
    Packed {
        packager: Packager,
        body: &'a [u8],
        at: usize,
    },
    Untyped(Value),
}

impl<'a> Params<'a> {
    /// No parameters: what a request without the key means.
    #[must_use]
    pub fn none() -> Self {
        Self {
            source: Source::Untyped(Value::Null),
            limits: DecodeLimits::default(),
        }
    }

    /// How many arguments there are.
    pub(crate) fn count(&self) -> Result<usize, DecodeError> {
        self.read().map(|Count(count)| count)
    }

    /// Decodes into a tuple: a list, a map's values in order, or nothing at
    /// all. Surplus arguments are ignored; a missing one is `None` for an
    /// `Option` and else an error that gives its position.
    pub fn read<T: Deserialize<'a>>(&self) -> Result<T, DecodeError> {
        let limits = &self.limits;
        match &self.source {
            Source::Untyped(value) => read_arguments(ValueReader::new(value.clone()), limits),
            Source::Packed { packager, body, at } => match packager.0 {
                Kind::Php => read_packed::<PhpReader<'_>, T>(body, *at, limits),
                Kind::Json => read_packed::<JsonReader<'_>, T>(body, *at, limits),
                Kind::MsgPack => read_packed::<MsgPackReader<'_>, T>(body, *at, limits),
                Kind::Registered(_) => Err(DecodeError::malformed("expected an untyped body")),
            },
        }
    }
}

/// How many arguments there are, whatever they are.
struct Count(usize);

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Self(0))
    }
}

impl<'de> Visitor<'de> for Count {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("arguments")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<Self, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {
            self.0 += 1;
        }
        Ok(self)
    }
}

#[inline(never)]
fn read_packed<'a, R: Packed<'a>, T: Deserialize<'a>>(
    body: &'a [u8],
    at: usize,
    limits: &DecodeLimits,
) -> Result<T, DecodeError> {
    read_arguments(R::new(body, at, limits), limits)
}

#[inline]
fn read_arguments<'a, R: Reader<'a>, T: Deserialize<'a>>(
    reader: R,
    limits: &DecodeLimits,
) -> Result<T, DecodeError> {
    // The body around them is a level of its own.
    let mut decoder = Decoder::new(reader, limits.depth.saturating_sub(1));
    T::deserialize(Arguments::begin(&mut decoder)?)
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
    let before = out.len();
    let header = Header {
        id: head.id,
        version: 0,
        reserved: head.reserved,
        provider: Header::field(head.provider),
        token: Header::field(head.token),
        body_len: 0,
    };
    let start = wire::begin(out, head.layout, &header, head.packager.to_wire());
    let id = head.id;
    let written = match head.packager.0 {
        Kind::Php => write_body::<Php, P>(out, id, method, params),
        Kind::Json => write_body::<Json, P>(out, id, method, params),
        Kind::MsgPack => write_body::<MsgPack<false>, P>(out, id, method, params),
        Kind::Registered(_) => write_untyped(out, head, method, params),
    };
    let finished = written.and_then(|()| {
        wire::finish(out, start).map_err(|error| EncodeError::new(error.to_string()))
    });
    if finished.is_err() {
        out.truncate(before);
    }
    finished
}

#[inline]
fn write_body<F: Format, P: Serialize + ?Sized>(
    out: &mut Vec<u8>,
    id: u32,
    method: &str,
    params: &P,
) -> Result<(), EncodeError> {
    let mut body = Encoder::<F>::new(out).serialize_map(Some(3))?;
    body.serialize_entry("i", &id)?;
    body.serialize_entry("m", method)?;
    body.parameters("p", params)?;
    SerializeMap::end(body)
}

fn write_untyped<P: Serialize + ?Sized>(
    out: &mut Vec<u8>,
    head: &RequestHead<'_>,
    method: &str,
    params: &P,
) -> Result<(), EncodeError> {
    let params = match to_value(params)? {
        Value::Null => Value::List(Vec::new()),
        params => params,
    };
    let body: Map = [
        ("i", Value::from(head.id)),
        ("m", Value::from(method)),
        ("p", params),
    ]
    .into_iter()
    .collect();
    head.packager.encode(&body, out)
}
