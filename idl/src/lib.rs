//! The `.yar` language and the contract model it describes.
//!
//! Two front ends, a `.yar` file and a Rust trait, end in one
//! [`model::Package`]. This crate knows nothing of templates, files or the
//! wire runtime.

#[cfg(feature = "grammar")]
pub mod ast;
#[cfg(feature = "grammar")]
mod check;
pub mod codes;
pub mod diag;
pub mod model;
pub mod names;
#[cfg(feature = "grammar")]
mod parse;
#[cfg(feature = "rust")]
pub mod rust;
#[cfg(feature = "grammar")]
mod scan;
#[cfg(feature = "grammar")]
mod suggest;

#[cfg(feature = "grammar")]
pub use check::{check, load};
#[cfg(feature = "grammar")]
pub use parse::parse;
