//! Files in canonical layout, and what is wrong with them if they are not.

use std::io::Read;
use std::path::{Path, PathBuf};

use yar_idl::Source;

use super::{FormatError, format};
use crate::source::{self, LoadError};
use crate::{Drift, DriftKind, File, Files, WriteError};

/// A contract that has been read and laid out.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Formatted {
    /// Where it was read from.
    pub path: PathBuf,
    /// The text in canonical layout.
    pub text: String,
    /// How the file differs from that, if it does.
    pub drift: Option<Drift>,
}

impl Formatted {
    /// Reads a `.yar` file and lays it out.
    ///
    /// # Errors
    /// When the file cannot be read, or its contract has mistakes.
    pub fn read(path: &Path) -> Result<Self, LoadError> {
        Self::of(path, source::read(path)?)
    }

    /// Reads a contract from somewhere else; `name` stands for it in messages.
    ///
    /// # Errors
    /// As [`Formatted::read`].
    pub fn read_from(name: &Path, reader: impl Read) -> Result<Self, LoadError> {
        Self::of(name, source::read_from(name, reader)?)
    }

    fn of(path: &Path, before: String) -> Result<Self, LoadError> {
        let text = match format(&before) {
            Ok(text) => text,
            Err(FormatError::Invalid { diagnostics }) => {
                let source = Source {
                    path: source::shown(path),
                    text: before,
                };
                return Err(LoadError::invalid(
                    path.to_owned(),
                    vec![source],
                    diagnostics,
                ));
            }
            Err(FormatError::Changed) => return Err(LoadError::not_formattable(path)),
        };
        let kind = DriftKind::between(before.as_bytes(), &text);
        let kind = kind.map(|kind| match kind {
            DriftKind::Differs { line } => DriftKind::NotFormatted { line },
            other => other,
        });
        Ok(Self {
            path: path.to_owned(),
            text,
            drift: kind.map(|kind| Drift {
                path: path.to_owned(),
                kind,
            }),
        })
    }

    /// Replaces the file, if it is not in canonical layout.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self) -> Result<(), WriteError> {
        if self.drift.is_none() {
            return Ok(());
        }
        // A link stays one, and what it leads to changes.
        let path = self.path.canonicalize();
        let path = path.unwrap_or_else(|_| self.path.clone());
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let file = File {
            path: name.into_owned(),
            text: self.text.clone(),
        };
        let folder = path.parent().unwrap_or(Path::new("."));
        [file].into_iter().collect::<Files>().write(folder)?;
        Ok(())
    }
}
