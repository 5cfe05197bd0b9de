//! MSGPACK as PHP writes it: shortest forms, non-negative integers unsigned,
//! floats always 64 bits, strings always of the str family.

use crate::packager::encode::{Format, append_short, append_word};
use rmp::Marker;

/// `EXACT` keeps what PHP peers do not want to see, empty maps and binary
/// strings, for use within this process.
pub(crate) struct MsgPack<const EXACT: bool>;

impl<const EXACT: bool> Format for MsgPack<EXACT> {
    const TEXT_ONLY: bool = false;
    const UNSIGNED: bool = true;
    const COUNTS: bool = true;

    #[inline]
    fn null(out: &mut Vec<u8>) {
        out.push(Marker::Null.to_u8());
    }

    #[inline]
    fn boolean(out: &mut Vec<u8>, value: bool) {
        out.push(if value { TRUE } else { FALSE });
    }

    #[inline(always)]
    fn integer(out: &mut Vec<u8>, value: i64) {
        match i8::try_from(value) {
            // It is its own marker.
            Ok(small @ -32..) => out.push(small.cast_unsigned()),
            _ => longer(out, value),
        }
    }

    #[inline]
    fn unsigned(out: &mut Vec<u8>, value: u64) {
        unsigned(out, value);
    }

    #[inline]
    fn float(out: &mut Vec<u8>, value: f64) {
        marked(out, Marker::F64, value.to_be_bytes());
    }

    #[inline(always)]
    fn text(out: &mut Vec<u8>, value: &str) {
        string(out, value.as_bytes());
    }

    #[inline]
    fn bytes(out: &mut Vec<u8>, value: &[u8]) {
        if EXACT {
            binary(out, value);
        } else {
            string(out, value);
        }
    }

    #[inline]
    fn begin_list(out: &mut Vec<u8>, len: usize) {
        count(out, len, FIX_ARRAY, Marker::Array16, Marker::Array32);
    }

    #[inline]
    fn begin_map(out: &mut Vec<u8>, len: usize, class: Option<&str>) {
        match class {
            // PHP turns an empty map into an object, where an array is wanted.
            None if len == 0 && !EXACT => out.push(FIX_ARRAY),
            None => count(out, len, FIX_MAP, Marker::Map16, Marker::Map32),
            Some(class) => {
                count(out, len + 1, FIX_MAP, Marker::Map16, Marker::Map32);
                Self::null(out);
                Self::text(out, class);
            }
        }
    }

    #[inline]
    fn element(_: &mut Vec<u8>, _: usize) {}

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
    fn end_list(_: &mut Vec<u8>) {}

    #[inline]
    fn end_map(_: &mut Vec<u8>) {}

    #[inline]
    fn begins_container(first: u8) -> bool {
        matches!(first, FIX_MAP..=0x9f | 0xdc..=0xdf)
    }
}

const FALSE: u8 = Marker::False.to_u8();
const TRUE: u8 = Marker::True.to_u8();
const FIX_MAP: u8 = 0x80;
const FIX_ARRAY: u8 = 0x90;
const FIX_STR: u8 = 0xa0;

#[inline]
fn marked<const N: usize>(out: &mut Vec<u8>, marker: Marker, bytes: [u8; N]) {
    append_word(out, marker.to_u8(), bytes);
}

#[inline(never)]
fn longer(out: &mut Vec<u8>, value: i64) {
    match (u32::try_from(value), u64::try_from(value)) {
        // As most ids are.
        (Ok(four @ 0x1_0000..), _) => marked(out, Marker::U32, four.to_be_bytes()),
        (_, Ok(value)) => unsigned(out, value),
        (_, Err(_)) => negative(out, value),
    }
}

#[inline]
fn unsigned(out: &mut Vec<u8>, value: u64) {
    if let Ok(one) = u8::try_from(value) {
        marked(out, Marker::U8, [one]);
    } else if let Ok(two) = u16::try_from(value) {
        marked(out, Marker::U16, two.to_be_bytes());
    } else if let Ok(four) = u32::try_from(value) {
        marked(out, Marker::U32, four.to_be_bytes());
    } else {
        marked(out, Marker::U64, value.to_be_bytes());
    }
}

#[inline]
fn negative(out: &mut Vec<u8>, value: i64) {
    if let Ok(one) = i8::try_from(value) {
        marked(out, Marker::I8, one.to_be_bytes());
    } else if let Ok(two) = i16::try_from(value) {
        marked(out, Marker::I16, two.to_be_bytes());
    } else if let Ok(four) = i32::try_from(value) {
        marked(out, Marker::I32, four.to_be_bytes());
    } else {
        marked(out, Marker::I64, value.to_be_bytes());
    }
}

/// A part of what calls it: of a name that is known when it is compiled,
/// nothing is left but the copying.
#[inline(always)]
fn string(out: &mut Vec<u8>, value: &[u8]) {
    let len = value.len();
    match (u8::try_from(len), u16::try_from(len)) {
        (Ok(len @ 0..=16), _) => return append_short(out, FIX_STR | len, value),
        (Ok(len @ 17..=31), _) => out.push(FIX_STR | len),
        (Ok(len), _) => marked(out, Marker::Str8, [len]),
        (_, Ok(len)) => marked(out, Marker::Str16, len.to_be_bytes()),
        _ => long(out, len, Marker::Str16, Marker::Str32),
    }
    out.extend_from_slice(value);
}

fn binary(out: &mut Vec<u8>, value: &[u8]) {
    match u8::try_from(value.len()) {
        Ok(len) => marked(out, Marker::Bin8, [len]),
        Err(_) => long(out, value.len(), Marker::Bin16, Marker::Bin32),
    }
    out.extend_from_slice(value);
}

/// Hands `out` to nothing that may keep its address, as [`Vec::push`] might for
/// all the compiler knows: the loop over the elements would load its length
/// anew for each of them.
#[inline]
fn count(out: &mut Vec<u8>, len: usize, fix: u8, two: Marker, four: Marker) {
    match u8::try_from(len) {
        Ok(len) if len <= 15 => out.extend_from_slice(&[fix | len]),
        _ => long(out, len, two, four),
    }
}

#[inline]
fn long(out: &mut Vec<u8>, len: usize, two: Marker, four: Marker) {
    match u16::try_from(len) {
        Ok(len) => marked(out, two, len.to_be_bytes()),
        // What is longer cannot be framed either: `wire::finish` refuses it.
        Err(_) => marked(
            out,
            four,
            u32::try_from(len).unwrap_or(u32::MAX).to_be_bytes(),
        ),
    }
}
