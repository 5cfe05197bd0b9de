//! Bytes as hexadecimal text.

use super::WireError;

/// Bytes from hexadecimal text; blanks and line ends do not count.
///
/// # Errors
/// When there is anything but digits, or half a byte is left.
pub fn from_hex(text: &str) -> Result<Vec<u8>, WireError> {
    let mut bytes = Vec::with_capacity(text.len() / 2);
    let mut high = None;
    for (offset, found) in text.char_indices() {
        if found.is_whitespace() {
            continue;
        }
        let digit = found
            .to_digit(16)
            .and_then(|digit| u8::try_from(digit).ok());
        let digit = digit.ok_or_else(|| {
            WireError::new(format!(
                "character {offset}: expected a hex digit, found {found:?}"
            ))
        })?;
        match high.take() {
            None => high = Some(digit),
            Some(high) => bytes.push(high << 4 | digit),
        }
    }
    match high {
        None => Ok(bytes),
        Some(_) => Err(WireError::new("expected an even number of hex digits")),
    }
}

/// Lower-case digits without blanks.
#[must_use]
pub fn to_hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        for digit in [byte >> 4, byte & 15] {
            text.extend(char::from_digit(digit.into(), 16));
        }
    }
    text
}
