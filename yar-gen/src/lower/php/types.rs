//! Types of a contract in PHP: what the language checks, what only a doc block
//! can say, and the converter of the runtime.

use yar_idl::model::{EnumRepr, IntType, Package, Type, TypeName};

use super::syntax::{class_name, enum_name};

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
    pub(super) fn new(package: &Package, ty: &Type) -> Self {
        match ty {
            Type::Bool => Self::scalar("bool", "bool"),
            Type::Int(int) => Self::int(*int),
            Type::F32 => Self::scalar("float", "f32"),
            Type::F64 => Self::scalar("float", "f64"),
            Type::String => Self::scalar("string", "string"),
            Type::Bytes => Self::scalar("string", "bytes"),
            Type::List(element) => {
                let element = Self::new(package, element);
                Self::array(
                    format!("list<{}>", element.doc),
                    format!("list({})", element.codec),
                )
            }
            Type::Map(key, value) => {
                let (key, value) = (Self::key(package, key), Self::new(package, value));
                Self::array(
                    format!("array<{}, {}>", key.doc, value.doc),
                    format!("map({}, {})", key.codec, value.codec),
                )
            }
            Type::Tuple(elements) => Self::tuple(package, elements),
            Type::Nullable(inner) => Self::new(package, inner).nullable(),
            Type::Struct(name) => {
                let class = class_name(&name.name);
                let codec = runtime(&format!("struct({class}::class)"));
                Self::exact(class, codec)
            }
            Type::Enum(name) => Self::open_enum(package, name),
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
    fn raw(package: &Package, name: &TypeName) -> Self {
        match package.get_enum(name).map(|item| item.repr) {
            Some(EnumRepr::Int(int)) => Self::int(int),
            _ => Self::scalar("string", "string"),
        }
    }

    /// PHP arrays cannot have enum cases as keys, so their raw values serve.
    fn key(package: &Package, ty: &Type) -> Self {
        match ty {
            Type::Enum(name) => Self::raw(package, name),
            _ => Self::new(package, ty),
        }
    }

    /// A case, or the raw value of one that this version does not know.
    fn open_enum(package: &Package, name: &TypeName) -> Self {
        let class = enum_name(&name.name);
        let raw = Self::raw(package, name);
        Self {
            native: format!("{class}|{}", raw.native),
            doc: format!("{class}|{}", raw.doc),
            codec: runtime(&format!("enum({class}::class, {})", raw.codec)),
            is_exact: raw.is_exact,
        }
    }

    fn tuple(package: &Package, elements: &[Type]) -> Self {
        let elements: Vec<Self> = elements.iter().map(|ty| Self::new(package, ty)).collect();
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
        let (native, doc) = match self.native.as_str() {
            "mixed" => (self.native, self.doc),
            native if native.contains('|') => {
                (format!("{native}|null"), format!("{}|null", self.doc))
            }
            native => (format!("?{native}"), format!("{}|null", self.doc)),
        };
        Self {
            native,
            doc,
            codec: runtime(&format!("nullable({})", self.codec)),
            is_exact: self.is_exact,
        }
    }
}

fn runtime(call: &str) -> String {
    format!("\\Yar\\Type::{call}")
}
