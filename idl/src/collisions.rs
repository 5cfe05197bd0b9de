//! Names that are different in a contract and the same in a target language.
//!
//! This is the one place of the crate that knows how back ends spell names;
//! it does not know where names come from, so that both front ends share it.
//! Clashes are never solved by numbering: adding a declaration must not
//! rename another.

use std::collections::{BTreeMap, HashMap};

use crate::names::{to_camel, to_pascal, to_snake};

/// What names that must differ from each other are names of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scope {
    /// Structs, enums, errors and services of a package.
    Types,
    /// Fields of a struct, or parameters of a method.
    Variables,
    /// Cases of an enum.
    Cases,
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
}

/// All clashes among names, by the second name. Equal names are duplicates
/// rather than clashes.
///
/// ```
/// use yar_idl::collisions::{Scope, find};
///
/// let clashes = find(Scope::Variables, &["userID", "user_id"]);
/// assert_eq!(clashes[0].spelled, "`user_id` in Rust and `userId` in PHP");
/// ```
#[must_use]
pub fn find(scope: Scope, names: &[&str]) -> Vec<Clash> {
    let mut found = Found::default();
    for target in scope.targets() {
        let mut seen: HashMap<String, (usize, &str)> = HashMap::new();
        for (second, name) in names.iter().enumerate() {
            let (spelled, key) = target.spelled(name);
            let (first, other) = *seen.entry(key).or_insert((second, name));
            // A name without a letter becomes nothing at all, which is not a clash.
            if other != *name && !to_snake(name).is_empty() {
                found.add(first, second, spelled, target.language);
            }
        }
    }
    found.clashes()
}

/// Types that have the name of something that is generated for a service:
/// `first` is an index into `services`, `second` into `types`.
#[must_use]
pub fn find_generated(services: &[&str], types: &[&str]) -> Vec<Clash> {
    let mut found = Found::default();
    for (suffix, targets) in GENERATED {
        for target in *targets {
            let keyed = types.iter().enumerate();
            let declared: HashMap<String, usize> = keyed
                .map(|(index, name)| (target.spelled(name).1, index))
                .collect();
            for (service, name) in services.iter().enumerate() {
                let (spelled, key) = target.spelled(&format!("{name}{suffix}"));
                if let Some(index) = declared.get(&key) {
                    found.add(service, *index, spelled, target.language);
                }
            }
        }
    }
    found.clashes()
}

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

// Lua has all names as they are written.
const VARIABLES: &[Target] = &[
    target("Rust", to_snake, true),
    target("PHP", to_camel, true),
];
const CASES: &[Target] = &[
    target("Rust", to_pascal, true),
    target("PHP", to_pascal, true),
];
const METHODS: &[Target] = &[
    target("Rust", to_snake, true),
    target("PHP", to_camel, false),
];
const TYPES: &[Target] = &[
    target("Rust", str::to_owned, true),
    target("PHP", to_pascal, false),
];

/// What is generated beside a service, by suffix of its name.
const GENERATED: &[(&str, &[Target])] = &[
    ("Client", TYPES),
    ("Server", &[target("Rust", str::to_owned, true)]),
];

impl Scope {
    fn targets(self) -> &'static [Target] {
        match self {
            Self::Types => TYPES,
            Self::Variables => VARIABLES,
            Self::Cases => CASES,
            Self::Methods => METHODS,
        }
    }
}

impl Target {
    /// The spelling of a name, and what is equal for equal spellings.
    fn spelled(&self, name: &str) -> (String, String) {
        let spelled = (self.spell)(name);
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

    fn spelled(scope: Scope, names: &[&str]) -> Vec<String> {
        find(scope, names)
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
        assert!(find(Scope::Variables, &["a", "a"]).is_empty());
    }

    #[test]
    fn indices_are_those_of_the_lists() {
        let clashes = find(Scope::Variables, &["x", "userID", "y", "user_id", "userId"]);
        let places: Vec<_> = clashes
            .iter()
            .map(|clash| (clash.first, clash.second))
            .collect();
        assert_eq!(places, [(1, 3), (1, 4)]);
        let clash = &find_generated(&["A", "Calc"], &["A", "B", "CalcClient"])[0];
        assert_eq!((clash.first, clash.second), (1, 2));
        assert_eq!(clash.spelled, "`CalcClient` in Rust and PHP");
    }
}
