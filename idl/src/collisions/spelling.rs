//! How each language spells names of each kind, and what it makes of them.

use super::{Made, Named, Scope};
use crate::names::{to_camel, to_pascal, to_screaming, to_snake};
use crate::words::Target;

/// How a language spells names of one kind.
pub(super) struct Speller {
    target: Target,
    spell: fn(&str) -> String,
    /// Whether letter case makes a difference.
    is_exact: bool,
}

const fn speller(target: Target, spell: fn(&str) -> String, is_exact: bool) -> Speller {
    Speller {
        target,
        spell,
        is_exact,
    }
}

/// Lua has all names as they are written.
const IN_LUA: Speller = speller(Target::Lua, str::to_owned, true);

const VARIABLES: &[Speller] = &[
    speller(Target::Rust, to_snake, true),
    IN_LUA,
    speller(Target::Php, to_camel, true),
];
const CASES: &[Speller] = &[
    speller(Target::Rust, to_pascal, true),
    IN_LUA,
    speller(Target::Php, to_pascal, true),
];
// PHP has a class for each, and classes in any case of letters.
const CHOICES: &[Speller] = &[
    speller(Target::Rust, to_pascal, true),
    IN_LUA,
    speller(Target::Php, to_pascal, false),
];
const CONSTANTS: &[Speller] = &[
    speller(Target::Rust, to_screaming, true),
    IN_LUA,
    speller(Target::Php, to_screaming, true),
];
const METHODS: &[Speller] = &[
    speller(Target::Rust, to_snake, true),
    IN_LUA,
    speller(Target::Php, to_camel, false),
];
const TYPES: &[Speller] = &[
    speller(Target::Rust, str::to_owned, true),
    IN_LUA,
    speller(Target::Php, to_pascal, false),
];
const RUST_AND_PHP: &[Speller] = &[
    speller(Target::Rust, str::to_owned, true),
    speller(Target::Php, to_pascal, false),
];
const RUST_ONLY: &[Speller] = &[speller(Target::Rust, str::to_owned, true)];
const PHP_ONLY: &[Speller] = &[speller(Target::Php, to_pascal, false)];

impl Made {
    /// What is behind the name of whatever it is made for.
    pub(super) fn suffixes(self) -> &'static [(&'static str, &'static [Speller])] {
        match self {
            Self::ForService => &[
                ("Client", RUST_AND_PHP),
                ("Server", RUST_AND_PHP),
                ("BlockingClient", RUST_ONLY),
            ],
            Self::ForConstants => &[("", PHP_ONLY)],
        }
    }
}

impl Scope {
    pub(super) fn spellers(self) -> &'static [Speller] {
        match self {
            Self::Types => TYPES,
            Self::Variables => VARIABLES,
            Self::Cases => CASES,
            Self::Choices => CHOICES,
            Self::Constants => CONSTANTS,
            Self::Methods => METHODS,
        }
    }
}

impl Speller {
    /// The language.
    pub(super) fn language(&self) -> &'static str {
        self.target.name()
    }

    /// The spelling of a name, and what is equal for equal spellings.
    pub(super) fn spelled(&self, named: &Named<'_>) -> (String, String) {
        self.with_suffix(named, "")
    }

    /// The same for what is made of a name.
    pub(super) fn with_suffix(&self, named: &Named<'_>, suffix: &str) -> (String, String) {
        let spelled = match named.given(self.target) {
            Some(given) => format!("{given}{suffix}"),
            None => (self.spell)(&format!("{}{suffix}", named.name)),
        };
        let key = if self.is_exact {
            spelled.clone()
        } else {
            spelled.to_ascii_lowercase()
        };
        (spelled, key)
    }
}
