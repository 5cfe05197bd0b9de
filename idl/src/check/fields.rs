//! Fields of structs and of errors.

use super::annotations::{self, Position, Said};
use super::members::{self, Member};
use super::names::{Names, check_name};
use super::{Report, check_duplicates, reserved};
use crate::ast;
use crate::codes;
use crate::diag::{Confidence, Diagnostic};
use crate::model::{Docs, Field, Literal, TimestampFormat, Type};

/// Whose fields they are.
#[derive(Clone, Copy)]
pub(super) struct Owner<'n> {
    /// `struct` or `error`.
    pub(super) kind: &'static str,
    pub(super) name: &'n str,
    pub(super) position: Position,
}

/// The fields without those that are wrong, each with what was written.
/// Defaults are null until all types are known; see `defaults`.
pub(super) fn check<'a>(
    fields: &'a [ast::Field],
    reserved: &[reserved::Reserved],
    owner: Owner<'_>,
    names: &mut Names<'a>,
    report: &mut Report,
) -> Vec<(&'a ast::Field, Field)> {
    let text = format!("{} `{}`", owner.kind, owner.name);
    check_duplicates(fields.iter().map(|it| &it.name), "field", &text, report);
    let mut members = Vec::new();
    let mut checked = Vec::new();
    for field in fields {
        check_name(&field.name, report);
        let said = annotations::read(&field.annotations, owner.position, report);
        members.push(Member::new(&field.name, &said));
        let siblings = fields.iter().map(|it| &it.name);
        members::check_replacement(&said, siblings, &text, report);
        let ty = names.resolve(&field.ty, report);
        let optional = check_optional(field, report);
        let Some(ty) = ty else { continue };
        let ty = formatted(ty, &said, report);
        let field_model = Field {
            name: field.name.text.clone(),
            wire: said.wire_or(&field.name),
            docs: Docs(field.docs.clone()),
            options: said.options,
            optional,
            ty,
            default: field.default.as_ref().map(|_| Literal::Null),
        };
        checked.push((field, field_model));
    }
    members::check_wires(&members, "fields", &text, report);
    reserved::check_names(reserved, &members, "field", &text, report);
    checked
}

/// Whether it may be left out without a default; both at once is a mistake.
pub(super) fn check_optional(field: &ast::Field, report: &mut Report) -> bool {
    let (Some(mark), Some(default)) = (&field.optional, &field.default) else {
        return field.optional.is_some();
    };
    report.push(
        Diagnostic::new(
            codes::OPTIONAL_DEFAULT,
            mark.clone(),
            format!("`{}` has a default and a `?`", field.name.text),
            "not needed",
        )
        .with_secondary(
            default.span.clone(),
            "this is what it is when it is left out",
        )
        .with_note("whatever has a default may be left out")
        .with_edit("delete the `?`", mark.clone(), "", Confidence::Certain),
    );
    false
}

/// The type with the format that `@format` asks for.
pub(super) fn formatted(mut ty: Type, said: &Said<'_>, report: &mut Report) -> Type {
    let Some(place) = &said.format else { return ty };
    if !set_format(&mut ty) {
        report.push(Diagnostic::new(
            codes::ANNOTATION_VALUE,
            place.clone(),
            "`@format` needs a timestamp to format",
            "the type has no timestamp",
        ));
    }
    ty
}

fn set_format(ty: &mut Type) -> bool {
    match ty {
        Type::Timestamp(format) => {
            *format = TimestampFormat::Rfc3339;
            true
        }
        Type::List(inner) | Type::Nullable(inner) | Type::Map(_, inner) => set_format(inner),
        Type::Tuple(parts) => {
            let mut found = false;
            for part in parts {
                found |= set_format(part);
            }
            found
        }
        _ => false,
    }
}
