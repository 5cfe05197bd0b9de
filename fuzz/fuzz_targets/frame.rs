//! Frames of either layout, as they come over a socket and over HTTP.

#![no_main]

use libfuzzer_sys::fuzz_target;
use yar_fuzz::{budget, within};
use yar_runtime::wire::{Frame, HEADER_LEN, PACKAGER_LEN, begin, finish, peek, whole};

fuzz_target!(|input: &[u8]| {
    for max_body in [input.len(), 64] {
        if let Ok(Some(frame)) = within(budget::<u8>(0), || peek(input, max_body)) {
            assert!(frame.len <= input.len() && frame.body.len() <= max_body);
            assert_eq!(frame.len, HEADER_LEN + PACKAGER_LEN + frame.body.len());
            assert!(written(&frame) == input[..frame.len]);
            for end in [0, 6, 17, 81, 89, frame.len - 1] {
                assert!(end >= frame.len || !matches!(peek(&input[..end], max_body), Ok(Some(_))));
            }
        }
    }
    if let Ok(frame) = within(budget::<u8>(0), || whole(input)) {
        assert_eq!(frame.len, input.len());
    }
});

fn written(frame: &Frame<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    let start = begin(&mut out, frame.layout, &frame.header, frame.packager);
    out.extend_from_slice(frame.body);
    finish(&mut out, start).expect("it was short enough when it came");
    out
}
