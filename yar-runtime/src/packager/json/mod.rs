//! JSON with exact 64-bit integers (wire document, section 6). Reading is
//! token by token here; numbers are printed by `serde_json`.

mod read;
mod scan;
mod string;
mod write;

pub(crate) use read::JsonReader;
pub(crate) use write::{Json, print};
