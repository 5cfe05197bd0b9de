//! The tagged form of the wire tools, from bytes and from text.

#![no_main]

use libfuzzer_sys::fuzz_target;
use yar_fuzz::{budget, within};
use yar_gen::wire_tools::{Document, decode, encode};

fuzz_target!(|input: &[u8]| {
    for line in within(budget::<Document>(input.len()), || {
        decode(input).collect::<Vec<_>>()
    }) {
        let Ok(line) = line else { break };
        check_line(&line);
    }
    if let Ok(text) = std::str::from_utf8(input) {
        check_line(text);
        check_document(text);
    }
});

/// What a line stands for is shown as that line, once it has been written.
fn check_line(line: &str) {
    let Ok(frame) = within(budget::<Document>(line.len()), || encode(line)) else {
        return;
    };
    let shown: Result<Vec<_>, _> = decode(&frame).collect();
    // Lines may ask for bodies that are deeper than any reader goes.
    let Ok([shown]) = shown.as_deref() else {
        return;
    };
    let again = encode(shown).expect("what was shown can be written");
    assert!(again == frame, "{line}\n{shown}");
}

fn check_document(text: &str) {
    let Ok(document) = within(budget::<Document>(text.len()), || {
        Document::from_tagged(text)
    }) else {
        return;
    };
    let tagged = document.to_tagged();
    let again = Document::from_tagged(&tagged).unwrap_or_else(|error| panic!("{error}: {tagged}"));
    assert!(again.to_tagged() == tagged, "{text}\n{tagged}");
}
