//! The rules: their names never change their meaning.

/// A rule by which contracts are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// Name, as `@allow` takes it.
    pub name: &'static str,
    /// What it finds, in a few words.
    pub summary: &'static str,
}

const fn rule(name: &'static str, summary: &'static str) -> Rule {
    Rule { name, summary }
}

/// `i64` and `u64` in Lua 5.1.
pub(super) const RISKY_INT64: Rule =
    rule("risky-int64", "64-bit integers that Lua 5.1 has as text");
/// Integer keys of maps in PHP.
pub(super) const RISKY_INT_KEYS: Rule = rule(
    "risky-int-keys",
    "maps with integer keys, which PHP may send as lists",
);
/// `bytes` over JSON.
pub(super) const BYTES_OVER_JSON: Rule = rule(
    "bytes-over-json",
    "bytes over JSON, which peers without the contract get as base64",
);
/// `any` anywhere.
pub(super) const ANY_IN_PUBLIC_API: Rule = rule("any-in-public-api", "values without a type");
/// Tuples.
pub(super) const PREFER_STRUCT: Rule = rule("prefer-struct", "tuples, whose parts have no names");
/// Methods that begin with `_`.
pub(super) const HIDDEN_METHOD: Rule = rule(
    "hidden-method",
    "methods that PHP servers hide from their page, yet serve",
);
/// Spelling of names.
pub(super) const NAMING_STYLE: Rule =
    rule("naming-style", "names that are spelled unlike all others");
/// Use of what is deprecated.
pub(super) const DEPRECATED_USE: Rule =
    rule("deprecated-use", "deprecated types that are still used");
/// Types that no service uses.
pub(super) const UNUSED_TYPE: Rule = rule("unused-type", "types that no service of the file uses");
/// `@allow` of nothing.
pub(super) const UNUSED_ALLOW: Rule = rule("unused-allow", "an `@allow` that allows nothing");

/// All rules, by name.
pub const RULES: &[Rule] = &[
    ANY_IN_PUBLIC_API,
    BYTES_OVER_JSON,
    DEPRECATED_USE,
    HIDDEN_METHOD,
    NAMING_STYLE,
    PREFER_STRUCT,
    RISKY_INT_KEYS,
    RISKY_INT64,
    UNUSED_ALLOW,
    UNUSED_TYPE,
];
