//! What has cases: enums and unions.

use super::{Docs, IntType, Options, Type};

/// A list of named raw values; readers keep unknown ones.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Enum {
    /// Name, as declared.
    pub name: String,
    /// Documentation.
    pub docs: Docs,
    /// What is said of it.
    pub options: Options,
    /// What the raw values are.
    pub repr: EnumRepr,
    /// Cases in order of declaration.
    pub cases: Vec<EnumCase>,
    /// `@closed`: readers refuse unknown values.
    pub closed: bool,
    /// Names that no case may take again.
    pub reserved_names: Vec<String>,
    /// Raw values that no case may take again.
    pub reserved_values: Vec<EnumValue>,
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
    /// What is said of it.
    pub options: Options,
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

/// One of several values, which travels as a map with one key, or, with a
/// tag, as the map of its case and the name of the case under the tag.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Union {
    /// Name, as declared.
    pub name: String,
    /// Documentation.
    pub docs: Docs,
    /// What is said of it.
    pub options: Options,
    /// `@tag("kind")`: the key that holds the name of the case. Every case
    /// with a type then has a struct, which has no such key.
    pub tag: Option<String>,
    /// Cases in order of declaration.
    pub cases: Vec<UnionCase>,
    /// Names that no case may take again.
    pub reserved: Vec<String>,
}

/// One case of a union.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct UnionCase {
    /// Name, as declared.
    pub name: String,
    /// Key, or value of the tag, on the wire.
    pub wire: String,
    /// Documentation.
    pub docs: Docs,
    /// What is said of it.
    pub options: Options,
    /// Type of what it holds; without one it travels as null, or as the tag
    /// alone.
    pub ty: Option<Type>,
}
