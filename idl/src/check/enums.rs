//! Enums: what travels for each case.

use std::collections::{HashMap, HashSet};

use super::names::{Names, check_name};
use super::{Report, check_duplicates};
use crate::ast::{self, Case, TypeKind, Value, ValueKind};
use crate::codes;
use crate::diag::Diagnostic;
use crate::model::{Docs, Enum, EnumCase, EnumRepr, EnumValue, IntType, Options, Type};

/// The enum, or `None` when its type is wrong.
pub(super) fn check(item: &ast::Enum, names: &mut Names<'_>, report: &mut Report) -> Option<Enum> {
    let owner = format!("enum `{}`", item.name.text);
    check_duplicates(
        item.cases.iter().map(|case| &case.name),
        "case",
        &owner,
        report,
    );
    for case in &item.cases {
        check_name(&case.name, report);
    }
    let repr = repr(item, names, report)?;
    let mut cases = Vec::new();
    let used: HashSet<i128> = item.cases.iter().filter_map(written_number).collect();
    let mut next = 0;
    for case in &item.cases {
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
                options: Options::default(),
                value,
            },
        ));
    }
    check_shared(&cases, &owner, report);
    Some(Enum {
        name: item.name.text.clone(),
        docs: Docs(item.docs.clone()),
        repr,
        options: Options::default(),
        cases: cases.into_iter().map(|(_, case)| case).collect(),
        closed: false,
        reserved_names: Vec::new(),
        reserved_values: Vec::new(),
    })
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
                .with_help("write `string`, or `i32`"),
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
                .with_help(format!("write `\"{number}\"`")),
            );
            None
        }
        _ => None,
    }
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
            .with_help(format!("write `{name} = {next}`")),
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
            report.push(
                Diagnostic::new(
                    codes::CASE_VALUE,
                    value.span.clone(),
                    format!("case `{name}` of an integer enum needs an integer"),
                    "is a string",
                )
                .with_help(match text.parse::<i128>() {
                    Ok(number) => format!("remove the quotes: `{number}`"),
                    Err(_) => "write an integer, or make it a string enum".to_owned(),
                }),
            );
            None
        }
        _ => None,
    }
}

fn out_of_range(number: i128, value: &Value, width: IntType) -> Diagnostic {
    let range = width.range();
    Diagnostic::new(
        codes::OUT_OF_RANGE,
        value.span.clone(),
        format!("value {number} does not fit `{}`", width.name()),
        format!(
            "`{}` holds {} to {}",
            width.name(),
            range.start(),
            range.end()
        ),
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
