//! What a peer speaks instead, when it speaks something else.

use crate::transport::Address;
use crate::wire::{MAGIC, PACKAGER_LEN};

/// Names the address that would fit a peer that begins with `start`, to be put
/// behind an error; empty where there is none.
pub(super) fn hint(address: &Address, start: &[u8]) -> String {
    let place = address.place();
    let (spoken, scheme, path) = match address {
        Address::Tcp(_) if start.starts_with(b"HTTP/") => ("HTTP", "http", "/"),
        Address::Tls(_) if start.starts_with(b"HTTP/") => ("HTTP", "https", "/"),
        Address::Unix(_) if start.starts_with(b"HTTP/") => {
            return "; the socket speaks HTTP, which unix:// addresses do not".to_owned();
        }
        Address::Http(http) if is_frame(start) => {
            ("Yar without HTTP", if http.tls { "tls" } else { "tcp" }, "")
        }
        Address::Tcp(_) if is_alert(start) => ("TLS", "tls", ""),
        Address::Http(http) if !http.tls && is_alert(start) => ("TLS", "https", &*http.target),
        _ => return String::new(),
    };
    format!("; the port speaks {spoken}: write {scheme}://{place}{path}")
}

fn is_frame(start: &[u8]) -> bool {
    let magic = MAGIC.to_be_bytes();
    let stands_at = |at: usize| start.get(at..).is_some_and(|rest| rest.starts_with(&magic));
    stands_at(6) || stands_at(6 + PACKAGER_LEN)
}

/// A fatal alert of any version of TLS. No frame begins so: with 6 bytes in
/// front it has a magic number that begins with 80.
pub(super) fn is_alert(start: &[u8]) -> bool {
    matches!(start, [0x15, 3, _, 0, 2, 2, 0..0x80, ..])
}
