//! What is taken for the usual request is what any other way makes of it.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::{Request, Usual};
use crate::message::Params;
use crate::packager::{DecodeLimits, Packager};
use crate::value::Value;
use std::borrow::Cow;

const BODIES: [(Packager, &[u8]); 3] = [
    (
        Packager::PHP,
        br#"a:3:{s:1:"i";i:7;s:1:"m";s:3:"add";s:1:"p";a:2:{i:0;i:1;i:1;R:2;}}"#,
    ),
    (Packager::JSON, br#"{"i":7,"m":"add","p":[1,{"a":[]}]}"#),
    (
        Packager::MSGPACK,
        b"\x83\xa1i\x07\xa1m\xa3add\xa1p\x92\x01\x81\xa1a\x90",
    ),
];

/// The body cut short everywhere, and with every byte in every place.
fn changed(body: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    (0..=body.len()).flat_map(move |at| {
        let bytes = (0..=u8::MAX).map(move |byte| {
            let mut changed = body.to_vec();
            if let Some(place) = changed.get_mut(at) {
                *place = byte;
            }
            changed
        });
        bytes.chain([body[..at].to_vec()])
    })
}

fn told(params: &Params<'_>) -> String {
    let arguments = params.read::<(Value, Value)>();
    format!("{:?}", arguments.map_err(|error| error.to_string()))
}

#[test]
fn the_usual_request_is_read_as_any_other() {
    for (packager, body) in BODIES {
        let mut found = 0;
        for body in changed(body) {
            for depth in [0, 1, 2, 512] {
                let limits = DecodeLimits::default().with_depth(depth);
                let Some(usual) = Usual::read(packager, &body, &limits) else {
                    continue;
                };
                // No method has a name that is not text.
                let Ok(method) = std::str::from_utf8(usual.method) else {
                    continue;
                };
                let any = Request::read(packager, &body, &limits).unwrap();
                assert_eq!(
                    (any.id, any.method),
                    (usual.id, Some(Cow::Borrowed(method)))
                );
                let params = usual.params(packager, &body, &limits);
                assert_eq!(
                    told(&params),
                    told(&any.params.unwrap()),
                    "{packager} {body:?}"
                );
                found += 1;
            }
        }
        assert!(found > 3_000, "{packager}: {found}");
    }
}
