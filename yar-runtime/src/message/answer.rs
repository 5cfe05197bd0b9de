//! Answers, written.

use super::datum::Datum;
use crate::error::status;
use crate::fault::Exception;
use crate::packager::{EncodeError, Encoder, Format, Json, Kind, MsgPack, Packager, Php, to_value};
use crate::value::{Map, Value};
use crate::wire::{self, FrameStart, Header, Layout};
use serde::Serialize;
use serde::ser::Serializer as _;

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

/// As [`write_response`](super::write_response) does, with what the method
/// printed, in `o`.
pub fn write_printed_response<R: Serialize + ?Sized>(
    out: &mut Vec<u8>,
    head: &ReplyHead,
    printed: &str,
    result: &R,
) -> Result<(), EncodeError> {
    write_frame(out, head, &Body::result(Some(printed), result))
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
                write_failure(out, head, printed, status::EXCEPTION, &body)
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

fn write_failure<E: Serialize + ?Sized>(
    out: &mut Vec<u8>,
    head: &ReplyHead,
    printed: &str,
    status: i64,
    error: &E,
) -> Result<(), EncodeError> {
    let body = Body {
        status,
        printed: Some(printed).filter(|text| !text.is_empty()),
        key: "e",
        value: error,
    };
    write_frame(out, head, &body)
}

/// What stands in an answer, apart from its id.
pub(super) struct Body<'a, T: ?Sized> {
    status: i64,
    printed: Option<&'a str>,
    /// Of the value: `r` for a result, `e` for an error.
    key: &'static str,
    value: &'a T,
}

impl<'a, T: Serialize + ?Sized> Body<'a, T> {
    #[inline]
    pub(super) fn result(printed: Option<&'a str>, value: &'a T) -> Self {
        Self {
            status: status::OK,
            printed,
            key: "r",
            value,
        }
    }

    fn write<F: Format>(&self, out: &mut Vec<u8>, id: i64) -> Result<(), EncodeError> {
        let len = 3 + usize::from(self.printed.is_some());
        let mut body = Encoder::<F>::new(out).serialize_map(Some(len))?;
        body.integer("i", id);
        body.integer("s", self.status);
        if let Some(printed) = self.printed {
            body.text("o", printed);
        }
        body.entry(self.key, self.value)?;
        body.finish_map();
        Ok(())
    }

    /// By way of an untyped value, for a registered packager.
    #[cold]
    fn write_untyped(&self, out: &mut Vec<u8>, head: &ReplyHead) -> Result<(), EncodeError> {
        let value = to_value(self.value).map_err(|error| error.in_field(self.key))?;
        let printed = self.printed.map(|text| ("o", Value::from(text)));
        let body: Map = [("i", Value::from(head.id)), ("s", Value::from(self.status))]
            .into_iter()
            .chain(printed)
            .chain([(self.key, value)])
            .collect();
        head.packager.encode(&body, out)
    }
}

pub(super) fn write_frame<T: Serialize + ?Sized>(
    out: &mut Vec<u8>,
    head: &ReplyHead,
    body: &Body<'_, T>,
) -> Result<(), EncodeError> {
    let start = begin(out, head);
    let written = match head.packager.0 {
        Kind::Php => body.write::<Php>(out, head.id),
        Kind::Json => body.write::<Json>(out, head.id),
        Kind::MsgPack => body.write::<MsgPack<false>>(out, head.id),
        Kind::Registered(_) => body.write_untyped(out, head),
    };
    finish(out, start, written)
}

#[cold]
pub(super) fn write_registered<T: Serialize + ?Sized>(
    out: &mut Vec<u8>,
    head: &ReplyHead,
    body: &Body<'_, T>,
) -> Result<(), EncodeError> {
    let start = begin(out, head);
    let written = body.write_untyped(out, head);
    finish(out, start, written)
}

/// What a frame stands on while it is written: where it began in the buffer.
pub(super) type Start = (usize, FrameStart);

fn begin(out: &mut Vec<u8>, head: &ReplyHead) -> Start {
    let header = Header {
        id: id_of(head),
        ..header(head.any_order)
    };
    let before = out.len();
    let packager = head.packager.to_wire();
    (before, wire::begin(out, head.layout, &header, packager))
}

#[inline]
pub(super) fn finish(
    out: &mut Vec<u8>,
    (before, start): Start,
    written: Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    let finished = written.and_then(|()| {
        wire::finish(out, start).map_err(|error| EncodeError::new(error.to_string()))
    });
    if finished.is_err() {
        out.truncate(before);
    }
    finished
}

/// The header of every answer has the low 32 bits.
#[inline]
pub(super) fn id_of(head: &ReplyHead) -> u32 {
    let [_, _, _, _, low @ ..] = head.id.to_be_bytes();
    u32::from_be_bytes(low)
}

/// The header of answers, but for the id and the length.
pub(super) const fn header(any_order: bool) -> Header {
    Header {
        id: 0,
        version: 0,
        reserved: if any_order {
            wire::RESERVED_ANY_ORDER
        } else {
            0
        },
        provider: SERVER_NAME,
        token: [0; wire::FIELD_LEN],
        body_len: 0,
    }
}
