//! Generating from a build script.
//!
//! Says to Cargo which files a build depends on, and finds the folder that
//! Cargo gives. Knows nothing of languages.

use std::env;
use std::fmt;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::report::{Format, Report};
use crate::{
    Contract, LoadError, Loader, Options, Output, OutputError, PathTaken, Target, Written,
};

/// Generates code in `build.rs`.
///
/// ```no_run
/// // build.rs
/// fn main() -> Result<(), yar_gen::BuildError> {
///     yar_gen::Builder::new().input("idl/calc.yar").rust().generate()?;
///     Ok(())
/// }
/// ```
///
/// The crate then includes what was generated, in a module of its own:
///
/// ```ignore
/// pub mod calc {
///     include!(concat!(env!("OUT_DIR"), "/calc.rs"));
/// }
/// ```
///
/// In `Cargo.toml` the command line is left out, which saves most of what
/// `yar-gen` depends on: `yar-gen = { version = "0.1", default-features =
/// false }` under `[build-dependencies]`.
///
/// Code that is to be read and checked in goes to a folder of the package:
/// `.out_dir("src/generated")`, and `mod calc;` or `#[path = "…"]`.
#[derive(Debug, Clone, Default)]
#[must_use = "nothing happens before `generate`"]
pub struct Builder {
    inputs: Vec<PathBuf>,
    includes: Vec<PathBuf>,
    targets: Vec<Target>,
    out_dir: Option<PathBuf>,
    file_docs: Option<bool>,
    runtime: bool,
    force: bool,
}

/// Nothing was generated; told in full by `Display` and by `Debug`, which is
/// what a `main` that returns an error prints.
pub struct BuildError(Kind);

#[derive(Debug)]
enum Kind {
    /// No input, no language or no folder.
    Incomplete(&'static str),
    Cargo(io::Error),
    Invalid(Report),
    Taken(PathTaken),
    Output(OutputError),
}

impl Builder {
    /// Without inputs and languages.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a contract: a `.yar` file, or a `.rs` file with
    /// `#[yar::service]` traits. Relative to the folder of `Cargo.toml`,
    /// where Cargo runs build scripts.
    pub fn input(mut self, path: impl Into<PathBuf>) -> Self {
        self.inputs.push(path.into());
        self
    }

    /// Adds a folder where imports are looked for that are not beside the file
    /// that imports them.
    pub fn include(mut self, folder: impl Into<PathBuf>) -> Self {
        self.includes.push(folder.into());
        self
    }

    /// Adds a language.
    pub fn target(mut self, target: Target) -> Self {
        self.targets.push(target);
        self
    }

    /// Adds Rust.
    pub fn rust(self) -> Self {
        self.target(Target::Rust)
    }

    /// Adds Lua.
    pub fn lua(self) -> Self {
        self.target(Target::Lua)
    }

    /// Adds PHP.
    pub fn php(self) -> Self {
        self.target(Target::Php)
    }

    /// Where to write; without it, the folder that Cargo gives in `OUT_DIR`.
    pub fn out_dir(mut self, folder: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(folder.into());
        self
    }

    /// Whether Rust files begin with the docs of the contract as `//!`, which
    /// `mod` and `#[path]` take and `include!` does not. Without this call
    /// they do in a folder given to [`Builder::out_dir`], and not in
    /// `OUT_DIR`, where they are comments.
    pub fn file_docs(mut self, file_docs: bool) -> Self {
        self.file_docs = Some(file_docs);
        self
    }

    /// Whether the Lua or PHP runtime is written beside the output.
    pub fn runtime(mut self, runtime: bool) -> Self {
        self.runtime = runtime;
        self
    }

    /// Whether files are replaced that do not say they are generated, as
    /// `--force` of the command does.
    pub fn force(mut self, force: bool) -> Self {
        self.force = force;
        self
    }

