//! Errors: codes, messages and data.

use super::Report;
use super::annotations::{self, Position};
use super::fields::{self, Owner};
use super::names::Names;
use super::reserved::{self, Reserved};
use crate::ast::{self, ErrorItem, Span, ValueKind};
use crate::codes;
use crate::diag::{Confidence, Diagnostic};
use crate::model::{Docs, ErrorType, Type};
use crate::names::split_words;

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
