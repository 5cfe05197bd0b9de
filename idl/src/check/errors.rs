//! Errors: codes, messages and data.

use std::collections::{HashMap, HashSet};

use super::Report;
use super::annotations::{self, Position};
use super::fields::{self, Owner};
use super::names::Names;
use super::reserved::{self, Reserved};
use crate::ast::{self, ErrorItem, File, Item, Span, ValueKind};
use crate::codes;
use crate::diag::{Confidence, Diagnostic};
use crate::model::{Docs, ErrorType, Package, Type};
use crate::names::split_words;
use crate::places::Places;

/// The error, or `None` when its code is wrong.
pub(super) fn check<'a>(
    item: &'a ErrorItem,
    names: &mut Names<'a>,
    report: &mut Report,
) -> Option<ErrorType> {
    let said = annotations::read(&item.annotations, Position::Error, report);
    let reserved = reserved::read(&item.reserved, false);
    let owner = Owner {
        kind: "error",
        name: &item.name.text,
        position: Position::Datum,
    };
    let fields = fields::check(&item.fields, &reserved, owner, names, report);
    for (written, field) in &fields {
        check_datum(written, field.optional, &field.ty, owner.name, report);
    }
    let code = code(item, report)?;
    let message = match item.message.as_ref().map(|message| &message.kind) {
        None => split_words(&item.name.text).join(" "),
        Some(ValueKind::String(message)) => message.clone(),
        Some(_) => return None,
    };
    Some(ErrorType {
        name: item.name.text.clone(),
        wire: said.wire_or(&item.name),
        docs: Docs(item.docs.clone()),
        options: said.options,
        code,
        message,
        fields: fields.into_iter().map(|(_, field)| field).collect(),
        reserved: reserved::names(&reserved),
        reserved_codes: numbers(&reserved)
            .filter_map(|(it, _)| it.try_into().ok())
            .collect(),
    })
}

fn numbers(reserved: &[Reserved]) -> impl Iterator<Item = (i128, &Span)> {
    reserved.iter().filter_map(|it| match it {
        Reserved::Number(number, span) => Some((*number, span)),
        _ => None,
    })
}

fn code(item: &ErrorItem, report: &mut Report) -> Option<i64> {
    let ValueKind::Int(code) = item.code.kind else {
        return None;
    };
    let Ok(code) = i64::try_from(code) else {
        report.push(Diagnostic::new(
            codes::OUT_OF_RANGE,
            item.code.span.clone(),
            format!("code {code} does not fit `i64`"),
            "error codes are 64-bit integers",
        ));
        return None;
    };
    if code == 0 {
        report.push(zero_code(item));
        return None;
    }
    Some(code)
}

fn zero_code(item: &ErrorItem) -> Diagnostic {
    Diagnostic::new(
        codes::ZERO_CODE,
        item.code.span.clone(),
        format!("error `{}` has code 0", item.name.text),
        "must not be 0",
    )
    .with_note("exceptions that nobody declared have code 0, and clients decide by code first")
    .with_help("take another number")
}

/// A plain PHP server sends no data along.
fn check_datum(field: &ast::Field, optional: bool, ty: &Type, error: &str, report: &mut Report) {
    let name = &field.name.text;
    let note = "a PHP server without generated code sends no data with an error";
    if let Some(default) = &field.default {
        report.push(
            Diagnostic::new(
                codes::ERROR_DATA,
                default.span.clone(),
                format!("field `{name}` of error `{error}` cannot have a default"),
                "not expected here",
            )
            .with_note(note)
            .with_help(format!("write `{name}?: …`")),
        );
    } else if !optional && !matches!(ty, Type::Nullable(_)) {
        let end = field.name.span.end;
        report.push(
            Diagnostic::new(
                codes::ERROR_DATA,
                field.name.span.clone(),
                format!("field `{name}` of error `{error}` must be optional"),
                "may be missing",
            )
            .with_note(note)
            .with_edit(
                format!("write `{name}?: …`, or make the type nullable"),
                end..end,
                "?",
                Confidence::Certain,
            ),
        );
    }
}

/// A code with who has it.
struct Coded<'p> {
    name: &'p str,
    code: i128,
    span: &'p Span,
}

/// Reports errors of a file that share a code with each other or with one of
/// an imported file.
pub(super) fn check_codes(file: &File, package: &Package, places: &Places, report: &mut Report) {
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
