//! Types as expressions over the descriptors of the Lua runtime.

use yar_idl::model::{EnumRepr, IntType, LuaInt, TimestampFormat, Type, TypeName};

use super::scope::Scope;

/// The expression of a type; `form` is how it has 64-bit integers.
pub(super) fn of(scope: &Scope, ty: &Type, form: LuaInt) -> String {
    let inner = |ty: &Type| of(scope, ty, form);
    match ty {
        Type::Bool => scope.types("bool"),
        Type::Int(int) => integer(scope, *int, form),
        Type::F32 => scope.types("f32"),
        Type::F64 => scope.types("f64"),
        Type::String => scope.types("string"),
        Type::Bytes => scope.types("bytes"),
        Type::Timestamp(TimestampFormat::Millis) => scope.types("timestamp"),
        Type::Timestamp(TimestampFormat::Rfc3339) => scope.types("rfc3339"),
        Type::Date => scope.types("date"),
        Type::Duration => scope.types("duration"),
        Type::List(item) => format!("{}({})", scope.types("list"), inner(item)),
        Type::Map(key, item) => {
            format!("{}({}, {})", scope.types("map"), inner(key), inner(item))
        }
        Type::Tuple(items) => {
            let items: Vec<String> = items.iter().map(inner).collect();
            format!("{}({{ {} }})", scope.types("tuple"), items.join(", "))
        }
        Type::Nullable(nullable) => format!("{}({})", scope.types("nullable"), inner(nullable)),
        Type::Struct(name) | Type::Union(name) => scope.descriptor(name),
        Type::Enum(name) => enumeration(scope, name),
        _ => scope.types("any"),
    }
}

/// The type of the raw values of an enum.
pub(super) fn raw(scope: &Scope, repr: EnumRepr) -> String {
    match repr {
        EnumRepr::String => scope.types("string"),
        EnumRepr::Int(int) => integer(scope, int, LuaInt::Number),
    }
}

/// Whatever has the right wire type passes for a case of an open enum.
fn enumeration(scope: &Scope, name: &TypeName) -> String {
    match scope.package.get_enum(name) {
        Some(item) if !item.closed => raw(scope, item.repr),
        _ => scope.descriptor(name),
    }
}

fn integer(scope: &Scope, int: IntType, form: LuaInt) -> String {
    match (int, form) {
        (IntType::I64, LuaInt::String) => scope.types("i64_text"),
        (IntType::U64, LuaInt::String) => scope.types("u64_text"),
        _ => scope.types(int.name()),
    }
}
