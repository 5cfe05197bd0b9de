//! The server over real sockets, with peers of every kind.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

#[path = "../lab/mod.rs"]
mod lab;

mod answers;
mod authentication;
mod bound;
mod concurrency;
mod context;
mod deadlines;
mod depth;
mod descriptors;
mod dropping;
#[cfg(feature = "http")]
mod http;
mod ipv6;
#[cfg(feature = "tower")]
mod layers;
mod leaving;
mod load;
#[cfg(all(feature = "http", feature = "tower"))]
mod mounted;
mod mutations;
mod peers;
mod queued;
mod recorded;
#[cfg(feature = "http")]
mod refused;
mod routes;
mod scales;
mod spares;
mod stopping;
#[cfg(feature = "tls")]
mod tls;
mod unbegun;
mod unix;
mod unread;
