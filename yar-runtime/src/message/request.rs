//! Requests, read and written.

use crate::packager::{DecodeError, DecodeLimits, EncodeError, Packager};
use crate::wire::Layout;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A request whose parameters still lie in the read buffer.
#[derive(Debug)]
pub struct Request<'a> {
    /// Id in the body; 0 when there is none. The reply header has its low 32 bits.
    pub id: i64,
    /// Method as it was sent; `None` when the key is missing.
    pub method: Option<Cow<'a, str>>,
    /// Parameters, not yet decoded; `None` when the key is missing.
    pub params: Option<Params<'a>>,
}

impl<'a> Request<'a> {
    /// Finds the keys of a request body, whatever their order, without
    /// decoding the parameters.
    pub fn read(
        packager: Packager,
        body: &'a [u8],
        limits: &DecodeLimits,
    ) -> Result<Self, DecodeError> {
        let _ = (packager, body, limits);
        todo!()
    }
}

/// The packed parameters of a request.
#[derive(Debug, Clone, Copy)]
pub struct Params<'a> {
    packager: Packager,
    bytes: &'a [u8],
    limits: DecodeLimits,
}

impl<'a> Params<'a> {
    /// Decodes into a tuple: a list, a map's values in order, or nothing at
    /// all. Surplus arguments are ignored; a missing one is `None` for an
    /// `Option` and else an error that gives its position.
    pub fn read<T: Deserialize<'a>>(&self) -> Result<T, DecodeError> {
        todo!()
    }
}

/// What a request frame carries besides method and parameters.
#[derive(Debug, Clone)]
pub struct RequestHead<'a> {
    /// Non-zero id, the same in header and body.
    pub id: u32,
    /// Frame layout.
    pub layout: Layout,
    /// Packager of the body.
    pub packager: Packager,
    /// Bits of the reserved field; bit 0 asks to keep the connection.
    pub reserved: u32,
    /// At most 32 bytes.
    pub provider: &'a [u8],
    /// At most 32 bytes.
    pub token: &'a [u8],
}

/// Appends a whole request frame; on an error `out` is left as it was.
pub fn write_request<P: Serialize + ?Sized>(
    out: &mut Vec<u8>,
    head: &RequestHead<'_>,
    method: &str,
    params: &P,
) -> Result<(), EncodeError> {
    let _ = (out, head, method, params);
    todo!()
}
