//! The `.yar` language and the contract model it describes.
//!
//! Two front ends, a `.yar` file and a Rust trait, end in one
//! [`model::Package`]. This crate knows nothing of templates, files or the
//! wire runtime.
//!
//! A `.yar` source goes through `scan` (is it text, is it bounded), `parse`
//! (the grammar, which never gives up on a file) and `check` (do the names
//! and types make sense on the wire and in every target); `load` is all
//! three. Mistakes are [`diag::Diagnostic`]s with the codes of [`codes`].

#[cfg(feature = "grammar")]
pub mod ast;
#[cfg(feature = "grammar")]
mod check;
pub mod codes;
pub mod collisions;
pub mod diag;
pub mod model;
pub mod names;
#[cfg(feature = "grammar")]
mod parse;
pub mod places;
#[cfg(feature = "rust")]
pub mod rust;
#[cfg(feature = "grammar")]
mod scan;
#[cfg(feature = "grammar")]
pub mod sources;
#[cfg(feature = "grammar")]
pub mod suggest;
#[cfg(feature = "grammar")]
pub mod tokens;
pub mod words;

#[cfg(feature = "grammar")]
pub use check::{check, load};
#[cfg(feature = "grammar")]
pub use parse::parse;
pub use places::{Place, Places};
#[cfg(feature = "grammar")]
pub use sources::{ImportError, Imports, Loaded, Source, load_files};
