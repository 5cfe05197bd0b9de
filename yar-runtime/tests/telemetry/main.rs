//! What `tracing` and `metrics` are told of calls and connections.

#![cfg(all(feature = "tracing", feature = "metrics"))]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    unreachable_pub
)]

#[path = "../lab/mod.rs"]
mod lab;

mod client;
mod counted;
mod recorder;
mod spans;
mod trace;
