//! Types of values, as checked.

use std::ops::RangeInclusive;

/// Width and sign of an integer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum IntType {
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
}

/// How a moment travels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum TimestampFormat {
    /// As an integer: milliseconds since 1970 in UTC.
    #[default]
    Millis,
    /// As text, such as `2026-11-30T12:00:00.5Z`.
    Rfc3339,
}

/// The name of a declaration, seen from the package that uses it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeName {
    /// The imported package that declares it; `None` for the own one.
    pub package: Option<String>,
    /// Name, as declared.
    pub name: String,
}

/// A resolved type. Aliases are gone, names refer to items of the package
/// or of its direct imports.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Type {
    /// `true` or `false`.
    Bool,
    /// An integer.
    Int(IntType),
    /// 32-bit float; travels widened.
    F32,
    /// 64-bit float.
    F64,
    /// UTF-8 text.
    String,
    /// Raw bytes.
    Bytes,
    /// Any value at all.
    Any,
    /// An ordered sequence.
    List(Box<Type>),
    /// Keys (string, integer or enum) to values.
    Map(Box<Type>, Box<Type>),
    /// Two or more values of given types, in order.
    Tuple(Vec<Type>),
    /// The value or null.
    Nullable(Box<Type>),
    /// A moment, in milliseconds since 1970 in UTC.
    Timestamp(TimestampFormat),
    /// A day of the calendar; travels as `YYYY-MM-DD`.
    Date,
    /// A length of time; travels as milliseconds.
    Duration,
    /// A struct.
    Struct(TypeName),
    /// An enum.
    Enum(TypeName),
    /// A union.
    Union(TypeName),
}

impl Type {
    /// The struct, enum or union that the type is, if it is one.
    #[must_use]
    pub fn declared(&self) -> Option<&TypeName> {
        match self {
            Self::Struct(name) | Self::Enum(name) | Self::Union(name) => Some(name),
            _ => None,
        }
    }
}

impl IntType {
    /// The type of that name, such as `i64`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }

    const ALL: [Self; 8] = [
        Self::I8,
        Self::I16,
        Self::I32,
        Self::I64,
        Self::U8,
        Self::U16,
        Self::U32,
        Self::U64,
    ];

    /// The IDL's name of the type, such as `i64`; Rust's is the same.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::I8 => "i8",
            Self::I16 => "i16",
            Self::I32 => "i32",
            Self::I64 => "i64",
            Self::U8 => "u8",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::U64 => "u64",
        }
    }

    /// The values that the type holds.
    #[must_use]
    pub fn range(self) -> RangeInclusive<i128> {
        match self {
            Self::I8 => i8::MIN.into()..=i8::MAX.into(),
            Self::I16 => i16::MIN.into()..=i16::MAX.into(),
            Self::I32 => i32::MIN.into()..=i32::MAX.into(),
            Self::I64 => i64::MIN.into()..=i64::MAX.into(),
            Self::U8 => 0..=u8::MAX.into(),
            Self::U16 => 0..=u16::MAX.into(),
            Self::U32 => 0..=u32::MAX.into(),
            Self::U64 => 0..=u64::MAX.into(),
        }
    }
}

impl std::fmt::Display for Type {
    /// As a contract spells it; a timestamp's format is an annotation there.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Bool => formatter.write_str("bool"),
            Self::Int(width) => formatter.write_str(width.name()),
            Self::F32 => formatter.write_str("f32"),
            Self::F64 => formatter.write_str("f64"),
            Self::String => formatter.write_str("string"),
            Self::Bytes => formatter.write_str("bytes"),
            Self::Any => formatter.write_str("any"),
            Self::Timestamp(_) => formatter.write_str("timestamp"),
            Self::Date => formatter.write_str("date"),
            Self::Duration => formatter.write_str("duration"),
            Self::List(inner) => write!(formatter, "list<{inner}>"),
            Self::Map(key, value) => write!(formatter, "map<{key}, {value}>"),
            Self::Nullable(inner) => write!(formatter, "{inner}?"),
            Self::Struct(name) | Self::Enum(name) | Self::Union(name) => name.fmt(formatter),
            Self::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(ToString::to_string).collect();
                write!(formatter, "({})", parts.join(", "))
            }
        }
    }
}

impl std::fmt::Display for TypeName {
    /// `Name`, or `package.Name` of an imported package.
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(package) = &self.package {
            write!(formatter, "{package}.")?;
        }
        formatter.write_str(&self.name)
    }
}

impl From<&str> for TypeName {
    /// A name of the own package.
    fn from(name: &str) -> Self {
        Self {
            package: None,
            name: name.to_owned(),
        }
    }
}

impl From<String> for TypeName {
    /// A name of the own package.
    fn from(name: String) -> Self {
        Self {
            package: None,
            name,
        }
    }
}
