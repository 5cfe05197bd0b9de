//! The `Authorization` line of an address with user and password.

use crate::packager::base64;

/// As curl does: the parts of the address, percent-decoded.
pub(super) fn basic(name: &str, password: &str) -> String {
    let mut pair = percent_decoded(name);
    pair.push(b':');
    pair.extend(percent_decoded(password));
    format!("Basic {}", base64::encode(&pair))
}

fn percent_decoded(text: &str) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|two| str::from_utf8(two).ok());
        let code = digits.and_then(|two| u8::from_str_radix(two, 16).ok());
        match code.filter(|_| *byte == b'%') {
            Some(code) => {
                decoded.push(code);
                rest = after.get(2..).unwrap_or_default();
            }
            None => {
                decoded.push(*byte);
                rest = after;
            }
        }
    }
    decoded
}
