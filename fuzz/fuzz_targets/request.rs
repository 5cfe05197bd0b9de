//! Requests: whole frames, their arguments untyped and typed.

#![no_main]

use libfuzzer_sys::fuzz_target;
use yar_fuzz::{Rich, budget, limits, within};
use yar_runtime::message::{Request, RequestHead, write_request};
use yar_runtime::wire::{Layout, whole};
use yar_runtime::{Packager, Value};

fuzz_target!(|input: &[u8]| {
    let Ok(frame) = whole(input) else { return };
    let Some(packager) = Packager::from_wire(frame.packager) else {
        return;
    };
    let limits = limits(input.len());
    let Ok(request) = within(budget::<Rich>(input.len()), || {
        Request::read(packager, frame.body, &limits)
    }) else {
        return;
    };
    let Some(params) = request.params else { return };
    let _ = within(budget::<Rich>(input.len()), || params.read::<(i64, f64)>());
    let _ = within(budget::<Rich>(input.len()), || {
        params.read::<(String, Option<Vec<u8>>, Rich)>()
    });
    if let Ok(arguments) = within(budget::<Rich>(input.len()), || params.read::<Vec<Value>>()) {
        check_written(packager, &request.method.unwrap_or_default(), &arguments);
    }
});

/// What was read can be sent, and is then read alike.
fn check_written(packager: Packager, method: &str, arguments: &[Value]) {
    let head = RequestHead {
        id: 1,
        layout: Layout::Yar,
        packager,
        reserved: 0,
        provider: b"",
        token: b"",
    };
    let mut out = Vec::new();
    if write_request(&mut out, &head, method, arguments).is_err() {
        return;
    }
    let frame = whole(&out).expect("a frame of ours");
    let limits = limits(out.len());
    let request = Request::read(packager, frame.body, &limits).expect("a request of ours");
    assert_eq!((request.id, request.method.as_deref()), (1, Some(method)));
    let again: Vec<Value> = request
        .params
        .expect("parameters")
        .read()
        .expect("arguments");
    for (one, other) in arguments.iter().zip(&again) {
        let one = yar_fuzz::as_written(one.clone(), packager);
        assert!(yar_fuzz::same(&one, other), "{one:?} became {other:?}");
    }
    assert_eq!(arguments.len(), again.len());
}
