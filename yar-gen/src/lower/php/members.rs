//! Fields of structs and data of errors: properties that the constructor
//! takes, with what readers and writers need to know of them.

use yar_idl::model::{Field, Type};

use super::docs::{deprecated_tag, param_tag};
use super::scope::Scope;
use super::syntax::{datum_name, literal, named, variable_name};
use super::types::PhpType;
use super::values::expression;

/// One property.
pub(super) struct Member {
    /// Tags of the constructor's doc block.
    pub(super) told: Vec<String>,
    /// Doc block of the property.
    pub(super) docs: Vec<String>,
    pub(super) native: String,
    pub(super) property: String,
    /// Key on the wire, as a literal.
    pub(super) key: String,
    /// Entry of an array shape.
    shape: String,
    /// Expression that describes the field to the runtime.
    pub(super) field: String,
    /// What the constructor takes when it is not given.
    pub(super) default: Option<String>,
    /// The value in an array by wire names.
    pub(super) from_array: String,
    /// Condition under which the value is in such an array, unless always.
    pub(super) is_there: Option<String>,
}

impl Member {
    /// A field of a struct.
    pub(super) fn of_struct(scope: Scope<'_>, field: &Field) -> Self {
        let property = named(&field.options, &field.name, variable_name);
        let ty = PhpType::new(scope, &field.ty);
        let key = literal(&field.wire);
        let may_be_null = matches!(field.ty, Type::Nullable(_));
        let held = match (field.optional, may_be_null) {
            (false, _) => ty.clone(),
            (true, false) => ty.clone().or_null(),
            (true, true) => ty.clone().or_absent(),
        };
        let default = match &field.default {
            Some(value) => Some(expression(scope, &field.ty, value)),
            None if !field.optional => None,
            None if may_be_null => Some(ABSENT.to_owned()),
            None => Some("null".to_owned()),
        };
        let from_array = match &default {
            None => format!("$data[{key}]"),
            Some(default) if default != "null" && (may_be_null || field.ty == Type::Any) => {
                format!("\\array_key_exists({key}, $data) ? $data[{key}] : {default}")
            }
            Some(default) => format!("$data[{key}] ?? {default}"),
        };
        let is_there = field.optional.then(|| match may_be_null {
            true => format!("$this->{property} !== {ABSENT}"),
            false => format!("$this->{property} !== null"),
        });
        Self {
            shape: shape_entry(field, &ty),
            field: described(field, &ty),
            docs: deprecated_tag(&field.options, variable_name)
                .into_iter()
                .collect(),
            told: told(field, &held, &property),
            native: held.native,
            property,
            key,
            default,
            from_array,
            is_there,
        }
    }

    /// A datum of an error: null stands for all that did not come.
    pub(super) fn of_error(scope: Scope<'_>, field: &Field) -> Self {
        let property = named(&field.options, &field.name, datum_name);
        let ty = match &field.ty {
            Type::Nullable(inner) if field.optional => PhpType::new(scope, inner),
            other => PhpType::new(scope, other),
        };
        let held = ty.clone().or_null();
        Self {
            shape: String::new(),
            field: described(field, &ty),
            docs: deprecated_tag(&field.options, variable_name)
                .into_iter()
                .collect(),
            told: told(field, &held, &property),
            native: held.native,
            property,
            key: literal(&field.wire),
            default: Some("null".to_owned()),
            from_array: String::new(),
            is_there: None,
        }
    }
}

const ABSENT: &str = "\\Yar\\Absent::Absent";

/// Constructors take what must be given first.
pub(super) fn in_constructor(members: &[Member]) -> Vec<&Member> {
    let (optional, required): (Vec<&Member>, Vec<&Member>) =
        members.iter().partition(|it| it.default.is_some());
    required.into_iter().chain(optional).collect()
}

/// The type of an array with all of them.
pub(super) fn shape(members: &[Member]) -> String {
    let entries: Vec<&str> = members.iter().map(|it| it.shape.as_str()).collect();
    format!("array{{{}}}", entries.join(", "))
}

fn told(field: &Field, held: &PhpType, property: &str) -> Vec<String> {
    if held.is_exact && field.docs.is_empty() {
        return Vec::new();
    }
    param_tag(held, property, &field.docs)
}

/// Keys that are no identifiers are quoted.
fn shape_entry(field: &Field, ty: &PhpType) -> String {
    let mut characters = field.wire.chars();
    let is_plain = characters
        .next()
        .is_some_and(|it| it.is_ascii_alphabetic() || it == '_')
        && characters.all(|it| it.is_ascii_alphanumeric() || it == '_');
    let key = if is_plain {
        field.wire.clone()
    } else {
        literal(&field.wire).replace("*/", "*\\/")
    };
    let mark = if field.optional || field.default.is_some() {
        "?"
    } else {
        ""
    };
    format!("{key}{mark}: {}", ty.doc)
}

fn described(field: &Field, ty: &PhpType) -> String {
    let kind = match (field.optional, &field.default) {
        (true, _) => "optional",
        (false, Some(_)) => "defaulted",
        (false, None) => "required",
    };
    format!(
        "\\Yar\\Field::{kind}({}, {})",
        literal(&field.wire),
        ty.codec
    )
}
