//! JSON with exact integers and floats that look like floats.

use super::scan::{is_plain, plain_len};
use crate::packager::base64;
use crate::packager::encode::{Format, append_quoted};
use serde::Serialize;

pub(crate) struct Json;

impl Format for Json {
    const TEXT_ONLY: bool = true;
    const UNSIGNED: bool = false;
    const COUNTS: bool = false;

    #[inline]
    fn null(out: &mut Vec<u8>) {
        out.extend_from_slice(b"null");
    }

    #[inline]
    fn boolean(out: &mut Vec<u8>, value: bool) {
        match value {
            true => out.extend_from_slice(b"true"),
            false => out.extend_from_slice(b"false"),
        }
    }

    #[inline]
    fn integer(out: &mut Vec<u8>, value: i64) {
        match u8::try_from(value) {
            Ok(digit @ 0..=9) => out.push(b'0' + digit),
            _ => print(out, &value),
        }
    }

    #[inline]
    fn unsigned(out: &mut Vec<u8>, value: u64) {
        print(out, &value);
    }

    /// The shortest text that reads back the same, with fraction or exponent.
    #[inline]
    fn float(out: &mut Vec<u8>, value: f64) {
        print(out, &value);
    }

    #[inline(always)]
    fn text(out: &mut Vec<u8>, value: &str) {
        text(out, value);
    }

    /// As base64.
    fn bytes(out: &mut Vec<u8>, value: &[u8]) {
        out.push(b'"');
        base64::append(out, value);
        out.push(b'"');
    }

    #[inline]
    fn begin_list(out: &mut Vec<u8>, _: usize) {
        out.push(b'[');
    }

    #[inline]
    fn empty_list(out: &mut Vec<u8>) {
        out.extend_from_slice(b"[]");
    }

    /// JSON has no classes: of an object only its properties travel.
    #[inline]
    fn begin_map(out: &mut Vec<u8>, _: usize, _: Option<&str>) {
        out.push(b'{');
    }

    #[inline]
    fn element(out: &mut Vec<u8>, index: usize) {
        if index > 0 {
            out.push(b',');
        }
    }

    #[inline]
    fn entry(out: &mut Vec<u8>, index: usize) {
        Self::element(out, index);
    }

    #[inline(always)]
    fn text_key(out: &mut Vec<u8>, key: &str) {
        text(out, key);
    }

    #[inline]
    fn integer_key(out: &mut Vec<u8>, key: i64) {
        out.push(b'"');
        print(out, &key);
        out.push(b'"');
    }

    #[inline]
    fn colon(out: &mut Vec<u8>) {
        out.push(b':');
    }

    #[inline]
    fn end_list(out: &mut Vec<u8>) {
        out.push(b']');
    }

    #[inline]
    fn end_map(out: &mut Vec<u8>) {
        out.push(b'}');
    }

    #[inline]
    fn begins_container(first: u8) -> bool {
        matches!(first, b'[' | b'{')
    }
}

/// Numbers are printed by `serde_json`.
#[inline]
pub(crate) fn print<T: Serialize + ?Sized>(out: &mut Vec<u8>, value: &T) {
    let printed = serde_json::to_writer(out, value);
    debug_assert!(printed.is_ok(), "writing to memory does not fail");
}

/// A part of what calls it: of a name that is known when it is compiled,
/// nothing is left but the copying.
#[inline(always)]
fn text(out: &mut Vec<u8>, value: &str) {
    let bytes = value.as_bytes();
    match is_short_and_plain(bytes) {
        true => append_quoted(out, b'"', bytes),
        false => long(out, bytes),
    }
}

/// True for text that is short and holds nothing to escape.
#[inline(always)]
fn is_short_and_plain(bytes: &[u8]) -> bool {
    match bytes.len() {
        9..=16 => are_ends_plain::<8>(bytes),
        4..=8 => are_ends_plain::<4>(bytes),
        1..=3 => is_head_plain(bytes),
        0 => true,
        _ => false,
    }
}

/// Of one to three bytes.
#[inline(always)]
fn is_head_plain(bytes: &[u8]) -> bool {
    match *bytes {
        [one] => is_plain(&[one]),
        [one, two] => is_plain(&[one, two]),
        [one, two, three] => is_plain(&[one, two, three]),
        _ => false,
    }
}

/// Of N to 2 N bytes this looks at all, by the N at either end.
#[inline(always)]
fn are_ends_plain<const N: usize>(bytes: &[u8]) -> bool {
    bytes.first_chunk::<N>().is_some_and(is_plain) && bytes.last_chunk::<N>().is_some_and(is_plain)
}

/// Escapes what must be, and nothing else.
#[inline(never)]
fn long(out: &mut Vec<u8>, bytes: &[u8]) {
    out.push(b'"');
    let mut rest = bytes;
    while let Some((plain, [byte, behind @ ..])) = rest.split_at_checked(plain_len(rest)) {
        out.extend_from_slice(plain);
        escape(out, *byte);
        rest = behind;
    }
    out.extend_from_slice(rest);
    out.push(b'"');
}

fn escape(out: &mut Vec<u8>, byte: u8) {
    let letter = match byte {
        b'"' | b'\\' => byte,
        0x08 => b'b',
        b'\t' => b't',
        b'\n' => b'n',
        0x0c => b'f',
        b'\r' => b'r',
        _ => {
            out.extend_from_slice(b"\\u00");
            return out.extend(hex_digits(byte));
        }
    };
    out.extend_from_slice(&[b'\\', letter]);
}

/// Of a control character, which is below 32.
fn hex_digits(byte: u8) -> [u8; 2] {
    let low = byte & 15;
    let letter = if low < 10 { b'0' } else { b'a' - 10 };
    [b'0' + (byte >> 4), letter + low]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped_as_serde_json_does() {
        let every = (0..0x3000).filter_map(char::from_u32);
        let all: String = every.clone().chain(['\u{1f980}']).collect();
        let pairs = every.map(|one| format!("{one}\u{2028}{one}{one}plain text{one}"));
        for value in pairs.chain([all, String::new()]) {
            let mut out = Vec::new();
            text(&mut out, &value);
            let expected = serde_json::to_string(&value);
            assert_eq!(expected.ok().map(String::into_bytes), Some(out));
        }
    }
}
