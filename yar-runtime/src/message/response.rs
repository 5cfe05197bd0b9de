//! Responses, read and written.

use super::datum::Datum;
use super::envelope::{Step, number, read_keys, text};
use crate::error::{Data, Error, status};
use crate::fault::Exception;
use crate::packager::{
    DecodeError, DecodeLimits, Decoder, EncodeError, JsonReader, Kind, MsgPackReader, Packager,
    Packed, PhpReader, Reader, Token, ValueReader, from_value, text_of_scalar,
};
use crate::value::Value;
use crate::wire::{self, Header, Layout};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Stands in the provider field of every answer.
const SERVER_NAME: [u8; wire::FIELD_LEN] =
    Header::field(concat!("yar ", env!("CARGO_PKG_VERSION")).as_bytes());

/// How an answer is framed: as its request was.
#[derive(Debug, Clone, Copy)]
pub struct ReplyHead {
    /// Id of the request's body.
    pub id: i64,
    /// Layout of the request.
    pub layout: Layout,
    /// Packager of the request.
    pub packager: Packager,
    /// Whether the request allowed answers in any order; its answer says then
    /// that this was understood.
    pub any_order: bool,
}

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

/// What stands in `e`.
#[derive(Default)]
struct Reported<'a> {
    message: Option<Cow<'a, str>>,
    code: Option<i64>,
    kind: Option<Cow<'a, str>>,
    data_at: Option<usize>,
}

impl<'a> Reported<'a> {
    /// A text, or a map of which any key may be missing.
    fn read<S: Reader<'a>>(decoder: &mut Decoder<S>) -> Result<Self, DecodeError> {
        let mut reported = Self::default();
        let opening = match decoder.token()? {
            Token::Map(opening) | Token::List(opening) => opening,
            scalar => {
                reported.message = text_of_scalar(scalar);
                return Ok(reported);
            }
        };
        let mut frame = decoder.enter(opening)?;
        if frame.is_map() {
            reported.code = Some(0);
        }
        while decoder.more(&mut frame)? {
            if !frame.is_map() {
                decoder.skip()?;
                continue;
            }
            match text_of_scalar(decoder.reader.key()?).as_deref() {
                Some("message") => reported.message = text(decoder)?,
                Some("_type") => reported.kind = text(decoder)?,
                Some("code") => reported.code = Some(number(decoder)?),
                Some("data") => {
                    reported.data_at = Some(decoder.reader.position());
                    decoder.skip()?;
                }
                _ => decoder.skip()?,
            }
        }
        Ok(reported)
    }

    fn into_error(self, status: i64) -> Error {
        let message = match self.message {
            Some(message) => message.into_owned(),
            None => format!("unknown error, status {status}"),
        };
        let code = self.code.unwrap_or(status);
        Error::remote(status, code, self.kind.unwrap_or_default(), message)
    }
}

/// Appends a whole frame with a result; on an error `out` is left as it was.
pub fn write_response<R: Serialize + ?Sized>(
    out: &mut Vec<u8>,
    head: &ReplyHead,
    result: &R,
) -> Result<(), EncodeError> {
    #[derive(Serialize)]
    struct Body<'a, R: ?Sized> {
        i: i64,
        s: i64,
        r: &'a R,
    }
    let body = Body {
        i: head.id,
        s: status::OK,
        r: result,
    };
    write_frame(out, head, &body)
}

/// The same with what the method printed, in `o`.
pub fn write_printed_response<R: Serialize + ?Sized>(
    out: &mut Vec<u8>,
    head: &ReplyHead,
    printed: &str,
    result: &R,
) -> Result<(), EncodeError> {
    #[derive(Serialize)]
    struct Body<'a, R: ?Sized> {
        i: i64,
        s: i64,
        o: &'a str,
        r: &'a R,
    }
    let body = Body {
        i: head.id,
        s: status::OK,
        o: printed,
        r: result,
    };
    write_frame(out, head, &body)
}

/// What an error answer says in `e`.
#[derive(Debug, Clone)]
pub enum Complaint<'a> {
    /// A text, with any status but 64.
    Text(i64, &'a str),
    /// An exception, with status 64.
    Exception(Exception<'a>),
}

#[derive(Serialize)]
struct ErrorBody<'a, E> {
    i: i64,
    s: i64,
    #[serde(skip_serializing_if = "str::is_empty")]
    o: &'a str,
    e: E,
}

#[derive(Serialize)]
struct ExceptionBody<'a> {
    message: &'a str,
    code: i64,
    file: &'a str,
    line: i64,
    _type: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Datum<'a>>,
}

/// Appends a whole frame that reports an error. It cannot fail: text that the
/// packager cannot carry is replaced.
pub fn write_error(out: &mut Vec<u8>, head: &ReplyHead, complaint: &Complaint<'_>) {
    write_printed_error(out, head, "", complaint);
}

/// The same with what the method printed, in `o`.
pub fn write_printed_error(
    out: &mut Vec<u8>,
    head: &ReplyHead,
    printed: &str,
    complaint: &Complaint<'_>,
) {
    let written = match complaint {
        Complaint::Text(status, text) => write_failure(out, head, printed, *status, *text),
        Complaint::Exception(exception) => {
            let mut write = |data| {
                let body = ExceptionBody {
                    message: &exception.message,
                    code: exception.code,
                    file: "",
                    line: 0,
                    _type: &exception.kind,
                    data,
                };
                write_failure(out, head, printed, status::EXCEPTION, body)
            };
            // Data may be what a packager cannot carry, such as NaN.
            write(exception.data.as_ref().map(Datum)).or_else(|_| write(None))
        }
    };
    if written.is_err() {
        // Only a registered packager, or a text of 4 GiB, can get here.
        let head = ReplyHead {
            packager: Packager::MSGPACK,
            ..*head
        };
        let text = "the error cannot be packed";
        let _ = write_failure(out, &head, "", status::OUTPUT, text);
    }
}

fn write_failure<E: Serialize>(
    out: &mut Vec<u8>,
    head: &ReplyHead,
    printed: &str,
    status: i64,
    error: E,
) -> Result<(), EncodeError> {
    let body = ErrorBody {
        i: head.id,
        s: status,
        o: printed,
        e: error,
    };
    write_frame(out, head, &body)
}

fn write_frame<B: Serialize>(
    out: &mut Vec<u8>,
    head: &ReplyHead,
    body: &B,
) -> Result<(), EncodeError> {
    let before = out.len();
    let [_, _, _, _, low @ ..] = head.id.to_be_bytes();
    let header = Header {
        id: u32::from_be_bytes(low),
        version: 0,
        reserved: if head.any_order {
            wire::RESERVED_ANY_ORDER
        } else {
            0
        },
        provider: SERVER_NAME,
        token: [0; wire::FIELD_LEN],
        body_len: 0,
    };
    let start = wire::begin(out, head.layout, &header, head.packager.to_wire());
    let finished = head.packager.encode(body, out).and_then(|()| {
        wire::finish(out, start).map_err(|error| EncodeError::new(error.to_string()))
    });
    if finished.is_err() {
        out.truncate(before);
    }
    finished
}
