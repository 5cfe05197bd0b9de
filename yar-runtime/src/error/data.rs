//! What came with an error, as it came: only who declares the error knows its
//! types.

use crate::packager::{
    DecodeError, DecodeLimits, Decoder, JsonReader, Kind, MAX_DEPTH, MsgPackReader, Packager,
    Packed, PhpReader, Reader, from_value,
};
use crate::value::Value;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// Data of an error.
pub(crate) enum Data {
    /// Made on this side, or read by a packager that gives only values.
    Untyped(Value),
    /// It begins at `at`; what comes before may be referred to.
    Packed {
        packager: Packager,
        body: Box<[u8]>,
        at: usize,
        limits: DecodeLimits,
    },
}

impl Data {
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, DecodeError> {
        match self {
            Self::Untyped(value) => from_value(value.clone(), MAX_DEPTH),
            Self::Packed {
                packager,
                body,
                at,
                limits,
            } => match packager.0 {
                Kind::Php => read_one(PhpReader::new(body, *at, limits), limits),
                Kind::Json => read_one(JsonReader::new(body, *at, limits), limits),
                Kind::MsgPack => read_one(MsgPackReader::new(body, *at, limits), limits),
                Kind::Registered(_) => Err(DecodeError::malformed("expected an untyped body")),
            },
        }
    }
}

/// Reads one value and leaves what follows it.
fn read_one<'a, R: Reader<'a>, T: Deserialize<'a>>(
    reader: R,
    limits: &DecodeLimits,
) -> Result<T, DecodeError> {
    // The body and the error around it are levels of their own.
    T::deserialize(&mut Decoder::new(reader, limits.depth.saturating_sub(2)))
}
