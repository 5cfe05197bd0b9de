//! Structs, enums, errors and constants: one class each, the constants of a
//! package in one of their own.

use askama::Template;
use yar_idl::model::{Constant, Enum, EnumCase, EnumRepr, EnumValue, ErrorType, Struct, Type};

use super::Head;
use super::docs::DocBlock;
use super::members::{Member, in_constructor, shape};
use super::scope::Scope;
use super::syntax::{case_name, class_name, constant_name, enum_name, integer, literal, named};
use super::types::PhpType;
use super::values::expression;
use crate::File;

/// The class that holds the constants of a package.
const CONSTANTS: &str = "Constants";

pub(super) fn struct_file(head: &Head, scope: Scope<'_>, item: &Struct) -> File {
    let fields: Vec<Member> = item
        .fields
        .iter()
        .map(|field| Member::of_struct(scope, field))
        .collect();
    let params = in_constructor(&fields);
    let told = params.iter().flat_map(|it| it.told.clone());
    let view = StructView {
        head,
        docs: DocBlock::of(&item.docs, &item.options, class_name).lines(),
        class: named(&item.options, &item.name, class_name),
        constructor_docs: DocBlock::default().group(told).lines(),
        shape: shape(&fields),
        can_lack: fields.iter().any(|it| it.is_there.is_some()),
        can_lack_all: fields.iter().all(|it| it.is_there.is_some()),
        params,
        fields: &fields,
    };
    head.file(&view.class, &view)
}

pub(super) fn enum_file(head: &Head, item: &Enum) -> File {
    let view = EnumView {
        head,
        docs: DocBlock::of(&item.docs, &item.options, class_name).lines(),
        class: named(&item.options, &item.name, enum_name),
        backing: match item.repr {
            EnumRepr::String => "string",
            EnumRepr::Int(_) => "int",
        },
        cases: item.cases.iter().map(CaseView::new).collect(),
    };
    head.file(&view.class, &view)
}

pub(super) fn error_file(head: &Head, scope: Scope<'_>, item: &ErrorType) -> File {
    let fields: Vec<Member> = item
        .fields
        .iter()
        .map(|field| Member::of_error(scope, field))
        .collect();
    let told = fields.iter().flat_map(|it| it.told.clone());
    let view = ErrorView {
        head,
        docs: DocBlock::of(&item.docs, &item.options, class_name).lines(),
        class: named(&item.options, &item.name, class_name),
        code: integer(item.code.into()).unwrap_or_default(),
        name: literal(&item.wire),
        message: literal(&item.message),
        constructor_docs: DocBlock::default().group(told).lines(),
        fields: &fields,
    };
    head.file(&view.class, &view)
}

/// The constants of a package, if it has any.
pub(super) fn constants_file(head: &Head, scope: Scope<'_>) -> Option<File> {
    let constants = &scope.package.constants;
    let view = ConstantsView {
        head,
        docs: vec![format!(
            "Constants of the package `{}`.",
            scope.package.name
        )],
        class: CONSTANTS,
        constants: constants
            .iter()
            .map(|item| ConstantView::new(scope, item))
            .collect(),
    };
    (!constants.is_empty()).then(|| head.file(CONSTANTS, &view))
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
    /// Whether an array of the values may lack some.
    can_lack: bool,
    /// No field is always there.
    can_lack_all: bool,
    /// Fields in the order of the constructor.
    params: Vec<&'a Member>,
    /// Fields in the order of the contract.
    fields: &'a [Member],
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
            docs: DocBlock::of(&case.docs, &case.options, case_name).lines(),
            keyword,
            name: named(&case.options, &case.name, case_name),
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
    constructor_docs: Vec<String>,
    fields: &'a [Member],
}

#[derive(Template)]
#[template(path = "php/constants.php", escape = "none")]
struct ConstantsView<'a> {
    head: &'a Head,
    docs: Vec<String>,
    class: &'static str,
    constants: Vec<ConstantView>,
}

struct ConstantView {
    docs: Vec<String>,
    name: String,
    value: String,
    /// Native type of an object: PHP has no constants of those, so a function
    /// of that name makes it.
    made: Option<String>,
}

impl ConstantView {
    fn new(scope: Scope<'_>, item: &Constant) -> Self {
        let is_object = matches!(item.ty, Type::Timestamp(_));
        Self {
            docs: DocBlock::of(&item.docs, &item.options, constant_name).lines(),
            name: named(&item.options, &item.name, constant_name),
            value: expression(scope, &item.ty, &item.value),
            made: is_object.then(|| PhpType::new(scope, &item.ty).native),
        }
    }
}
