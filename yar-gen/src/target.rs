//! The languages that are generated.

use std::fmt;
use std::str::FromStr;

/// A language to generate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Target {
    /// Types and a trait for the `yar` crate.
    Rust,
    /// A module for Lua 5.1 to 5.4, LuaJIT and OpenResty.
    Lua,
    /// Classes for PHP 8.1 and later.
    Php,
}

/// A name that is no [`Target`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is not a language that can be generated; expected rust, lua or php")]
#[non_exhaustive]
pub struct UnknownTarget {
    /// The name.
    pub name: String,
}

impl Target {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Rust, Self::Lua, Self::Php];

    /// The name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rust => "rust",
            Self::Lua => "lua",
            Self::Php => "php",
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Target {
    type Err = UnknownTarget;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let mut all = Self::ALL.into_iter();
        all.find(|target| target.name() == name)
            .ok_or_else(|| UnknownTarget {
                name: name.to_owned(),
            })
    }
}
