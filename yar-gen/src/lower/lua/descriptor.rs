//! Types as expressions over the descriptors of the Lua runtime.

use yar_idl::model::{EnumRepr, IntType, Package, Type};

use super::syntax::member;

/// The expression of a type.
pub(super) fn of(package: &Package, ty: &Type) -> String {
    match ty {
        Type::Bool => "types.bool".to_owned(),
        Type::Int(int) => integer(*int),
        Type::F32 => "types.f32".to_owned(),
        Type::F64 => "types.f64".to_owned(),
        Type::String => "types.string".to_owned(),
        Type::Bytes => "types.bytes".to_owned(),
        Type::List(item) => format!("types.list({})", of(package, item)),
        Type::Map(key, item) => {
            format!("types.map({}, {})", of(package, key), of(package, item))
        }
        Type::Tuple(items) => {
            let items: Vec<String> = items.iter().map(|item| of(package, item)).collect();
            format!("types.tuple({{ {} }})", items.join(", "))
        }
        Type::Nullable(inner) => format!("types.nullable({})", of(package, inner)),
        Type::Struct(name) => member("structs", &name.name),
        // Enums are open: whatever has the right wire type passes.
        Type::Enum(name) => match package.get_enum(name).map(|item| item.repr) {
            Some(EnumRepr::Int(int)) => integer(int),
            _ => "types.string".to_owned(),
        },
        _ => "types.any".to_owned(),
    }
}

fn integer(int: IntType) -> String {
    let name = match int {
        IntType::I8 => "i8",
        IntType::I16 => "i16",
        IntType::I32 => "i32",
        IntType::I64 => "i64",
        IntType::U8 => "u8",
        IntType::U16 => "u16",
        IntType::U32 => "u32",
        IntType::U64 => "u64",
    };
    format!("types.{name}")
}
