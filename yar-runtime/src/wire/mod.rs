//! Bytes of a frame: header, packager name, layout. No I/O.

mod frame;
mod header;

pub use frame::{Frame, FrameError, Layout, peek};
pub use header::{HEADER_LEN, Header, MAGIC, PACKAGER_LEN};
