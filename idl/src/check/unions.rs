//! Unions: one of several values.

use std::collections::HashSet;

use super::annotations::{self, Position};
use super::fields::formatted;
use super::index::Index;
use super::members::{self, Member};
use super::names::{Names, check_name};
use super::{Report, check_duplicates, reserved};
use crate::ast::{self, Name};
use crate::codes;
use crate::diag::Diagnostic;
use crate::model::{Docs, Package, Struct, Type, TypeName, Union, UnionCase};

/// The union without the cases that are wrong.
pub(super) fn check<'a>(item: &'a ast::Union, names: &mut Names<'a>, report: &mut Report) -> Union {
    let said = annotations::read(&item.annotations, Position::Union, report);
    let owner = format!("union `{}`", item.name.text);
    check_duplicates(item.cases.iter().map(|it| &it.name), "case", &owner, report);
    let reserved = reserved::read(&item.reserved, false);
    reserved::refuse_numbers(&reserved, "cases of unions", report);
    let mut members = Vec::new();
    let mut cases = Vec::new();
    for case in &item.cases {
        check_name(&case.name, report);
        let said = annotations::read(&case.annotations, Position::UnionCase, report);
        members.push(Member::new(&case.name, &said));
        let siblings = item.cases.iter().map(|it| &it.name);
        members::check_replacement(&said, siblings, &owner, report);
        let ty = case.ty.as_ref().map(|ty| names.resolve(ty, report));
        let ty = match ty {
            Some(None) => continue,
            Some(Some(ty)) => Some(formatted(ty, &said, report)),
            None => None,
        };
        cases.push(UnionCase {
            name: case.name.text.clone(),
            wire: said.wire_or(&case.name),
            docs: Docs(case.docs.clone()),
            options: said.options,
            ty,
        });
    }
    members::check_wires(&members, "cases", &owner, report);
    reserved::check_names(&reserved, &members, "case", &owner, report);
    Union {
        name: item.name.text.clone(),
        docs: Docs(item.docs.clone()),
        options: said.options,
        tag: said.tag.map(|tag| tag.text),
        cases,
        reserved: reserved::names(&reserved),
    }
}

/// With a tag every value is a map that has room for it.
pub(super) fn check_tag(
    item: &ast::Union,
    checked: &Union,
    names: &Names<'_>,
    package: &Package,
    index: &Index,
    report: &mut Report,
) {
    let Some(tag) = tag_place(item) else { return };
    let mut seen: HashSet<&TypeName> = HashSet::new();
    let mut written = item.cases.iter();
    for case in &checked.cases {
        // Cases that are wrong are missing among the checked ones.
        let Some(place) = written.find(|it| it.name.text == case.name) else {
            return;
        };
        let (Some(ty), Some(place)) = (&case.ty, &place.ty) else {
            continue;
        };
        let Type::Struct(name) = ty else {
            report.push(no_struct(&item.name, case, place, &tag));
            continue;
        };
        if !seen.insert(name) {
            continue;
        }
        let Some(held) = struct_of(name, names, package, index) else {
            continue;
        };
        let key = held.fields.iter().find(|field| field.wire == tag.text);
        if let Some(field) = key {
            report.push(taken_key(held, &field.name, place, &tag));
        }
    }
}

fn tag_place(item: &ast::Union) -> Option<Name> {
    let tag = item.annotations.iter().find(|it| it.name.text == "tag")?;
    let value = &tag.arguments.first()?.value;
    match &value.kind {
        ast::ValueKind::String(text) => Some(Name {
            text: text.clone(),
            span: value.span.clone(),
        }),
        _ => None,
    }
}

fn struct_of<'p>(
    name: &TypeName,
    names: &'p Names<'_>,
    package: &'p Package,
    index: &Index,
) -> Option<&'p Struct> {
    match &name.package {
        None => index.get_struct(package, &name.name),
        Some(home) => {
            let home = names.packages.get(home)?;
            home.index.get_struct(&home.package, &name.name)
        }
    }
}

fn no_struct(union: &Name, case: &UnionCase, place: &ast::Type, tag: &Name) -> Diagnostic {
    Diagnostic::new(
        codes::UNION_TAG,
        place.span.clone(),
        format!(
            "case `{}` of tagged union `{}` needs a struct",
            case.name, union.text
        ),
        "not a struct",
    )
    .with_secondary(tag.span.clone(), "the tag travels among its fields")
    .with_help("put it into a struct, or do without `@tag`")
}

fn taken_key(held: &Struct, field: &str, place: &ast::Type, tag: &Name) -> Diagnostic {
    Diagnostic::new(
        codes::UNION_TAG,
        tag.span.clone(),
        format!(
            "tag `{}` is also the key of field `{field}` of struct `{}`",
            tag.text, held.name
        ),
        "cannot hold the case and the field",
    )
    .with_secondary(place.span.clone(), "this case has such a field")
    .with_help("choose another tag, or rename the field")
}
