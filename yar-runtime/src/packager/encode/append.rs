//! Copying of what is mostly short: names, and the text of values.

/// Appends `bytes`. Of a few, those at both ends are copied, which overlap: to
/// copy a number that is not known takes a call, longer than all the rest. Nor
/// is this one called: the length of `out` would go through memory each time.
///
/// Not for what has been put together just now: a processor waits where it
/// reads at once what was written in pieces.
#[inline(always)]
pub(crate) fn append(out: &mut Vec<u8>, bytes: &[u8]) {
    match bytes.len() {
        8..=16 => ends::<8>(out, bytes),
        4..=7 => ends::<4>(out, bytes),
        0..=3 => {
            for byte in bytes {
                out.push(*byte);
            }
        }
        _ => out.extend_from_slice(bytes),
    }
}

/// Appends N to 2 N bytes.
#[inline(always)]
fn ends<const N: usize>(out: &mut Vec<u8>, bytes: &[u8]) {
    if let (Some(first), Some(last)) = (bytes.first_chunk::<N>(), bytes.last_chunk::<N>()) {
        let end = out.len() + bytes.len();
        out.extend_from_slice(first);
        out.truncate(end - N);
        out.extend_from_slice(last);
    }
}

#[cfg(test)]
mod tests {
    use super::append;

    #[test]
    fn every_length_is_copied() {
        let bytes: Vec<u8> = (0..40).collect();
        for len in 0..=bytes.len() {
            let mut out = b"before".to_vec();
            let part: Vec<u8> = bytes.iter().copied().take(len).collect();
            append(&mut out, &part);
            assert_eq!(out, [b"before".as_slice(), &part].concat());
        }
    }
}
