//! Types as JSON.

use serde::Serialize;
use yar_idl::model::{TimestampFormat, Type, TypeName};

/// A kind, and besides it what that kind needs.
#[derive(Serialize, Default)]
pub(super) struct TypeView<'a> {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    package: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    format: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    of: Vec<TypeView<'a>>,
}

impl<'a> TypeView<'a> {
    pub(super) fn of(ty: &'a Type) -> Self {
        let plain = |kind| Self {
            kind,
            ..Self::default()
        };
        let of = |kind, of: Vec<Self>| Self { of, ..plain(kind) };
        let named = |kind, name: &'a TypeName| Self {
            package: name.package.as_deref(),
            name: Some(&name.name),
            ..plain(kind)
        };
        match ty {
            Type::Bool => plain("bool"),
            Type::Int(int) => plain(int.name()),
            Type::F32 => plain("f32"),
            Type::F64 => plain("f64"),
            Type::String => plain("string"),
            Type::Bytes => plain("bytes"),
            Type::Any => plain("any"),
            Type::Timestamp(format) => Self {
                format: Some(match format {
                    TimestampFormat::Millis => "millis",
                    TimestampFormat::Rfc3339 => "rfc3339",
                }),
                ..plain("timestamp")
            },
            Type::Date => plain("date"),
            Type::Duration => plain("duration"),
            Type::List(element) => of("list", vec![Self::of(element)]),
            Type::Map(key, value) => of("map", vec![Self::of(key), Self::of(value)]),
            Type::Tuple(parts) => of("tuple", parts.iter().map(Self::of).collect()),
            Type::Nullable(inner) => of("nullable", vec![Self::of(inner)]),
            Type::Struct(name) => named("struct", name),
            Type::Enum(name) => named("enum", name),
            Type::Union(name) => named("union", name),
            // The model may grow; the tests of this file find what is missing here.
            _ => plain("unknown"),
        }
    }
}
