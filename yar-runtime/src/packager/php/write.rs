//! PHP's serialize format as PHP itself writes it.

use crate::packager::encode::{Format, append_quoted};
use crate::packager::json::print;
use serde::Serialize;
use std::io::Write as _;

pub(crate) struct Php;

impl Format for Php {
    const TEXT_ONLY: bool = false;
    const UNSIGNED: bool = false;
    const COUNTS: bool = true;

    #[inline]
    fn null(out: &mut Vec<u8>) {
        out.extend_from_slice(b"N;");
    }

    #[inline]
    fn boolean(out: &mut Vec<u8>, value: bool) {
        out.extend_from_slice(if value { b"b:1;" } else { b"b:0;" });
    }

    #[inline]
    fn integer(out: &mut Vec<u8>, value: i64) {
        match digit(value) {
            Some(digit) => out.extend_from_slice(&[b'i', b':', digit, b';']),
            None => numbered(out, b"i:", value, b";"),
        }
    }

    fn unsigned(out: &mut Vec<u8>, value: u64) {
        numbered(out, b"i:", value, b";");
    }

    fn float(out: &mut Vec<u8>, value: f64) {
        out.extend_from_slice(b"d:");
        digits(out, value);
        out.push(b';');
    }

    #[inline(always)]
    fn text(out: &mut Vec<u8>, value: &str) {
        string(out, value.as_bytes());
    }

    fn bytes(out: &mut Vec<u8>, value: &[u8]) {
        string(out, value);
    }

    #[inline]
    fn begin_list(out: &mut Vec<u8>, len: usize) {
        match digit(len) {
            Some(digit) => out.extend_from_slice(&[b'a', b':', digit, b':', b'{']),
            None => numbered(out, b"a:", len, b":{"),
        }
    }

    #[inline]
    fn begin_map(out: &mut Vec<u8>, len: usize, class: Option<&str>) {
        match class {
            None => Self::begin_list(out, len),
            Some(class) => {
                quoted(out, b"O:", class.as_bytes());
                numbered(out, b":", len, b":{");
            }
        }
    }

    #[inline]
    fn element(out: &mut Vec<u8>, index: usize) {
        match digit(index) {
            Some(digit) => out.extend_from_slice(&[b'i', b':', digit, b';']),
            None => numbered(out, b"i:", index, b";"),
        }
    }

    #[inline]
    fn entry(_: &mut Vec<u8>, _: usize) {}

    #[inline(always)]
    fn text_key(out: &mut Vec<u8>, key: &str) {
        Self::text(out, key);
    }

    #[inline]
    fn integer_key(out: &mut Vec<u8>, key: i64) {
        Self::integer(out, key);
    }

    #[inline]
    fn colon(_: &mut Vec<u8>) {}

    #[inline]
    fn end_list(out: &mut Vec<u8>) {
        out.push(b'}');
    }

    #[inline]
    fn end_map(out: &mut Vec<u8>) {
        out.push(b'}');
    }

    #[inline]
    fn begins_container(first: u8) -> bool {
        matches!(first, b'a' | b'O')
    }
}

/// The digit of a number that has only one.
#[inline]
fn digit<N: TryInto<u8>>(number: N) -> Option<u8> {
    match number.try_into() {
        Ok(digit @ 0..=9) => Some(b'0' + digit),
        _ => None,
    }
}

#[inline(never)]
fn numbered<N: Serialize>(out: &mut Vec<u8>, before: &[u8], number: N, after: &[u8]) {
    out.extend_from_slice(before);
    print(out, &number);
    out.extend_from_slice(after);
}

/// A part of what calls it: of a name that is known when it is compiled,
/// nothing is left but the copying.
#[inline(always)]
fn string(out: &mut Vec<u8>, text: &[u8]) {
    match u8::try_from(text.len()) {
        Ok(len @ 0..=9) => out.extend_from_slice(&[b's', b':', b'0' + len, b':']),
        Ok(len @ 10..=16) => out.extend_from_slice(&[b's', b':', b'1', b'0' + (len - 10), b':']),
        _ => return long(out, text),
    }
    append_quoted(out, b'"', text);
    out.push(b';');
}

#[inline(never)]
fn long(out: &mut Vec<u8>, text: &[u8]) {
    quoted(out, b"s:", text);
    out.push(b';');
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

#[cfg(test)]
mod tests {
    use super::{Format, Php, string};

    #[test]
    fn lengths_and_numbers_of_one_digit_are_no_exception() {
        for len in 0..120 {
            let (text, mut out) = ("x".repeat(len), Vec::new());
            string(&mut out, text.as_bytes());
            let number = 5 - i64::try_from(len).unwrap_or(0);
            Php::integer(&mut out, number);
            Php::begin_list(&mut out, len);
            Php::begin_map(&mut out, len, Some("A"));
            Php::element(&mut out, len);
            let expected =
                format!("s:{len}:\"{text}\";i:{number};a:{len}:{{O:1:\"A\":{len}:{{i:{len};");
            assert_eq!(String::from_utf8(out), Ok(expected));
        }
    }
}
