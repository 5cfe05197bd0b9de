//! Copying of what is mostly short, names and the text of values, together with
//! the bytes around it.
//!
//! To copy a number of bytes that is not known takes a call, longer than all
//! the rest: of a few, those at both ends are copied, which overlap. And each
//! time that the length of a buffer changes it goes through memory: neighbours
//! are put there at once. Nothing here is called either, for the same reason.

/// Appends `before` and at most 16 bytes: as one word, whose rest is cut off.
///
/// Not for what has been put together just now: a processor waits where it
/// reads at once what was written in pieces.
#[inline(always)]
pub(crate) fn append_short(out: &mut Vec<u8>, before: u8, bytes: &[u8]) {
    let end = out.len() + 1 + bytes.len();
    let mut all = [before; 17];
    if let Some(place) = all.last_chunk_mut() {
        *place = word(bytes).to_le_bytes();
    }
    out.extend_from_slice(&all);
    out.truncate(end);
}

/// At most 16 bytes, the first one lowest.
#[inline(always)]
fn word(bytes: &[u8]) -> u128 {
    let len = bytes.len();
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u64::from_le_bytes(*first), u64::from_le_bytes(*last));
        return u128::from(first) | u128::from(last) << (8 * (len - 8));
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        let (first, last) = (u32::from_le_bytes(*first), u32::from_le_bytes(*last));
        return (u64::from(first) | u64::from(last) << (8 * (len - 4))).into();
    }
    match *bytes {
        [one] => one.into(),
        [one, two] => u16::from_le_bytes([one, two]).into(),
        [one, two, three] => u32::from_le_bytes([one, two, three, 0]).into(),
        _ => 0,
    }
}

/// Appends `bytes` between `quote`s; for at most 16 of them.
#[inline(always)]
pub(crate) fn append_quoted(out: &mut Vec<u8>, quote: u8, bytes: &[u8]) {
    match *bytes {
        [] => out.extend_from_slice(&[quote, quote]),
        [one] => out.extend_from_slice(&[quote, one, quote]),
        [one, two] => out.extend_from_slice(&[quote, one, two, quote]),
        [one, two, three] => out.extend_from_slice(&[quote, one, two, three, quote]),
        _ if bytes.len() <= 8 => ends::<4>(out, quote, bytes, Some(quote)),
        _ => ends::<8>(out, quote, bytes, Some(quote)),
    }
}

/// Appends `before` and at most eight bytes.
#[inline(always)]
pub(crate) fn append_word<const N: usize>(out: &mut Vec<u8>, before: u8, bytes: [u8; N]) {
    let mut all = [before; 9];
    for (place, byte) in all.iter_mut().skip(1).zip(bytes) {
        *place = byte;
    }
    out.extend_from_slice(all.get(..=N).unwrap_or_default());
}

/// Appends `before`, N to 2 N bytes and `after`.
#[inline(always)]
fn ends<const N: usize>(out: &mut Vec<u8>, before: u8, bytes: &[u8], after: Option<u8>) {
    if let (Some(first), Some(last)) = (bytes.first_chunk::<N>(), bytes.last_chunk::<N>()) {
        let end = out.len() + 1 + bytes.len();
        append_word(out, before, *first);
        out.truncate(end - N);
        match after {
            None => out.extend_from_slice(last),
            Some(after) => {
                let mut all = [after; 9];
                for (place, byte) in all.iter_mut().zip(*last) {
                    *place = byte;
                }
                out.extend_from_slice(all.get(..=N).unwrap_or_default());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{append_quoted, append_short, append_word};

    fn part(len: usize) -> Vec<u8> {
        (1..).take(len).collect()
    }

    #[test]
    fn every_length_is_copied() {
        for len in 0..=16 {
            let mut out = b"before".to_vec();
            append_short(&mut out, b'-', &part(len));
            assert_eq!(out, [b"before-".as_slice(), &part(len)].concat());
            let mut out = b"before".to_vec();
            append_quoted(&mut out, b'-', &part(len));
            assert_eq!(out, [b"before-".as_slice(), &part(len), b"-"].concat());
        }
    }

    #[test]
    fn every_word_is_copied() {
        let mut out = Vec::new();
        append_word(&mut out, 1, []);
        append_word(&mut out, 2, [3]);
        append_word(&mut out, 4, [5, 6, 7, 8, 9, 10, 11, 12]);
        assert_eq!(out, (1..=12).collect::<Vec<u8>>());
    }
}
