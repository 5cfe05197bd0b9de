//! The files behind `import` lines.
//!
//! An import is looked for beside the file that imports it, then in each
//! folder that was given, in order. Folders are searched for what an error
//! could propose only, and never without end.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};

use yar_idl::{ImportError, Imports, Source, suggest};

use crate::source::{self, Syntax};

/// How deep folders are searched for what could have been meant.
const MAX_DEPTH: usize = 4;

/// How many entries of folders are looked at for that.
const MAX_ENTRIES: usize = 2000;

pub(crate) struct DiskImports<'a> {
    includes: &'a [PathBuf],
    /// One path for each file, however it was reached.
    known: HashMap<PathBuf, String>,
}

impl<'a> DiskImports<'a> {
    /// For a contract at `root`.
    pub(crate) fn new(root: &Path, includes: &'a [PathBuf]) -> Self {
        let mut imports = Self {
            includes,
            known: HashMap::new(),
        };
        imports.name(root);
        imports
    }

    /// How the file is called, always the same.
    fn name(&mut self, path: &Path) -> String {
        let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let known = self.known.entry(real);
        known.or_insert_with(|| source::shown(path)).clone()
    }

    fn folders(&self, importer: &str) -> Vec<PathBuf> {
        let beside = Path::new(importer).parent().unwrap_or(Path::new(""));
        let beside = [beside.to_owned()].into_iter();
        beside.chain(self.includes.iter().cloned()).collect()
    }

    /// All contracts in and below the folders, as an import would name them.
    fn candidates(&self, importer: &str) -> Vec<String> {
        let mut found = Vec::new();
        for folder in self.folders(importer) {
            let mut left = MAX_ENTRIES;
            contracts_below(&folder, Path::new(""), MAX_DEPTH, &mut left, &mut found);
        }
        found
    }
}

impl Imports for DiskImports<'_> {
    fn read(&mut self, importer: &str, path: &str) -> Result<Source, ImportError> {
        let mut failure = ImportError::default();
        if Syntax::of(Path::new(path)) != Some(Syntax::Yar) {
            failure.reason = "is no `.yar` file".to_owned();
            return Err(failure);
        }
        for folder in self.folders(importer) {
            let file = tidy(&folder.join(path));
            if !file.exists() {
                failure.searched.push(source::shown(&file));
                continue;
            }
            return match source::read(&file) {
                Ok(text) => Ok(Source {
                    path: self.name(&file),
                    text,
                }),
                Err(error) => {
                    failure.reason = error.reason();
                    Err(failure)
                }
            };
        }
        let candidates = self.candidates(importer);
        failure.nearest = nearest(path, &candidates);
        Err(failure)
    }

    fn nearby(&mut self, importer: &str) -> Vec<String> {
        self.candidates(importer)
    }
}

/// By the whole path, or else by the name of the file alone.
fn nearest(path: &str, candidates: &[String]) -> Option<String> {
    let names = || candidates.iter().map(String::as_str);
    if let Some(found) = suggest::nearest(path, names()) {
        return Some(found.to_owned());
    }
    let last = path.rsplit('/').next()?;
    let same = |it: &&str| it.rsplit('/').next() == Some(last);
    names().find(same).map(str::to_owned)
}

/// `a/./b/../c.yar` as `a/c.yar`; what leads out of the first folder stays.
pub(crate) fn tidy(path: &Path) -> PathBuf {
    let mut tidied = PathBuf::new();
    for part in path.components() {
        let named = matches!(tidied.components().next_back(), Some(Component::Normal(_)));
        match part {
            Component::CurDir => {}
            Component::ParentDir if named => {
                tidied.pop();
            }
            other => tidied.push(other),
        }
    }
    tidied
}

fn contracts_below(
    folder: &Path,
    name: &Path,
    depth: usize,
    left: &mut usize,
    found: &mut Vec<String>,
) {
    let here = if folder == Path::new("") {
        Path::new(".")
    } else {
        folder
    };
    let Ok(entries) = fs::read_dir(here) else {
        return;
    };
    let entries = entries.take(*left).filter_map(Result::ok);
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    *left -= paths.len();
    paths.sort();
    for path in paths {
        let Some(last) = path.file_name() else {
            continue;
        };
        let name = name.join(last);
        let is_folder = fs::symlink_metadata(&path).is_ok_and(|it| it.is_dir());
        if is_folder && depth > 0 {
            contracts_below(&path, &name, depth - 1, left, found);
        } else if path.extension() == Some(OsStr::new("yar")) {
            found.push(name.to_string_lossy().replace('\\', "/"));
        }
    }
}

#[cfg(test)]
mod tests;
