//! Enums: what travels for each case.

use std::collections::{HashMap, HashSet};

use super::annotations::{self, Position};
use super::members;
use super::names::{Names, check_name};
use super::reserved::{self, Reserved};
use super::values::range;
use super::{Report, check_duplicates};
use crate::ast::{self, Case, Span, TypeKind, Value, ValueKind};
use crate::codes;
use crate::diag::{Confidence, Diagnostic, Edit};
use crate::model::{Docs, Enum, EnumCase, EnumRepr, EnumValue, IntType, Type};

/// The enum, or `None` when its type is wrong.
pub(super) fn check(item: &ast::Enum, names: &mut Names<'_>, report: &mut Report) -> Option<Enum> {
    let said = annotations::read(&item.annotations, Position::Enum, report);
    let owner = format!("enum `{}`", item.name.text);
    check_duplicates(
        item.cases.iter().map(|case| &case.name),
        "case",
        &owner,
        report,
    );
    let mut options = Vec::new();
    for case in &item.cases {
        check_name(&case.name, report);
        let said = annotations::read(&case.annotations, Position::Case, report);
        let siblings = item.cases.iter().map(|it| &it.name);
        members::check_replacement(&said, siblings, &owner, report);
        options.push(said.options);
    }
    let repr = repr(item, names, report)?;
    let mut cases = Vec::new();
    let used: HashSet<i128> = item.cases.iter().filter_map(written_number).collect();
    let mut next = 0;
    for (case, options) in item.cases.iter().zip(options) {
        let value = match repr {
            EnumRepr::String => string_value(case, report),
            EnumRepr::Int(width) => {
                let free = (next..i128::MAX).find(|free| !used.contains(free));
                let free = free.unwrap_or(next);
                next = match case.value {
                    None => free.saturating_add(1),
                    Some(_) => next,
                };
                int_value(case, width, free, report)
            }
        };
        let Some(value) = value else { continue };
        if let EnumValue::Int(number) = value {
            next = number.saturating_add(1);
        }
        cases.push((
            case,
            EnumCase {
                name: case.name.text.clone(),
                docs: Docs(case.docs.clone()),
                options,
                value,
            },
        ));
    }
    check_shared(&cases, &owner, report);
    let reserved = reserved::read(&item.reserved, repr == EnumRepr::String);
    check_reserved(&cases, &reserved, repr, &owner, report);
    Some(Enum {
        name: item.name.text.clone(),
        docs: Docs(item.docs.clone()),
        repr,
        options: said.options,
        cases: cases.into_iter().map(|(_, case)| case).collect(),
        closed: said.is_closed,
        reserved_names: reserved::names(&reserved),
        reserved_values: reserved_values(&reserved),
    })
}

fn reserved_values(reserved: &[Reserved]) -> Vec<EnumValue> {
    let values = reserved.iter().filter_map(|entry| match entry {
        Reserved::Name(_) => None,
        Reserved::Number(number, _) => Some(EnumValue::Int(*number)),
        Reserved::Text(text) => Some(EnumValue::String(text.text.clone())),
    });
    values.collect()
}

/// Both names and raw values can be reserved.
fn check_reserved(
    cases: &[(&Case, EnumCase)],
    reserved: &[Reserved],
    repr: EnumRepr,
    owner: &str,
    report: &mut Report,
) {
    let mut names: HashMap<&str, &Span> = HashMap::new();
    let mut values: HashMap<EnumValue, &Span> = HashMap::new();
    for entry in reserved {
        match entry {
            Reserved::Name(name) => {
                names.entry(&name.text).or_insert(&name.span);
            }
            Reserved::Text(text) => {
                let value = EnumValue::String(text.text.clone());
                values.entry(value).or_insert(&text.span);
            }
            Reserved::Number(number, span) if matches!(repr, EnumRepr::Int(_)) => {
                values.entry(EnumValue::Int(*number)).or_insert(span);
            }
            Reserved::Number(number, span) => report.push(
                Diagnostic::new(
                    codes::RESERVED,
                    span.clone(),
                    format!("{number} cannot be reserved in {owner}: its values are strings"),
                    "expected a name or a string",
                )
                .with_help(format!("write `\"{number}\"`")),
            ),
        }
    }
    for (case, checked) in cases {
        if let Some(place) = names.get(case.name.text.as_str()) {
            let subject = format!("case name `{}`", case.name.text);
            let note = "a removed case used this name; old peers would read the new meaning";
            let taken = reserved::taken(&subject, &case.name.span, place, owner, note);
            report.push(taken.with_help("pick another name"));
        } else if let Some(place) = values.get(&checked.value) {
            let subject = match &checked.value {
                EnumValue::String(text) => format!("value `{text}`"),
                EnumValue::Int(number) => format!("value {number}"),
            };
            let note = "a removed case used this value; old peers would read the old meaning";
            let taken = reserved::taken(&subject, &value_span(case), place, owner, note);
            report.push(taken.with_help("pick another value"));
        }
    }
}

