//! A frame as bytes for people: offset, hex digits, and what they are.

use std::fmt::Write as _;

use yar_runtime::wire::{self, Header, Layout};

const PER_LINE: usize = 16;

/// The frame, field by field. What is no frame is dumped without names.
#[must_use]
pub fn dump(frame: &[u8]) -> String {
    let mut text = String::new();
    let mut offset = 0;
    for (len, what) in fields(frame) {
        let bytes = frame.get(offset..).unwrap_or_default();
        let bytes = bytes.get(..len).unwrap_or(bytes);
        rows(&mut text, offset, bytes, &what);
        offset += bytes.len();
    }
    text
}

/// Lengths and descriptions, in the order of the bytes.
fn fields(frame: &[u8]) -> Vec<(usize, String)> {
    let Ok(found) = wire::whole(frame) else {
        return vec![(frame.len(), "no frame".to_owned())];
    };
    let header = header_fields(&found.header);
    let packager = (8, format!("packager \"{}\"", name(&found.packager)));
    let body = (found.body.len(), "body".to_owned());
    match found.layout {
        Layout::Yar => header.into_iter().chain([packager, body]).collect(),
        Layout::LuaYar => [packager].into_iter().chain(header).chain([body]).collect(),
    }
}

fn header_fields(header: &Header) -> Vec<(usize, String)> {
    let keeps = if header.keeps_connection() {
        ", keeps the connection"
    } else {
        ""
    };
    vec![
        (4, format!("id {}", header.id)),
        (2, format!("version {}", header.version)),
        (4, "magic".to_owned()),
        (4, format!("reserved {}{keeps}", header.reserved)),
        (32, format!("provider \"{}\"", name(header.provider()))),
        (32, format!("token \"{}\"", name(header.token()))),
        (4, format!("body_len {}", header.body_len)),
    ]
}

fn name(field: &[u8]) -> String {
    let end = field.iter().position(|byte| *byte == 0);
    let name = end.and_then(|end| field.get(..end)).unwrap_or(field);
    name.escape_ascii().to_string()
}

/// The description stands beside the first row, characters beside the others
/// of the body.
fn rows(text: &mut String, mut offset: usize, bytes: &[u8], what: &str) {
    for (index, row) in bytes.chunks(PER_LINE).enumerate() {
        let digits: Vec<_> = row.iter().map(|byte| format!("{byte:02x}")).collect();
        let digits = digits.join(" ");
        let shown: String = row.iter().map(|byte| printable(*byte)).collect();
        let what = if index == 0 { what } else { "" };
        let line = format!("  {offset:04x}  {digits:<47}  {shown:<16}  {what}");
        let written = writeln!(text, "{}", line.trim_end());
        debug_assert!(written.is_ok(), "writing to memory does not fail");
        offset += row.len();
    }
}

fn printable(byte: u8) -> char {
    match byte {
        b' '..=b'~' => char::from(byte),
        _ => '.',
    }
}
