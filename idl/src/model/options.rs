//! What annotations say of a declaration beside its meaning on the wire.

/// What is said of a declaration or a member.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Options {
    /// `@deprecated`
    pub deprecated: Option<Deprecation>,
    /// `@allow`: names of lints that are meant to be passed over.
    pub allow: Vec<String>,
    /// `@rust`
    pub rust: TargetOptions,
    /// `@rust(map = "…")`
    pub rust_map: RustMap,
    /// `@lua`
    pub lua: TargetOptions,
    /// `@lua(int = "…")`
    pub lua_int: LuaInt,
    /// `@php`
    pub php: TargetOptions,
    /// `@php` of a package.
    pub php_package: PhpOptions,
}

/// Why something should not be used any more.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Deprecation {
    /// What to do instead; may be empty.
    pub reason: String,
    /// Version of the contract in which it became deprecated.
    pub since: Option<String>,
    /// Declared name of what takes its place.
    pub replaced_by: Option<String>,
}

/// What every language knows of a name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct TargetOptions {
    /// Spelling in this language, exactly; otherwise it is derived.
    pub name: Option<String>,
}

/// What PHP knows of a package.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct PhpOptions {
    /// Namespace without a leading backslash, such as `Acme\\Calc`.
    pub namespace: Option<String>,
}

/// The Rust type of the maps in a field or a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RustMap {
    /// `BTreeMap`: sorted, so equal values give equal bytes.
    #[default]
    Sorted,
    /// `HashMap`
    Hash,
}

/// How Lua has the 64-bit integers in a field or a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LuaInt {
    /// As an exact number where the interpreter has one.
    #[default]
    Number,
    /// As decimal text, on every interpreter.
    String,
}
