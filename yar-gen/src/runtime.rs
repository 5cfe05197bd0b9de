//! The hand-written Lua and PHP runtimes, carried inside the tool.
//!
//! Written beside the output only on request; a test compares this table
//! with the folders it stands for.

use crate::{File, Target};

/// Path below the output folder, and text.
type Embedded = (&'static str, &'static str);

const LUA: &[Embedded] = &[];

const PHP: &[Embedded] = &[];

/// The runtime of a language; none for Rust, whose runtime is a crate.
pub(crate) fn files(target: Target) -> impl Iterator<Item = File> {
    let table = match target {
        Target::Rust => &[],
        Target::Lua => LUA,
        Target::Php => PHP,
    };
    table.iter().map(|(path, text)| File {
        path: (*path).to_owned(),
        text: (*text).to_owned(),
    })
}
