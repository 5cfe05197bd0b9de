//! The usual answer: a result, and nothing that was printed.

use super::answer::{Body, ReplyHead, finish, header, id_of, write_registered};
use super::fixed::Fixed;
use crate::packager::{EncodeError, Encoder, Json, Kind, MsgPack, Php};
use crate::wire::{Front, Layout, PACKAGER_LEN};
use serde::Serialize;

/// Appends a whole frame with a result; on an error `out` is left as it was.
pub fn write_response<R: Serialize + ?Sized>(
    out: &mut Vec<u8>,
    head: &ReplyHead,
    result: &R,
) -> Result<(), EncodeError> {
    match head.packager.0 {
        Kind::Php => write_usual::<Php, R>(out, head, result),
        Kind::Json => write_usual::<Json, R>(out, head, result),
        Kind::MsgPack => write_usual::<MsgPack<false>, R>(out, head, result),
        Kind::Registered(_) => write_registered(out, head, &Body::result(None, result)),
    }
}

// A function of its own for each packager, as a call touches only one.
#[inline(never)]
fn write_usual<F: Usual, R: Serialize + ?Sized>(
    out: &mut Vec<u8>,
    head: &ReplyHead,
    result: &R,
) -> Result<(), EncodeError> {
    let before = out.len();
    let start = const { &F::FRONTS }.of(head).begin(out, id_of(head));
    out.extend_from_slice(F::BEFORE_ID);
    F::integer(out, head.id);
    out.extend_from_slice(F::BEFORE_RESULT);
    let written = result.serialize(Encoder::<F>::at(out, 1));
    F::end_map(out);
    let written = written.map_err(|error| error.in_field("r"));
    finish(out, (before, start), written)
}

/// What stands before the body.
trait Usual: Fixed {
    const FRONTS: Fronts;
}

impl Usual for Php {
    const FRONTS: Fronts = Fronts::new(*b"PHP\0\0\0\0\0");
}

impl Usual for Json {
    const FRONTS: Fronts = Fronts::new(*b"JSON\0\0\0\0");
}

impl Usual for MsgPack<false> {
    const FRONTS: Fronts = Fronts::new(*b"MSGPACK\0");
}

/// The fronts of answers in one packager.
struct Fronts {
    yar: [Front; 2],
    lua_yar: [Front; 2],
}

impl Fronts {
    const fn new(name: [u8; PACKAGER_LEN]) -> Self {
        let (in_order, any_order) = (header(false), header(true));
        Self {
            yar: [
                Front::new(Layout::Yar, &in_order, name),
                Front::new(Layout::Yar, &any_order, name),
            ],
            lua_yar: [
                Front::new(Layout::LuaYar, &in_order, name),
                Front::new(Layout::LuaYar, &any_order, name),
            ],
        }
    }

    #[inline]
    fn of(&self, head: &ReplyHead) -> &Front {
        let [in_order, any_order] = match head.layout {
            Layout::Yar => &self.yar,
            Layout::LuaYar => &self.lua_yar,
        };
        match head.any_order {
            true => any_order,
            false => in_order,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::write_response;
    use crate::message::ReplyHead;
    use crate::message::answer::{Body, write_frame};
    use crate::packager::Packager;
    use crate::wire::Layout;

    #[test]
    fn the_usual_answer_is_written_as_any_other() {
        for packager in [Packager::PHP, Packager::JSON, Packager::MSGPACK] {
            for (layout, any_order) in [
                (Layout::Yar, false),
                (Layout::Yar, true),
                (Layout::LuaYar, false),
                (Layout::LuaYar, true),
            ] {
                let head = ReplyHead {
                    id: 0x1_2345_6789,
                    layout,
                    packager,
                    any_order,
                };
                let (mut usual, mut any) = (b"before".to_vec(), b"before".to_vec());
                write_response(&mut usual, &head, &[1.5, 2.5]).unwrap();
                write_frame(&mut any, &head, &Body::result(None, &[1.5, 2.5])).unwrap();
                assert_eq!(usual, any, "{head:?}");
            }
        }
    }
}
