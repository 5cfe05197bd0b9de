//! Names that annotations give for one language.

use super::known::Position;
use crate::ast::Name;
use crate::codes;
use crate::diag::{Confidence, Diagnostic};
use crate::words::{Role, Target, is_identifier, is_name};

/// Whether the target named by its annotation can have this name there.
pub(super) fn check_name(
    annotation: &str,
    position: Position,
    name: &Name,
) -> Result<(), Box<Diagnostic>> {
    let target = match annotation {
        "rust" => Target::Rust,
        "lua" => Target::Lua,
        _ => Target::Php,
    };
    let role = match position {
        Position::Param => Role::Variable,
        Position::Field | Position::Datum => Role::Field,
        Position::Method => Role::Method,
        Position::Case | Position::Const => Role::Constant,
        _ => Role::Type,
    };
    if is_name(target, role, &name.text) {
        return Ok(());
    }
    let language = target.name();
    Err(Box::new(
        Diagnostic::new(
            codes::TARGET_NAME,
            name.span.clone(),
            format!("`{}` cannot be a name in {language}", name.text),
            format!("no name for {} there", position.name()),
        )
        .with_note("names in annotations are taken exactly as they are")
        .with_help("take letters, digits and `_`, and no reserved word"),
    ))
}

/// Whether PHP can have this namespace.
pub(super) fn check_namespace(name: &Name) -> Result<(), Box<Diagnostic>> {
    let is_part = |part: &str| is_identifier(part);
    if name.text.split('\\').all(is_part) {
        return Ok(());
    }
    let stray = |it: &char| !(it.is_ascii_alphanumeric() || matches!(it, '_' | '\\'));
    let label = match name.text.chars().find(stray) {
        Some(stray) => format!("`{stray}` cannot appear"),
        None if name.text.starts_with('\\') => "begins with a backslash".to_owned(),
        None => "a part of it is no name".to_owned(),
    };
    let diagnostic = Diagnostic::new(
        codes::NAMESPACE,
        name.span.clone(),
        format!("`{}` is not a PHP namespace", name.text),
        label,
    );
    let parts = name.text.split(['/', '.', ':', '\\']);
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    if parts.is_empty() || !parts.iter().copied().all(is_part) {
        return Err(Box::new(diagnostic.with_help(
            "write names with `\\\\` between them, such as `\"Acme\\\\Api\"`",
        )));
    }
    let mended = format!("\"{}\"", parts.join("\\\\"));
    Err(Box::new(diagnostic.with_edit(
        format!("write `{mended}`"),
        name.span.clone(),
        mended,
        Confidence::Certain,
    )))
}
