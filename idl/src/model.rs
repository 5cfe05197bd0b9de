//! The checked contract: what every back end reads.
//!
//! Language-neutral: wire names, resolved types, docs. A value of
//! [`Package`] is always consistent; whoever builds one has checked it.

use std::sync::Arc;

mod literal;
mod options;
mod types;

pub use literal::Literal;
pub use options::{Deprecation, LuaInt, Options, PhpOptions, RustMap, TargetOptions};
pub use types::{IntType, TimestampFormat, Type, TypeName};

/// The most parameters of a method.
pub const MAX_PARAMS: usize = 128;

/// Everything one contract file declares.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Package {
    /// Dotted name, such as `demo.calc`; a file without a `package` line is
    /// named after its stem.
    pub name: String,
    /// Markdown docs of the file (`//!`), without the comment marks.
    pub docs: Docs,
    /// `@version`, such as `1.4.0`.
    pub version: Option<String>,
    /// What the `package` line says of languages.
    pub options: Options,
    /// The packages of all imported files, in order of the imports, each once,
    /// then those that aliases of imported files lead to. What they import in
    /// their turn is in their own lists.
    pub imports: Vec<Arc<Package>>,
    /// Constants in order of declaration.
    pub constants: Vec<Constant>,
    /// Structs in order of declaration.
    pub structs: Vec<Struct>,
    /// Enums in order of declaration.
    pub enums: Vec<Enum>,
    /// Unions in order of declaration.
    pub unions: Vec<Union>,
    /// Errors in order of declaration.
    pub errors: Vec<ErrorType>,
    /// Services in order of declaration.
    pub services: Vec<Service>,
}

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

/// A named set of methods.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Service {
    /// Name, as declared.
    pub name: String,
    /// Documentation.
    pub docs: Docs,
    /// What is said of it.
    pub options: Options,
    /// The service whose methods it has, too; [`Package::bases`] follows it.
    pub extends: Option<TypeName>,
    /// Its own methods in order of declaration.
    pub methods: Vec<Method>,
    /// Names that no method may take again.
    pub reserved: Vec<String>,
}

/// One callable method.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Method {
    /// Name, as declared.
    pub name: String,
    /// Name on the wire: the name, or what `@wire` says.
    pub wire: String,
    /// Documentation.
    pub docs: Docs,
    /// What is said of it.
    pub options: Options,
    /// Parameters in the order in which they travel: required ones, then
    /// those that may be left out.
    pub params: Vec<Param>,
    /// Result, or `None` for a method that returns nothing.
    pub returns: Option<Type>,
    /// Names of the declared errors, each once; [`Package::error`] finds them.
    pub throws: Vec<TypeName>,
    /// `@idempotent`: running it twice does what running it once does.
    pub idempotent: bool,
    /// `@strict_arity`: servers refuse more arguments than parameters.
    pub strict_arity: bool,
    /// `@example`: calls and what comes of them.
    pub examples: Vec<Example>,
}

/// A parameter of a method.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Param {
    /// Name; never travels, parameters are positional.
    pub name: String,
    /// Documentation.
    pub docs: Docs,
    /// What is said of it.
    pub options: Options,
    /// `name?:` – callers may leave it out.
    pub optional: bool,
    /// Type of the argument.
    pub ty: Type,
    /// What the server takes when it is left out, and what a client sends for
    /// it when a later one is given.
    pub default: Option<Literal>,
}

/// A call with its outcome, checked against the types of its method.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Example {
    /// Arguments, at most one for each parameter.
    pub args: Vec<Literal>,
    /// What comes of it.
    pub outcome: Outcome,
}

/// What comes of a call.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It returns nothing.
    Nothing,
    /// It returns this.
    Returns(Literal),
    /// It throws this error.
    Throws(TypeName),
}

impl Package {
    /// A package with a name and nothing in it.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    /// Every package that this one needs, itself last, each once and behind
    /// all that it imports.
    #[must_use]
    pub fn closure(&self) -> Vec<&Package> {
        let mut found = Vec::new();
        self.collect(&mut found);
        found
    }

    /// A package that was found is not gone into again: files that import each
    /// other crosswise would take for ever.
    fn collect<'a>(&'a self, found: &mut Vec<&'a Package>) {
        if found.iter().any(|known| known.name == self.name) {
            return;
        }
        for import in &self.imports {
            import.collect(found);
        }
        found.push(self);
    }

    /// The package that a name of this one is declared in: itself, or one of
    /// its direct imports.
    #[must_use]
    pub fn home<'a>(&'a self, name: &TypeName) -> Option<&'a Package> {
        match &name.package {
            None => Some(self),
            Some(package) => {
                let mut imports = self.imports.iter();
                imports.find(|it| it.name == *package).map(AsRef::as_ref)
            }
        }
    }

    /// The error that `name` stands for in this package.
    #[must_use]
    pub fn error(&self, name: &TypeName) -> Option<&ErrorType> {
        let mut errors = self.home(name)?.errors.iter();
        errors.find(|item| item.name == name.name)
    }

    /// The struct that `name` stands for in this package.
    #[must_use]
    pub fn get_struct(&self, name: &TypeName) -> Option<&Struct> {
        let mut structs = self.home(name)?.structs.iter();
        structs.find(|item| item.name == name.name)
    }

    /// The enum that `name` stands for in this package.
    #[must_use]
    pub fn get_enum(&self, name: &TypeName) -> Option<&Enum> {
        let mut enums = self.home(name)?.enums.iter();
        enums.find(|item| item.name == name.name)
    }

    /// The union that `name` stands for in this package.
    #[must_use]
    pub fn get_union(&self, name: &TypeName) -> Option<&Union> {
        let mut unions = self.home(name)?.unions.iter();
        unions.find(|item| item.name == name.name)
    }

    /// The service that `name` stands for in this package.
    #[must_use]
    pub fn get_service(&self, name: &TypeName) -> Option<&Service> {
        let mut services = self.home(name)?.services.iter();
        services.find(|item| item.name == name.name)
    }

    /// The services that one of this package extends, the nearest first, each
    /// with the package whose names it uses.
    #[must_use]
    pub fn bases<'a>(&'a self, service: &'a Service) -> Vec<(&'a Package, &'a Service)> {
        let mut bases = Vec::new();
        let mut here = (self, service);
        while let Some(name) = &here.1.extends {
            let home = here.0.home(name);
            let Some(next) = home.zip(here.0.get_service(name)) else {
                break;
            };
            bases.push(next);
            here = next;
        }
        bases
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