    /// Tells Cargo to run the build script again when an input or an import
    /// changes, and only then, and writes what has changed.
    ///
    /// # Errors
    /// When the builder is incomplete, a contract has mistakes, or a file
    /// cannot be written.
    pub fn generate(&self) -> Result<Written, BuildError> {
        self.generate_for(&mut io::stdout().lock())
    }

    fn generate_for(&self, cargo: &mut impl Write) -> Result<Written, BuildError> {
        if self.inputs.is_empty() || self.targets.is_empty() {
            let text =
                "the builder has no input or no language; call `input`, and `rust`, `lua` or `php`";
            return Err(BuildError(Kind::Incomplete(text)));
        }
        let loaded: Vec<_> = self.inputs.iter().map(|it| self.load(it)).collect();
        for path in self.read(&loaded) {
            let told = writeln!(cargo, "cargo:rerun-if-changed={}", path.display());
            told.map_err(|error| BuildError(Kind::Cargo(error)))?;
        }
        let folder = self.out_dir.clone();
        let folder = folder.or_else(|| env::var_os("OUT_DIR").map(PathBuf::from));
        let text = "there is no `OUT_DIR`: this is not a build script; call `out_dir`";
        let folder = folder.ok_or(BuildError(Kind::Incomplete(text)))?;
        let output = self.output(loaded)?;
        let written = output.write(&folder);
        written.map_err(|error| BuildError(Kind::Output(error)))
    }

    fn load(&self, input: &Path) -> Result<Contract, LoadError> {
        let includes = self.includes.iter();
        let loader = includes.fold(Loader::new(), |loader, folder| loader.include(folder));
        loader.load(input)
    }

    /// Inputs and imports, each once; also those with mistakes, for mending
    /// them must run this again.
    fn read(&self, loaded: &[Result<Contract, LoadError>]) -> Vec<PathBuf> {
        let mut paths = self.inputs.clone();
        let sources = loaded.iter().flat_map(|it| match it {
            Ok(contract) => contract.sources(),
            Err(error) => error.sources(),
        });
        for path in sources.map(|it| PathBuf::from(&it.path)) {
            if !paths.contains(&path) {
                paths.push(path);
            }
        }
        paths
    }

    fn output(&self, loaded: Vec<Result<Contract, LoadError>>) -> Result<Output, BuildError> {
        let file_docs = self.file_docs.unwrap_or(self.out_dir.is_some());
        let options = Options::default()
            .with_runtime(self.runtime)
            .with_file_docs(file_docs);
        let mut output = Output::default().with_force(self.force);
        let mut report = Report::default();
        for contract in loaded {
            let package = match contract {
                Ok(contract) => contract.into_package(),
                Err(error) => {
                    report.add_error(error);
                    continue;
                }
            };
            for target in &self.targets {
                let added = output.add(&package, *target, &options);
                added.map_err(|error| BuildError(Kind::Taken(error)))?;
            }
        }
        match report.is_empty() {
            true => Ok(output),
            false => Err(BuildError(Kind::Invalid(report))),
        }
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Incomplete(text) => formatter.write_str(text),
            Kind::Cargo(_) => formatter.write_str("cannot write to standard output"),
            Kind::Invalid(report) => {
                let text = report.render(Format::Text, false);
                write!(formatter, "{}\n\n{}", report.summary(), text.trim_end())
            }
            Kind::Taken(error) => error.fmt(formatter),
            Kind::Output(error) => error.fmt(formatter),
        }
    }
}

impl fmt::Debug for BuildError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)?;
        let mut source = std::error::Error::source(self);
        while let Some(reason) = source {
            write!(formatter, ": {reason}")?;
            source = reason.source();
        }
        Ok(())
    }
}

impl std::error::Error for BuildError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0 {
            Kind::Cargo(error) => Some(error),
            Kind::Output(error) => error.source(),
            Kind::Incomplete(_) | Kind::Invalid(_) | Kind::Taken(_) => None,
        }
    }
}

#[cfg(test)]
mod tests;
