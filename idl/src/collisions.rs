//! Names that are different in a contract and the same in a target language.
//!
//! This is the one place of the crate that knows how back ends spell names;
//! it does not know where names come from, so that both front ends share it.
//! Clashes are never solved by numbering: adding a declaration must not
//! rename another.

mod spelling;

use std::collections::{BTreeMap, HashMap};

use crate::model::Options;
use crate::names::to_snake;
use crate::words::Target;

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

    fn given(&self, target: Target) -> Option<&'a str> {
        match target {
            Target::Rust => self.rust,
            Target::Lua => self.lua,
            Target::Php => self.php,
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
    let spellers = scope.spellers().iter();
    spellers
        .map(|speller| {
            let (spelled, key) = speller.spelled(&name);
            Spelling {
                language: speller.language(),
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
    for speller in scope.spellers() {
        let mut seen: HashMap<String, (usize, &str)> = HashMap::new();
        for (second, named) in names.iter().enumerate() {
            let (spelled, key) = speller.spelled(named);
            let (first, other) = *seen.entry(key).or_insert((second, named.name));
            // A name without a letter becomes nothing at all, which is not a clash.
            if other != named.name && !to_snake(named.name).is_empty() {
                found.add(first, second, spelled, speller.language());
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
    for (suffix, spellers) in made.suffixes() {
        for speller in *spellers {
            let keyed = types.iter().enumerate();
            let declared: HashMap<String, usize> = keyed
                .map(|(index, name)| (speller.spelled(name).1, index))
                .collect();
            for (maker, named) in makers.iter().enumerate() {
                let (spelled, key) = speller.with_suffix(named, suffix);
                if let Some(index) = declared.get(&key) {
                    found.add(maker, *index, spelled, speller.language());
                }
            }
        }
    }
    found.clashes()
}

/// Makers of which two would make the same: both are indices into `makers`.
/// Those with one name clash by that.
#[must_use]
pub fn find_made_twice(made: Made, makers: &[Named<'_>]) -> Vec<Clash> {
    let mut found = Found::default();
    let mut seen: HashMap<(&str, String), usize> = HashMap::new();
    let suffixes = made.suffixes().iter();
    let kinds = suffixes.flat_map(|(suffix, spellers)| spellers.iter().map(move |it| (suffix, it)));
    for (suffix, speller) in kinds {
        for (maker, named) in makers.iter().enumerate() {
            let (spelled, key) = speller.with_suffix(named, suffix);
            let language = speller.language();
            let other = *seen.entry((language, key)).or_insert(maker);
            let names = |index: usize| makers.get(index).map(|it| speller.spelled(it).1);
            if names(other) != names(maker) {
                let (first, second) = (other.min(maker), other.max(maker));
                found.add(first, second, spelled, language);
            }
        }
    }
    found.clashes()
}

/// What types are generated for beside its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Made {
    /// A service: its clients and its server.
    ForService,
    /// What holds the constants of a package.
    ForConstants,
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
mod tests;
