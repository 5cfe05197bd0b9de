//! Generates typed Rust, Lua and PHP from one contract.
//!
//! A `.yar` file or a Rust source becomes a checked [`Package`] through
//! [`load`], a back end turns it into [`Files`] in memory through
//! [`generate()`], and only [`Files::write`] and [`Output::write`] change a
//! disk. The `yar-gen` command is a thin layer over these.
//!
//! ```no_run
//! use std::path::Path;
//! use yar_gen::{Options, Target};
//!
//! let package = yar_gen::load(Path::new("idl/calc.yar"))?;
//! let files = yar_gen::generate(&package, Target::Lua, &Options::default());
//! files.write(Path::new("lua"))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A build script uses [`Builder`], which does all that and tells Cargo.

pub mod breaking;
mod builder;
mod drift;
mod dump;
pub mod explain;
mod files;
mod fix;
#[cfg(test)]
#[path = "../tests/it/folder.rs"]
#[allow(clippy::unwrap_used)]
mod folder;
mod format;
mod generate;
mod git;
mod imports;
pub mod lint;
mod loader;
pub mod lower;
mod manifest;
mod output;
pub mod render;
pub mod report;
mod runtime;
mod source;
mod target;
#[cfg(feature = "wire-tools")]
pub mod wire_tools;

pub use builder::{BuildError, Builder};
pub use drift::{Drift, DriftKind};
pub use dump::{FORMAT, dump, fingerprint};
pub use files::{File, Files, PathTaken, WriteError, Written};
pub use fix::{Fixed, fix};
pub use format::{FormatError, Formatted, format};
pub use generate::{Options, generate};
pub use git::{HistoryError, load_at};
pub use loader::{Contract, Loader, load};
pub use manifest::ManifestError;
pub use output::{Output, OutputError};
pub use source::{LoadError, Syntax};
pub use target::{Target, UnknownTarget};
pub use yar_idl::model::Package;
