//! What all declarations have, whatever they declare.

use super::{Field, Options, Package};

/// What every declaration of a package has.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Declaration<'a> {
    /// What it declares.
    pub kind: Kind,
    /// Name, as declared.
    pub name: &'a str,
    /// What is said of it.
    pub options: &'a Options,
}

/// What a declaration declares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// `const`
    Constant,
    /// `struct`
    Struct,
    /// `enum`
    Enum,
    /// `union`
    Union,
    /// `error`
    Error,
    /// `service`
    Service,
}

impl Kind {
    /// The kind in a sentence, such as `constant`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Constant => "constant",
            Self::Struct => "struct",
            Self::Enum => "enum",
            Self::Union => "union",
            Self::Error => "error",
            Self::Service => "service",
        }
    }
}

impl Package {
    /// All declarations but aliases, which are gone: constants, then structs,
    /// enums, unions, errors and services, each kind in order of declaration.
    ///
    /// ```
    /// let package = yar_idl::load("error E = 1 const A: i8 = 1", "a").unwrap();
    /// let declared: Vec<_> = package.declarations().map(|it| (it.kind.name(), it.name)).collect();
    /// assert_eq!(declared, [("constant", "A"), ("error", "E")]);
    /// ```
    pub fn declarations(&self) -> impl Iterator<Item = Declaration<'_>> {
        macro_rules! all {
            ($list:ident, $kind:ident) => {
                self.$list.iter().map(|it| Declaration {
                    kind: Kind::$kind,
                    name: &it.name,
                    options: &it.options,
                })
            };
        }
        all!(constants, Constant)
            .chain(all!(structs, Struct))
            .chain(all!(enums, Enum))
            .chain(all!(unions, Union))
            .chain(all!(errors, Error))
            .chain(all!(services, Service))
    }

    /// All of these but constants.
    pub fn types(&self) -> impl Iterator<Item = Declaration<'_>> {
        self.declarations().filter(|it| it.kind != Kind::Constant)
    }

    /// Name and fields of everything that has fields: structs, then errors.
    pub fn records(&self) -> impl Iterator<Item = (&str, &[Field])> {
        let structs = self.structs.iter();
        let structs = structs.map(|it| (it.name.as_str(), it.fields.as_slice()));
        let errors = self.errors.iter();
        structs.chain(errors.map(|it| (it.name.as_str(), it.fields.as_slice())))
    }
}
