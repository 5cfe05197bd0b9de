//! A contract and all files that it imports.
//!
//! Knows nothing of disks: whoever calls gives what is read, by path.

mod cycles;
mod elsewhere;
mod reading;

use std::sync::Arc;

use crate::check;
use crate::codes;
use crate::diag::{self, Diagnostic};
use crate::model::Package;
use crate::places::Places;
use reading::Reading;

/// The text of a contract, and what its file is called.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Source {
    /// The path by which messages name it. Equal paths are the same file, so
    /// that they must be spelled in one way only.
    pub path: String,
    /// The whole text.
    pub text: String,
}

/// Gives the files that `import` lines name.
pub trait Imports {
    /// Reads the file that `path` means in a line of the file `importer`
    /// (a [`Source::path`]).
    ///
    /// # Errors
    /// When there is no such file, or it cannot be read.
    fn read(&mut self, importer: &str, path: &str) -> Result<Source, ImportError>;

    /// Paths, as an `import` line of `importer` would write them, of files
    /// that may declare what it misses; they are looked into only to say which
    /// line to add.
    fn nearby(&mut self, importer: &str) -> Vec<String> {
        let _ = importer;
        Vec::new()
    }
}

/// Why an imported file could not be had.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ImportError {
    /// What is wrong with a file that is there, such as `is not UTF-8 text`;
    /// empty when there is none.
    pub reason: String,
    /// Where it was looked for, in order.
    pub searched: Vec<String>,
    /// The path that is most like it and could be imported.
    pub nearest: Option<String>,
}

/// A contract with its imports, as far as they could be read.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Loaded {
    /// All files by [`FileId`](crate::diag::FileId): the one that was asked
    /// for, then its imports in the order in which they were read.
    pub sources: Vec<Source>,
    /// The contract; `None` when any file has an error.
    pub package: Option<Package>,
    /// Where everything is declared, in all files.
    pub places: Places,
    /// Errors and warnings of all files, sorted by file and place, at most
    /// [`MAX_DIAGNOSTICS`](crate::diag::MAX_DIAGNOSTICS) of them.
    pub diagnostics: Vec<Diagnostic>,
}

/// The most files of one contract.
const MAX_FILES: usize = 1000;

/// Reads and checks a contract and everything it imports. `default_package`
/// names a contract without a `package` line; an import without one is named
/// after its file's stem.
#[must_use]
pub fn load_files(root: Source, default_package: &str, imports: &mut dyn Imports) -> Loaded {
    let mut reading = Reading::new(imports);
    reading.read_all(root, default_package);
    let order = reading.order();
    reading.refuse_equal_packages();
    let outcome = check::check_all(&reading.units, &order);
    reading.diagnostics.extend(outcome.diagnostics);
    for (at, unknown) in outcome.unknown {
        reading.unknown(at, unknown);
    }
    let has_errors = diag::has_errors(&reading.diagnostics);
    if has_errors {
        // What is wrong may be the very use of an import.
        let is_kept = |it: &Diagnostic| it.code != codes::UNUSED_IMPORT;
        reading.diagnostics.retain(is_kept);
    }
    let package = outcome.package.filter(|_| !has_errors);
    Loaded {
        sources: reading.sources,
        package: package.map(Arc::unwrap_or_clone),
        places: outcome.places,
        diagnostics: diag::sorted(reading.diagnostics),
    }
}

impl Loaded {
    /// Whether any file has an error.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        diag::has_errors(&self.diagnostics)
    }
}
