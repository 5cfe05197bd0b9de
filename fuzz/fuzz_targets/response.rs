//! Responses: whole frames, their results untyped, typed and thrown away.

#![no_main]

use libfuzzer_sys::fuzz_target;
use yar_fuzz::{Rich, budget, limits, within};
use yar_runtime::message::Response;
use yar_runtime::wire::whole;
use yar_runtime::{Packager, Value};

fuzz_target!(|input: &[u8]| {
    let Ok(frame) = whole(input) else { return };
    let Some(packager) = Packager::from_wire(frame.packager) else {
        return;
    };
    let limits = limits(input.len());
    let untyped = within(budget::<Rich>(input.len()), || {
        Response::<Value>::read(packager, frame.body, &limits)
    });
    let ignored = within(budget::<Rich>(input.len()), || {
        Response::<()>::read(packager, frame.body, &limits)
    });
    let typed = within(budget::<Rich>(input.len()), || {
        Response::<Rich>::read(packager, frame.body, &limits)
    });
    // Whoever can read any result, or the error instead of it, can do without.
    if let Ok(untyped) = &untyped {
        let ignored = ignored.expect("what is read can be skipped");
        assert_eq!(untyped.id, ignored.id);
        assert_eq!(untyped.outcome.is_ok(), ignored.outcome.is_ok());
    }
    if let (Ok(untyped), Ok(typed)) = (untyped, typed) {
        assert_eq!(untyped.outcome.is_ok(), typed.outcome.is_ok());
        assert_eq!(untyped.output, typed.output);
    }
});
