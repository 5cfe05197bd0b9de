//! How files on a disk differ from what they should be.

use std::fmt;
use std::path::PathBuf;

/// A file that is not as it would be generated, or formatted.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Drift {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub kind: DriftKind,
}

/// What is wrong with a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DriftKind {
    /// It does not exist.
    Missing,
    /// It has other contents.
    Differs {
        /// The first line that is not the same, counted from 1.
        line: usize,
    },
    /// Its lines are right, and do not all end in a line feed alone.
    LineEnds,
    /// It is a contract that is not in canonical layout.
    NotFormatted {
        /// The first line that is not the same, counted from 1.
        line: usize,
    },
    /// It was generated from something that is no longer in the contract.
    Stale,
}

impl DriftKind {
    /// The difference, if there is one.
    pub(crate) fn between(old: &[u8], new: &str) -> Option<Self> {
        if old == new.as_bytes() {
            return None;
        }
        let old = String::from_utf8_lossy(old);
        if old.replace("\r\n", "\n") == new {
            return Some(Self::LineEnds);
        }
        let same = old.lines().zip(new.lines());
        let same = same.take_while(|(old, new)| old == new).count();
        Some(Self::Differs { line: same + 1 })
    }

    /// The name under which machines know it.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Missing => "FILE_MISSING",
            Self::Differs { .. } => "FILE_DIFFERS",
            Self::LineEnds => "LINE_ENDS",
            Self::NotFormatted { .. } => "NOT_FORMATTED",
            Self::Stale => "FILE_STALE",
        }
    }
}

impl fmt::Display for Drift {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `./calc.lua` is `calc.lua`.
        let path = self.path.strip_prefix(".").unwrap_or(&self.path);
        let path = path.display();
        match self.kind {
            DriftKind::Missing => write!(formatter, "`{path}` is missing"),
            DriftKind::Differs { line } => write!(
                formatter,
                "`{path}` is not what would be generated, from line {line} on"
            ),
            DriftKind::LineEnds => write!(
                formatter,
                "`{path}` differs by line endings only: it has CRLF where LF belongs"
            ),
            DriftKind::NotFormatted { line } => write!(
                formatter,
                "`{path}` is not in canonical layout, from line {line} on"
            ),
            DriftKind::Stale => write!(
                formatter,
                "`{path}` is stale: what it was generated from is gone"
            ),
        }
    }
}
