//! How a request is to be answered as far as it can be read, and what is said
//! of one that cannot.

use crate::error::status;
use crate::message::ReplyHead;
use crate::packager::{DecodeError, Packager, names};
use crate::wire::{Layout, RawFrame};

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
pub(crate) fn unread(frame: &RawFrame<'_>) -> ReplyHead {
    let unreadable = unreadable(frame.layout);
    let id = match frame.allows_any_order() {
        // Among other answers, one without an id would belong to nobody.
        true => frame.id().into(),
        false => unreadable.id,
    };
    let packager = Packager::from_wire(frame.packager);
    read(frame, packager.unwrap_or(unreadable.packager), id)
}

/// The same once its packager and its id are known.
#[inline]
pub(super) fn read(frame: &RawFrame<'_>, packager: Packager, id: i64) -> ReplyHead {
    ReplyHead {
        id,
        layout: frame.layout,
        packager,
        any_order: frame.allows_any_order(),
    }
}

#[cold]
pub(super) fn unknown_packager(name: &[u8; 8]) -> Complaint {
    let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
    let (name, known) = (name.escape_ascii(), names());
    let text = format!("unsupported packager '{name}': known here are {known}");
    (status::PACKAGER, text)
}

#[cold]
pub(super) fn unpacking(packager: Packager, error: &DecodeError) -> Complaint {
    let name = packager.name().to_ascii_lowercase();
    (status::PACKAGER, format!("{name} unpack error: {error}"))
}

#[cold]
pub(crate) fn too_large(most: usize) -> String {
    format!("the request body is too large, at most {most} bytes are allowed")
}

#[cold]
pub(super) fn no_method() -> Complaint {
    let text = "need specifical request method: the body has no key `m`";
    (status::REQUEST, text.to_owned())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::unknown_packager;
    use crate::packager::{Codec, DecodeError, EncodeError, Packager};
    use crate::value::Value;

    struct Plist;

    impl Codec for Plist {
        fn name(&self) -> &str {
            "PLIST"
        }

        fn encode(&self, _: &Value, _: &mut Vec<u8>) -> Result<(), EncodeError> {
            Ok(())
        }

        fn decode(&self, _: &[u8]) -> Result<Value, DecodeError> {
            Ok(Value::Null)
        }
    }

    #[test]
    fn packagers_that_were_registered_are_known_too() {
        Packager::register(Plist).unwrap();
        let (_, text) = unknown_packager(b"JSONX\0\0\0");
        assert!(
            text.starts_with("unsupported packager 'JSONX': known here are PHP, JSON, MSGPACK")
        );
        assert!(text.contains(", PLIST"), "{text}");
    }
}
