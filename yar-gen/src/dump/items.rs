//! Constants and types, with their members, as JSON.

use serde::Serialize;
use serde_json::Value;
use yar_idl::model::{
    Constant, Enum, EnumCase, EnumRepr, EnumValue, ErrorType, Field, Struct, Union, UnionCase,
};

use super::literal;
use super::options::OptionsView;
use super::types::TypeView;

#[derive(Serialize)]
pub(super) struct ConstantView<'a> {
    name: &'a str,
    docs: &'a str,
    #[serde(rename = "type")]
    ty: TypeView<'a>,
    value: Value,
    #[serde(flatten)]
    options: OptionsView<'a>,
}

#[derive(Serialize)]
pub(super) struct ErrorView<'a> {
    name: &'a str,
    wire: &'a str,
    docs: &'a str,
    code: i64,
    message: &'a str,
    fields: Vec<FieldView<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    reserved: &'a [String],
    #[serde(flatten)]
    options: OptionsView<'a>,
}

#[derive(Serialize)]
pub(super) struct EnumView<'a> {
    name: &'a str,
    docs: &'a str,
    repr: &'static str,
    closed: bool,
    cases: Vec<CaseView<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    reserved: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reserved_values: Vec<ValueView<'a>>,
    #[serde(flatten)]
    options: OptionsView<'a>,
}

#[derive(Serialize)]
struct CaseView<'a> {
    name: &'a str,
    docs: &'a str,
    value: ValueView<'a>,
    #[serde(flatten)]
    options: OptionsView<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum ValueView<'a> {
    String(&'a str),
    Int(i128),
}

#[derive(Serialize)]
pub(super) struct StructView<'a> {
    name: &'a str,
    docs: &'a str,
    fields: Vec<FieldView<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    reserved: &'a [String],
    #[serde(flatten)]
    options: OptionsView<'a>,
}

#[derive(Serialize)]
struct FieldView<'a> {
    name: &'a str,
    wire: &'a str,
    docs: &'a str,
    optional: bool,
    #[serde(rename = "type")]
    ty: TypeView<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<Value>,
    #[serde(flatten)]
    options: OptionsView<'a>,
}

#[derive(Serialize)]
pub(super) struct UnionView<'a> {
    name: &'a str,
    docs: &'a str,
    tag: Option<&'a str>,
    cases: Vec<UnionCaseView<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    reserved: &'a [String],
    #[serde(flatten)]
    options: OptionsView<'a>,
}

#[derive(Serialize)]
struct UnionCaseView<'a> {
    name: &'a str,
    wire: &'a str,
    docs: &'a str,
    #[serde(rename = "type")]
    ty: Option<TypeView<'a>>,
    #[serde(flatten)]
    options: OptionsView<'a>,
}

impl<'a> ConstantView<'a> {
    pub(super) fn of(item: &'a Constant) -> Self {
        Self {
            name: &item.name,
            docs: &item.docs.0,
            ty: TypeView::of(&item.ty),
            value: literal::value(&item.value),
            options: OptionsView::of(&item.options),
        }
    }
}

impl<'a> ErrorView<'a> {
    pub(super) fn of(item: &'a ErrorType) -> Self {
        Self {
            name: &item.name,
            wire: &item.wire,
            docs: &item.docs.0,
            code: item.code,
            message: &item.message,
            fields: item.fields.iter().map(FieldView::of).collect(),
            reserved: &item.reserved,
            options: OptionsView::of(&item.options),
        }
    }
}

impl<'a> EnumView<'a> {
    pub(super) fn of(item: &'a Enum) -> Self {
        Self {
            name: &item.name,
            docs: &item.docs.0,
            repr: match item.repr {
                EnumRepr::String => "string",
                EnumRepr::Int(int) => int.name(),
            },
            closed: item.closed,
            cases: item.cases.iter().map(CaseView::of).collect(),
            reserved: &item.reserved_names,
            reserved_values: item.reserved_values.iter().map(ValueView::of).collect(),
            options: OptionsView::of(&item.options),
        }
    }
}

impl<'a> CaseView<'a> {
    fn of(case: &'a EnumCase) -> Self {
        Self {
            name: &case.name,
            docs: &case.docs.0,
            value: ValueView::of(&case.value),
            options: OptionsView::of(&case.options),
        }
    }
}

impl<'a> ValueView<'a> {
    fn of(value: &'a EnumValue) -> Self {
        match value {
            EnumValue::String(text) => Self::String(text),
            EnumValue::Int(number) => Self::Int(*number),
        }
    }
}

impl<'a> StructView<'a> {
    pub(super) fn of(item: &'a Struct) -> Self {
        Self {
            name: &item.name,
            docs: &item.docs.0,
            fields: item.fields.iter().map(FieldView::of).collect(),
            reserved: &item.reserved,
            options: OptionsView::of(&item.options),
        }
    }
}

impl<'a> FieldView<'a> {
    fn of(field: &'a Field) -> Self {
        Self {
            name: &field.name,
            wire: &field.wire,
            docs: &field.docs.0,
            optional: field.optional,
            ty: TypeView::of(&field.ty),
            default: field.default.as_ref().map(literal::value),
            options: OptionsView::of(&field.options),
        }
    }
}

impl<'a> UnionView<'a> {
    pub(super) fn of(item: &'a Union) -> Self {
        Self {
            name: &item.name,
            docs: &item.docs.0,
            tag: item.tag.as_deref(),
            cases: item.cases.iter().map(UnionCaseView::of).collect(),
            reserved: &item.reserved,
            options: OptionsView::of(&item.options),
        }
    }
}

impl<'a> UnionCaseView<'a> {
    fn of(case: &'a UnionCase) -> Self {
        Self {
            name: &case.name,
            wire: &case.wire,
            docs: &case.docs.0,
            ty: case.ty.as_ref().map(TypeView::of),
            options: OptionsView::of(&case.options),
        }
    }
}
