//! Types of a contract in PHP: what the language checks, what only a doc block
//! can say, and the converter of the runtime.

use yar_idl::model::{EnumRepr, EnumValue, IntType, TimestampFormat, Type, TypeName};

use super::scope::Scope;

/// One type, in the three ways that PHP wants it.
#[derive(Clone)]
pub(super) struct PhpType {
    /// Native type.
    pub(super) native: String,
    /// Type for doc blocks.
    pub(super) doc: String,
    /// Expression that makes the converter.
    pub(super) codec: String,
    /// Whether the native type says all there is to say.
    pub(super) is_exact: bool,
}

impl PhpType {
    pub(super) fn new(scope: Scope<'_>, ty: &Type) -> Self {
        match ty {
            Type::Bool => Self::scalar("bool", "bool"),
            Type::Int(int) => Self::int(*int),
            Type::F32 => Self::scalar("float", "f32"),
            Type::F64 => Self::scalar("float", "f64"),
            Type::String => Self::scalar("string", "string"),
            Type::Bytes => Self::scalar("string", "bytes"),
            Type::List(element) => {
                let element = Self::new(scope, element);
                Self::array(
                    format!("list<{}>", element.doc),
                    format!("list({})", element.codec),
                )
            }
            Type::Map(key, value) => {
                let (key, value) = (Self::key(scope, key), Self::new(scope, value));
                Self::array(
                    format!("array<{}, {}>", key.doc, value.doc),
                    format!("map({}, {})", key.codec, value.codec),
                )
            }
            Type::Tuple(elements) => Self::tuple(scope, elements),
            Type::Nullable(inner) => Self::new(scope, inner).nullable(),
            Type::Struct(name) => {
                let class = scope.struct_class(name);
                let codec = runtime(&format!("struct({class}::class)"));
                Self::exact(class, codec)
            }
            Type::Union(name) => {
                let class = scope.union_class(name);
                let codec = runtime(&format!("union({class}::class)"));
                Self::exact(class, codec)
            }
            Type::Enum(name) => Self::of_enum(scope, name),
            Type::Timestamp(TimestampFormat::Millis) => {
                Self::scalar("\\DateTimeImmutable", "timestamp")
            }
            Type::Timestamp(TimestampFormat::Rfc3339) => {
                Self::scalar("\\DateTimeImmutable", "rfc3339")
            }
            Type::Date => Self::scalar("string", "date"),
            Type::Duration => Self::scalar("int", "duration"),
            // `any`, and what a later contract may bring.
            _ => Self::scalar("mixed", "any"),
        }
    }

    fn scalar(native: &str, name: &str) -> Self {
        Self::exact(native.to_owned(), runtime(&format!("{name}()")))
    }

    fn exact(native: String, codec: String) -> Self {
        Self {
            doc: native.clone(),
            native,
            codec,
            is_exact: true,
        }
    }

    fn array(doc: String, codec: String) -> Self {
        Self {
            native: "array".to_owned(),
            doc,
            codec: runtime(&codec),
            is_exact: false,
        }
    }

    /// PHP's integers have 64 bits and a sign; what is above is decimal text.
    fn int(int: IntType) -> Self {
        let mut ty = Self::scalar("int", int.name());
        if int == IntType::U64 {
            ty.native = "int|string".to_owned();
            ty.doc = "int|numeric-string".to_owned();
            ty.is_exact = false;
        }
        ty
    }

    /// The raw value of an enum.
    fn raw(scope: Scope<'_>, name: &TypeName) -> Self {
        match scope.package.get_enum(name).map(|item| item.repr) {
            Some(EnumRepr::Int(int)) => Self::int(int),
            _ => Self::scalar("string", "string"),
        }
    }

    /// PHP arrays cannot have enum cases as keys, so their raw values serve.
    /// Those of a closed enum are still looked at.
    fn key(scope: Scope<'_>, ty: &Type) -> Self {
        let Type::Enum(name) = ty else {
            return Self::new(scope, ty);
        };
        let raw = Self::raw(scope, name);
        if !scope.package.get_enum(name).is_some_and(|it| it.closed) {
            return raw;
        }
        let class = scope.enum_class(name);
        let codec = runtime(&format!("closedEnumKey({class}::class, {})", raw.codec));
        Self { codec, ..raw }
    }

    /// A case, or the raw value of one that this version does not know. A
    /// closed enum has raw values only where PHP has no cases for them.
    fn of_enum(scope: Scope<'_>, name: &TypeName) -> Self {
        let class = scope.enum_class(name);
        let raw = Self::raw(scope, name);
        let item = scope.package.get_enum(name);
        let closed = item.is_some_and(|it| it.closed);
        let converter = if closed { "closedEnum" } else { "enum" };
        let codec = runtime(&format!("{converter}({class}::class, {})", raw.codec));
        let has_big = item.is_some_and(|it| it.cases.iter().any(|case| is_big(&case.value)));
        if closed && !has_big {
            return Self::exact(class, codec);
        }
        Self {
            native: format!("{class}|{}", raw.native),
            doc: format!("{class}|{}", raw.doc),
            codec,
            is_exact: raw.is_exact,
        }
    }

    fn tuple(scope: Scope<'_>, elements: &[Type]) -> Self {
        let elements: Vec<Self> = elements.iter().map(|ty| Self::new(scope, ty)).collect();
        let docs: Vec<String> = elements
            .iter()
            .enumerate()
            .map(|(position, ty)| format!("{position}: {}", ty.doc))
            .collect();
        let codecs: Vec<String> = elements.into_iter().map(|ty| ty.codec).collect();
        Self::array(
            format!("array{{{}}}", docs.join(", ")),
            format!("tuple({})", codecs.join(", ")),
        )
    }

    fn nullable(self) -> Self {
        let codec = runtime(&format!("nullable({})", self.codec));
        Self {
            codec,
            ..self.or_null()
        }
    }

    /// The type with null beside its values, which the converter knows
    /// nothing of.
    pub(super) fn or_null(self) -> Self {
        let (native, doc) = match self.native.as_str() {
            "mixed" => (self.native, self.doc),
            native if native.starts_with('?') || native.ends_with("|null") => {
                (self.native, self.doc)
            }
            native if native.contains('|') => {
                (format!("{native}|null"), format!("{}|null", self.doc))
            }
            native => (format!("?{native}"), format!("{}|null", self.doc)),
        };
        Self {
            native,
            doc,
            ..self
        }
    }

    /// A nullable type with the sign for what was left out beside its values.
    pub(super) fn or_absent(self) -> Self {
        let native = match self.native.strip_prefix('?') {
            Some(inner) => format!("{inner}|null|\\Yar\\Absent"),
            None if self.native == "mixed" => self.native,
            None => format!("{}|\\Yar\\Absent", self.native),
        };
        let doc = match self.doc.as_str() {
            "mixed" => self.doc,
            doc => format!("{doc}|\\Yar\\Absent"),
        };
        Self {
            native,
            doc,
            ..self
        }
    }
}

/// Whether PHP has the value only as text.
fn is_big(value: &EnumValue) -> bool {
    matches!(value, EnumValue::Int(value) if i64::try_from(*value).is_err())
}

fn runtime(call: &str) -> String {
    format!("\\Yar\\Type::{call}")
}
