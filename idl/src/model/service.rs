//! Services, their methods, and examples of calls.

use crate::names::to_pascal;

use super::{Docs, Literal, Options, Type, TypeName};

/// The most parameters of a method.
pub const MAX_PARAMS: usize = 128;

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
    /// The service whose methods it has, too; [`Package::bases`](super::Package::bases) follows it.
    pub extends: Option<TypeName>,
    /// Its own methods in order of declaration.
    pub methods: Vec<Method>,
    /// Names that no method may take again.
    pub reserved: Vec<String>,
}

impl Service {
    /// The Rust enum that stands for the errors of a method that throws
    /// several. Made of Rust's names for the two alone, so that no other
    /// declaration can change it.
    ///
    /// ```
    /// let source = "error A = 1 error B = 2 service Users { find_all() throws A, B }";
    /// let package = yar_idl::load(source, "p").unwrap();
    /// let users = &package.services[0];
    /// let name = users.thrown_enum(&users.methods[0]);
    /// assert_eq!(name.as_deref(), Some("UsersFindAllError"));
    /// ```
    #[must_use]
    pub fn thrown_enum(&self, method: &Method) -> Option<String> {
        let service = self.options.rust.name.as_ref().unwrap_or(&self.name);
        let name = method.options.rust.name.as_ref().unwrap_or(&method.name);
        (method.throws.len() > 1).then(|| format!("{service}{}Error", to_pascal(name)))
    }
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
    /// Names of the declared errors, each once; [`Package::error`](super::Package::error) finds them.
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
