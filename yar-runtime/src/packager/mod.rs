//! Packagers: how the body of a frame is packed.
//!
//! Three are built in, PHP, JSON and MSGPACK, and more can be registered. A
//! packager only knows how to spell things and how to read their tokens. The
//! rules that hold for all of them stand once: what is written in `encode`,
//! what is tolerated in `decode`.

pub(crate) mod base64;
mod cursor;
mod decimal;
mod decode;
mod encode;
mod error;
mod json;
mod kind;
mod limits;
mod msgpack;
mod number;
mod php;
mod references;
mod registry;
#[cfg(test)]
mod tests;
mod untyped;
mod utf8;

pub use error::{DecodeError, EncodeError};
pub use kind::Packager;
pub use limits::{DecodeLimits, MAX_DEPTH};
pub use registry::{Codec, PackagerNameError};

pub(crate) use decode::{
    Arguments, Decoder, Frame, GIVEN, Opening, Packed, Reader, Shape, TAGGED, Token, VALUE,
    bytes_of, leading_integer, likely_name, text_of_scalar,
};
pub(crate) use encode::{Encoder, Format, OBJECT, RAW_STRING, encode, parameters};
pub(crate) use json::{Json, JsonReader};
pub(crate) use kind::Kind;
pub(crate) use msgpack::{MsgPack, MsgPackReader};
pub(crate) use php::{Php, PhpReader};
pub(crate) use registry::names;
pub(crate) use untyped::{ValueReader, from_value, to_value};
