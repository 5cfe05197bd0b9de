//! Generates typed Rust, Lua and PHP from one contract.
//!
//! A contract becomes a [`model::Package`](yar_idl::model::Package), a back
//! end in [`lower`] turns it into [`File`]s in memory, and only the
//! command touches a disk.

mod files;
pub mod lower;

pub use files::File;
