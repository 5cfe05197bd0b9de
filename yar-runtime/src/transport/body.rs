//! Bodies of HTTP messages.

use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::body::Incoming;
use std::error::Error as StdError;

/// Why a body could not be read.
#[derive(Debug)]
pub(crate) enum BodyError {
    /// It is longer than allowed.
    TooLong,
    /// It broke off, or is malformed.
    Broken(Box<dyn StdError + Send + Sync>),
}

/// Reads a whole body, and never more than `most` bytes of it.
pub(crate) async fn read_body(body: Incoming, most: usize) -> Result<Bytes, BodyError> {
    match Limited::new(body, most).collect().await {
        Ok(whole) => Ok(whole.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(BodyError::TooLong),
        Err(error) => Err(BodyError::Broken(error)),
    }
}
