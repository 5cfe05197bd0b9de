//! From any serde value to bytes: the canonical form, once for all packagers
//! (wire document, section 9). How a format spells things is its own affair.

mod append;
mod compound;
mod encoder;
mod format;
mod key;
mod parameters;
mod place;
mod text;

pub(crate) use append::{append_quoted, append_short, append_word};
pub(crate) use encoder::{Encoder, OBJECT, RAW_STRING, encode};
pub(crate) use format::Format;
pub(crate) use parameters::parameters;

use super::EncodeError;
