//! Names that are different in the contract and the same in a target.
//!
//! Never solved by numbering: adding a declaration must not rename another.

use std::collections::HashMap;

use super::Report;
use crate::ast::{File, Item, Name};
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
            Item::Struct(item) => check_scope(
                "fields",
                item.fields.iter().map(|field| &field.name),
                MEMBERS,
                report,
            ),
            Item::Enum(item) => check_scope(
                "cases",
                item.cases.iter().map(|case| &case.name),
                TYPES,
                report,
            ),
            Item::Service(item) => {
                check_scope(
                    "methods",
                    item.methods.iter().map(|method| &method.name),
                    MEMBERS,
                    report,
                );
                for method in &item.methods {
                    check_scope(
                        "parameters",
                        method.params.iter().map(|param| &param.name),
                        MEMBERS,
                        report,
                    );
                }
            }
            Item::Alias(_) | Item::Error(_) | Item::Broken(_) => {}
        }
    }
}

fn check_scope<'a>(
    what: &str,
    names: impl Iterator<Item = &'a Name>,
    targets: &[Target],
    report: &mut Report,
) {
    let names: Vec<&Name> = names.collect();
    let mut clashes: Vec<(&Name, &Name, Vec<(&str, String)>)> = Vec::new();
    for target in targets {
        let mut seen: HashMap<String, &Name> = HashMap::new();
        for name in &names {
            let spelled = (target.spell)(&name.text);
            match seen.get(&spelled) {
                None => {
                    seen.insert(spelled, name);
                }
                Some(first) if is_reported_elsewhere(first, name, what) => {}
                Some(first) => {
                    let known = clashes
                        .iter_mut()
                        .find(|(left, right, _)| left == first && right == name);
                    match known {
                        Some((.., spellings)) => spellings.push((target.language, spelled)),
                        None => clashes.push((first, name, vec![(target.language, spelled)])),
                    }
                }
            }
        }
    }
    for (first, second, spellings) in clashes {
        report.push(clash(what, first, second, &spellings));
    }
}

/// Equal names are duplicates, and methods that differ by case are a matter
/// of the wire.
fn is_reported_elsewhere(first: &Name, second: &Name, what: &str) -> bool {
    first.text == second.text
        || (what == "methods" && first.text.eq_ignore_ascii_case(&second.text))
}

fn clash(what: &str, first: &Name, second: &Name, spellings: &[(&str, String)]) -> Diagnostic {
    let places: Vec<String> = spellings
        .iter()
        .map(|(language, spelled)| format!("`{spelled}` in {language}"))
        .collect();
    let places = places.join(" and ");
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
