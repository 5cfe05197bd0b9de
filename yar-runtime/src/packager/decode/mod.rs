//! From bytes to any serde type: what readers tolerate, once for all packagers
//! (wire document, section 10). How a format spells things is its own affair.
//!
//! No tree is built: a typed value takes its tokens straight from the bytes.

mod access;
mod arguments;
mod classed;
mod decoder;
mod deserializer;
mod floats;
mod index;
mod items;
mod key;
mod reader;
mod scalar;
mod skip;
mod tagged;
#[cfg(test)]
mod tests;
mod variant;

pub(crate) use access::likely_name;
pub(crate) use arguments::{Arguments, GIVEN};
pub(crate) use decoder::{Decoder, decode, decode_from};
pub(crate) use deserializer::VALUE;
pub(crate) use index::Index;
pub(crate) use reader::{
    Frame, Opening, Packed, PlainNumber, Reader, Reference, Shape, Slot, Token,
};
pub(crate) use scalar::{bytes_of, leading_integer, text_of_scalar};
pub(crate) use tagged::TAGGED;

type Result<T> = std::result::Result<T, super::DecodeError>;
