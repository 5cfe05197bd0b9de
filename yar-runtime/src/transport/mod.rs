//! Addresses and byte streams: TCP, Unix sockets, bodies of HTTP messages.
//!
//! Knows nothing of frames.

mod address;
#[cfg(feature = "http")]
mod body;
#[cfg(feature = "tls")]
mod pem_file;
mod stream;
mod unix_socket;

pub(crate) use address::Address;
#[cfg(feature = "http")]
pub(crate) use address::HttpAddress;
#[cfg(feature = "http")]
pub(crate) use body::{BodyError, BoxError, read_body_within};
#[cfg(feature = "tls")]
pub(crate) use pem_file::{of_ones_own, unreadable, unusable};
pub(crate) use stream::{Source, Stream};
pub(crate) use unix_socket::UnixSocket;

/// Longer than anything runs, and still no overflow when added to a time.
pub(crate) const FOREVER: std::time::Duration = std::time::Duration::from_secs(1 << 30);
