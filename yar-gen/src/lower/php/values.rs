//! Values of a contract as PHP expressions that may be constants and defaults.

use yar_idl::model::{EnumValue, Field, IntType, Literal, Type, TypeName};

use super::scope::Scope;
use super::syntax::{bytes, case_name, class_name, integer, literal, named, variable_name};

/// A value of a type, on one line. Names are those of the type: a value names
/// what the file that it stands in need not import.
pub(super) fn expression(scope: Scope<'_>, ty: &Type, value: &Literal) -> String {
    let ty = match ty {
        Type::Nullable(inner) => inner,
        other => other,
    };
    match value {
        Literal::Null => "null".to_owned(),
        Literal::Bool(value) => value.to_string(),
        Literal::Int(value) if matches!(ty, Type::Timestamp(_)) => moment(*value),
        Literal::Int(value) => number(*value),
        Literal::Float(value) => format!("{value:?}"),
        Literal::String(text) => literal(text),
        Literal::Bytes(raw) => bytes(raw),
        Literal::Case(name, case) => enum_case(scope, ty.declared().unwrap_or(name), case),
        Literal::List(items) => list(scope, ty, items),
        Literal::Map(entries) => map(scope, ty, entries),
        Literal::Struct(name, given) => object(scope, ty.declared().unwrap_or(name), given),
        Literal::Union(name, case, value) => {
            let name = ty.declared().unwrap_or(name);
            union(scope, name, case, value.as_deref())
        }
        // What a later contract may bring has no spelling yet.
        _ => "null".to_owned(),
    }
}

/// What is above PHP's integers is decimal text.
fn number(value: i128) -> String {
    integer(value).unwrap_or_else(|| literal(&value.to_string()))
}

/// The one notation that takes every number of milliseconds.
fn moment(milliseconds: i128) -> String {
    let (seconds, fraction) = (milliseconds.div_euclid(1000), milliseconds.rem_euclid(1000));
    let fraction = match fraction {
        0 => String::new(),
        some => format!(" +{some} ms"),
    };
    format!("new \\DateTimeImmutable('@{seconds}{fraction}')")
}

fn enum_case(scope: Scope<'_>, name: &TypeName, case: &str) -> String {
    let cases = scope.package.get_enum(name).map(|item| &item.cases);
    let found = cases.and_then(|cases| cases.iter().find(|it| it.name == case));
    let spelled = match found {
        Some(found) => named(&found.options, &found.name, case_name),
        None => case_name(case),
    };
    format!("{}::{spelled}", scope.enum_class(name))
}

fn list(scope: Scope<'_>, ty: &Type, items: &[Literal]) -> String {
    let parts = items.iter().enumerate().map(|(index, item)| {
        let ty = match ty {
            Type::List(element) => element,
            Type::Tuple(elements) => elements.get(index).unwrap_or(&Type::Any),
            _ => &Type::Any,
        };
        expression(scope, ty, item)
    });
    format!("[{}]", parts.collect::<Vec<_>>().join(", "))
}

fn map(scope: Scope<'_>, ty: &Type, entries: &[(Literal, Literal)]) -> String {
    let (key_type, value_type) = match ty {
        Type::Map(key, value) => (&**key, &**value),
        // As `any`, the empty array is a list.
        _ if entries.is_empty() => return "new \\stdClass()".to_owned(),
        _ => (&Type::Any, &Type::Any),
    };
    let parts = entries.iter().map(|(key, value)| {
        let value = expression(scope, value_type, value);
        format!("{} => {value}", map_key(scope, key_type, key))
    });
    format!("[{}]", parts.collect::<Vec<_>>().join(", "))
}

/// PHP arrays have no enum cases as keys, so their raw values serve.
fn map_key(scope: Scope<'_>, ty: &Type, key: &Literal) -> String {
    let Literal::Case(name, case) = key else {
        return expression(scope, &Type::Int(IntType::I64), key);
    };
    let name = ty.declared().unwrap_or(name);
    let cases = scope.package.get_enum(name).map(|item| &item.cases);
    let found = cases.and_then(|cases| cases.iter().find(|it| it.name == *case));
    match found.map(|it| &it.value) {
        Some(EnumValue::Int(value)) => number(*value),
        Some(EnumValue::String(value)) => literal(value),
        None => literal(case),
    }
}

/// Arguments by name, those that are not given as far as the constructor has
/// no default for them.
fn object(scope: Scope<'_>, name: &TypeName, given: &[(String, Literal)]) -> String {
    let fields = scope.package.get_struct(name).map(|item| &item.fields);
    let inner = scope.at(name);
    let argument = |field: &Field| {
        let value = given.iter().find(|(name, _)| *name == field.name);
        let text = match value {
            Some((_, value)) => expression(inner, &field.ty, value),
            None if field.optional || field.default.is_some() => return None,
            None => "null".to_owned(),
        };
        let variable = named(&field.options, &field.name, variable_name);
        Some(format!("{variable}: {text}"))
    };
    let arguments: Vec<String> = fields.into_iter().flatten().filter_map(argument).collect();
    format!("new {}({})", scope.struct_class(name), arguments.join(", "))
}

fn union(scope: Scope<'_>, name: &TypeName, case: &str, value: Option<&Literal>) -> String {
    let cases = scope.package.get_union(name).map(|item| &item.cases);
    let found = cases.and_then(|cases| cases.iter().find(|it| it.name == case));
    let spelled = match found {
        Some(found) => named(&found.options, &found.name, class_name),
        None => class_name(case),
    };
    let ty = found.and_then(|it| it.ty.as_ref());
    let argument = ty
        .zip(value)
        .map(|(ty, value)| expression(scope.at(name), ty, value));
    let class = scope.union_class(name);
    format!("new {class}\\{spelled}({})", argument.unwrap_or_default())
}
