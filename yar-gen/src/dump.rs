//! The checked model as JSON, for tools that are not written in Rust.
//!
//! `docs/model.md` documents the shape; [`FORMAT`] changes when a reader
//! could be misled, not when something is added. Knows no file and no target.

use serde::Serialize;
use yar_idl::model::{
    Enum, EnumCase, EnumRepr, EnumValue, ErrorType, Field, Method, Package, Param, Service, Struct,
    Type,
};

/// The number of the shape, in the member `format`.
pub const FORMAT: u32 = 1;

/// The model of a package as indented JSON with a line end behind it. Members
/// and lists are in a fixed order, so equal packages give equal text.
///
/// ```
/// use yar_gen::Package;
///
/// let text = yar_gen::dump(&Package::new("calc"));
/// assert!(text.starts_with("{\n  \"format\": 1,\n  \"package\": \"calc\","));
/// ```
#[must_use]
pub fn dump(package: &Package) -> String {
    let document = Document {
        format: FORMAT,
        package: &package.name,
        contract: fingerprint(package),
        contents: Contents::of(package),
    };
    // Strings, numbers and lists cannot fail to become JSON.
    let mut text = serde_json::to_string_pretty(&document).unwrap_or_default();
    text.push('\n');
    text
}

/// 16 hexadecimal digits that stand for all of a contract, docs included.
///
/// Equal whether the contract is a `.yar` file or Rust source. Tells versions
/// of one contract apart; it is no protection against an attacker.
///
/// ```
/// use yar_gen::{Package, fingerprint};
///
/// assert_eq!(fingerprint(&Package::new("calc")).len(), 16);
/// assert_ne!(fingerprint(&Package::new("calc")), fingerprint(&Package::new("calculator")));
/// ```
#[must_use]
pub fn fingerprint(package: &Package) -> String {
    let contents = (&package.name, Contents::of(package));
    let text = serde_json::to_string(&contents).unwrap_or_default();
    format!("{:016x}", fnv_1a(text.as_bytes()))
}

/// <https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>: a few lines
/// that give the same number everywhere and for ever, unlike std's hashers.
fn fnv_1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[derive(Serialize)]
struct Document<'a> {
    format: u32,
    package: &'a str,
    contract: String,
    #[serde(flatten)]
    contents: Contents<'a>,
}

#[derive(Serialize)]
struct Contents<'a> {
    docs: &'a str,
    errors: Vec<ErrorView<'a>>,
    enums: Vec<EnumView<'a>>,
    structs: Vec<StructView<'a>>,
    services: Vec<ServiceView<'a>>,
}

#[derive(Serialize)]
struct ErrorView<'a> {
    name: &'a str,
    docs: &'a str,
    code: i64,
    message: &'a str,
}

#[derive(Serialize)]
struct EnumView<'a> {
    name: &'a str,
    docs: &'a str,
    repr: &'static str,
    cases: Vec<CaseView<'a>>,
}

#[derive(Serialize)]
struct CaseView<'a> {
    name: &'a str,
    docs: &'a str,
    value: ValueView<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum ValueView<'a> {
    String(&'a str),
    Int(i128),
}

#[derive(Serialize)]
struct StructView<'a> {
    name: &'a str,
    docs: &'a str,
    fields: Vec<FieldView<'a>>,
}

#[derive(Serialize)]
struct FieldView<'a> {
    name: &'a str,
    docs: &'a str,
    #[serde(rename = "type")]
    ty: TypeView<'a>,
}

#[derive(Serialize)]
struct ServiceView<'a> {
    name: &'a str,
    docs: &'a str,
    methods: Vec<MethodView<'a>>,
}

#[derive(Serialize)]
struct MethodView<'a> {
    name: &'a str,
    docs: &'a str,
    params: Vec<ParamView<'a>>,
    returns: Option<TypeView<'a>>,
    throws: Vec<&'a str>,
}

#[derive(Serialize)]
struct ParamView<'a> {
    name: &'a str,
    #[serde(rename = "type")]
    ty: TypeView<'a>,
}

/// A kind, and besides it what that kind needs.
#[derive(Serialize, Default)]
struct TypeView<'a> {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    of: Vec<TypeView<'a>>,
}

impl<'a> Contents<'a> {
    fn of(package: &'a Package) -> Self {
        Self {
            docs: &package.docs.0,
            errors: package.errors.iter().map(ErrorView::of).collect(),
            enums: package.enums.iter().map(EnumView::of).collect(),
            structs: package.structs.iter().map(StructView::of).collect(),
            services: package.services.iter().map(ServiceView::of).collect(),
        }
    }
}

impl<'a> ErrorView<'a> {
    fn of(item: &'a ErrorType) -> Self {
        Self {
            name: &item.name,
            docs: &item.docs.0,
            code: item.code,
            message: &item.message,
        }
    }
}

impl<'a> EnumView<'a> {
    fn of(item: &'a Enum) -> Self {
        Self {
            name: &item.name,
            docs: &item.docs.0,
            repr: match item.repr {
                EnumRepr::String => "string",
                EnumRepr::Int(int) => int.name(),
            },
            cases: item.cases.iter().map(CaseView::of).collect(),
        }
    }
}

impl<'a> CaseView<'a> {
    fn of(case: &'a EnumCase) -> Self {
        Self {
            name: &case.name,
            docs: &case.docs.0,
            value: match &case.value {
                EnumValue::String(text) => ValueView::String(text),
                EnumValue::Int(number) => ValueView::Int(*number),
            },
        }
    }
}

impl<'a> StructView<'a> {
    fn of(item: &'a Struct) -> Self {
        Self {
            name: &item.name,
            docs: &item.docs.0,
            fields: item.fields.iter().map(FieldView::of).collect(),
        }
    }
}

impl<'a> FieldView<'a> {
    fn of(field: &'a Field) -> Self {
        Self {
            name: &field.name,
            docs: &field.docs.0,
            ty: TypeView::of(&field.ty),
        }
    }
}

impl<'a> ServiceView<'a> {
    fn of(item: &'a Service) -> Self {
        Self {
            name: &item.name,
            docs: &item.docs.0,
            methods: item.methods.iter().map(MethodView::of).collect(),
        }
    }
}

impl<'a> MethodView<'a> {
    fn of(method: &'a Method) -> Self {
        Self {
            name: &method.name,
            docs: &method.docs.0,
            params: method.params.iter().map(ParamView::of).collect(),
            returns: method.returns.as_ref().map(TypeView::of),
            throws: method.throws.iter().map(|it| it.name.as_str()).collect(),
        }
    }
}

impl<'a> ParamView<'a> {
    fn of(param: &'a Param) -> Self {
        Self {
            name: &param.name,
            ty: TypeView::of(&param.ty),
        }
    }
}

impl<'a> TypeView<'a> {
    fn of(ty: &'a Type) -> Self {
        let plain = |kind| Self {
            kind,
            ..Self::default()
        };
        let of = |kind, of: Vec<Self>| Self { of, ..plain(kind) };
        let named = |kind, name| Self {
            name: Some(name),
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
            Type::List(element) => of("list", vec![Self::of(element)]),
            Type::Map(key, value) => of("map", vec![Self::of(key), Self::of(value)]),
            Type::Tuple(parts) => of("tuple", parts.iter().map(Self::of).collect()),
            Type::Nullable(inner) => of("nullable", vec![Self::of(inner)]),
            Type::Struct(name) => named("struct", &name.name),
            Type::Enum(name) => named("enum", &name.name),
            // The model may grow; the tests of this file find what is missing here.
            _ => plain("unknown"),
        }
    }
}

#[cfg(test)]
mod tests;
