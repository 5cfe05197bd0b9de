//! Folders, the contracts of the golden files, and the built command.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub(crate) use crate::folder::Folder;

/// The golden cases; `idl/calc.yar` has its golden files in the examples.
pub(crate) const CASES: [&str; 6] = ["keywords", "prelude", "docs", "types", "errors", "whole"];

pub(crate) fn input(case: &str) -> PathBuf {
    golden(case).join("input.yar")
}

pub(crate) fn golden(case: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(case)
}

/// The top of the repository.
pub(crate) fn root() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    folder.canonicalize().unwrap()
}

/// All files below a folder: path with `/`, and contents.
pub(crate) fn files_below(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        let Ok(entries) = fs::read_dir(&next) else {
            continue;
        };
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap();
                let text = fs::read_to_string(&path).unwrap();
                found.push((name.replace('\\', "/"), text));
            }
        }
    }
    found.sort();
    found
}

impl Folder {
    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.path().join(name), text).unwrap();
    }

    pub(crate) fn files(&self) -> Vec<(String, String)> {
        files_below(self.path())
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.files().into_iter().map(|(name, _)| name).collect()
    }

    /// Runs the command in this folder.
    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        let mut command = self.command();
        Run(command.args(arguments).output().unwrap())
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_yar-gen"));
        command.current_dir(self.path());
        command
    }
}

/// What a run of the command left.
pub(crate) struct Run(Output);

impl Run {
    pub(crate) fn code(&self) -> Option<i32> {
        self.0.status.code()
    }

    pub(crate) fn stdout(&self) -> String {
        String::from_utf8(self.0.stdout.clone()).unwrap()
    }

    pub(crate) fn stderr(&self) -> String {
        String::from_utf8(self.0.stderr.clone()).unwrap()
    }
}
