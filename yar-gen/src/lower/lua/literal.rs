//! Values of a contract as Lua expressions.

use yar_idl::model::{Field, IntType, Literal, LuaInt, Package, Type, TypeName};

use super::scope::Scope;
use super::syntax::{key, member, name, quote, quote_bytes};

/// A value as an expression that gives a new value whenever it is evaluated.
pub(super) fn of(scope: &Scope, literal: &Literal, ty: &Type, form: LuaInt) -> String {
    Lowering {
        scope,
        home: scope.package,
    }
    .value(literal, ty, form)
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

fn braced(items: &[String]) -> String {
    if items.is_empty() {
        "{}".to_owned()
    } else {
        format!("{{ {} }}", items.join(", "))
    }
}

/// Values of a module, with the package in which their names mean something.
struct Lowering<'a> {
    scope: &'a Scope<'a>,
    home: &'a Package,
}

impl Lowering<'_> {
    fn value(&self, literal: &Literal, ty: &Type, form: LuaInt) -> String {
        let ty = match ty {
            Type::Nullable(inner) => inner,
            other => other,
        };
        match literal {
            Literal::Bool(value) => value.to_string(),
            Literal::Int(value) => match (ty, form) {
                (Type::Int(IntType::I64 | IntType::U64), LuaInt::String) => {
                    quote(&value.to_string())
                }
                _ => self.scope.integer(*value),
            },
            Literal::Float(value) => float(*value, ty),
            Literal::String(text) => quote(text),
            Literal::Bytes(bytes) => quote_bytes(bytes),
            Literal::Case(name, case) => self.case(ty.declared().unwrap_or(name), case),
            Literal::List(items) => self.list(items, ty, form),
            Literal::Map(entries) => self.map(entries, ty, form),
            Literal::Struct(name, fields) => self.record(ty.declared().unwrap_or(name), fields),
            Literal::Union(name, case, value) => {
                self.union(ty.declared().unwrap_or(name), case, value.as_deref())
            }
            _ => self.scope.yar("null"),
        }
    }

    fn case(&self, enumeration: &TypeName, case: &str) -> String {
        let item = self.home.get_enum(enumeration);
        let found = item.and_then(|item| item.cases.iter().find(|it| it.name == case));
        let case = found.map_or_else(|| case.to_owned(), |it| name(&it.name, &it.options));
        member(&self.scope.public(self.home, enumeration), &case)
    }

    fn list(&self, items: &[Literal], ty: &Type, form: LuaInt) -> String {
        let types: Vec<&Type> = match ty {
            Type::List(item) => vec![item; items.len()],
            Type::Tuple(types) => types.iter().collect(),
            _ => vec![&Type::Any; items.len()],
        };
        let values = items.iter().zip(types);
        let mut values: Vec<String> = values
            .map(|(item, ty)| self.value(item, ty, form))
            .collect();
        if matches!(ty, Type::Tuple(_)) {
            values.insert(0, format!("n = {}", values.len()));
        }
        braced(&values)
    }

    fn map(&self, entries: &[(Literal, Literal)], ty: &Type, form: LuaInt) -> String {
        let (key_type, item_type) = match ty {
            Type::Map(key, item) => (&**key, &**item),
            _ => (&Type::Any, &Type::Any),
        };
        let entry = |(entry, value): &(Literal, Literal)| {
            let value = self.value(value, item_type, form);
            match entry {
                Literal::String(text) => format!("{} = {value}", key(text)),
                other => format!("[{}] = {value}", self.value(other, key_type, form)),
            }
        };
        let entries = braced(&entries.iter().map(entry).collect::<Vec<_>>());
        if matches!(ty, Type::Map(..)) {
            entries
        } else {
            format!("{}({entries})", self.scope.yar("map"))
        }
    }

    /// As a reader would give it: with the defaults of what is left out.
    fn record(&self, record: &TypeName, values: &[(String, Literal)]) -> String {
        let item = self.home.get_struct(record);
        let fields = item.map(|it| it.fields.as_slice()).unwrap_or_default();
        let there = self.at(record);
        let entry = |field: &Field| {
            let given = values.iter().find(|(declared, _)| field.name == *declared);
            let value = match (given, &field.default) {
                // Where nil means null, null is left out.
                (Some((_, Literal::Null)), None) if !field.optional => return None,
                (Some((_, value)), _) => there.value(value, &field.ty, field.options.lua_int),
                (None, Some(value)) => there.value(value, &field.ty, field.options.lua_int),
                (None, None) => return None,
            };
            Some(format!(
                "{} = {value}",
                key(&name(&field.name, &field.options))
            ))
        };
        braced(&fields.iter().filter_map(entry).collect::<Vec<_>>())
    }

    /// The same place, reading names as the declaration of `name` does.
    fn at(&self, name: &TypeName) -> Self {
        Self {
            scope: self.scope,
            home: self.home.home(name).unwrap_or(self.home),
        }
    }

    fn union(&self, union: &TypeName, case: &str, value: Option<&Literal>) -> String {
        let item = self.home.get_union(union);
        let found = item.and_then(|item| item.cases.iter().find(|it| it.name == case));
        let case_name = found.map_or_else(|| case.to_owned(), |it| name(&it.name, &it.options));
        let value = match (value, found.and_then(|it| it.ty.as_ref())) {
            (Some(value), Some(ty)) => self.at(union).value(value, ty, LuaInt::Number),
            _ => self.scope.yar("null"),
        };
        format!("{{ {} = {value} }}", key(&case_name))
    }
}
