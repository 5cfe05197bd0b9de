//! The client: typed and untyped calls over a pool of connections.
//!
//! No task of its own for TCP and Unix sockets: the caller's task writes the
//! request and reads the answer. A connection is used by one call at a time
//! and goes back to the pool only after a faultless exchange.

mod builder;
mod call;
mod exchange;
mod failure;
#[cfg(feature = "http")]
mod http;
mod ids;
mod link;
mod pool;
mod settings;
mod socket;

pub use builder::ClientBuilder;
pub use call::{Client, connect};
