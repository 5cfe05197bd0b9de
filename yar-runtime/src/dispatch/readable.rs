//! What a request asks for, or why that cannot be read.

use crate::error::status;
use crate::message::{Params, ReplyHead, Request};
use crate::packager::{DecodeError, DecodeLimits, Packager};
use crate::wire::{Frame, Layout};
use std::borrow::Cow;

/// What a request asks for.
pub(super) struct Readable<'a> {
    pub(super) method: Cow<'a, str>,
    pub(super) params: Params<'a>,
}

impl<'a> Readable<'a> {
    /// `head` is filled in as it becomes known. The error is a status with its
    /// text.
    #[inline]
    pub(super) fn read(
        frame: &Frame<'a>,
        limits: &DecodeLimits,
        head: &mut ReplyHead,
    ) -> Result<Self, (i64, String)> {
        if frame.header.allows_any_order() {
            head.any_order = true;
            // Among other answers, one without an id would belong to nobody.
            head.id = frame.header.id.into();
        }
        head.packager = Packager::from_wire(frame.packager)
            .ok_or_else(|| (status::PACKAGER, unknown_packager(&frame.packager)))?;
        let request = Request::read(head.packager, frame.body, limits)
            .map_err(|error| (status::PACKAGER, unpacking(head.packager, &error)))?;
        head.id = request.id;
        let method = request.method.ok_or_else(|| {
            let text = "need specifical request method: the body has no key `m`";
            (status::REQUEST, text.to_owned())
        })?;
        let params = request.params.unwrap_or_else(Params::none);
        Ok(Self { method, params })
    }
}

/// How answers are framed when the request could not be read.
pub(crate) fn unreadable(layout: Layout) -> ReplyHead {
    ReplyHead {
        id: 0,
        layout,
        packager: Packager::MSGPACK,
        any_order: false,
    }
}

#[cold]
fn unpacking(packager: Packager, error: &DecodeError) -> String {
    let name = packager.name().to_ascii_lowercase();
    format!("{name} unpack error: {error}")
}

fn unknown_packager(name: &[u8; 8]) -> String {
    let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
    format!(
        "unsupported packager '{}': PHP, JSON and MSGPACK are known here",
        name.escape_ascii()
    )
}
