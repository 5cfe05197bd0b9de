//! Names that are different in the contract and the same in a target.
//!
//! This is the one place of the front end that knows how back ends spell
//! names. Clashes are never solved by numbering: adding a declaration must
//! not rename another.

use std::collections::{BTreeMap, HashMap};

use super::Report;
use crate::ast::{Field, File, Item, Name, TypeKind};
use crate::codes;
use crate::diag::Diagnostic;
use crate::names::{to_camel, to_pascal, to_snake};

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

/// What is generated beside a service `Name`: `NameClient`, and in Rust
/// `NameServer`.
const COMPANIONS: &[(&str, &[Target])] = &[
    ("Client", TYPES),
    ("Server", &[target("Rust", str::to_owned, true)]),
];

/// Reports all clashes of a file.
pub(super) fn check(file: &File, report: &mut Report) {
    check_scope("types", types(file), TYPES, report);
    check_companions(file, report);
    for item in &file.items {
        match item {
            Item::Struct(item) => check_scope("fields", readable(&item.fields), VARIABLES, report),
            Item::Enum(item) => check_scope(
                "cases",
                item.cases.iter().map(|case| &case.name),
                CASES,
                report,
            ),
            Item::Service(item) => {
                let methods = item.methods.iter().map(|method| &method.name);
                check_scope("methods", methods, METHODS, report);
                for method in &item.methods {
                    check_scope("parameters", readable(&method.params), VARIABLES, report);
                }
            }
            Item::Alias(_) | Item::Error(_) | Item::Broken(_) => {}
        }
    }
}

/// Names that are types in a target; aliases are replaced.
fn types(file: &File) -> impl Iterator<Item = &Name> {
    let items = file
        .items
        .iter()
        .filter(|item| !matches!(item, Item::Alias(_)));
    items.filter_map(Item::name)
}

/// Names of fields that were read well: a misplaced word is no clash.
fn readable(fields: &[Field]) -> impl Iterator<Item = &Name> {
    let fields = fields
        .iter()
        .filter(|field| field.ty.kind != TypeKind::Broken);
    fields.map(|field| &field.name)
}

/// Two names, and what both become in which languages.
struct Clash<'a> {
    first: &'a Name,
    second: &'a Name,
    spellings: Vec<(String, &'static str)>,
}

fn check_scope<'a>(
    what: &str,
    names: impl Iterator<Item = &'a Name>,
    targets: &[Target],
    report: &mut Report,
) {
    let names: Vec<&Name> = names.collect();
    // By the place of the second name, in which clashes of all targets meet.
    let mut clashes: BTreeMap<usize, Clash<'a>> = BTreeMap::new();
    for target in targets {
        let mut seen: HashMap<String, &Name> = HashMap::new();
        for name in &names {
            let (spelled, key) = target.spelled(&name.text);
            let Some(first) = seen.get(&key).copied() else {
                seen.insert(key, name);
                continue;
            };
            if is_reported_elsewhere(what, first, name) {
                continue;
            }
            let clash = clashes.entry(name.span.start).or_insert(Clash {
                first,
                second: name,
                spellings: Vec::new(),
            });
            clash.spellings.push((spelled, target.language));
        }
    }
    for clash in clashes.into_values() {
        report.push(same(what, &clash));
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

/// Equal names are duplicates, methods that differ by case are a matter of the
/// wire, and names without a letter are no names.
fn is_reported_elsewhere(what: &str, first: &Name, second: &Name) -> bool {
    first.text == second.text
        || (what == "methods" && first.text.eq_ignore_ascii_case(&second.text))
        || to_snake(&second.text).is_empty()
}

fn same(what: &str, clash: &Clash<'_>) -> Diagnostic {
    let (first, second) = (clash.first, clash.second);
    let places = places(&clash.spellings);
    Diagnostic::new(
        codes::SAME_IN_TARGET,
        second.span.clone(),
        format!(
            "{what} `{}` and `{}` both become {places}",
            first.text, second.text
        ),
        format!("also {places}"),
    )
    .with_secondary(first.span.clone(), format!("becomes {places}"))
    .with_help("rename one of them")
}

/// `` `user_id` in Rust and `userId` in PHP ``, or `` `Id` in Rust and PHP ``.
fn places(spellings: &[(String, &str)]) -> String {
    let mut text = String::new();
    let mut last = None;
    for (spelled, language) in spellings {
        if !text.is_empty() {
            text.push_str(" and ");
        }
        if last == Some(spelled) {
            text.push_str(language);
        } else {
            text.push_str(&format!("`{spelled}` in {language}"));
        }
        last = Some(spelled);
    }
    text
}

/// Types that have the name of something generated for a service.
fn check_companions(file: &File, report: &mut Report) {
    let mut clashes: BTreeMap<usize, Clash<'_>> = BTreeMap::new();
    for (suffix, targets) in COMPANIONS {
        for target in *targets {
            let keyed = types(file).map(|name| (target.spelled(&name.text).1, name));
            let declared: HashMap<String, &Name> = keyed.collect();
            for item in &file.items {
                let Item::Service(service) = item else {
                    continue;
                };
                let (spelled, key) = target.spelled(&format!("{}{suffix}", service.name.text));
                let Some(name) = declared.get(&key) else {
                    continue;
                };
                let clash = clashes.entry(name.span.start).or_insert(Clash {
                    first: &service.name,
                    second: name,
                    spellings: Vec::new(),
                });
                clash.spellings.push((spelled, target.language));
            }
        }
    }
    for clash in clashes.into_values() {
        report.push(taken(&clash));
    }
}

fn taken(clash: &Clash<'_>) -> Diagnostic {
    let (service, name) = (clash.first, clash.second);
    Diagnostic::new(
        codes::TAKEN_IN_TARGET,
        name.span.clone(),
        format!(
            "`{}` takes the name of what is generated for service `{}`",
            name.text, service.text
        ),
        format!("would be {}", places(&clash.spellings)),
    )
    .with_secondary(service.span.clone(), "for this service")
    .with_help("rename one of them")
}
