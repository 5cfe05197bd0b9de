//! Names and literals as PHP wants them. What is reserved depends on the
//! position, and most positions reserve next to nothing.

use yar_idl::model::{Options, Package};
use yar_idl::names::{to_camel, to_pascal, to_screaming};
use yar_idl::words::{Role, Target, is_name};

/// The namespace of a package: what it says itself, or `Demo\Calc` of
/// `demo.calc`. The runtime's own namespace is not available.
pub(super) fn namespace(package: &Package) -> String {
    if let Some(given) = &package.options.php_package.namespace {
        return given.clone();
    }
    let segments = package.name.split('.').map(class_name);
    let joined = segments.collect::<Vec<_>>().join("\\");
    match joined.strip_prefix("Yar") {
        Some(rest) if rest.is_empty() || rest.starts_with('\\') => format!("Yar_{rest}"),
        _ => joined,
    }
}

/// The spelling that a declaration asks for, or the one derived from its name.
pub(super) fn named(options: &Options, name: &str, derive: fn(&str) -> String) -> String {
    let given = options.php.name.clone();
    given.unwrap_or_else(|| derive(name))
}

/// A class, interface or enum: `userInfo` is `UserInfo`, `list` is `List_`.
pub(super) fn class_name(name: &str) -> String {
    free(Role::Type, spelled(name, to_pascal))
}

/// An enum, which may not even begin with `extends` or `implements`: before
/// PHP 8.3 the scanner takes the word before it for a name then.
pub(super) fn enum_name(name: &str) -> String {
    let class = class_name(name);
    let lower = class.to_ascii_lowercase();
    if lower.starts_with("extends") || lower.starts_with("implements") {
        return format!("_{class}");
    }
    class
}

/// An enum case; PHP keeps only `class` for itself here.
pub(super) fn case_name(name: &str) -> String {
    free(Role::Constant, spelled(name, to_pascal))
}

/// A class constant; PHP keeps only `class` for itself here.
pub(super) fn constant_name(name: &str) -> String {
    free(Role::Constant, spelled(name, to_screaming))
}

/// A property of an exception, which has some of its own.
pub(super) fn datum_name(name: &str) -> String {
    const TAKEN: &[&str] = &[
        "message",
        "code",
        "file",
        "line",
        "status",
        "remoteCode",
        "type",
    ];
    escaped(variable_name(name), |word| TAKEN.contains(&word))
}

/// A method; every word is free here.
pub(super) fn method_name(name: &str) -> String {
    spelled(name, to_camel)
}

/// A parameter or property, without the dollar sign.
pub(super) fn variable_name(name: &str) -> String {
    free(Role::Variable, spelled(name, to_camel))
}

/// A string in single quotes, where PHP replaces nothing; in double quotes
/// when it has control characters, so that a literal is always one line.
pub(super) fn literal(text: &str) -> String {
    if text.chars().any(char::is_control) {
        let escaped: String = text.chars().map(double_quoted).collect();
        return format!("\"{escaped}\"");
    }
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

fn double_quoted(character: char) -> String {
    match character {
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        '\t' => "\\t".to_owned(),
        '\\' | '"' | '$' => format!("\\{character}"),
        _ if character.is_control() => format!("\\u{{{:x}}}", u32::from(character)),
        _ => character.to_string(),
    }
}

/// Bytes, in single quotes when they are text, else in double quotes.
pub(super) fn bytes(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => literal(text),
        Err(_) => {
            let escaped: String = bytes.iter().map(|byte| double_quoted_byte(*byte)).collect();
            format!("\"{escaped}\"")
        }
    }
}

fn double_quoted_byte(byte: u8) -> String {
    match byte {
        b' '..=b'~' => double_quoted(byte.into()),
        _ => format!("\\x{byte:02x}"),
    }
}

/// An integer, or `None` when it is above PHP's largest. The smallest has no
/// literal: PHP reads the digits first and makes them a float.
pub(super) fn integer(value: i128) -> Option<String> {
    match i64::try_from(value) {
        Ok(i64::MIN) => Some(format!("{} - 1", i64::MIN + 1)),
        Ok(value) => Some(value.to_string()),
        Err(_) => None,
    }
}

/// The name in PHP's usual case, or as it is when that leaves no identifier:
/// `_1` has nothing but a digit.
fn spelled(name: &str, spell: fn(&str) -> String) -> String {
    let spelled = spell(name);
    if spelled.is_empty() || spelled.starts_with(|first: char| first.is_ascii_digit()) {
        return name.to_owned();
    }
    spelled
}

/// The name, with an underscore behind it where PHP keeps the word.
fn free(role: Role, name: String) -> String {
    escaped(name, |word| !is_name(Target::Php, role, word))
}

fn escaped(name: String, is_reserved: impl Fn(&str) -> bool) -> String {
    if is_reserved(&name) {
        return format!("{name}_");
    }
    name
}
