//! From a path to a checked contract, with all that it imports.
//!
//! Knows which front end a file is for, and where imports are looked for.

use std::path::{Path, PathBuf};

use yar_idl::diag::{Diagnostic, Level};
use yar_idl::{Loaded, Places, Source};

use crate::Package;
use crate::imports::DiskImports;
use crate::source::{self, LoadError, Syntax};

/// Reads contracts.
///
/// ```no_run
/// use std::path::Path;
/// use yar_gen::Loader;
///
/// let loader = Loader::new().include("idl");
/// let contract = loader.load(Path::new("idl/orders.yar"))?;
/// println!("{} comes of {} files", contract.package().name, contract.sources().len());
/// # Ok::<(), yar_gen::LoadError>(())
/// ```
#[derive(Debug, Clone, Default)]
#[must_use = "nothing is read before `load`"]
pub struct Loader {
    includes: Vec<PathBuf>,
}

/// A checked contract, and where it came from.
#[derive(Debug, Clone, PartialEq)]
pub struct Contract {
    package: Package,
    sources: Vec<Source>,
    places: Places,
    warnings: Vec<Diagnostic>,
}

/// Reads and checks a contract whose imports lie beside it. A file without a
/// package name gets its stem.
///
/// # Errors
/// As [`Loader::load`].
pub fn load(path: &Path) -> Result<Package, LoadError> {
    Ok(Loader::new().load(path)?.into_package())
}

impl Loader {
    /// Looks for imports beside the files that import them.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a folder where imports are looked for that are not beside the file
    /// that imports them, behind those added before.
    pub fn include(mut self, folder: impl Into<PathBuf>) -> Self {
        self.includes.push(folder.into());
        self
    }

    /// Reads and checks a contract. A file without a package name gets its
    /// stem.
    ///
    /// # Errors
    /// When the file cannot be read, or it or a file it imports has mistakes;
    /// then [`LoadError::diagnostics`] has all of them.
    pub fn load(&self, path: &Path) -> Result<Contract, LoadError> {
        let text = source::read(path)?;
        self.check(path, text)
    }

    /// As [`Loader::load`], of a text that is in no file: `path` stands for
    /// it, in messages and for its imports.
    ///
    /// # Errors
    /// As [`Loader::load`].
    pub fn check(&self, path: &Path, text: String) -> Result<Contract, LoadError> {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let root = Source {
            path: source::shown(path),
            text,
        };
        let loaded = match Syntax::of(path) {
            Some(Syntax::Yar) => {
                let mut imports = DiskImports::new(path, &self.includes);
                yar_idl::load_files(root, &stem, &mut imports)
            }
            Some(Syntax::Rust) => return rust(path, root, &stem),
            None => return Err(LoadError::unknown_extension(path)),
        };
        finish(path, loaded)
    }
}

pub(crate) fn finish(path: &Path, loaded: Loaded) -> Result<Contract, LoadError> {
    let Loaded {
        sources,
        package,
        places,
        diagnostics,
        ..
    } = loaded;
    let has_errors = diagnostics.iter().any(|it| it.level == Level::Error);
    match package {
        Some(package) if !has_errors => Ok(Contract {
            package,
            sources,
            places,
            warnings: diagnostics,
        }),
        _ => Err(LoadError::invalid(path.to_owned(), sources, diagnostics)),
    }
}

/// A Rust source is a contract of one file.
fn rust(path: &Path, root: Source, stem: &str) -> Result<Contract, LoadError> {
    match yar_idl::rust::load(&root.text, stem) {
        Ok(package) => Ok(Contract {
            package,
            sources: vec![root],
            places: Places::default(),
            warnings: Vec::new(),
        }),
        Err(diagnostics) => Err(LoadError::invalid(path.to_owned(), vec![root], diagnostics)),
    }
}

impl Contract {
    /// What is declared.
    #[must_use]
    pub const fn package(&self) -> &Package {
        &self.package
    }

    /// What is declared, without where.
    #[must_use]
    pub fn into_package(self) -> Package {
        self.package
    }

    /// The file that was asked for, then those that it imports.
    #[must_use]
    pub fn sources(&self) -> &[Source] {
        &self.sources
    }

    /// Where everything is declared; empty for a Rust source.
    #[must_use]
    pub const fn places(&self) -> &Places {
        &self.places
    }

    /// What is worth a look, sorted by file and place.
    #[must_use]
    pub fn warnings(&self) -> &[Diagnostic] {
        &self.warnings
    }
}
