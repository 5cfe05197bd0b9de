//! PHP's serialize format as PHP itself writes it.

use crate::packager::encode::Format;
use crate::packager::json::print;
use serde::Serialize;
use std::io::Write as _;

pub(crate) struct Php;

impl Format for Php {
    const TEXT_ONLY: bool = false;
    const UNSIGNED: bool = false;
    const COUNTS: bool = true;

    fn null(out: &mut Vec<u8>) {
        out.extend_from_slice(b"N;");
    }

    fn boolean(out: &mut Vec<u8>, value: bool) {
        out.extend_from_slice(if value { b"b:1;" } else { b"b:0;" });
    }

    fn integer(out: &mut Vec<u8>, value: i64) {
        numbered(out, b"i:", value, b";");
    }

    fn unsigned(out: &mut Vec<u8>, value: u64) {
        numbered(out, b"i:", value, b";");
    }

    fn float(out: &mut Vec<u8>, value: f64) {
        out.extend_from_slice(b"d:");
        digits(out, value);
        out.push(b';');
    }

    fn text(out: &mut Vec<u8>, value: &str) {
        Self::bytes(out, value.as_bytes());
    }

    fn bytes(out: &mut Vec<u8>, value: &[u8]) {
        quoted(out, b"s:", value);
        out.push(b';');
    }

    fn begin_list(out: &mut Vec<u8>, len: usize) {
        numbered(out, b"a:", len, b":{");
    }

    fn begin_map(out: &mut Vec<u8>, len: usize, class: Option<&str>) {
        match class {
            None => numbered(out, b"a:", len, b":{"),
            Some(class) => {
                quoted(out, b"O:", class.as_bytes());
                numbered(out, b":", len, b":{");
            }
        }
    }

    fn element(out: &mut Vec<u8>, index: usize) {
        numbered(out, b"i:", index, b";");
    }

    fn entry(_: &mut Vec<u8>, _: usize) {}

    fn text_key(out: &mut Vec<u8>, key: &str) {
        Self::text(out, key);
    }

    fn integer_key(out: &mut Vec<u8>, key: i64) {
        Self::integer(out, key);
    }

    fn colon(_: &mut Vec<u8>) {}

    fn end_list(out: &mut Vec<u8>) {
        out.push(b'}');
    }

    fn end_map(out: &mut Vec<u8>) {
        out.push(b'}');
    }

    #[inline]
    fn begins_container(first: u8) -> bool {
        matches!(first, b'a' | b'O')
    }
}

#[inline]
fn numbered<N: Serialize>(out: &mut Vec<u8>, before: &[u8], number: N, after: &[u8]) {
    out.extend_from_slice(before);
    print(out, &number);
    out.extend_from_slice(after);
}

fn quoted(out: &mut Vec<u8>, tag: &[u8], text: &[u8]) {
    numbered(out, tag, text.len(), b":\"");
    out.extend_from_slice(text);
    out.push(b'"');
}

/// The shortest digits that read back the same; with an exponent when the
/// point would stand more than 17 places behind the first digit or more than
/// 3 before it.
fn digits(out: &mut Vec<u8>, value: f64) {
    if !value.is_finite() {
        let name: &[u8] = match value {
            _ if value.is_nan() => b"NAN",
            _ if value > 0.0 => b"INF",
            _ => b"-INF",
        };
        return out.extend_from_slice(name);
    }
    // Between these bounds both formats print digits and a point alone.
    if value == 0.0 || (1e-4..1e15).contains(&value.abs()) {
        print(out, &value);
        if out.ends_with(b".0") {
            out.truncate(out.len() - 2);
        }
        return;
    }
    let scientific = format!("{value:e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    match exponent.parse::<i32>() {
        Ok(exponent) if !(-4..17).contains(&exponent) => {
            let fraction = if mantissa.contains('.') { "" } else { ".0" };
            let _ = write!(out, "{mantissa}{fraction}E{exponent:+}");
        }
        _ => {
            let _ = write!(out, "{value}");
        }
    }
}
