//! Bytes of a frame: header, packager name, layout (wire document, sections 1
//! and 2). No I/O, and no idea of what a body means.

mod frame;
mod header;
mod raw;
#[cfg(test)]
mod tests;

pub use frame::{Frame, FrameError, FrameStart, Layout, begin, finish, peek, whole};
pub(crate) use frame::{Front, measure, open};
pub use header::{
    FIELD_LEN, HEADER_LEN, Header, MAGIC, PACKAGER_LEN, RESERVED_ANY_ORDER, RESERVED_KEEP,
};
pub(crate) use raw::RawFrame;
