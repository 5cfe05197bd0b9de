//! JSON with exact integers and floats that look like floats.

use crate::packager::encode::Format;
use serde::Serialize;

pub(crate) struct Json;

impl Format for Json {
    const TEXT_ONLY: bool = true;
    const UNSIGNED: bool = false;

    #[inline]
    fn null(out: &mut Vec<u8>) {
        out.extend_from_slice(b"null");
    }

    #[inline]
    fn boolean(out: &mut Vec<u8>, value: bool) {
        out.extend_from_slice(if value { b"true" } else { b"false" });
    }

    #[inline]
    fn integer(out: &mut Vec<u8>, value: i64) {
        print(out, &value);
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

    #[inline]
    fn text(out: &mut Vec<u8>, value: &str) {
        print(out, value);
    }

    fn bytes(out: &mut Vec<u8>, value: &[u8]) {
        print(out, &String::from_utf8_lossy(value));
    }

    #[inline]
    fn begin_list(out: &mut Vec<u8>, _: usize) {
        out.push(b'[');
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

    #[inline]
    fn text_key(out: &mut Vec<u8>, key: &str) {
        print(out, key);
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

    fn begins_container(first: u8) -> bool {
        matches!(first, b'[' | b'{')
    }
}

/// Numbers and strings are printed by `serde_json`.
#[inline]
pub(crate) fn print<T: Serialize + ?Sized>(out: &mut Vec<u8>, value: &T) {
    let printed = serde_json::to_writer(out, value);
    debug_assert!(printed.is_ok(), "writing to memory does not fail");
}
