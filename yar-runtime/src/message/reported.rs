//! What a response says of an error.

use super::envelope::{number, text};
use crate::error::Error;
use crate::packager::{DecodeError, Decoder, Reader, Token, bytes_of, likely_name, text_of_scalar};
use std::borrow::Cow;

/// The keys of an exception, as servers write them.
const NAMES: &[&str] = &["message", "code", "file", "line", "_type", "data"];

/// What stands in `e`.
#[derive(Default)]
pub(super) struct Reported<'a> {
    message: Option<Cow<'a, str>>,
    code: Option<i64>,
    kind: Option<Cow<'a, str>>,
    pub(super) data_at: Option<usize>,
}

impl<'a> Reported<'a> {
    /// A text, or a map of which any key may be missing.
    pub(super) fn read<S: Reader<'a>>(decoder: &mut Decoder<S>) -> Result<Self, DecodeError> {
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
        let mut names = NAMES;
        while decoder.more(&mut frame)? {
            if !frame.is_map() {
                decoder.skip()?;
                continue;
            }
            let unusual;
            let key = match likely_name(&mut decoder.reader, &mut names) {
                Some(name) => Some(name.as_bytes()),
                None => {
                    unusual = decoder.reader.key()?;
                    bytes_of(&unusual)
                }
            };
            match key {
                Some(b"message") => reported.message = text(decoder)?,
                Some(b"_type") => reported.kind = text(decoder)?,
                Some(b"code") => reported.code = Some(number(decoder)?),
                Some(b"data") => {
                    reported.data_at = Some(decoder.reader.position());
                    decoder.skip()?;
                }
                _ => decoder.skip()?,
            }
        }
        Ok(reported)
    }

    pub(super) fn into_error(self, status: i64) -> Error {
        let message = match self.message {
            Some(message) => message.into_owned(),
            None => format!("unknown error, status {status}"),
        };
        let code = self.code.unwrap_or(status);
        Error::remote(status, code, self.kind.unwrap_or_default(), message)
    }
}
