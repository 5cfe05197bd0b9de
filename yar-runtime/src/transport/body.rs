//! Bodies of HTTP messages.

use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::Body;
use std::error::Error as StdError;
use std::pin::pin;

/// Any error of a body's.
pub(crate) type BoxError = Box<dyn StdError + Send + Sync>;

/// Why a body could not be read.
#[derive(Debug)]
pub(crate) enum BodyError {
    /// It is longer than allowed.
    TooLong,
    /// It broke off, or is malformed.
    Broken(BoxError),
}

/// Reads a whole body, never more than `most` bytes of it, asking `has_room`
/// for the bytes so far before more are read; `None` when there is none.
pub(crate) async fn read_body_within<B>(
    body: B,
    most: usize,
    mut has_room: impl FnMut(usize) -> bool,
) -> Result<Option<Bytes>, BodyError>
where
    B: Body<Data = Bytes>,
    B::Error: Into<BoxError>,
{
    let mut body = pin!(body);
    let mut first = Bytes::new();
    let mut whole = Vec::new();
    while let Some(frame) = body.as_mut().frame().await {
        let frame = frame.map_err(|error| BodyError::Broken(error.into()))?;
        // Trailers are of no interest.
        let Ok(bytes) = frame.into_data() else {
            continue;
        };
        let length = first.len() + whole.len() + bytes.len();
        if length > most {
            return Err(BodyError::TooLong);
        }
        // Most bodies come in one piece, which needs no copy.
        if length == bytes.len() && body.is_end_stream() {
            return Ok(Some(bytes));
        }
        if !has_room(length) {
            return Ok(None);
        }
        if length == bytes.len() {
            first = bytes;
        } else {
            whole.extend_from_slice(&std::mem::take(&mut first));
            whole.extend_from_slice(&bytes);
        }
    }
    Ok(Some(if whole.is_empty() {
        first
    } else {
        whole.into()
    }))
}
