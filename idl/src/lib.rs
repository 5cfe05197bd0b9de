//! The `.yar` language and the contract model it describes.
//!
//! Two front ends, a `.yar` file and a Rust trait, end in one
//! [`model::Package`]. This crate knows nothing of templates, files or the
//! wire runtime.

pub mod diag;
pub mod model;
pub mod names;
