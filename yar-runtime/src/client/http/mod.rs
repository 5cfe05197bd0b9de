//! HTTP/1.1 as far as one POST at a time needs it: bytes in, bytes out.
//!
//! No I/O, so that the asynchronous and the blocking client share it.

mod basic;
mod proxy;
mod request;
mod response;

pub(super) use proxy::{Proxy, Refused};
pub(super) use request::RequestLines;
pub(super) use response::{Malformed, Reader, Received};
