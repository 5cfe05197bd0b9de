//! Names that are different in a contract and the same in a target language.
//!
//! This is the one place of the crate that knows how back ends spell names;
//! it does not know where names come from, so that both front ends share it.
//! Clashes are never solved by numbering: adding a declaration must not
//! rename another.

use std::collections::{BTreeMap, HashMap};

use crate::model::Options;
use crate::names::{to_camel, to_pascal, to_screaming, to_snake};

/// What names that must differ from each other are names of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scope {
    /// Structs, enums, unions, errors and services of a package.
    Types,
    /// Fields of a struct, or parameters of a method.
    Variables,
    /// Cases of an enum.
    Cases,
    /// Cases of a union.
    Choices,
    /// Constants of a package.
    Constants,
    /// Methods of a service.
    Methods,
}

/// Two names that become one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Clash {
    /// Index of the first name.
    pub first: usize,
    /// Index of the second name.
    pub second: usize,
    /// What they become: `` `user_id` in Rust and `userId` in PHP ``.
    pub spelled: String,
    /// The same as data: languages with the name there.
    pub targets: Vec<(&'static str, String)>,
}

/// A declared name, and what annotations say that it is in some languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Named<'a> {
    /// The declared name.
    pub name: &'a str,
    /// `@rust(name = …)`
    pub rust: Option<&'a str>,
    /// `@lua(name = …)`
    pub lua: Option<&'a str>,
    /// `@php(name = …)`
    pub php: Option<&'a str>,
}

/// How one language spells a name.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Spelling {
    /// The language, such as `Rust`.
    pub language: &'static str,
    /// The name there, before reserved words are escaped.
    pub spelled: String,
    /// Equal for names that are the same there.
    pub key: String,
}

impl<'a> Named<'a> {
    /// A name with what is said of it.
    #[must_use]
    pub fn new(name: &'a str, options: &'a Options) -> Self {
        Self {
            name,
            rust: options.rust.name.as_deref(),
            lua: options.lua.name.as_deref(),
            php: options.php.name.as_deref(),
        }
    }

    fn given(&self, language: &str) -> Option<&'a str> {
        match language {
            RUST => self.rust,
            LUA => self.lua,
            _ => self.php,
        }
    }
}

impl<'a> From<&'a str> for Named<'a> {
    fn from(name: &'a str) -> Self {
        Self {
            name,
            ..Self::default()
        }
    }
}

/// How every language spells a name.
#[must_use]
pub fn spellings(scope: Scope, name: Named<'_>) -> Vec<Spelling> {
    let targets = scope.targets().iter();
    targets
        .map(|target| {
            let (spelled, key) = target.spelled(&name);
            Spelling {
                language: target.language,
                spelled,
                key,
            }
        })
        .collect()
}

/// All clashes among names, by the second name. Equal names are duplicates
/// rather than clashes.
///
/// ```
/// use yar_idl::collisions::{Scope, find};
///
/// let clashes = find(Scope::Variables, &["userID".into(), "user_id".into()]);
/// assert_eq!(clashes[0].spelled, "`user_id` in Rust and `userId` in PHP");
/// ```
#[must_use]
pub fn find(scope: Scope, names: &[Named<'_>]) -> Vec<Clash> {
    let mut found = Found::default();
    for target in scope.targets() {
        let mut seen: HashMap<String, (usize, &str)> = HashMap::new();
        for (second, named) in names.iter().enumerate() {
            let (spelled, key) = target.spelled(named);
            let (first, other) = *seen.entry(key).or_insert((second, named.name));
            // A name without a letter becomes nothing at all, which is not a clash.
            if other != named.name && !to_snake(named.name).is_empty() {
                found.add(first, second, spelled, target.language);
            }
        }
    }
    found.clashes()
}

/// Types that have the name of something that is generated for a service or
/// for constants: `first` is an index into `makers`, `second` into `types`.
#[must_use]
pub fn find_generated(made: Made, makers: &[Named<'_>], types: &[Named<'_>]) -> Vec<Clash> {
    let mut found = Found::default();
    for (suffix, targets) in made.suffixes() {
        for target in *targets {
            let keyed = types.iter().enumerate();
            let declared: HashMap<String, usize> = keyed
                .map(|(index, name)| (target.spelled(name).1, index))
                .collect();
            for (maker, named) in makers.iter().enumerate() {
                let (spelled, key) = target.with_suffix(named, suffix);
                if let Some(index) = declared.get(&key) {
                    found.add(maker, *index, spelled, target.language);
                }
            }
        }
    }
    found.clashes()
}

/// What types are generated for beside its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Made {
    /// A service: its client and its server.
    ForService,
    /// What holds the constants of a package.
    ForConstants,
}

const RUST: &str = "Rust";
const LUA: &str = "Lua";
const PHP: &str = "PHP";

/// A language, and how it spells names of one kind.
struct Target {
    language: &'static str,
    spell: fn(&str) -> String,
    /// Whether letter case makes a difference.
    is_exact: bool,
}

const fn target(language: &'static str, spell: fn(&str) -> String, is_exact: bool) -> Target {
    Target {
        language,
        spell,
        is_exact,
    }
}

/// Lua has all names as they are written.
const IN_LUA: Target = target(LUA, str::to_owned, true);

