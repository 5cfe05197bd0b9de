//! Frames as text and back: what `yar-gen decode`, `encode` and `call` do.
//!
//! Bodies are taken apart as they lie on the wire, each thing under a name of
//! its own: a binary of MSGPACK is no string, a reference of PHP is not
//! followed. The runtime reads as PHP does and would hide what one looks for
//! here. Files and arguments are the command line's affair.
//!
//! ```
//! use yar_gen::wire_tools::{decode, encode};
//!
//! let line = r#"{"packager":"JSON","body":{"i":7,"m":"add","p":[1,2]}}"#;
//! let frame = encode(line)?;
//! let shown = decode(&frame).next().unwrap()?;
//! assert!(shown.ends_with(r#""packager":"JSON","body":{"i":7,"m":"add","p":[1,2]}}"#));
//! assert_eq!(encode(&shown)?, frame);
//! # Ok::<(), yar_gen::wire_tools::WireError>(())
//! ```

mod body;
mod call;
mod cursor;
mod document;
mod dump;
mod error;
mod hex;
mod json;
mod line;
mod msgpack;
mod php;
mod stack;
mod tagged;
#[cfg(test)]
mod tests;

pub use call::{Answer, Call};
pub use document::Document;
pub use dump::dump;
pub use error::WireError;
pub use hex::{from_hex, to_hex};
pub use line::{decode, encode};
pub use yar_runtime::wire::Layout;
pub use yar_runtime::{Error, Packager, Stage};
