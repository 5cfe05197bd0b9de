//! Enums and unions.

use super::names::{self, name};
use super::problem::{Place, Problem};
use super::scope::{Scope, derives};
use super::split::SourceItem;
use super::types::convert_owned;
use super::{EnumType, UnionType, annotations};
use crate::ast::{self, Annotation, Item, TypeKind, Value, ValueKind};
use crate::codes;
use crate::model::{EnumRepr, EnumValue};
use crate::names::to_pascal;
use std::collections::HashMap;
use syn::{Attribute, Data, DeriveInput, Ident};

pub(super) fn enumeration(item: &SourceItem, problems: &mut Vec<Problem>) -> Option<Item> {
    let tree: DeriveInput = item.parse(problems)?;
    if !derives(&tree.attrs, "Enum") {
        problems.push(
            Problem::new(
                codes::TRAIT_SHAPE,
                tree.ident.span(),
                format!("enum `{}` does not travel", tree.ident),
                "cannot travel",
            )
            .with_help("derive `yar::Enum`, or `yar::Union` if its cases hold values"),
        );
        return Some(Item::Broken(vec![names::own(&tree.ident)]));
    }
    let (item, found) = EnumType::read(&tree);
    problems.extend(found);
    let repr = match item.repr {
        EnumRepr::String => "string",
        EnumRepr::Int(int) => int.name(),
    };
    let repr = name(repr, item.repr_place);
    let attributes = variants(&tree);
    let cases = item.cases.iter().map(|case| ast::Case {
        name: name(&case.name, case.name_place),
        docs: case.docs.clone(),
        annotations: said(&case.ident, &case.name, &attributes, problems),
        value: Some(Value {
            kind: match &case.value {
                EnumValue::String(text) => ValueKind::String(text.clone()),
                EnumValue::Int(number) => ValueKind::Int(*number),
            },
            span: case.value_place.bytes(),
        }),
        ..Default::default()
    });
    let cases = cases.collect();
    let place = Place::from(item.ident.span());
    let closed = item.closed.then(|| annotations::flag("closed", place));
    Some(Item::Enum(ast::Enum {
        name: name(&item.name, item.name_place),
        docs: item.docs.clone(),
        annotations: head(&item.ident, &item.name, &tree.attrs, closed, problems),
        repr: ast::Type {
            span: repr.span.clone(),
            kind: TypeKind::Named(repr, Vec::new()),
        },
        cases,
        ..Default::default()
    }))
}

pub(super) fn union(
    item: &SourceItem,
    scope: &mut Scope<'_>,
    problems: &mut Vec<Problem>,
) -> Option<Item> {
    let tree: DeriveInput = item.parse(problems)?;
    let (item, found) = UnionType::read(&tree);
    problems.extend(found);
    let attributes = variants(&tree);
    let mut cases = Vec::new();
    for case in &item.cases {
        let mut annotations = said(&case.ident, &case.name, &attributes, problems);
        if case.name != case.wire {
            annotations.push(annotations::text("wire", &case.wire, case.wire_place));
        }
        let ty = case.ty.as_ref();
        cases.push(ast::UnionCase {
            name: name(&case.name, case.name_place),
            docs: case.docs.clone(),
            annotations,
            ty: ty.map(|ty| convert_owned(ty, scope, problems)),
            ..Default::default()
        });
    }
    let tag = item.tag.as_ref();
    let tag = tag.map(|tag| annotations::text("tag", &tag.value(), tag.span().into()));
    Some(Item::Union(ast::Union {
        name: name(&item.name, item.name_place),
        docs: item.docs.clone(),
        annotations: head(&item.ident, &item.name, &tree.attrs, tag, problems),
        cases,
        ..Default::default()
    }))
}

/// What is said of the whole type.
fn head(
    ident: &Ident,
    declared: &str,
    attributes: &[Attribute],
    own: Option<Annotation>,
    problems: &mut Vec<Problem>,
) -> Vec<Annotation> {
    let spelling = names::spelling(ident, declared, &to_pascal(declared));
    let deprecated = annotations::deprecated(attributes, problems);
    [own, spelling, deprecated].into_iter().flatten().collect()
}

/// What is said of one case.
fn said(
    ident: &Ident,
    declared: &str,
    attributes: &HashMap<&Ident, &[Attribute]>,
    problems: &mut Vec<Problem>,
) -> Vec<Annotation> {
    let spelling = names::spelling(ident, declared, &to_pascal(declared));
    let attributes = attributes.get(ident).copied().unwrap_or_default();
    let deprecated = annotations::deprecated(attributes, problems);
    [spelling, deprecated].into_iter().flatten().collect()
}

fn variants(tree: &DeriveInput) -> HashMap<&Ident, &[Attribute]> {
    let Data::Enum(data) = &tree.data else {
        return HashMap::new();
    };
    let variants = data.variants.iter();
    variants
        .map(|it| (&it.ident, it.attrs.as_slice()))
        .collect()
}
