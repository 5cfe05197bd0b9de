//! The standard base64 alphabet, padded when written: how bytes travel in JSON.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, PAD};

/// Bits that no byte is made of are left alone, as PHP leaves them.
const BARE: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::RequireNone)
        .with_decode_allow_trailing_bits(true),
);
const PADDED: GeneralPurpose =
    GeneralPurpose::new(&STANDARD, PAD.with_decode_allow_trailing_bits(true));

#[cfg(any(feature = "http", test))]
pub(crate) fn encode(bytes: &[u8]) -> String {
    PADDED.encode(bytes)
}

/// Appends what [`encode`] makes.
pub(crate) fn append(out: &mut Vec<u8>, bytes: &[u8]) {
    let start = out.len();
    let len = bytes.len().div_ceil(3) * 4;
    out.resize(start + len, 0);
    let place = out.get_mut(start..).unwrap_or_default();
    let written = PADDED.encode_slice(bytes, place);
    debug_assert_eq!(written, Ok(len), "padded to groups of four");
}

/// `None` when `text` is no base64. Padding may be missing, but not wrong.
pub(crate) fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let engine = match text.last() {
        Some(b'=') => &PADDED,
        _ => &BARE,
    };
    // Zeroed memory would come from where the allocator has to search for it.
    let mut bytes = Vec::with_capacity(text.len().div_ceil(4) * 3);
    engine.decode_vec(text, &mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::{append, decode, encode};

    #[test]
    fn every_length_comes_back() {
        let bytes: Vec<u8> = (0..=255).collect();
        for len in 0..bytes.len() {
            let part: Vec<u8> = bytes.iter().copied().take(len).collect();
            let text = encode(&part);
            assert_eq!(text.len() % 4, 0);
            let mut out = b"before".to_vec();
            append(&mut out, &part);
            assert_eq!(out, format!("before{text}").into_bytes());
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
