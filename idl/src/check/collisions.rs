//! Names that are different in the contract and the same in a target.
//!
//! Never solved by numbering: adding a declaration must not rename another.

use std::collections::{BTreeMap, HashMap};

use super::Report;
use crate::ast::{Field, File, Item, Name, TypeKind};
use crate::codes;
use crate::diag::Diagnostic;
use crate::names::{to_pascal, to_snake};

/// A language, and how it spells names of one kind.
struct Target {
    language: &'static str,
    spell: fn(&str) -> String,
}

const MEMBERS: &[Target] = &[Target {
    language: "Rust",
    spell: to_snake,
}];

const TYPES: &[Target] = &[
    Target {
        language: "Rust",
        spell: to_pascal,
    },
    Target {
        language: "PHP",
        spell: to_pascal,
    },
];

/// Reports all clashes of a file.
pub(super) fn check(file: &File, report: &mut Report) {
    check_scope(
        "types",
        file.items.iter().filter_map(Item::name),
        TYPES,
        report,
    );
    for item in &file.items {
        match item {
            Item::Struct(item) => check_scope("fields", readable(&item.fields), MEMBERS, report),
            Item::Enum(item) => check_scope(
                "cases",
                item.cases.iter().map(|case| &case.name),
                TYPES,
                report,
            ),
            Item::Service(item) => {
                let methods = item.methods.iter().map(|method| &method.name);
                check_scope("methods", methods, MEMBERS, report);
                for method in &item.methods {
                    check_scope("parameters", readable(&method.params), MEMBERS, report);
                }
            }
            Item::Alias(_) | Item::Error(_) | Item::Broken(_) => {}
        }
    }
}

/// Names of fields that were read well: a misplaced word is no clash.
fn readable(fields: &[Field]) -> impl Iterator<Item = &Name> {
    fields
        .iter()
        .filter(|field| field.ty.kind != TypeKind::Broken)
        .map(|field| &field.name)
}

/// Two names, and what both become in which languages.
struct Clash<'a> {
    first: &'a Name,
    second: &'a Name,
    spellings: Vec<String>,
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
            let spelled = (target.spell)(&name.text);
            let Some(first) = seen.get(&spelled).copied() else {
                seen.insert(spelled, name);
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
            clash
                .spellings
                .push(format!("`{spelled}` in {}", target.language));
        }
    }
    for clash in clashes.into_values() {
        report.push(diagnostic(what, &clash));
    }
}

/// Equal names are duplicates, methods that differ by case are a matter of the
/// wire, and names without a letter are no names.
fn is_reported_elsewhere(what: &str, first: &Name, second: &Name) -> bool {
    first.text == second.text
        || (what == "methods" && first.text.eq_ignore_ascii_case(&second.text))
        || to_snake(&second.text).is_empty()
}

fn diagnostic(what: &str, clash: &Clash<'_>) -> Diagnostic {
    let Clash {
        first,
        second,
        spellings,
    } = clash;
    let places = spellings.join(" and ");
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
