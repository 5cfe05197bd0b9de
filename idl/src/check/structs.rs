//! Structs and their fields.

use super::annotations::{self, Position};
use super::cycles::Edges;
use super::fields::{self, Owner};
use super::names::Names;
use super::{Report, reserved};
use crate::ast;
use crate::model::{Docs, Struct};

/// The struct without the fields that are wrong; what it holds goes into
/// `edges`.
pub(super) fn check<'a>(
    item: &'a ast::Struct,
    names: &mut Names<'a>,
    edges: &mut Edges<'a>,
    report: &mut Report,
) -> Struct {
    let said = annotations::read(&item.annotations, Position::Struct, report);
    let reserved = reserved::read(&item.reserved, false);
    reserved::refuse_numbers(&reserved, "fields", report);
    let owner = Owner {
        kind: "struct",
        name: &item.name.text,
        position: Position::Field,
    };
    let fields = fields::check(&item.fields, &reserved, owner, names, report);
    // What may be left out is a way to end.
    for (written, field) in fields.iter().filter(|(_, field)| !field.optional) {
        edges.add(&item.name.text, written, &field.ty, names);
    }
    Struct {
        name: item.name.text.clone(),
        docs: Docs(item.docs.clone()),
        options: said.options,
        fields: fields.into_iter().map(|(_, field)| field).collect(),
        reserved: reserved::names(&reserved),
    }
}
