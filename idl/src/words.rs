//! Words that target languages keep for themselves, and names that they take.
//!
//! The words were tried in every position with real compilers and
//! interpreters: what is reserved depends on the position.

/// Words of Rust, of every edition up to 2024, that are names with `r#` only.
pub const RUST_RAW: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

/// Words of Rust that not even `r#` makes a name.
pub const RUST_NEVER: &[&str] = &["self", "Self", "super", "crate", "_"];

/// Words of every Lua from 5.1 to 5.5. `goto` and `global` are names in some
/// versions and keywords in others.
pub const LUA: &[&str] = &[
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "global", "goto",
    "if", "in", "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
];

/// Words, in lower case, that no class, interface or enum of PHP may have as
/// its name, in any case.
pub const PHP_CLASSES: &[&str] = &[
    "__halt_compiler",
    "abstract",
    "and",
    "array",
    "as",
    "bool",
    "break",
    "callable",
    "case",
    "catch",
    "class",
    "clone",
    "const",
    "continue",
    "declare",
    "default",
    "die",
    "do",
    "echo",
    "else",
    "elseif",
    "empty",
    "enddeclare",
    "endfor",
    "endforeach",
    "endif",
    "endswitch",
    "endwhile",
    "eval",
    "exit",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "fn",
    "for",
    "foreach",
    "function",
    "global",
    "goto",
    "if",
    "implements",
    "include",
    "include_once",
    "instanceof",
    "insteadof",
    "int",
    "interface",
    "isset",
    "iterable",
    "list",
    "match",
    "mixed",
    "namespace",
    "never",
    "new",
    "null",
    "object",
    "or",
    "parent",
    "print",
    "private",
    "protected",
    "public",
    "readonly",
    "require",
    "require_once",
    "return",
    "self",
    "static",
    "string",
    "switch",
    "throw",
    "trait",
    "true",
    "try",
    "unset",
    "use",
    "var",
    "void",
    "while",
    "xor",
    "yield",
];

/// A language that contracts are generated for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Target {
    /// Rust
    Rust,
    /// Lua
    Lua,
    /// PHP
    Php,
}

/// What a name stands for in a target language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Role {
    /// A type, and whatever is generated like one.
    Type,
    /// A field or property.
    Field,
    /// A parameter.
    Variable,
    /// A method.
    Method,
    /// A constant, or a case of an enum.
    Constant,
}

impl Target {
    /// `Rust`, `Lua` or `PHP`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rust => "Rust",
            Self::Lua => "Lua",
            Self::Php => "PHP",
        }
    }
}

/// Letters, digits and `_`, no digit first; words of languages are among them.
#[must_use]
pub fn is_identifier(text: &str) -> bool {
    let mut letters = text.chars();
    letters
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

/// Whether a language takes this name, just as it is, for such a thing.
///
/// ```
/// use yar_idl::words::{Role, Target, is_name};
///
/// assert!(is_name(Target::Php, Role::Method, "list"));
/// assert!(!is_name(Target::Php, Role::Type, "List"));
/// ```
#[must_use]
pub fn is_name(target: Target, role: Role, text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    is_identifier(text)
        && match (target, role) {
            (Target::Rust, _) => !RUST_RAW.contains(&text) && !RUST_NEVER.contains(&text),
            (Target::Lua, _) => !LUA.contains(&text),
            (Target::Php, Role::Type) => !PHP_CLASSES.contains(&lower.as_str()),
            (Target::Php, Role::Constant) => lower != "class" && lower != "__halt_compiler",
            (Target::Php, Role::Field | Role::Variable) => text != "this",
            (Target::Php, Role::Method) => !text.starts_with("__"),
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_reserved_depends_on_language_and_position() {
        for (target, role, text, expected) in [
            (Target::Rust, Role::Type, "Calc", true),
            (Target::Rust, Role::Field, "type", false),
            (Target::Rust, Role::Field, "crate", false),
            (Target::Lua, Role::Field, "end", false),
            (Target::Lua, Role::Field, "type", true),
            (Target::Php, Role::Type, "Mixed", false),
            (Target::Php, Role::Constant, "Mixed", true),
            (Target::Php, Role::Constant, "Class", false),
            (Target::Php, Role::Variable, "this", false),
            (Target::Php, Role::Method, "clone", true),
            (Target::Php, Role::Method, "__call", false),
            (Target::Php, Role::Field, "a b", false),
            (Target::Php, Role::Field, "1a", false),
            (Target::Php, Role::Field, "", false),
        ] {
            assert_eq!(is_name(target, role, text), expected, "{target:?} {text}");
        }
    }
}
