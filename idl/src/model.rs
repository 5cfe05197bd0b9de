//! The checked contract: what every back end reads.
//!
//! Language-neutral: wire names, resolved types, docs. A value of
//! [`Package`] is always consistent; whoever builds one has checked it.

use std::ops::RangeInclusive;

/// The most parameters of a method: Rust decodes them as one tuple, and its
/// tuples implement what that needs up to here.
pub const MAX_PARAMS: usize = 16;

/// Everything one contract file declares.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Package {
    /// Dotted name, such as `demo.calc`; a file without a `package` line is
    /// named after its stem.
    pub name: String,
    /// Markdown docs of the file (`//!`), without the comment marks.
    pub docs: Docs,
    /// Structs in order of declaration.
    pub structs: Vec<Struct>,
    /// Enums in order of declaration.
    pub enums: Vec<Enum>,
    /// Errors in order of declaration.
    pub errors: Vec<ErrorType>,
    /// Services in order of declaration.
    pub services: Vec<Service>,
}

/// Markdown documentation, verbatim, lines joined by `\n`; empty when there
/// is none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Docs(pub String);

/// A record that travels as a map from field name to value.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Struct {
    /// Name, as declared.
    pub name: String,
    /// Documentation.
    pub docs: Docs,
    /// Fields in order of declaration.
    pub fields: Vec<Field>,
}

/// A field of a struct.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Field {
    /// Key on the wire.
    pub name: String,
    /// Documentation.
    pub docs: Docs,
    /// Type of the value.
    pub ty: Type,
}

/// A closed list of named raw values; readers keep unknown ones.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Enum {
    /// Name, as declared.
    pub name: String,
    /// Documentation.
    pub docs: Docs,
    /// What the raw values are.
    pub repr: EnumRepr,
    /// Cases in order of declaration.
    pub cases: Vec<EnumCase>,
}

/// The wire type of an enum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EnumRepr {
    /// Cases travel as strings.
    String,
    /// Cases travel as integers of this type.
    Int(IntType),
}

/// One case of an enum.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct EnumCase {
    /// Name, as declared.
    pub name: String,
    /// Documentation.
    pub docs: Docs,
    /// What travels.
    pub value: EnumValue,
}

/// The raw value of an enum case.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum EnumValue {
    /// Of a string enum.
    String(String),
    /// Of an integer enum.
    Int(i128),
}

/// An error a method may throw.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ErrorType {
    /// Name; travels as `_type`.
    pub name: String,
    /// Documentation.
    pub docs: Docs,
    /// Number by which clients recognise it; unique in the package.
    pub code: i64,
    /// Text when the handler gives none.
    pub message: String,
}

/// A named set of methods.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Service {
    /// Name, as declared.
    pub name: String,
    /// Documentation.
    pub docs: Docs,
    /// Methods in order of declaration.
    pub methods: Vec<Method>,
}

/// One callable method.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Method {
    /// Name on the wire.
    pub name: String,
    /// Documentation.
    pub docs: Docs,
    /// Parameters in the order in which they travel.
    pub params: Vec<Param>,
    /// Result, or `None` for a method that returns nothing.
    pub returns: Option<Type>,
    /// Names of the declared errors, each in [`Package::errors`].
    pub throws: Vec<String>,
}

/// A parameter of a method.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Param {
    /// Name; never travels, parameters are positional.
    pub name: String,
    /// Type of the argument.
    pub ty: Type,
}

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

/// A resolved type. Aliases are gone, names refer to items of the package.
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
    /// A struct of the package, by name.
    Struct(String),
    /// An enum of the package, by name.
    Enum(String),
}

impl IntType {
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

impl Package {
    /// A package with a name and nothing in it.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            docs: Docs::default(),
            structs: Vec::new(),
            enums: Vec::new(),
            errors: Vec::new(),
            services: Vec::new(),
        }
    }

    /// The error declared under `name`.
    #[must_use]
    pub fn error(&self, name: &str) -> Option<&ErrorType> {
        self.errors.iter().find(|error| error.name == name)
    }

    /// The struct declared under `name`.
    #[must_use]
    pub fn get_struct(&self, name: &str) -> Option<&Struct> {
        self.structs.iter().find(|item| item.name == name)
    }

    /// The enum declared under `name`.
    #[must_use]
    pub fn get_enum(&self, name: &str) -> Option<&Enum> {
        self.enums.iter().find(|item| item.name == name)
    }
}

impl Docs {
    /// True when nothing was written.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The lines, without line ends.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.0.lines()
    }
}
