//! Structs, enums and errors: one class each.

use askama::Template;
use yar_idl::model::{Enum, EnumCase, EnumRepr, EnumValue, ErrorType, Field, Package, Struct};

use super::Head;
use super::docs::{DocBlock, param_tag};
use super::syntax::{case_name, class_name, enum_name, integer, literal, variable_name};
use super::types::PhpType;
use crate::File;

pub(super) fn struct_file(head: &Head, package: &Package, item: &Struct) -> File {
    let typed: Vec<(&Field, PhpType)> = item
        .fields
        .iter()
        .map(|field| (field, PhpType::new(package, &field.ty)))
        .collect();
    let told = typed
        .iter()
        .filter(|(field, ty)| !ty.is_exact || !field.docs.is_empty())
        .flat_map(|(field, ty)| param_tag(ty, &variable_name(&field.name), &field.docs));
    let shape: Vec<String> = typed
        .iter()
        .map(|(field, ty)| format!("{}: {}", field.name, ty.doc))
        .collect();
    let view = StructView {
        head,
        docs: DocBlock::new(&item.docs).lines(),
        class: class_name(&item.name),
        constructor_docs: DocBlock::default().group(told).lines(),
        shape: format!("array{{{}}}", shape.join(", ")),
        fields: typed
            .into_iter()
            .map(|(field, ty)| FieldView {
                native: ty.native,
                property: variable_name(&field.name),
                key: literal(&field.name),
                codec: ty.codec,
            })
            .collect(),
    };
    head.file(&view.class, &view)
}

pub(super) fn enum_file(head: &Head, item: &Enum) -> File {
    let view = EnumView {
        head,
        docs: DocBlock::new(&item.docs).lines(),
        class: enum_name(&item.name),
        backing: match item.repr {
            EnumRepr::String => "string",
            EnumRepr::Int(_) => "int",
        },
        cases: item.cases.iter().map(CaseView::new).collect(),
    };
    head.file(&view.class, &view)
}

pub(super) fn error_file(head: &Head, item: &ErrorType) -> File {
    let view = ErrorView {
        head,
        docs: DocBlock::new(&item.docs).lines(),
        class: class_name(&item.name),
        code: integer(item.code.into()).unwrap_or_default(),
        name: literal(&item.name),
        message: literal(&item.message),
    };
    head.file(&view.class, &view)
}

#[derive(Template)]
#[template(path = "php/struct.php", escape = "none")]
struct StructView<'a> {
    head: &'a Head,
    docs: Vec<String>,
    class: String,
    constructor_docs: Vec<String>,
    /// Array shape of the fields, for doc blocks.
    shape: String,
    fields: Vec<FieldView>,
}

struct FieldView {
    native: String,
    property: String,
    key: String,
    codec: String,
}

#[derive(Template)]
#[template(path = "php/enum.php", escape = "none")]
struct EnumView<'a> {
    head: &'a Head,
    docs: Vec<String>,
    class: String,
    backing: &'static str,
    cases: Vec<CaseView>,
}

struct CaseView {
    docs: Vec<String>,
    keyword: &'static str,
    name: String,
    value: String,
}

impl CaseView {
    /// An integer above PHP's largest cannot be a case. It becomes a constant
    /// with the decimal text that such a value arrives as.
    fn new(case: &EnumCase) -> Self {
        let (keyword, value) = match &case.value {
            EnumValue::String(value) => ("case", literal(value)),
            EnumValue::Int(value) => match integer(*value) {
                Some(value) => ("case", value),
                None => ("public const", literal(&value.to_string())),
            },
        };
        Self {
            docs: DocBlock::new(&case.docs).lines(),
            keyword,
            name: case_name(&case.name),
            value,
        }
    }
}

#[derive(Template)]
#[template(path = "php/error.php", escape = "none")]
struct ErrorView<'a> {
    head: &'a Head,
    docs: Vec<String>,
    class: String,
    code: String,
    name: String,
    message: String,
}
