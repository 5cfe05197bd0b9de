//! Where the plain part of a string ends: the search that reading and writing
//! have in common. It takes eight bytes at a time, and 32 where it is long.

/// One in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Bytes in front of the first quote, backslash or control character, of which
/// a JSON string can hold none as it is.
#[inline]
pub(super) fn plain_len(bytes: &[u8]) -> usize {
    if bytes.len() < 8 {
        return plain_bytes(bytes);
    }
    short_len(bytes).unwrap_or_else(|| longer_len(bytes))
}

/// The same if they are less than 16, and not too near the end.
#[inline]
pub(super) fn short_len(bytes: &[u8]) -> Option<usize> {
    let (word, others) = bytes.split_first_chunk()?;
    match marks(word) {
        0 => match marks(others.first_chunk()?) {
            0 => None,
            marks => Some(8 + first(marks)),
        },
        marks => Some(first(marks)),
    }
}

#[inline(never)]
fn longer_len(bytes: &[u8]) -> usize {
    let (words, tail) = bytes.as_chunks();
    let (blocks, _) = words.as_chunks::<4>();
    let plain = blocks.iter().take_while(|block| are_plain(block)).count() * 4;
    match special(words.get(plain..).unwrap_or_default()) {
        Some(place) => plain * 8 + place,
        None => words.len() * 8 + plain_bytes(tail),
    }
}

/// Where the first special byte is.
#[inline]
fn special(words: &[[u8; 8]]) -> Option<usize> {
    words.iter().enumerate().find_map(|(index, word)| {
        let marks = marks(word);
        (marks != 0).then(|| index * 8 + first(marks))
    })
}

/// The same, one byte at a time.
#[inline]
fn plain_bytes(bytes: &[u8]) -> usize {
    let is_special = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..=0x1f);
    bytes.iter().position(is_special).unwrap_or(bytes.len())
}

/// Which byte has the first of these marks.
#[inline]
fn first(marks: u64) -> usize {
    marks.trailing_zeros() as usize / 8
}

/// True when none of at most eight bytes is special.
#[inline]
pub(super) fn is_plain<const N: usize>(bytes: &[u8; N]) -> bool {
    let mut word = [b' '; 8];
    match word.first_chunk_mut() {
        Some(place) => *place = *bytes,
        None => return false,
    }
    marks(&word) == 0
}

/// One branch for 32 bytes.
#[inline]
fn are_plain(words: &[[u8; 8]; 4]) -> bool {
    words.iter().fold(0, |found, word| found | marks(word)) == 0
}

/// Marks special bytes by their highest bit. A subtraction borrows from higher
/// bytes only at a mark, so that the lowest mark is never a false one.
#[inline]
fn marks(word: &[u8; 8]) -> u64 {
    let word = u64::from_le_bytes(*word);
    let below = |word: u64, limit: u8| word.wrapping_sub(ONES * u64::from(limit));
    let is = |byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
    (below(word, 0x20) | is(b'"') | is(b'\\')) & !word & HIGH
}

#[cfg(test)]
mod tests {
    #![allow(clippy::indexing_slicing)]

    use super::plain_len;

    #[test]
    fn every_byte_is_found_or_passed_at_every_place() {
        for byte in 0..=u8::MAX {
            let special = byte < 0x20 || byte == b'"' || byte == b'\\';
            for place in 0..40 {
                for filler in [b' ', 0x21, 0x23, 0x5b, 0x5d, 0x7f, 0x80, 0xff] {
                    let mut bytes = [filler; 40];
                    bytes[place] = byte;
                    let expected = if special { place } else { 40 };
                    assert_eq!(plain_len(&bytes), expected, "{byte} at {place}");
                    // What follows does not matter.
                    if let Some(next) = bytes.get_mut(place + 1) {
                        *next = b'"';
                        let expected = expected.min(place + 1);
                        assert_eq!(plain_len(&bytes), expected, "{byte} at {place}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_end_counts() {
        for len in 0..20 {
            assert_eq!(plain_len(&vec![b'x'; len]), len);
        }
    }
}
