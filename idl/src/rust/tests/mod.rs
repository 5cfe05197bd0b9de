//! The Rust front end against the `.yar` one, and its mistakes by place.
#![cfg(feature = "grammar")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

mod mistakes;
mod same_model;
