//! Lua's spelling rules: keywords, strings, numbers, comments.
//!
//! One function for each place that text can land in. Knows nothing of
//! contracts.

use yar_idl::model::Options;
use yar_idl::words::{self, Role, Target};

/// Modules that are loaded or installed beside the runtime, and the runtime
/// itself. `require` would find these, or others would find ours.
const MODULES: &[&str] = &[
    "bit",
    "bit32",
    "cjson",
    "coroutine",
    "debug",
    "ffi",
    "io",
    "jit",
    "ltn12",
    "math",
    "mime",
    "ngx",
    "os",
    "package",
    "resty",
    "socket",
    "ssl",
    "string",
    "table",
    "utf8",
    "yar",
];

/// The module of a package, as `require` has it: `demo.calc` is itself, and
/// `table` is `table_`. Some systems have no letter case in names of files.
pub(super) fn module(package: &str) -> String {
    let first = package.split('.').next().unwrap_or_default();
    if MODULES.iter().any(|name| name.eq_ignore_ascii_case(first)) {
        package.replacen(first, &format!("{first}_"), 1)
    } else {
        package.to_owned()
    }
}

/// True when a table may have the name as a key without brackets.
pub(super) fn is_name(text: &str) -> bool {
    words::is_name(Target::Lua, Role::Field, text)
}

/// What a declaration is called in Lua: what it says of that, else its name.
pub(super) fn name(declared: &str, options: &Options) -> String {
    options
        .lua
        .name
        .clone()
        .unwrap_or_else(|| declared.to_owned())
}

/// A double-quoted string. Quotes and whatever is not printable ASCII are
/// written as three-digit decimals, the only escape that all versions read
/// alike and formatters leave alone.
pub(super) fn quote(text: &str) -> String {
    quote_bytes(text.as_bytes())
}

/// A double-quoted string of any bytes.
pub(super) fn quote_bytes(bytes: &[u8]) -> String {
    let mut quoted = String::from("\"");
    for &byte in bytes {
        match byte {
            b'\\' => quoted.push_str("\\\\"),
            b' ' | b'!' | b'#'..=b'~' => quoted.push(char::from(byte)),
            _ => quoted.push_str(&format!("\\{byte:03}")),
        }
    }
    quoted.push('"');
    quoted
}

/// The key of a table constructor: `name` or `["end"]`.
pub(super) fn key(name: &str) -> String {
    if is_name(name) {
        name.to_owned()
    } else {
        format!("[{}]", quote(name))
    }
}

/// A member of a table: `table.name` or `table["end"]`.
pub(super) fn member(table: &str, name: &str) -> String {
    if is_name(name) {
        format!("{table}.{name}")
    } else {
        format!("{table}[{}]", quote(name))
    }
}

/// An integer. Beyond 2^53 Lua 5.1 and LuaJIT would round a literal, so the
/// runtime makes it from its digits.
pub(super) fn integer(value: i128) -> String {
    if value.unsigned_abs() <= 1 << 53 {
        value.to_string()
    } else {
        format!("yar.integer(\"{value}\")")
    }
}

/// Documentation as lines that are safe behind comment marks.
///
/// A carriage return ends a comment for Lua as a line feed does, and a line
/// that begins with `@` or `|` would be an annotation.
pub(super) fn comment_lines(docs: &str) -> Vec<String> {
    docs.replace("\r\n", "\n")
        .split(['\n', '\r'])
        .map(|line| {
            let line: String = line
                .trim_end()
                .chars()
                .map(|c| if c.is_control() { ' ' } else { c })
                .collect();
            let text = line.trim_start();
            if text.starts_with(['@', '|']) {
                format!("\\{text}")
            } else {
                line
            }
        })
        .collect()
}
