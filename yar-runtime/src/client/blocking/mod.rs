//! A client over plain sockets that blocks its caller and needs no runtime.
//!
//! Has the options and the errors of the other one; a call costs less, since
//! no one has to be woken, and takes a connection for itself.

mod batch;
mod client;
mod clock;
mod connection;
mod exchange;
#[cfg(any(feature = "http", feature = "tls"))]
mod hurried;
mod pool;
mod relay;
mod stream;
mod upkeep;

pub use batch::Batch;
pub use client::{Client, connect};
