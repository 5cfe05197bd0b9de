//! Words that are types here, and words that are types elsewhere.

use crate::ast::Name;
use crate::codes;
use crate::diag::{Confidence, Diagnostic};

/// Every name that no declaration may take.
pub(super) const BUILT_IN: [&str; 19] = [
    "bool",
    "i8",
    "i16",
    "i32",
    "i64",
    "u8",
    "u16",
    "u32",
    "u64",
    "f32",
    "f64",
    "string",
    "bytes",
    "any",
    "list",
    "map",
    "timestamp",
    "date",
    "duration",
];

/// Spellings of other languages, what takes their place if one word does, and
/// what to write instead.
const FOREIGN: &[(&str, &str, &str)] = &[
    ("int", "i64", "choose a width, usually `i64`"),
    ("integer", "i64", "choose a width, usually `i64`"),
    ("long", "i64", "write `i64`"),
    ("short", "i16", "write `i16`"),
    ("byte", "u8", "write `u8`, or `bytes` for raw data"),
    ("uint", "u64", "choose a width, usually `u64`"),
    ("usize", "u64", "write `u64`"),
    ("isize", "i64", "write `i64`"),
    ("float", "f64", "write `f64`, or `f32`"),
    ("double", "f64", "write `f64`"),
    ("number", "f64", "write `f64`, or `i64`"),
    ("str", "string", "write `string`"),
    ("text", "string", "write `string`"),
    ("char", "string", "write `string`"),
    ("boolean", "bool", "write `bool`"),
    ("array", "list", "write `list<…>`"),
    ("vec", "list", "write `list<…>`"),
    ("dict", "map", "write `map<…, …>`"),
    ("hash", "map", "write `map<…, …>`"),
    ("hashmap", "map", "write `map<…, …>`"),
    (
        "object",
        "",
        "write `map<string, any>`, or declare a struct",
    ),
    ("mixed", "any", "write `any`"),
    ("void", "", "leave the result out: no `->`"),
    ("null", "", "leave the result out: no `->`"),
    ("datetime", "timestamp", "write `timestamp`, or `date`"),
    ("option", "", "write `…?`"),
    ("optional", "", "write `…?`"),
];

/// What is said of a type that is spelled as in another language.
pub(super) fn foreign(name: &Name) -> Option<Diagnostic> {
    let lower = name.text.to_ascii_lowercase();
    let mut known = FOREIGN.iter();
    let (_, word, help) = known.find(|(foreign, ..)| *foreign == lower)?;
    let diagnostic = Diagnostic::new(
        codes::FOREIGN_TYPE,
        name.span.clone(),
        format!("unknown type `{}`", name.text),
        "not a yar type",
    );
    Some(if word.is_empty() {
        diagnostic.with_help(*help)
    } else {
        diagnostic.with_edit(*help, name.span.clone(), *word, Confidence::Maybe)
    })
}
