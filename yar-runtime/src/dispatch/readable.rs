//! How a request is to be answered as far as it can be read, and what is said
//! of one that cannot.

use crate::error::status;
use crate::message::ReplyHead;
use crate::packager::{DecodeError, Packager};
use crate::wire::{Frame, Layout};

/// A status with its text.
pub(super) type Complaint = (i64, String);

/// How answers are framed when the request could not be read.
pub(crate) fn unreadable(layout: Layout) -> ReplyHead {
    ReplyHead {
        id: 0,
        layout,
        packager: Packager::MSGPACK,
        any_order: false,
    }
}

/// How the request in this frame is answered, before its body is read.
#[inline]
pub(super) fn unread(frame: &Frame<'_>) -> ReplyHead {
    let mut head = unreadable(frame.layout);
    if frame.header.allows_any_order() {
        head.any_order = true;
        // Among other answers, one without an id would belong to nobody.
        head.id = frame.header.id.into();
    }
    head
}

#[cold]
pub(super) fn unknown_packager(name: &[u8; 8]) -> Complaint {
    let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
    let text = format!(
        "unsupported packager '{}': PHP, JSON and MSGPACK are known here",
        name.escape_ascii()
    );
    (status::PACKAGER, text)
}

#[cold]
pub(super) fn unpacking(packager: Packager, error: &DecodeError) -> Complaint {
    let name = packager.name().to_ascii_lowercase();
    (status::PACKAGER, format!("{name} unpack error: {error}"))
}

#[cold]
pub(super) fn no_method() -> Complaint {
    let text = "need specifical request method: the body has no key `m`";
    (status::REQUEST, text.to_owned())
}
