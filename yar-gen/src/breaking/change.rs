//! One change, and how much it matters.

use yar_idl::diag::{Diagnostic, Level};

/// The version that a change asks for, by the rules of semantic versioning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Bump {
    /// Nothing travels differently.
    #[default]
    Patch,
    /// Peers of both versions understand each other.
    Minor,
    /// Some do not.
    Major,
}

/// One change with its places in both contracts.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The version it asks for.
    pub bump: Bump,
    /// What is said of it; its code is the name of the rule.
    pub diagnostic: Diagnostic,
}

impl Change {
    /// Whether it stops a release; a large enough step of `@version` allows
    /// it.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.diagnostic.level == Level::Error
    }
}

impl Bump {
    /// `patch`, `minor` or `major`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        }
    }
}
