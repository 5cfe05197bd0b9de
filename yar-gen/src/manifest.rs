//! The list of what was generated into a folder, kept in that folder, so that
//! a later run can tell its own files from everybody else's.
//!
//! Owners are a package and a language: a run replaces what it owns and keeps
//! the rest, whatever the order of runs. The text depends on nothing else, no
//! time and no path outside the folder. Knows nothing of contents.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::{Files, Target};

/// Name of the file.
pub(crate) const NAME: &str = ".yar-gen.json";

const FORMAT: u32 = 1;

/// No list is longer; nothing beyond is read into memory.
const MAX_BYTES: u64 = 16 << 20;

/// Package, then language, to paths below the folder.
type Packages = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// Copied runtimes, which belong to no package: language to paths.
type Runtimes = BTreeMap<String, BTreeSet<String>>;

/// Which files of a folder are ours.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Manifest {
    packages: Packages,
    /// Language to paths below the folder.
    runtimes: Runtimes,
}

/// A list that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("cannot read `{}`, the list of generated files", path.display())]
#[non_exhaustive]
pub struct ManifestError {
    /// The list.
    pub path: PathBuf,
    source: Reason,
}

#[derive(Debug, thiserror::Error)]
enum Reason {
    #[error(transparent)]
    Read(io::Error),
    #[error("it is larger than {} MiB", MAX_BYTES >> 20)]
    TooLarge,
    #[error("it is no such list ({0}); delete it and run again")]
    Malformed(serde_json::Error),
    #[error("it has format {0}, and this version knows {FORMAT}; update yar-gen")]
    Newer(u64),
}

#[derive(Serialize, Deserialize)]
struct Document {
    generator: String,
    format: u32,
    packages: Packages,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    runtimes: Runtimes,
}

impl Manifest {
    /// The list of a folder; empty when there is none.
    pub(crate) fn read(folder: &Path) -> Result<Self, ManifestError> {
        let path = folder.join(NAME);
        let text = match read(&path) {
            Ok(text) => text,
            Err(Reason::Read(error)) if is_absent(&error) => return Ok(Self::default()),
            Err(source) => return Err(ManifestError { path, source }),
        };
        match parse(&text) {
            Ok(document) => Ok(Self {
                packages: document.packages,
                runtimes: document.runtimes,
            }),
            Err(source) => Err(ManifestError { path, source }),
        }
    }

    /// Adds to what an owner has, which may be nothing.
    pub(crate) fn record<'a>(
        &mut self,
        package: &str,
        target: Target,
        paths: impl Iterator<Item = &'a str>,
    ) {
        let targets = self.packages.entry(package.to_owned()).or_default();
        let known = targets.entry(target.name().to_owned()).or_default();
        known.extend(paths.map(str::to_owned));
    }

    /// Adds a runtime that was copied, which may have no files.
    pub(crate) fn record_runtime(&mut self, target: Target, files: &Files) {
        if !files.is_empty() {
            let known = self.runtimes.entry(target.name().to_owned()).or_default();
            known.extend(files.iter().map(|(path, _)| path.to_owned()));
        }
    }

    /// Whether a file is one of a copied runtime.
    pub(crate) fn is_runtime(&self, path: &str) -> bool {
        self.runtimes().any(|known| known == path)
    }

    /// The files of copied runtimes.
    pub(crate) fn runtimes(&self) -> impl Iterator<Item = &str> {
        self.runtimes.values().flatten().map(String::as_str)
    }

    /// This list after a run that made `made`.
    pub(crate) fn replaced_by(&self, made: &Self) -> Self {
        let mut packages = self.packages.clone();
        for (package, targets) in &made.packages {
            let known = packages.entry(package.clone()).or_default();
            known.extend(targets.clone());
        }
        let mut runtimes = self.runtimes.clone();
        runtimes.extend(made.runtimes.clone());
        Self { packages, runtimes }
    }

    /// What packages have here and nowhere in `next`.
    pub(crate) fn not_in<'a>(&'a self, next: &'a Self) -> impl Iterator<Item = &'a str> {
        let kept: BTreeSet<&str> = next.paths().collect();
        let paths: BTreeSet<&str> = self.paths().collect();
        paths.into_iter().filter(move |path| !kept.contains(path))
    }

    fn paths(&self) -> impl Iterator<Item = &str> {
        let targets = self.packages.values().flat_map(BTreeMap::values);
        targets.flatten().map(String::as_str)
    }

    /// The text of the file.
    pub(crate) fn to_text(&self) -> String {
        let document = Document {
            generator: "yar-gen".to_owned(),
            format: FORMAT,
            packages: self.packages.clone(),
            runtimes: self.runtimes.clone(),
        };
        // Maps with string keys cannot fail to become JSON.
        let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
        text.push('\n');
        text
    }
}

/// A file where a folder is expected has no file below it either.
pub(crate) fn is_absent(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

fn read(path: &Path) -> Result<String, Reason> {
    let file = fs::File::open(path).map_err(Reason::Read)?;
    let mut text = String::new();
    let mut limited = file.take(MAX_BYTES + 1);
    let length = limited.read_to_string(&mut text).map_err(Reason::Read)?;
    if u64::try_from(length).is_ok_and(|length| length <= MAX_BYTES) {
        Ok(text)
    } else {
        Err(Reason::TooLarge)
    }
}

/// The format is looked at first: a later one may have another shape.
fn parse(text: &str) -> Result<Document, Reason> {
    #[derive(Deserialize)]
    struct Head {
        format: u64,
    }
    let head: Head = serde_json::from_str(text).map_err(Reason::Malformed)?;
    if head.format != u64::from(FORMAT) {
        return Err(Reason::Newer(head.format));
    }
    serde_json::from_str(text).map_err(Reason::Malformed)
}
