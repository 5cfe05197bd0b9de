//! From a package to files, for one language.

use crate::lower;
use crate::runtime;
use crate::{File, Files, Package, Target};

/// Choices of the caller.
///
/// ```
/// let options = yar_gen::Options::default().with_runtime(true);
/// # let _ = options;
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    runtime: bool,
    file_docs: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            runtime: false,
            file_docs: true,
        }
    }
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

    /// Whether a Rust file begins with the docs of the contract as `//!`. On
    /// by default; off they are comments, so that `include!` takes the file,
    /// and reading the file back no longer gives them.
    #[must_use]
    pub const fn with_file_docs(mut self, file_docs: bool) -> Self {
        self.file_docs = file_docs;
        self
    }

    /// The runtime of a language, if it is wanted and there is one.
    pub(crate) fn runtime_of(&self, target: Target) -> Files {
        let wanted = self.runtime.then(|| runtime::files(target));
        wanted.into_iter().flatten().collect()
    }
}

/// The files of a package, and of all that it imports, in one language.
#[must_use]
pub fn generate(package: &Package, target: Target, options: &Options) -> Files {
    let packages = package.closure().into_iter();
    let files = packages.flat_map(|it| generate_one(it, target, options));
    files.chain(options.runtime_of(target)).collect()
}

/// The files of a package alone.
pub(crate) fn generate_one(package: &Package, target: Target, options: &Options) -> Vec<File> {
    match target {
        Target::Rust => lower::rust::generate(package, options.file_docs),
        Target::Lua => lower::lua::generate(package),
        Target::Php => lower::php::generate(package),
    }
}