fn repr(item: &ast::Enum, names: &mut Names<'_>, report: &mut Report) -> Option<EnumRepr> {
    match names.resolve(&item.repr, report)? {
        Type::String => Some(EnumRepr::String),
        Type::Int(width) => Some(EnumRepr::Int(width)),
        _ => {
            let written = match &item.repr.kind {
                TypeKind::Named(name, _) => format!("`{}`", name.text),
                _ => "this type".to_owned(),
            };
            report.push(
                Diagnostic::new(
                    codes::ENUM_TYPE,
                    item.repr.span.clone(),
                    format!("{written} cannot be the type of an enum"),
                    "must be `string` or an integer type",
                )
                .with_edit(
                    "write `string`, or `i32`",
                    item.repr.span.clone(),
                    "string",
                    Confidence::Placeholder,
                ),
            );
            None
        }
    }
}

fn written_number(case: &Case) -> Option<i128> {
    match case.value.as_ref()?.kind {
        ValueKind::Int(number) => Some(number),
        _ => None,
    }
}

fn string_value(case: &Case, report: &mut Report) -> Option<EnumValue> {
    let Some(value) = &case.value else {
        return Some(EnumValue::String(case.name.text.clone()));
    };
    match &value.kind {
        ValueKind::String(text) => Some(EnumValue::String(text.clone())),
        ValueKind::Int(number) => {
            report.push(
                Diagnostic::new(
                    codes::CASE_VALUE,
                    value.span.clone(),
                    format!("case `{}` of a string enum needs a string", case.name.text),
                    "not a string",
                )
                .with_edits(
                    format!("write `\"{number}\"`"),
                    quoted(&value.span),
                    Confidence::Certain,
                ),
            );
            None
        }
        ValueKind::Broken => None,
        _ => {
            report.push(no_value(case, value, "a string"));
            None
        }
    }
}

/// Quotes around what is written.
fn quoted(span: &Span) -> Vec<Edit> {
    let ends = [span.start, span.end];
    ends.map(|end| Edit::new(end..end, "\"")).into()
}

fn no_value(case: &Case, value: &Value, expected: &str) -> Diagnostic {
    Diagnostic::new(
        codes::CASE_VALUE,
        value.span.clone(),
        format!("case `{}` needs {expected}", case.name.text),
        format!("not {expected}"),
    )
}

fn int_value(case: &Case, width: IntType, next: i128, report: &mut Report) -> Option<EnumValue> {
    let name = &case.name.text;
    let Some(value) = &case.value else {
        report.push(
            Diagnostic::new(
                codes::CASE_VALUE,
                case.name.span.clone(),
                format!("case `{name}` of an integer enum needs a value"),
                "no value",
            )
            .with_note("values are part of the wire, so they are never assigned silently")
            .with_edit(
                format!("write `{name} = {next}`"),
                case.name.span.end..case.name.span.end,
                format!(" = {next}"),
                Confidence::Placeholder,
            ),
        );
        return None;
    };
    match &value.kind {
        ValueKind::Int(number) if width.range().contains(number) => Some(EnumValue::Int(*number)),
        ValueKind::Int(number) => {
            report.push(out_of_range(*number, value, width));
            None
        }
        ValueKind::String(text) => {
            let diagnostic = Diagnostic::new(
                codes::CASE_VALUE,
                value.span.clone(),
                format!("case `{name}` of an integer enum needs an integer"),
                "is a string",
            );
            report.push(match text.parse::<i128>() {
                Ok(number) => diagnostic.with_edit(
                    format!("remove the quotes: `{number}`"),
                    value.span.clone(),
                    number.to_string(),
                    Confidence::Certain,
                ),
                Err(_) => diagnostic.with_help("write an integer, or make it a string enum"),
            });
            None
        }
        ValueKind::Broken => None,
        _ => {
            report.push(no_value(case, value, "an integer"));
            None
        }
    }
}

fn out_of_range(number: i128, value: &Value, width: IntType) -> Diagnostic {
    Diagnostic::new(
        codes::OUT_OF_RANGE,
        value.span.clone(),
        format!("value {number} does not fit `{}`", width.name()),
        range(width),
    )
    .with_help("use a wider type, or another value")
}

fn check_shared(cases: &[(&Case, EnumCase)], owner: &str, report: &mut Report) {
    let mut seen: HashMap<&EnumValue, &Case> = HashMap::new();
    for (case, checked) in cases {
        let Some(first) = seen.get(&checked.value) else {
            seen.insert(&checked.value, case);
            continue;
        };
        // Equal names are reported as such.
        if first.name.text == case.name.text {
            continue;
        }
        report.push(
            Diagnostic::new(
                codes::SHARED_VALUE,
                value_span(case),
                format!(
                    "cases `{}` and `{}` of {owner} share a value",
                    first.name.text, case.name.text
                ),
                "already used",
            )
            .with_secondary(value_span(first), "first used here")
            .with_note(format!(
                "readers could never recognise `{}`",
                case.name.text
            )),
        );
    }
}

fn value_span(case: &Case) -> ast::Span {
    case.value
        .as_ref()
        .map_or(&case.name.span, |value| &value.span)
        .clone()
}
