//! The client over real sockets, against good servers and lying ones.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

#[path = "../lab/mod.rs"]
mod lab;

mod blocking;
mod calls;
mod depth;
#[cfg(feature = "http")]
mod http;
mod liar;
mod lies;
mod mutations;
mod pooling;
mod retries;
mod sharing;
mod together;
