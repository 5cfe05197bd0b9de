//! MSGPACK, with what PHP's msgpack extension makes of it: class names and
//! references behind null keys (wire document, section 7).

mod long;
mod marks;
mod read;
mod write;

pub(crate) use read::MsgPackReader;
pub(crate) use write::MsgPack;
