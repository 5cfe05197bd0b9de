//! Where answers end on a connection, and the frames they carry.

use super::hint::is_alert;
#[cfg(feature = "http")]
use super::http;
use super::line::Answer;
use super::settings::Settings;
#[cfg(feature = "http")]
use crate::wire::HEADER_LEN;
use crate::wire::{FrameError, Header, measure};
use std::fmt;

/// How answers are found among the bytes that come in.
#[derive(Debug)]
pub(super) enum Framing {
    /// One frame behind the other.
    Frames { max_body: usize },
    /// Each frame is the body of a response.
    #[cfg(feature = "http")]
    Http(http::Reader),
}

/// Why bytes are no answer.
#[derive(Debug)]
pub(super) enum Malformed {
    Frame(FrameError),
    #[cfg(feature = "http")]
    Http(http::Malformed),
}

impl Framing {
    pub(super) fn new(settings: &Settings) -> Self {
        #[cfg(feature = "http")]
        if settings.is_http {
            let most = settings.max_body.saturating_add(HEADER_LEN);
            return Self::Http(http::Reader::new(most));
        }
        let max_body = settings.max_body;
        Self::Frames { max_body }
    }

    /// The whole answer in front of `input`.
    #[inline(always)]
    pub(super) fn measure(&mut self, input: &[u8]) -> Result<Option<Answer>, Malformed> {
        match self {
            Self::Frames { max_body } => {
                let frame = measure(input, *max_body).map_err(Malformed::Frame)?;
                // Too short to be told from a frame by its magic number, and
                // nothing but a reset may follow.
                if frame.is_none() && is_alert(input) {
                    return Err(Malformed::Frame(FrameError::Magic));
                }
                Ok(frame.map(|(header, len)| Answer {
                    id: header.id,
                    len,
                    any_order: says_any_order(&header),
                }))
            }
            #[cfg(feature = "http")]
            Self::Http(reader) => {
                let len = reader.measure(input).map_err(Malformed::Http)?;
                Ok(len.map(of_http))
            }
        }
    }

    /// The same, when nothing more will come.
    pub(super) fn measure_at_end(&mut self, input: &[u8]) -> Option<Answer> {
        #[cfg(feature = "http")]
        if let Self::Http(reader) = self {
            return reader.measure_at_end(input).map(of_http);
        }
        let _ = input;
        None
    }

    /// The peer has said that it closes the connection after this answer.
    pub(super) fn closes(&self) -> bool {
        match self {
            Self::Frames { .. } => false,
            #[cfg(feature = "http")]
            Self::Http(reader) => reader.closes,
        }
    }
}

/// A peer that copies the whole field of the request back understands nothing
/// of it; ours leaves the other bit out.
fn says_any_order(header: &Header) -> bool {
    header.allows_any_order() && !header.keeps_connection()
}

/// There is one request at a time over HTTP, so that its id does not matter.
#[cfg(feature = "http")]
fn of_http(len: usize) -> Answer {
    Answer {
        id: 0,
        len,
        any_order: false,
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Frame(error) => error.fmt(f),
            #[cfg(feature = "http")]
            Self::Http(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Malformed {}
