//! From a package to files, for one language.

use crate::lower;
use crate::runtime;
use crate::{Files, Package, Target};

/// Choices of the caller.
///
/// ```
/// let options = yar_gen::Options::default().with_runtime(true);
/// # let _ = options;
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Options {
    runtime: bool,
}

impl Options {
    /// Whether the Lua or PHP runtime is written beside the output. Off by
    /// default: the output then expects an installed one. Rust takes its
    /// runtime from the `yar` crate either way.
    #[must_use]
    pub const fn with_runtime(mut self, runtime: bool) -> Self {
        self.runtime = runtime;
        self
    }
}

/// The files of a package in one language.
#[must_use]
pub fn generate(package: &Package, target: Target, options: &Options) -> Files {
    let mut files = match target {
        Target::Rust => lower::rust::generate(package),
        Target::Lua => lower::lua::generate(package),
        Target::Php => lower::php::generate(package),
    };
    if options.runtime {
        files.extend(runtime::files(target));
    }
    files.into_iter().collect()
}
