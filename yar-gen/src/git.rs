//! Contracts as they were at a commit.
//!
//! Asks the `git` command, which every machine with such a repository has;
//! changes nothing.

use std::path::{Path, PathBuf};
use std::process::Command;

use yar_idl::{ImportError, Imports, Source};

use crate::imports::tidy;
use crate::loader::{Contract, finish};
use crate::source::{self, LoadError};

/// A contract that cannot be read from a repository.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HistoryError {
    /// There is no `git`.
    #[error("cannot run `git`, which knows older versions; install the package git")]
    NoGit(#[source] std::io::Error),
    /// It has no such file or commit.
    #[error("git has no `{path}` at `{reference}`: {reason}")]
    #[non_exhaustive]
    Missing {
        /// The file.
        path: String,
        /// The commit, branch or tag.
        reference: String,
        /// What git says.
        reason: String,
    },
    /// The old contract has mistakes.
    #[error("the contract at `{reference}` {}", error.reason())]
    #[non_exhaustive]
    Invalid {
        /// The commit, branch or tag.
        reference: String,
        /// All that is wrong with it.
        error: LoadError,
    },
}

/// Reads a `.yar` contract and its imports as they were at `reference`, a
/// commit, branch or tag. Messages call its files `reference:path`.
///
/// # Errors
/// When git does not have them, or they have mistakes.
pub fn load_at(
    path: &Path,
    reference: &str,
    includes: &[PathBuf],
) -> Result<Contract, HistoryError> {
    let text = show(path, reference)?.map_err(|reason| HistoryError::Missing {
        path: source::shown(path),
        reference: reference.to_owned(),
        reason,
    })?;
    let root = Source {
        path: format!("{reference}:{}", source::shown(path)),
        text,
    };
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut imports = History {
        reference,
        includes,
    };
    let loaded = yar_idl::load_files(root, &stem, &mut imports);
    finish(path, loaded).map_err(|error| HistoryError::Invalid {
        reference: reference.to_owned(),
        error,
    })
}

struct History<'a> {
    reference: &'a str,
    includes: &'a [PathBuf],
}

impl Imports for History<'_> {
    fn read(&mut self, importer: &str, path: &str) -> Result<Source, ImportError> {
        let prefix = format!("{}:", self.reference);
        let importer = importer.strip_prefix(&prefix).unwrap_or(importer);
        let beside = Path::new(importer).parent().unwrap_or(Path::new(""));
        let folders = [beside.to_owned()].into_iter();
        let folders = folders.chain(self.includes.iter().cloned());
        let mut failure = ImportError::default();
        for folder in folders {
            let file = tidy(&folder.join(path));
            let name = format!("{prefix}{}", source::shown(&file));
            match show(&file, self.reference) {
                Ok(Ok(text)) => return Ok(Source { path: name, text }),
                Ok(Err(_)) => failure.searched.push(name),
                Err(error) => failure.reason = error.to_string(),
            }
        }
        Err(failure)
    }
}

/// The text of a file, or why git does not have it.
fn show(path: &Path, reference: &str) -> Result<Result<String, String>, HistoryError> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        return Ok(Err("its folder is gone".to_owned()));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // What begins with a dash would be an option.
    let object = format!("{reference}:./{name}");
    let output = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(["show", "--end-of-options", &object])
        .output()
        .map_err(HistoryError::NoGit)?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        let reason = reason.lines().next().unwrap_or_default();
        return Ok(Err(reason.trim_start_matches("fatal: ").to_owned()));
    }
    Ok(String::from_utf8(output.stdout).map_err(|_| "it is not UTF-8 text".to_owned()))
}
