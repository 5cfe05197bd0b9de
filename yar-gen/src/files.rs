//! Generated files, held in memory until everything is known to be right.
//!
//! Knows nothing of languages or contracts; writing is the only
//! place of this crate that changes a disk.

/// One file to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Path below the output folder, parts joined by `/`.
    pub path: String,
    /// Contents, with `\n` line ends and one at the end.
    pub text: String,
}