const VARIABLES: &[Target] = &[
    target(RUST, to_snake, true),
    IN_LUA,
    target(PHP, to_camel, true),
];
const CASES: &[Target] = &[
    target(RUST, to_pascal, true),
    IN_LUA,
    target(PHP, to_pascal, true),
];
// PHP has a class for each, and classes in any case of letters.
const CHOICES: &[Target] = &[
    target(RUST, to_pascal, true),
    IN_LUA,
    target(PHP, to_pascal, false),
];
const CONSTANTS: &[Target] = &[
    target(RUST, to_screaming, true),
    IN_LUA,
    target(PHP, to_screaming, true),
];
const METHODS: &[Target] = &[
    target(RUST, to_snake, true),
    IN_LUA,
    target(PHP, to_camel, false),
];
const TYPES: &[Target] = &[
    target(RUST, str::to_owned, true),
    IN_LUA,
    target(PHP, to_pascal, false),
];
const RUST_AND_PHP: &[Target] = &[
    target(RUST, str::to_owned, true),
    target(PHP, to_pascal, false),
];
const PHP_ONLY: &[Target] = &[target(PHP, to_pascal, false)];

impl Made {
    /// What is behind the name of whatever it is made for.
    fn suffixes(self) -> &'static [(&'static str, &'static [Target])] {
        match self {
            Self::ForService => &[("Client", RUST_AND_PHP), ("Server", RUST_AND_PHP)],
            Self::ForConstants => &[("", PHP_ONLY)],
        }
    }
}

impl Scope {
    fn targets(self) -> &'static [Target] {
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

impl Target {
    /// The spelling of a name, and what is equal for equal spellings.
    fn spelled(&self, named: &Named<'_>) -> (String, String) {
        self.with_suffix(named, "")
    }

    /// The same for what is made of a name.
    fn with_suffix(&self, named: &Named<'_>, suffix: &str) -> (String, String) {
        let spelled = match named.given(self.language) {
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

/// Clashes by second name, in which those of all targets meet.
#[derive(Default)]
struct Found(BTreeMap<usize, (usize, Spellings)>);

/// What two names become, and in which language.
type Spellings = Vec<(String, &'static str)>;

impl Found {
    fn add(&mut self, first: usize, second: usize, spelled: String, language: &'static str) {
        let (_, spellings) = self.0.entry(second).or_insert((first, Vec::new()));
        spellings.push((spelled, language));
    }

    fn clashes(self) -> Vec<Clash> {
        let clashes = self.0.into_iter();
        clashes
            .map(|(second, (first, spellings))| Clash {
                first,
                second,
                spelled: sentence(&spellings),
                targets: spellings
                    .into_iter()
                    .map(|(name, language)| (language, name))
                    .collect(),
            })
            .collect()
    }
}

/// `` `user_id` in Rust and `userId` in PHP ``, or `` `Id` in Rust and PHP ``.
fn sentence(spellings: &[(String, &str)]) -> String {
    let mut parts: Vec<String> = Vec::new();
    let mut last = None;
    for (spelled, language) in spellings {
        parts.push(if last == Some(spelled) {
            (*language).to_owned()
        } else {
            format!("`{spelled}` in {language}")
        });
        last = Some(spelled);
    }
    parts.join(" and ")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::indexing_slicing)]

    use super::*;

    fn named<'a>(names: &[&'a str]) -> Vec<Named<'a>> {
        names.iter().map(|name| Named::from(*name)).collect()
    }

    fn spelled(scope: Scope, names: &[&str]) -> Vec<String> {
        find(scope, &named(names))
            .into_iter()
            .map(|clash| clash.spelled)
            .collect()
    }

    #[test]
    fn each_scope_knows_its_spellings() {
        assert_eq!(spelled(Scope::Variables, &["b_1", "b1"]), ["`b1` in PHP"]);
        assert_eq!(
            spelled(Scope::Cases, &["low", "LOW"]),
            ["`Low` in Rust and PHP"]
        );
        assert_eq!(spelled(Scope::Methods, &["a_b", "AB"]), ["`ab` in PHP"]);
        assert_eq!(spelled(Scope::Types, &["Http", "HTTP"]), ["`Http` in PHP"]);
        assert_eq!(spelled(Scope::Types, &["A", "B"]), [""; 0]);
    }

    #[test]
    fn equal_names_are_no_clash() {
        assert!(find(Scope::Variables, &named(&["a", "a"])).is_empty());
    }

    #[test]
    fn given_names_count_instead_of_derived_ones() {
        let mended = Named {
            rust: Some("user_id2"),
            php: Some("userId2"),
            ..Named::from("user_id")
        };
        assert!(find(Scope::Variables, &["userID".into(), mended]).is_empty());
        let broken = Named {
            lua: Some("a"),
            ..Named::from("b")
        };
        let clashes = find(Scope::Variables, &["a".into(), broken]);
        assert_eq!(clashes[0].spelled, "`a` in Lua");
    }

    #[test]
    fn indices_are_those_of_the_lists() {
        let names = named(&["x", "userID", "y", "user_id", "userId"]);
        let clashes = find(Scope::Variables, &names);
        let places: Vec<_> = clashes
            .iter()
            .map(|clash| (clash.first, clash.second))
            .collect();
        assert_eq!(places, [(1, 3), (1, 4)]);
        let clash = &find_generated(
            Made::ForService,
            &named(&["A", "Calc"]),
            &named(&["A", "B", "CalcClient"]),
        )[0];
        assert_eq!((clash.first, clash.second), (1, 2));
        assert_eq!(clash.spelled, "`CalcClient` in Rust and PHP");
    }
}
