//! What has fields: structs and errors.

use super::{Docs, Literal, Options, Type};

/// A record that travels as a map from field name to value.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Struct {
    /// Name, as declared.
    pub name: String,
    /// Documentation.
    pub docs: Docs,
    /// What is said of it.
    pub options: Options,
    /// Fields in order of declaration.
    pub fields: Vec<Field>,
    /// Keys that no field may take again.
    pub reserved: Vec<String>,
}

/// A field of a struct, or one datum of an error.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Field {
    /// Name, as declared.
    pub name: String,
    /// Key on the wire: the name, or what `@wire` says.
    pub wire: String,
    /// Documentation.
    pub docs: Docs,
    /// What is said of it.
    pub options: Options,
    /// `name?:` – writers leave it out when there is no value, and readers
    /// take that for no value.
    pub optional: bool,
    /// Type of the value.
    pub ty: Type,
    /// What readers take when the key is missing. Writers always write it.
    pub default: Option<Literal>,
}

/// An error a method may throw.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ErrorType {
    /// Name, as declared.
    pub name: String,
    /// What travels as `_type`: the name, or what `@wire` says.
    pub wire: String,
    /// Documentation.
    pub docs: Docs,
    /// What is said of it.
    pub options: Options,
    /// Number by which clients recognise it; unique in the package.
    pub code: i64,
    /// Text when the handler gives none.
    pub message: String,
    /// Data that travels along under `data`. A stock PHP server sends none,
    /// so each is optional or nullable and has no default.
    pub fields: Vec<Field>,
    /// Keys that no datum may take again.
    pub reserved: Vec<String>,
    /// Codes that no error may take again.
    pub reserved_codes: Vec<i64>,
}
