//! Responses, read.

use super::envelope::{Step, enter, number, read_keys, text};
use super::reported::Reported;
use crate::error::{Data, Error, status};
use crate::packager::{
    DecodeError, DecodeLimits, Decoder, Frame, JsonReader, Kind, MsgPackReader, Opening, Packager,
    Packed, PhpReader, Reader, Shape, ValueReader, from_value,
};
use crate::value::Value;
use serde::Deserialize;
use std::borrow::Cow;

/// A decoded response body.
#[derive(Debug)]
pub struct Response<R> {
    /// Id in the body.
    pub id: i64,
    /// What the method printed (`o`), if anything; it is for people, and what
    /// is not UTF-8 in it is replaced.
    pub output: Option<String>,
    /// The result (absent `r` decodes like null), or what the peer reported.
    pub outcome: Result<R, Error>,
}

impl<R> Response<R> {
    /// Decodes a response body; a missing id or status is an error.
    pub fn read<'a>(
        packager: Packager,
        body: &'a [u8],
        limits: &DecodeLimits,
    ) -> Result<Self, DecodeError>
    where
        R: Deserialize<'a>,
    {
        let data = |at| Data::Packed {
            packager,
            body: body.into(),
            at,
            limits: *limits,
        };
        match packager.0 {
            Kind::Php => read_body(PhpReader::new(body, 0, limits), limits, data),
            Kind::Json => read_body(JsonReader::new(body, 0, limits), limits, data),
            Kind::MsgPack => read_body(MsgPackReader::new(body, 0, limits), limits, data),
            Kind::Registered(_) => read_untyped(packager.decode(body, limits)?, limits),
        }
    }
}

/// What the keys of a body have brought so far.
struct Found<'a, R> {
    id: Option<i64>,
    status: Option<i64>,
    output: Option<String>,
    result: Option<R>,
    /// Where the result begins, if it came before the status.
    result_at: Option<usize>,
    error: Option<Reported<'a>>,
}

/// `data` tells what the data of an error is that begins at a position.
#[inline]
fn read_body<'a, S: Reader<'a>, R: Deserialize<'a>>(
    reader: S,
    limits: &DecodeLimits,
    data: impl FnOnce(usize) -> Data,
) -> Result<Response<R>, DecodeError> {
    let mut decoder = Decoder::new(reader, limits.depth);
    let Some(id) = usual(&mut decoder.reader) else {
        return read_any(&mut decoder, data);
    };
    let mut frame = decoder.enter(Opening::new(Shape::Map, 0))?;
    frame.fresh = false;
    let result = R::deserialize(&mut decoder)?;
    let behind = decoder.reader.position();
    if decoder.more(&mut frame)? {
        decoder.reader.seek(behind);
        return read_others(&mut decoder, frame, Found::well(id, result), data);
    }
    decoder.reader.finish()?;
    Ok(Response {
        id,
        output: None,
        outcome: Ok(result),
    })
}

/// The id of a body that is a map of three entries and begins with the id, the
/// status of a call that went well and the key of its result, as most bodies
/// do: found by comparing bytes. `None`: something else may have been read.
#[inline]
fn usual<'a, S: Reader<'a>>(reader: &mut S) -> Option<i64> {
    if !reader.begins_with(3, b'i') {
        return None;
    }
    let id = reader.plain_integer()?;
    if !reader.goes_on_with(b's') || reader.plain_integer()? != status::OK {
        return None;
    }
    reader.goes_on_with(b'r').then_some(id)
}

/// Any keys in any order.
#[inline(never)]
fn read_any<'a, S: Reader<'a>, R: Deserialize<'a>>(
    decoder: &mut Decoder<S>,
    data: impl FnOnce(usize) -> Data,
) -> Result<Response<R>, DecodeError> {
    decoder.reader.seek(0);
    let frame = enter(decoder)?;
    read_others(decoder, frame, Found::nothing(), data)
}

/// The keys that are still to come.
#[inline(never)]
fn read_others<'a, S: Reader<'a>, R: Deserialize<'a>>(
    decoder: &mut Decoder<S>,
    frame: Frame,
    mut found: Found<'a, R>,
    data: impl FnOnce(usize) -> Data,
) -> Result<Response<R>, DecodeError> {
    read_keys(decoder, frame, |decoder, key, _| {
        match key {
            b'i' => found.id = Some(number(decoder)?),
            b's' => found.status = Some(number(decoder)?),
            b'o' => found.output = text(decoder)?.map(Cow::into_owned),
            b'e' => found.error = Some(Reported::read(decoder)?),
            b'r' if found.status == Some(status::OK) => {
                found.result = Some(R::deserialize(&mut *decoder)?);
            }
            b'r' => {
                found.result_at = Some(decoder.reader.position());
                decoder.skip()?;
            }
            _ => return Ok(Step::Other),
        }
        Ok(Step::Read)
    })?;
    let (Some(id), Some(status)) = (found.id, found.status) else {
        return Err(missing(if found.id.is_none() { "i" } else { "s" }));
    };
    let outcome = match found.result.take() {
        _ if status != status::OK => Err(found.error(status, data)),
        Some(result) => Ok(result),
        None => Ok(late_result(decoder, found.result_at)?),
    };
    Ok(Response {
        id,
        output: found.output.take().filter(|text| !text.is_empty()),
        outcome,
    })
}

#[cold]
fn missing(key: &str) -> DecodeError {
    DecodeError::malformed(format!("the response has no key {key:?}"))
}

/// The result that came before the status, or none at all.
#[cold]
fn late_result<'a, S: Reader<'a>, R: Deserialize<'a>>(
    decoder: &mut Decoder<S>,
    at: Option<usize>,
) -> Result<R, DecodeError> {
    match at {
        Some(at) => {
            decoder.reader.seek(at);
            R::deserialize(decoder)
        }
        None => from_value(Value::Null, 1),
    }
}

impl<R> Found<'_, R> {
    fn nothing() -> Self {
        Self {
            id: None,
            status: None,
            output: None,
            result: None,
            result_at: None,
            error: None,
        }
    }

    /// Of a call that went well.
    fn well(id: i64, result: R) -> Self {
        Self {
            id: Some(id),
            status: Some(status::OK),
            result: Some(result),
            ..Self::nothing()
        }
    }

    #[inline(never)]
    fn error(&mut self, status: i64, data: impl FnOnce(usize) -> Data) -> Error {
        let reported = self.error.take().unwrap_or_default();
        let data = reported.data_at.map(data);
        let mut error = reported.into_error(status);
        if let Some(data) = data {
            error.set_data(data);
        }
        error
    }
}

/// What a registered packager made of a body.
fn read_untyped<'a, R: Deserialize<'a>>(
    body: Value,
    limits: &DecodeLimits,
) -> Result<Response<R>, DecodeError> {
    let data = body.get("e").and_then(|error| error.get("data"));
    let data = Data::Untyped(data.cloned().unwrap_or_default());
    read_body(ValueReader::new(in_order(body)), limits, |_| data)
}

/// An untyped body cannot be read twice: the status must come before the result.
fn in_order(body: Value) -> Value {
    match body {
        Value::Map(mut map) => {
            map.entries
                .sort_by_key(|(key, _)| u8::from(key.as_str() == Some("r")));
            Value::Map(map)
        }
        other => other,
    }
}
