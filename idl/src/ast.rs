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
    /// Annotations of the `package` line.
    pub annotations: Vec<Annotation>,
    /// `import` lines, in order.
    pub imports: Vec<Import>,
    /// Declarations, in order.
    pub items: Vec<Item>,
}

/// A word and its place; also a dotted path.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Name {
    /// As written.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// `import "path";`, `import "path" as name;` or
/// `import { Name, Name } from "path";`
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Import {
    /// The path, its escapes replaced; the place includes the quotes.
    pub path: Name,
    /// What the package is called in this file, if not by its own name.
    pub alias: Option<Name>,
    /// The selected names; `None` takes everything under the package name.
    pub names: Option<Vec<Name>>,
    /// The whole line.
    pub span: Span,
}

/// `@name(argument, key = argument)`
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Annotation {
    /// The dotted name, without `@`.
    pub name: Name,
    /// Arguments, in order.
    pub arguments: Vec<Argument>,
    /// The whole annotation.
    pub span: Span,
}

/// `value` or `key = value` of an annotation.
#[derive(Debug, Clone, PartialEq)]
pub struct Argument {
    /// The key, if there is one.
    pub name: Option<Name>,
    /// The value.
    pub value: Value,
}

/// A declaration.
#[derive(Debug, Clone, PartialEq)]
pub enum Item {
    /// `const NAME: type = value`
    Const(Const),
    /// `struct Name { … }`
    Struct(Struct),
    /// `enum Name: type { … }`
    Enum(Enum),
    /// `union Name { … }`
    Union(Union),
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

/// `const NAME: type = value`
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Const {
    /// Name.
    pub name: Name,
    /// Documentation.
    pub docs: String,
    /// Annotations, in order.
    pub annotations: Vec<Annotation>,
    /// Type of the value.
    pub ty: Type,
    /// The value.
    pub value: Value,
    /// The whole declaration, without docs and annotations.
    pub span: Span,
}

/// `struct Name { … }`
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Struct {
    /// Name.
    pub name: Name,
    /// Documentation.
    pub docs: String,
    /// Annotations, in order.
    pub annotations: Vec<Annotation>,
    /// Fields, in order.
    pub fields: Vec<Field>,
    /// Names that no field may take again.
    pub reserved: Vec<Value>,
    /// The whole declaration, without docs and annotations.
    pub span: Span,
}

/// `name?: type = value`, of a struct, of an error or as a parameter.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Field {
    /// Name.
    pub name: Name,
    /// Documentation.
    pub docs: String,
    /// Annotations, in order.
    pub annotations: Vec<Annotation>,
    /// The `?` behind the name: it may be left out.
    pub optional: Option<Span>,
    /// Type.
    pub ty: Type,
    /// What it is when it is left out.
    pub default: Option<Value>,
    /// The whole field, without docs and annotations.
    pub span: Span,
}

/// `enum Name: type { … }`
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Enum {
    /// Name.
    pub name: Name,
    /// Documentation.
    pub docs: String,
    /// Annotations, in order.
    pub annotations: Vec<Annotation>,
    /// Type of the raw values.
    pub repr: Type,
    /// Cases, in order.
    pub cases: Vec<Case>,
    /// Names and raw values that no case may take again.
    pub reserved: Vec<Value>,
    /// The whole declaration, without docs and annotations.
    pub span: Span,
}

/// `name = value`
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Case {
    /// Name.
    pub name: Name,
    /// Documentation.
    pub docs: String,
    /// Annotations, in order.
    pub annotations: Vec<Annotation>,
    /// Raw value, if one is written.
    pub value: Option<Value>,
    /// The whole case, without docs and annotations.
    pub span: Span,
}

/// `union Name { … }`
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Union {
    /// Name.
    pub name: Name,
    /// Documentation.
    pub docs: String,
    /// Annotations, in order.
    pub annotations: Vec<Annotation>,
    /// Cases, in order.
    pub cases: Vec<UnionCase>,
    /// Names that no case may take again.
    pub reserved: Vec<Value>,
    /// The whole declaration, without docs and annotations.
    pub span: Span,
}

