//! Structs and their fields.

use super::cycles::Edges;
use super::names::{Names, check_name};
use super::{Report, check_duplicates};
use crate::ast;
use crate::model::{Docs, Field, Options, Struct};

/// The struct without the fields that are wrong; what it holds goes into
/// `edges`.
pub(super) fn check<'a>(
    item: &'a ast::Struct,
    names: &mut Names<'a>,
    edges: &mut Edges<'a>,
    report: &mut Report,
) -> Struct {
    let owner = format!("struct `{}`", item.name.text);
    check_duplicates(
        item.fields.iter().map(|field| &field.name),
        "field",
        &owner,
        report,
    );
    let mut fields = Vec::new();
    for field in &item.fields {
        check_name(&field.name, report);
        let Some(ty) = names.resolve(&field.ty, report) else {
            continue;
        };
        edges.add(&item.name.text, field, &ty, names);
        fields.push(Field {
            name: field.name.text.clone(),
            wire: field.name.text.clone(),
            options: Options::default(),
            optional: false,
            default: None,
            docs: Docs(field.docs.clone()),
            ty,
        });
    }
    Struct {
        name: item.name.text.clone(),
        docs: Docs(item.docs.clone()),
        options: Options::default(),
        fields,
        reserved: Vec::new(),
    }
}
