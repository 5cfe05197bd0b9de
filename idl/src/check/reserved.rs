//! `reserved`: names and values that old peers still know.

use std::collections::HashMap;

use super::Report;
use super::members::Member;
use crate::ast::{Name, Span, Value, ValueKind};
use crate::codes;
use crate::diag::Diagnostic;

/// One reserved name or number.
pub(super) enum Reserved {
    /// A word, or a string.
    Name(Name),
    /// A number.
    Number(i128, Span),
    /// A string among the values of an enum.
    Text(Name),
}

/// Reads what is reserved; strings are names, except in a string enum.
pub(super) fn read(values: &[Value], is_string_enum: bool) -> Vec<Reserved> {
    let read = |value: &Value| {
        let span = value.span.clone();
        match &value.kind {
            ValueKind::Path(text) => Some(Reserved::Name(Name {
                text: text.clone(),
                span,
            })),
            ValueKind::String(text) => {
                let name = Name {
                    text: text.clone(),
                    span,
                };
                Some(if is_string_enum {
                    Reserved::Text(name)
                } else {
                    Reserved::Name(name)
                })
            }
            ValueKind::Int(number) => Some(Reserved::Number(*number, span)),
            _ => None,
        }
    };
    values.iter().filter_map(read).collect()
}

/// The names among them.
pub(super) fn names(reserved: &[Reserved]) -> Vec<String> {
    let names = reserved.iter().filter_map(|it| match it {
        Reserved::Name(name) => Some(name.text.clone()),
        _ => None,
    });
    names.collect()
}

/// Reports numbers where only names can be reserved.
pub(super) fn refuse_numbers(reserved: &[Reserved], what: &str, report: &mut Report) {
    for entry in reserved {
        let Reserved::Number(number, span) = entry else {
            continue;
        };
        report.push(Diagnostic::new(
            codes::RESERVED,
            span.clone(),
            format!("{number} cannot be reserved: {what} have names, not numbers"),
            "expected a name",
        ));
    }
}

/// Reports members that take a reserved name.
pub(super) fn check_names(
    reserved: &[Reserved],
    members: &[Member],
    what: &str,
    owner: &str,
    report: &mut Report,
) {
    let mut known: HashMap<&str, &Span> = HashMap::new();
    for entry in reserved {
        if let Reserved::Name(name) = entry {
            known.entry(&name.text).or_insert(&name.span);
        }
    }
    for member in members {
        if let Some(place) = known.get(member.wire.text.as_str()) {
            let subject = format!("{what} name `{}`", member.wire.text);
            let note =
                format!("a removed {what} used this name; old peers would read the new meaning");
            let taken = taken(&subject, &member.wire.span, place, owner, &note);
            report.push(taken.with_help("pick another name"));
        }
    }
}

/// ``field name `email` is reserved in struct `U` ``
pub(super) fn taken(
    subject: &str,
    span: &Span,
    reserved: &Span,
    owner: &str,
    note: &str,
) -> Diagnostic {
    let where_ = if reserved.start < span.start {
        "above"
    } else {
        "below"
    };
    Diagnostic::new(
        codes::RESERVED,
        span.clone(),
        format!("{subject} is reserved in {owner}"),
        format!("reserved {where_}"),
    )
    .with_secondary(reserved.clone(), "reserved here")
    .with_note(note)
}
