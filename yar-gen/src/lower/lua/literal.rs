//! Values of a contract as Lua expressions.

use yar_idl::model::{IntType, Literal, LuaInt, Type, TypeName};

use super::scope::Scope;
use super::syntax::{key, member, name, quote, quote_bytes};

/// A value as an expression that gives a new value whenever it is evaluated.
pub(super) fn of(scope: &Scope, literal: &Literal, ty: &Type, form: LuaInt) -> String {
    let ty = match ty {
        Type::Nullable(inner) => inner,
        other => other,
    };
    match literal {
        Literal::Bool(value) => value.to_string(),
        Literal::Int(value) => match (ty, form) {
            (Type::Int(IntType::I64 | IntType::U64), LuaInt::String) => quote(&value.to_string()),
            _ => scope.integer(*value),
        },
        Literal::Float(value) => float(*value, ty),
        Literal::String(text) => quote(text),
        Literal::Bytes(bytes) => quote_bytes(bytes),
        Literal::Case(enumeration, case) => case_of(scope, enumeration, case),
        Literal::List(items) => list(scope, items, ty, form),
        Literal::Map(entries) => map(scope, entries, ty, form),
        Literal::Struct(record, fields) => record_of(scope, record, fields),
        Literal::Union(union, case, value) => union_of(scope, union, case, value.as_deref()),
        _ => scope.yar("null"),
    }
}

/// The value of a default: a table is made anew for everyone, by a function.
pub(super) fn default(scope: &Scope, literal: &Literal, ty: &Type, form: LuaInt) -> String {
    let value = of(scope, literal, ty, form);
    match literal {
        Literal::List(_) | Literal::Map(_) | Literal::Struct(..) | Literal::Union(..) => {
            format!("function() return {value} end")
        }
        _ => value,
    }
}

/// With a point or an exponent, so that it is a float where that matters. A
/// 32-bit one is what it becomes on the way.
#[allow(clippy::cast_possible_truncation)]
fn float(value: f64, ty: &Type) -> String {
    let value = match ty {
        Type::F32 => f64::from(value as f32),
        _ => value,
    };
    if value == 0.0 && value.is_sign_negative() {
        // Lua 5.1 keeps one constant for both zeros.
        "-1 / math.huge".to_owned()
    } else {
        format!("{value:?}")
    }
}

fn case_of(scope: &Scope, enumeration: &TypeName, case: &str) -> String {
    let item = scope.package.get_enum(enumeration);
    let found = item.and_then(|item| item.cases.iter().find(|it| it.name == case));
    let case = found.map_or_else(|| case.to_owned(), |it| name(&it.name, &it.options));
    member(&scope.public(enumeration), &case)
}

fn braced(items: &[String]) -> String {
    if items.is_empty() {
        "{}".to_owned()
    } else {
        format!("{{ {} }}", items.join(", "))
    }
}

fn list(scope: &Scope, items: &[Literal], ty: &Type, form: LuaInt) -> String {
    let types: Vec<&Type> = match ty {
        Type::List(item) => vec![item; items.len()],
        Type::Tuple(types) => types.iter().collect(),
        _ => vec![&Type::Any; items.len()],
    };
    let mut values: Vec<String> = items
        .iter()
        .zip(types)
        .map(|(item, ty)| of(scope, item, ty, form))
        .collect();
    if matches!(ty, Type::Tuple(_)) {
        values.insert(0, format!("n = {}", values.len()));
    }
    braced(&values)
}

fn map(scope: &Scope, entries: &[(Literal, Literal)], ty: &Type, form: LuaInt) -> String {
    let (key_type, item_type) = match ty {
        Type::Map(key, item) => (&**key, &**item),
        _ => (&Type::Any, &Type::Any),
    };
    let entry = |(entry, value): &(Literal, Literal)| {
        let value = of(scope, value, item_type, form);
        match entry {
            Literal::String(text) => format!("{} = {value}", key(text)),
            other => format!("[{}] = {value}", of(scope, other, key_type, form)),
        }
    };
    let entries = braced(&entries.iter().map(entry).collect::<Vec<_>>());
    if matches!(ty, Type::Map(..)) {
        entries
    } else {
        format!("{}({entries})", scope.yar("map"))
    }
}

/// Where nil means null, null is left out.
fn record_of(scope: &Scope, record: &TypeName, values: &[(String, Literal)]) -> String {
    let item = scope.package.get_struct(record);
    let fields = item.map(|it| it.fields.as_slice()).unwrap_or_default();
    let given = values.iter().filter_map(|(declared, value)| {
        let field = fields.iter().find(|field| field.name == *declared)?;
        if *value == Literal::Null && !field.optional && field.default.is_none() {
            return None;
        }
        let name = name(&field.name, &field.options);
        let value = of(scope, value, &field.ty, field.options.lua_int);
        Some(format!("{} = {value}", key(&name)))
    });
    braced(&given.collect::<Vec<_>>())
}

fn union_of(scope: &Scope, union: &TypeName, case: &str, value: Option<&Literal>) -> String {
    let item = scope.package.get_union(union);
    let found = item.and_then(|item| item.cases.iter().find(|it| it.name == case));
    let case_name = found.map_or_else(|| case.to_owned(), |it| name(&it.name, &it.options));
    let value = match (value, found.and_then(|it| it.ty.as_ref())) {
        (Some(value), Some(ty)) => of(scope, value, ty, LuaInt::Number),
        _ => scope.yar("null"),
    };
    format!("{{ {} = {value} }}", key(&case_name))
}
