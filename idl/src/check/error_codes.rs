//! Codes of errors, by which clients tell them apart: each stands for one
//! error in a file and all that it imports.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::{Report, reserved};
use crate::ast::{ErrorItem, File, Import, Item, Span, ValueKind};
use crate::codes;
use crate::diag::{Confidence, Diagnostic};
use crate::model::{ErrorType, Package};
use crate::places::Places;

/// A code with who has it.
struct Coded<'p> {
    name: &'p str,
    code: i128,
    span: &'p Span,
}

/// Reports errors of a file that share a code with each other or with one of
/// an imported file.
pub(super) fn check(file: &File, package: &Package, places: &Places, report: &mut Report) {
    let items = file.items.iter().filter_map(|item| match item {
        Item::Error(error) => Some(error),
        _ => None,
    });
    let items: Vec<&ErrorItem> = items.collect();
    let coded: Vec<Coded<'_>> = items
        .iter()
        .filter_map(|item| match item.code.kind {
            ValueKind::Int(code) => Some(Coded {
                name: &item.name.text,
                code,
                span: &item.code.span,
            }),
            _ => None,
        })
        .collect();
    let imported = Imported::new(package);
    let mut used: HashSet<i128> = coded.iter().map(|it| it.code).collect();
    used.extend(imported.codes.keys().map(|code| i128::from(*code)));
    let mut seen: HashMap<i128, &Coded<'_>> = HashMap::new();
    for error in &coded {
        if report.is_full() {
            return;
        }
        if let Some((home, other)) = imported.get(error.code) {
            report.push(shared_with_import(error, home, other, &used, places));
        }
        match seen.get(&error.code) {
            None => {
                seen.insert(error.code, error);
            }
            // Equal names are reported as such.
            Some(first) if first.name != error.name => {
                let shared = shared(first.name, error, &used);
                report.push(shared.with_secondary(first.span.clone(), "first used here"));
            }
            Some(_) => {}
        }
    }
    check_reserved(&items, &coded, report);
}

/// Errors of all files below, by code.
struct Imported<'p> {
    codes: HashMap<i64, (&'p Package, &'p ErrorType)>,
}

impl<'p> Imported<'p> {
    fn new(package: &'p Package) -> Self {
        let mut codes = HashMap::new();
        for home in package.closure() {
            if home.name == package.name {
                continue;
            }
            for error in &home.errors {
                codes.entry(error.code).or_insert((home, error));
            }
        }
        Self { codes }
    }

    fn get(&self, code: i128) -> Option<(&'p Package, &'p ErrorType)> {
        self.codes.get(&i64::try_from(code).ok()?).copied()
    }
}

fn shared(first: &str, second: &Coded<'_>, used: &HashSet<i128>) -> Diagnostic {
    let code = second.code;
    let diagnostic = Diagnostic::new(
        codes::SHARED_CODE,
        second.span.clone(),
        format!("errors `{first}` and `{}` share code {code}", second.name),
        "already used",
    )
    .with_note(format!(
        "clients decide by code first, so `{}` could never be recognised",
        second.name
    ));
    match (code..=i64::MAX.into()).find(|free| *free != 0 && !used.contains(free)) {
        Some(free) => diagnostic.with_edit(
            format!("next free code in this file: {free}"),
            second.span.clone(),
            free.to_string(),
            Confidence::Maybe,
        ),
        None => diagnostic,
    }
}

fn shared_with_import(
    error: &Coded<'_>,
    home: &Package,
    other: &ErrorType,
    used: &HashSet<i128>,
    places: &Places,
) -> Diagnostic {
    let full = format!("{}.{}", home.name, other.name);
    let diagnostic = shared(&full, error, used);
    match places.get(&home.name, &other.name) {
        Some(place) => {
            let span = place.value.as_ref().unwrap_or(&place.name);
            diagnostic.with_secondary_in(place.file, span.clone(), "first used here")
        }
        None => diagnostic,
    }
}

/// Codes that an error had once.
fn check_reserved(items: &[&ErrorItem], coded: &[Coded<'_>], report: &mut Report) {
    let mut reserved = HashMap::new();
    for item in items {
        for value in &item.reserved {
            if let ValueKind::Int(code) = value.kind {
                reserved
                    .entry(code)
                    .or_insert((&item.name.text, &value.span));
            }
        }
    }
    for error in coded {
        if let Some((owner, place)) = reserved.get(&error.code) {
            let subject = format!("code {} of error `{}`", error.code, error.name);
            let owner = format!("error `{owner}`");
            let note = "a removed error used this code; old peers would take the new one for it";
            let taken = reserved::taken(&subject, error.span, place, &owner, note);
            report.push(taken.with_help("take another number"));
        }
    }
}

/// Reports imports that bring errors of one code together.
pub(super) fn check_imports(
    imports: &[(&Import, Arc<Package>)],
    places: &Places,
    report: &mut Report,
) {
    let mut known: HashMap<i64, (&Package, &ErrorType)> = HashMap::new();
    let mut packages: HashSet<&str> = HashSet::new();
    for (line, package) in imports {
        let closure = package.closure();
        let below: HashSet<&str> = closure.iter().map(|it| it.name.as_str()).collect();
        let new = closure
            .iter()
            .filter(|it| !packages.contains(it.name.as_str()));
        for home in new.copied().collect::<Vec<_>>() {
            for error in &home.errors {
                match known.get(&error.code) {
                    // Within one import it was reported there.
                    Some((first, _)) if below.contains(first.name.as_str()) => {}
                    Some(first) => {
                        report.push(brought(line, *first, (home, error), places));
                    }
                    None => {
                        known.insert(error.code, (home, error));
                    }
                }
            }
        }
        packages.extend(below);
    }
}

fn brought(
    line: &Import,
    first: (&Package, &ErrorType),
    second: (&Package, &ErrorType),
    places: &Places,
) -> Diagnostic {
    let full = |(home, error): (&Package, &ErrorType)| format!("{}.{}", home.name, error.name);
    let mut diagnostic = Diagnostic::new(
        codes::SHARED_CODE,
        line.path.span.clone(),
        format!(
            "errors `{}` and `{}` share code {}",
            full(first),
            full(second),
            second.1.code
        ),
        "brings them together",
    );
    for (home, error) in [first, second] {
        if let Some(place) = places.get(&home.name, &error.name) {
            let span = place.value.as_ref().unwrap_or(&place.name);
            let text = format!("code of `{}`", error.name);
            diagnostic = diagnostic.with_secondary_in(place.file, span.clone(), text);
        }
    }
    diagnostic
        .with_note("clients decide by code first, so one of them could never be recognised")
        .with_help("give one of them another code")
}
