//! Responses, read.

use super::envelope::{Step, number, read_keys, text};
use super::reported::Reported;
use crate::error::{Data, Error, status};
use crate::packager::{
    DecodeError, DecodeLimits, Decoder, JsonReader, Kind, MsgPackReader, Packager, Packed,
    PhpReader, Reader, ValueReader, from_value,
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
        let (mut response, data_at) = match packager.0 {
            Kind::Php => read_body(PhpReader::new(body, 0, limits), limits)?,
            Kind::Json => read_body(JsonReader::new(body, 0, limits), limits)?,
            Kind::MsgPack => read_body(MsgPackReader::new(body, 0, limits), limits)?,
            Kind::Registered(_) => {
                let body: Value = packager.decode(body, limits)?;
                return read_untyped(body, limits);
            }
        };
        if let (Err(error), Some(at)) = (&mut response.outcome, data_at) {
            let (body, limits) = (body.into(), *limits);
            error.set_data(Data::Packed {
                packager,
                body,
                at,
                limits,
            });
        }
        Ok(response)
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

/// The response, and where the data of its error begins.
fn read_body<'a, S: Reader<'a>, R: Deserialize<'a>>(
    reader: S,
    limits: &DecodeLimits,
) -> Result<(Response<R>, Option<usize>), DecodeError> {
    let mut decoder = Decoder::new(reader, limits.depth);
    let mut found = Found::<R> {
        id: None,
        status: None,
        output: None,
        result: None,
        result_at: None,
        error: None,
    };
    read_keys(&mut decoder, |decoder, key, _| {
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
    found.finish(decoder)
}

impl<'a, R: Deserialize<'a>> Found<'a, R> {
    fn finish<S: Reader<'a>>(
        self,
        mut decoder: Decoder<S>,
    ) -> Result<(Response<R>, Option<usize>), DecodeError> {
        let missing = |key| DecodeError::malformed(format!("the response has no key {key:?}"));
        let id = self.id.ok_or_else(|| missing("i"))?;
        let status = self.status.ok_or_else(|| missing("s"))?;
        let output = self.output.filter(|text| !text.is_empty());
        let data_at = self.error.as_ref().and_then(|error| error.data_at);
        let outcome = match (self.result, self.result_at) {
            _ if status != status::OK => Err(self.error.unwrap_or_default().into_error(status)),
            (Some(result), _) => Ok(result),
            (None, Some(at)) => {
                decoder.reader.seek(at);
                Ok(R::deserialize(&mut decoder)?)
            }
            (None, None) => Ok(from_value(Value::Null, 1)?),
        };
        let response = Response {
            id,
            output,
            outcome,
        };
        Ok((response, data_at))
    }
}

/// What a registered packager made of a body.
fn read_untyped<'a, R: Deserialize<'a>>(
    body: Value,
    limits: &DecodeLimits,
) -> Result<Response<R>, DecodeError> {
    let data = body.get("e").and_then(|error| error.get("data")).cloned();
    let (mut response, _) = read_body(ValueReader::new(in_order(body)), limits)?;
    if let (Err(error), Some(data)) = (&mut response.outcome, data) {
        error.set_data(Data::Untyped(data));
    }
    Ok(response)
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
