//! Reads the text of a contract from a disk, and says why it could not be
//! used.
//!
//! Knows file names and sizes, and nothing of either syntax.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use yar_idl::Source;
use yar_idl::diag::{Diagnostic, Level};

use crate::render;

/// What the front ends take at most; nothing longer is read into memory.
const MAX_BYTES: u64 = 2 << 20;

/// How a contract is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Syntax {
    /// The `.yar` language.
    Yar,
    /// Rust with `#[yar::service]` traits.
    Rust,
}

/// A contract that could not be read, or is wrong.
#[derive(Debug)]
pub struct LoadError {
    path: PathBuf,
    kind: Kind,
}

#[derive(Debug, thiserror::Error)]
enum Kind {
    #[error("is neither a `.yar` contract nor a `.rs` source")]
    Extension,
    #[error("cannot be read")]
    Read(#[source] io::Error),
    #[error("is a folder; expected a `.yar` or `.rs` file")]
    Folder,
    #[error("is no regular file")]
    NotAFile,
    #[error("is larger than {} MiB, the most that is read", MAX_BYTES >> 20)]
    TooLarge,
    #[error("is not UTF-8 text: byte {byte:#04x} at offset {offset}, in line {line}")]
    NotUtf8 {
        byte: u8,
        offset: usize,
        line: usize,
    },
    #[error("cannot be laid out without a change of its meaning; please report this")]
    NotFormattable,
    #[error("has {}", render::count(errors(diagnostics), "error"))]
    Invalid {
        sources: Vec<Source>,
        diagnostics: Vec<Diagnostic>,
    },
}

impl Syntax {
    /// By the extension of the file name.
    #[must_use]
    pub fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "yar" => Some(Self::Yar),
            "rs" => Some(Self::Rust),
            _ => None,
        }
    }
}

/// The text of a contract.
pub(crate) fn read(path: &Path) -> Result<String, LoadError> {
    let fail = |kind| LoadError {
        path: path.to_owned(),
        kind,
    };
    if path.is_dir() {
        return Err(fail(Kind::Folder));
    }
    if Syntax::of(path).is_none() {
        return Err(fail(Kind::Extension));
    }
    // Opening a pipe would wait for someone to write into it.
    let found = fs::metadata(path).map_err(|error| fail(Kind::Read(error)))?;
    if !found.is_file() {
        return Err(fail(Kind::NotAFile));
    }
    let file = fs::File::open(path);
    read_from(path, file.map_err(|error| fail(Kind::Read(error)))?)
}

/// The text of a contract that is in no file; `path` stands for it.
pub(crate) fn read_from(path: &Path, reader: impl io::Read) -> Result<String, LoadError> {
    let mut bytes = Vec::new();
    let mut limited = reader.take(MAX_BYTES + 1);
    let kind = match limited.read_to_end(&mut bytes) {
        Err(error) => Kind::Read(error),
        Ok(length) if u64::try_from(length).is_ok_and(|length| length <= MAX_BYTES) => {
            match String::from_utf8(bytes) {
                Ok(text) => return Ok(text),
                Err(error) => not_utf8(&error),
            }
        }
        Ok(_) => Kind::TooLarge,
    };
    Err(LoadError {
        path: path.to_owned(),
        kind,
    })
}

fn not_utf8(error: &std::string::FromUtf8Error) -> Kind {
    let offset = error.utf8_error().valid_up_to();
    let (before, behind) = error.as_bytes().split_at(offset);
    Kind::NotUtf8 {
        byte: behind.first().copied().unwrap_or_default(),
        offset,
        line: 1 + before.iter().filter(|byte| **byte == b'\n').count(),
    }
}

fn errors(diagnostics: &[Diagnostic]) -> usize {
    let errors = diagnostics.iter().filter(|it| it.level == Level::Error);
    errors.count()
}

/// How messages name a file: as it was given; `./calc.yar` is `calc.yar`.
pub(crate) fn shown(path: &Path) -> String {
    let path = path.strip_prefix(".").unwrap_or(path);
    path.display().to_string()
}

impl LoadError {
    /// The error for a file whose name does not say how to read it.
    #[must_use]
    pub fn unknown_extension(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            kind: Kind::Extension,
        }
    }

    /// The error for a contract with mistakes, in any of its files.
    pub(crate) fn invalid(
        path: PathBuf,
        sources: Vec<Source>,
        diagnostics: Vec<Diagnostic>,
    ) -> Self {
        let kind = Kind::Invalid {
            sources,
            diagnostics,
        };
        Self { path, kind }
    }

    /// The error for a contract that the formatter fails at.
    pub(crate) fn not_formattable(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            kind: Kind::NotFormattable,
        }
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The mistakes in the contract; empty when it could not be read.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match &self.kind {
            Kind::Invalid { diagnostics, .. } => diagnostics,
            _ => &[],
        }
    }

    /// The files with the mistakes, each where its diagnostics say; empty when
    /// the contract could not be read.
    #[must_use]
    pub fn sources(&self) -> &[Source] {
        match &self.kind {
            Kind::Invalid { sources, .. } => sources,
            _ => &[],
        }
    }

    /// What is wrong, without the name of the file.
    pub(crate) fn reason(&self) -> String {
        match &self.kind {
            Kind::Read(source) => format!("{}: {source}", self.kind),
            kind => kind.to_string(),
        }
    }

    /// The message and the reason behind it.
    pub(crate) fn full_message(&self) -> String {
        match &self.kind {
            Kind::Read(source) => format!("{self}: {source}"),
            _ => self.to_string(),
        }
    }

    /// The text for people, with an empty line at its end: the mistakes with the lines
    /// they are in, or why the file could not be read. `styled` adds the
    /// escape sequences of a terminal.
    #[must_use]
    pub fn render(&self, styled: bool) -> String {
        match &self.kind {
            Kind::Invalid {
                sources,
                diagnostics,
            } => render::diagnostics(sources, diagnostics, styled),
            _ => render::message(&self.full_message(), styled) + "\n",
        }
    }
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "`{}` {}", self.path.display(), self.kind)
    }
}

impl std::error::Error for LoadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        std::error::Error::source(&self.kind)
    }
}
