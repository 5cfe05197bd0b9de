//! The checked contract: what every back end reads.
//!
//! Language-neutral: wire names, resolved types, docs. A value of
//! [`Package`] is always consistent; whoever builds one has checked it.

mod choice;
mod declaration;
mod literal;
mod options;
mod package;
mod record;
mod service;
mod types;

pub use choice::{Enum, EnumCase, EnumRepr, EnumValue, Union, UnionCase};
pub use declaration::{Declaration, Kind};
pub use literal::Literal;
pub use options::{Deprecation, LuaInt, Options, PhpOptions, RustMap, TargetOptions};
pub use package::Package;
pub use record::{ErrorType, Field, Struct};
pub use service::{Example, MAX_PARAMS, Method, Outcome, Param, Service};
pub use types::{IntType, TimestampFormat, Type, TypeName};

/// Markdown documentation, verbatim, lines joined by `\n`; empty when there
/// is none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Docs(pub String);

/// A named value.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Constant {
    /// Name, as declared.
    pub name: String,
    /// Documentation.
    pub docs: Docs,
    /// What is said of it.
    pub options: Options,
    /// A type without parts: `bool`, a number, `string`, `bytes`, an enum,
    /// `timestamp`, `date` or `duration`.
    pub ty: Type,
    /// The value.
    pub value: Literal,
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
