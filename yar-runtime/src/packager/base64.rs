//! The standard base64 alphabet, padded when written: how bytes travel in JSON.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let mut bits = 0u32;
        for at in 0..3 {
            bits = bits << 8 | group.get(at).copied().map_or(0, u32::from);
        }
        for at in 0..4 {
            if at > group.len() {
                text.push('=');
                continue;
            }
            let index = (bits >> (18 - 6 * at)) & 63;
            let letter = usize::try_from(index).ok().and_then(|i| ALPHABET.get(i));
            text.extend(letter.copied().map(char::from));
        }
    }
    text
}

/// `None` when `text` is no base64. Padding may be missing, but not wrong.
pub(crate) fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let padding = text.iter().rev().take_while(|byte| **byte == b'=').count();
    let (letters, _) = text.split_at_checked(text.len() - padding)?;
    if padding > 0 && (padding > 2 || !text.len().is_multiple_of(4)) || letters.len() % 4 == 1 {
        return None;
    }
    let mut bytes = Vec::with_capacity(letters.len() / 4 * 3 + 2);
    for group in letters.chunks(4) {
        let mut bits = 0u32;
        for at in 0..4 {
            bits = bits << 6 | group.get(at).map_or(Some(0), |letter| value_of(*letter))?;
        }
        let [_, decoded @ ..] = bits.to_be_bytes();
        bytes.extend(decoded.into_iter().take(group.len() - 1));
    }
    Some(bytes)
}

fn value_of(letter: u8) -> Option<u32> {
    let value = match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(value.into())
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};

    #[test]
    fn every_length_comes_back() {
        let bytes: Vec<u8> = (0..=255).collect();
        for len in 0..bytes.len() {
            let part: Vec<u8> = bytes.iter().copied().take(len).collect();
            let text = encode(&part);
            assert_eq!(text.len() % 4, 0);
            assert_eq!(decode(text.as_bytes()).as_ref(), Some(&part));
            assert_eq!(decode(text.trim_end_matches('=').as_bytes()), Some(part));
        }
        assert_eq!(encode(b"\xff\xfe\x01"), "//4B");
        assert_eq!(encode(b"any carnal pleas"), "YW55IGNhcm5hbCBwbGVhcw==");
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["A", "AB=", "A===", "AB==AB==", "A B=", "AB-_", "=", "ABCDE"] {
            assert_eq!(decode(text.as_bytes()), None, "{text}");
        }
    }
}
