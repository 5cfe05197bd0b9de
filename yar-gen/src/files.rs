//! Generated files, held in memory until everything is known to be right.
//!
//! Knows nothing of languages or contracts.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Component, Path, PathBuf};

/// One file to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Path below the output folder, parts joined by `/`.
    pub path: String,
    /// Contents, with `\n` line ends and one at the end.
    pub text: String,
}

/// Files by path, in order of path.
///
/// ```
/// use yar_gen::{File, Files};
///
/// let mut files = Files::default();
/// files.insert(File { path: "calc.lua".into(), text: "return {}\n".into() })?;
/// assert_eq!(files.get("calc.lua"), Some("return {}\n"));
/// # Ok::<(), yar_gen::PathTaken>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Files {
    texts: BTreeMap<String, String>,
}

/// Two files with different contents want the same path.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("two files with different contents want the path `{path}`")]
#[non_exhaustive]
pub struct PathTaken {
    /// The path.
    pub path: String,
}

/// What [`Files::write`] or [`Output::write`](crate::Output::write) did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Written {
    /// Files that are new or have changed, in order of path.
    pub changed: Vec<PathBuf>,
    /// Files of copied runtimes that are new or have changed, in order of
    /// path; [`Files::write`] does not tell them from the others.
    pub runtime: Vec<PathBuf>,
    /// Files of earlier runs that are gone, in order of path.
    pub removed: Vec<PathBuf>,
    /// How many files were right already.
    pub unchanged: usize,
}

/// A file that could not be written; none was, or those before it in order of
/// path.
#[derive(Debug, thiserror::Error)]
#[error("cannot write `{}`", path.display())]
#[non_exhaustive]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    source: io::Error,
}

impl Files {
    /// Adds a file.
    ///
    /// # Errors
    /// When another file with other contents is there under the same path.
    pub fn insert(&mut self, file: File) -> Result<(), PathTaken> {
        match self.texts.entry(file.path) {
            Entry::Vacant(entry) => {
                entry.insert(file.text);
                Ok(())
            }
            Entry::Occupied(entry) if *entry.get() == file.text => Ok(()),
            Entry::Occupied(entry) => Err(PathTaken {
                path: entry.key().clone(),
            }),
        }
    }

    /// Adds all files of `other`.
    ///
    /// # Errors
    /// As [`Files::insert`].
    pub fn merge(&mut self, other: Self) -> Result<(), PathTaken> {
        let mut files = other.into_iter();
        files.try_for_each(|file| self.insert(file))
    }

    /// The text of a file.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&str> {
        self.texts.get(path).map(String::as_str)
    }

    /// Paths and texts, in order of path.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let texts = self.texts.iter();
        texts.map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// How many files there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// True when there is no file.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Writes the files below `folder`, which is made when it is missing.
    ///
    /// Files that are right already keep their time stamps. Everything is
    /// written beside its place first and moved there at the end, so that a
    /// full disk or a read-only folder leaves the old files as they were.
    ///
    /// # Errors
    /// When a path would lead out of `folder`, or a file or folder cannot be
    /// written.
    pub fn write(&self, folder: &Path) -> Result<Written, WriteError> {
        let mut written = Written::default();
        let mut staged = Vec::new();
        for (path, text) in &self.texts {
            let target = place(folder, path)?;
            if fs::read(&target).is_ok_and(|old| old == text.as_bytes()) {
                written.unchanged += 1;
            } else {
                staged.push(Staged::write(target, text)?);
            }
        }
        for file in staged {
            written.changed.push(file.publish()?);
        }
        Ok(written)
    }
}

/// Of several files with one path the first stays.
impl FromIterator<File> for Files {
    fn from_iter<I: IntoIterator<Item = File>>(files: I) -> Self {
        let mut all = Self::default();
        for file in files {
            all.texts.entry(file.path).or_insert(file.text);
        }
        all
    }
}

impl IntoIterator for Files {
    type Item = File;
    type IntoIter = std::iter::Map<
        std::collections::btree_map::IntoIter<String, String>,
        fn((String, String)) -> File,
    >;

    fn into_iter(self) -> Self::IntoIter {
        let texts = self.texts.into_iter();
        texts.map(|(path, text)| File { path, text })
    }
}

/// Where a file belongs, if that is below the folder.
pub(crate) fn place(folder: &Path, path: &str) -> Result<PathBuf, WriteError> {
    let relative = Path::new(path);
    let mut parts = relative.components();
    let below = parts.all(|part| matches!(part, Component::Normal(_)));
    let target = folder.join(relative);
    // A backslash separates folders on one system only.
    if !below || path.is_empty() || path.contains('\\') {
        let text = "the path leads out of the output folder";
        return Err(failed(&target)(io::Error::other(text)));
    }
    if target.is_dir() {
        let text = "a folder of this name is in the way";
        return Err(failed(&target)(io::Error::other(text)));
    }
    Ok(target)
}

pub(crate) fn failed(path: &Path) -> impl FnOnce(io::Error) -> WriteError {
    let path = path.to_owned();
    move |source| WriteError { path, source }
}

/// A file written beside its place; removed again unless it is published.
struct Staged {
    beside: PathBuf,
    target: PathBuf,
}

impl Staged {
    fn write(target: PathBuf, text: &str) -> Result<Self, WriteError> {
        if let Some(folder) = target.parent() {
            make_folder(folder)?;
        }
        let mut name = target.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{}.tmp", std::process::id()));
        let beside = target.with_file_name(name);
        let staged = Self { beside, target };
        let write = fs::File::create(&staged.beside)
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .and_then(|()| keep_permissions(&staged))
            .map_err(|error| explain(staged.target.parent(), error))
            .map_err(failed(&staged.target));
        // On failure `staged` is dropped here, and the half-written file with it.
        write.map(|()| staged)
    }

    fn publish(self) -> Result<PathBuf, WriteError> {
        fs::rename(&self.beside, &self.target).map_err(failed(&self.target))?;
        Ok(self.target.clone())
    }
}

fn make_folder(folder: &Path) -> Result<(), WriteError> {
    fs::create_dir_all(folder).map_err(|error| {
        let text = format!("the folder cannot be made ({error}); name another one with `-o`");
        failed(folder)(io::Error::new(error.kind(), text))
    })
}

/// The folder is told apart from the file: it is what has to be mended.
fn explain(folder: Option<&Path>, error: io::Error) -> io::Error {
    let is_read_only = matches!(
        error.kind(),
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem
    );
    match folder {
        Some(folder) if is_read_only => {
            let text = format!(
                "the folder `{}` cannot be written to ({error}); name another one with `-o`",
                folder.display()
            );
            io::Error::new(error.kind(), text)
        }
        _ => error,
    }
}

/// Who may read and write a file is no business of ours.
fn keep_permissions(staged: &Staged) -> io::Result<()> {
    match fs::metadata(&staged.target) {
        Ok(old) => fs::set_permissions(&staged.beside, old.permissions()),
        Err(_) => Ok(()),
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        // After publishing there is nothing left to remove, and if a removal
        // fails there is nobody who could do more about it.
        let _ = fs::remove_file(&self.beside);
    }
}

#[cfg(test)]
mod tests;
