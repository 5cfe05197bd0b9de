//! The server over real sockets, with peers of every kind.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

#[path = "../support/mod.rs"]
mod support;

mod answers;
mod authentication;
mod deadlines;
#[cfg(feature = "http")]
mod http;
mod peers;
mod stopping;
mod unix;