/// `name: type`, or `name` alone.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct UnionCase {
    /// Name.
    pub name: Name,
    /// Documentation.
    pub docs: String,
    /// Annotations, in order.
    pub annotations: Vec<Annotation>,
    /// Type of what it holds, if it holds anything.
    pub ty: Option<Type>,
    /// The whole case, without docs and annotations.
    pub span: Span,
}

/// A literal and its place.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Value {
    /// What it says.
    pub kind: ValueKind,
    /// Where.
    pub span: Span,
}

/// What a literal says.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum ValueKind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// An integer.
    Int(i128),
    /// A number with a fraction or an exponent.
    Float(f64),
    /// A string, its escapes replaced.
    String(String),
    /// A string with escapes `\xNN`, which only `bytes` take.
    Bytes(Vec<u8>),
    /// A constant, a case of an enum, or a reserved name: a word or a dotted
    /// path.
    Path(String),
    /// `[value, …]`
    List(Vec<Value>),
    /// `{ key: value, … }`, its keys words or strings.
    Map(Vec<(Name, Value)>),
    /// Something reported already.
    #[default]
    Broken,
}

/// `type Name = type`
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Alias {
    /// Name.
    pub name: Name,
    /// Documentation.
    pub docs: String,
    /// Annotations, in order.
    pub annotations: Vec<Annotation>,
    /// What it stands for.
    pub ty: Type,
    /// The whole declaration, without docs and annotations.
    pub span: Span,
}

/// `error Name = code "message" { … }`
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ErrorItem {
    /// Name.
    pub name: Name,
    /// Documentation.
    pub docs: String,
    /// Annotations, in order.
    pub annotations: Vec<Annotation>,
    /// Number on the wire.
    pub code: Value,
    /// Text when the handler gives none.
    pub message: Option<Value>,
    /// Data that goes along, in order.
    pub fields: Vec<Field>,
    /// Names that no field may take again.
    pub reserved: Vec<Value>,
    /// The whole declaration, without docs and annotations.
    pub span: Span,
}

/// `service Name extends Base { … }`
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Service {
    /// Name.
    pub name: Name,
    /// Documentation.
    pub docs: String,
    /// Annotations, in order.
    pub annotations: Vec<Annotation>,
    /// The service whose methods it has, too.
    pub extends: Option<Name>,
    /// Methods, in order.
    pub methods: Vec<Method>,
    /// Names that no method may take again.
    pub reserved: Vec<Value>,
    /// The whole declaration, without docs and annotations.
    pub span: Span,
}

/// `name(parameters) -> type throws errors`
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Method {
    /// Name.
    pub name: Name,
    /// Documentation.
    pub docs: String,
    /// Annotations, in order.
    pub annotations: Vec<Annotation>,
    /// Parameters, in order.
    pub params: Vec<Field>,
    /// Result.
    pub returns: Option<Type>,
    /// Errors it throws.
    pub throws: Vec<Name>,
    /// The whole method, without docs and annotations.
    pub span: Span,
}

/// A type as written, and its place.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Type {
    /// What is written.
    pub kind: TypeKind,
    /// Where.
    pub span: Span,
}

/// What a type says.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum TypeKind {
    /// A name, and what is between `<` and `>`.
    Named(Name, Vec<Type>),
    /// `(A, B)`
    Tuple(Vec<Type>),
    /// `T?`
    Nullable(Box<Type>),
    /// Something reported already.
    #[default]
    Broken,
}

impl Item {
    /// The name of a declaration that could be read.
    #[must_use]
    pub fn name(&self) -> Option<&Name> {
        match self {
            Self::Const(item) => Some(&item.name),
            Self::Struct(item) => Some(&item.name),
            Self::Enum(item) => Some(&item.name),
            Self::Union(item) => Some(&item.name),
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
            Self::Const(_) => "constant",
            Self::Struct(_) => "struct",
            Self::Enum(_) => "enum",
            Self::Union(_) => "union",
            Self::Alias(_) => "type alias",
            Self::Error(_) => "error",
            Self::Service(_) => "service",
            Self::Broken(_) => "broken declaration",
        }
    }
}
