//! Values written in a contract.

use super::TypeName;

/// A value of a default, a constant or an example. It fits the type it was
/// checked against, and its kind follows that type: `1` for an `f64` is
/// [`Literal::Float`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Literal {
    /// Of a nullable type or `any`.
    Null,
    /// Of `bool` or `any`.
    Bool(bool),
    /// Of an integer type or `any`; milliseconds of a `timestamp` or a
    /// `duration`.
    Int(i128),
    /// Of a float type or `any`; finite.
    Float(f64),
    /// Of `string` or `any`; `YYYY-MM-DD` of a `date`.
    String(String),
    /// Of `bytes`.
    Bytes(Vec<u8>),
    /// A case of an enum, by its declared name.
    Case(TypeName, String),
    /// Of a list, a tuple or `any`.
    List(Vec<Literal>),
    /// Of a map or `any`; keys are [`Literal::String`], [`Literal::Int`] or
    /// [`Literal::Case`].
    Map(Vec<(Literal, Literal)>),
    /// Of a struct: declared names of the given fields in order of declaration,
    /// with their values. The others are optional, nullable or have defaults.
    Struct(TypeName, Vec<(String, Literal)>),
    /// Of a union: the declared name of the case and its value.
    Union(TypeName, String, Option<Box<Literal>>),
}
