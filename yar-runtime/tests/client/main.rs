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

mod balance;
mod blocking;
mod blocking_batch;
mod calls;
mod deaths;
mod depth;
mod descriptors;
mod early;
mod given_up;
#[cfg(feature = "http")]
mod http;
mod liar;
mod lies;
mod mortal;
mod mutations;
mod pooling;
#[cfg(feature = "http")]
mod proxies;
mod retries;
mod routes;
mod sharing;
mod stalled;
#[cfg(feature = "tls")]
mod tls;
mod together;
