//! Responses, read and written.

use crate::error::Error;
use crate::fault::Exception;
use crate::packager::{DecodeError, DecodeLimits, EncodeError, Packager};
use crate::wire::Layout;
use serde::{Deserialize, Serialize};

/// How an answer is framed: as its request was.
#[derive(Debug, Clone, Copy)]
pub struct ReplyHead {
    /// Id of the request's body.
    pub id: i64,
    /// Layout of the request.
    pub layout: Layout,
    /// Packager of the request.
    pub packager: Packager,
}

/// A decoded response body.
#[derive(Debug)]
pub struct Response<R> {
    /// Id in the body.
    pub id: i64,
    /// What the method printed (`o`), if anything.
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
        let _ = (packager, body, limits);
        todo!()
    }
}

/// Appends a whole frame with a result; on an error `out` is left as it was.
pub fn write_response<R: Serialize + ?Sized>(
    out: &mut Vec<u8>,
    head: &ReplyHead,
    result: &R,
) -> Result<(), EncodeError> {
    let _ = (out, head, result);
    todo!()
}

/// What an error answer says in `e`.
#[derive(Debug, Clone)]
pub enum Complaint<'a> {
    /// A text, with any status but 64.
    Text(i64, &'a str),
    /// An exception, with status 64.
    Exception(Exception<'a>),
}

/// Appends a whole frame that reports an error. It cannot fail: text that the
/// packager cannot carry is replaced.
pub fn write_error(out: &mut Vec<u8>, head: &ReplyHead, complaint: &Complaint<'_>) {
    let _ = (out, head, complaint);
    todo!()
}
