//! What a `.yar` file says, in its own order and with the place of every
//! word.
//!
//! A file is never rejected as a whole: what could not be read has become a
//! diagnostic, and leaves a [`Item::Broken`] or a missing part here, so that
//! its names still count as declared. Nothing is resolved yet.

use std::ops::Range;

/// A range of bytes in the source.
pub type Span = Range<usize>;

/// One `.yar` file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct File {
    /// The `package` line.
    pub package: Option<Name>,
    /// Docs of the file, without the comment marks.
    pub docs: String,
    /// Declarations, in order.
    pub items: Vec<Item>,
}

/// A word and its place; also a dotted path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// As written.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// A declaration.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// `struct Name { … }`
    Struct(Struct),
    /// `enum Name: type { … }`
    Enum(Enum),
    /// `type Name = type`
    Alias(Alias),
    /// `error Name = code "message"`
    Error(ErrorItem),
    /// `service Name { … }`
    Service(Service),
    /// Something reported already; the names in it count as declared. Without
    /// any, its name is lost, and every name may be it.
    Broken(Vec<Name>),
}

/// `struct Name { … }`
#[derive(Debug, Clone, PartialEq)]
pub struct Struct {
    /// Name.
    pub name: Name,
    /// Documentation.
    pub docs: String,
    /// Fields, in order.
    pub fields: Vec<Field>,
}

/// `name: type`, of a struct or as a parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Name.
    pub name: Name,
    /// Documentation.
    pub docs: String,
    /// Type.
    pub ty: Type,
    /// The whole field.
    pub span: Span,
}

/// `enum Name: type { … }`
#[derive(Debug, Clone, PartialEq)]
pub struct Enum {
    /// Name.
    pub name: Name,
    /// Documentation.
    pub docs: String,
    /// Type of the raw values.
    pub repr: Type,
    /// Cases, in order.
    pub cases: Vec<Case>,
}

/// `name = value`
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// Name.
    pub name: Name,
    /// Documentation.
    pub docs: String,
    /// Raw value, if one is written.
    pub value: Option<Value>,
}

/// A literal and its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Value {
    /// What it says.
    pub kind: ValueKind,
    /// Where.
    pub span: Span,
}

/// What a literal says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValueKind {
    /// A string, its escapes replaced.
    String(String),
    /// An integer.
    Int(i128),
    /// Something reported already.
    Broken,
}

/// `type Name = type`
#[derive(Debug, Clone, PartialEq)]
pub struct Alias {
    /// Name.
    pub name: Name,
    /// What it stands for.
    pub ty: Type,
}

/// `error Name = code "message"`
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorItem {
    /// Name.
    pub name: Name,
    /// Documentation.
    pub docs: String,
    /// Number on the wire.
    pub code: Value,
    /// Text when the handler gives none.
    pub message: Option<Value>,
}

/// `service Name { … }`
#[derive(Debug, Clone, PartialEq)]
pub struct Service {
    /// Name.
    pub name: Name,
    /// Documentation.
    pub docs: String,
    /// Methods, in order.
    pub methods: Vec<Method>,
}

/// `name(parameters) -> type throws errors`
#[derive(Debug, Clone, PartialEq)]
pub struct Method {
    /// Name.
    pub name: Name,
    /// Documentation.
    pub docs: String,
    /// Parameters, in order.
    pub params: Vec<Field>,
    /// Result.
    pub returns: Option<Type>,
    /// Errors it throws.
    pub throws: Vec<Name>,
}

/// A type as written, and its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Type {
    /// What is written.
    pub kind: TypeKind,
    /// Where.
    pub span: Span,
}

/// What a type says.
#[derive(Debug, Clone, PartialEq)]
pub enum TypeKind {
    /// A name, and what is between `<` and `>`.
    Named(Name, Vec<Type>),
    /// `(A, B)`
    Tuple(Vec<Type>),
    /// `T?`
    Nullable(Box<Type>),
    /// Something reported already.
    Broken,
}

impl Item {
    /// The name of a declaration that could be read.
    #[must_use]
    pub fn name(&self) -> Option<&Name> {
        match self {
            Self::Struct(item) => Some(&item.name),
            Self::Enum(item) => Some(&item.name),
            Self::Alias(item) => Some(&item.name),
            Self::Error(item) => Some(&item.name),
            Self::Service(item) => Some(&item.name),
            Self::Broken(_) => None,
        }
    }

    /// What it is, for messages.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Struct(_) => "struct",
            Self::Enum(_) => "enum",
            Self::Alias(_) => "type alias",
            Self::Error(_) => "error",
            Self::Service(_) => "service",
            Self::Broken(_) => "broken declaration",
        }
    }
}
