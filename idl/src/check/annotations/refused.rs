//! Arguments that an annotation does not take, and what a version is.

use super::known::Known;
use crate::ast::{Annotation, Name, Value};
use crate::codes;
use crate::diag::{Confidence, Diagnostic};
use crate::suggest;

/// Three numbers, then what semantic versioning allows behind them.
pub(super) fn is_version(text: &str) -> bool {
    let (core, build) = match text.split_once('+') {
        Some((core, build)) => (core, Some(build)),
        None => (text, None),
    };
    let (numbers, before) = match core.split_once('-') {
        Some((numbers, before)) => (numbers, Some(before)),
        None => (core, None),
    };
    let is_number = |part: &str| {
        !part.is_empty()
            && part.len() <= 9
            && part.chars().all(|it| it.is_ascii_digit())
            && (part == "0" || !part.starts_with('0'))
    };
    let is_suffix = |suffix: &str| {
        suffix.split('.').all(|part| {
            let mut letters = part.chars();
            !part.is_empty() && letters.all(|it| it.is_ascii_alphanumeric() || it == '-')
        })
    };
    numbers.split('.').count() == 3
        && numbers.split('.').all(is_number)
        && before.is_none_or(is_suffix)
        && build.is_none_or(is_suffix)
}

pub(super) fn unknown_key(
    annotation: &Annotation,
    key: &Name,
    known: &'static Known,
) -> Diagnostic {
    let name = &annotation.name.text;
    let diagnostic = Diagnostic::new(
        codes::ATTRIBUTE,
        key.span.clone(),
        format!("`@{name}` has no argument `{}`", key.text),
        "unknown argument",
    );
    if known.keys.is_empty() {
        return diagnostic.with_note("it has no arguments with a name");
    }
    let diagnostic = diagnostic.with_note(format!("known: {}", known.keys()));
    match suggest::nearest(&key.text, known.keys.iter().map(|(key, _)| *key)) {
        Some(near) => diagnostic.with_edit(
            format!("did you mean `{near}`?"),
            key.span.clone(),
            near,
            Confidence::Certain,
        ),
        None => diagnostic,
    }
}

pub(super) fn surplus(annotation: &Annotation, value: &Value, known: &'static Known) -> Diagnostic {
    let name = &annotation.name.text;
    let diagnostic = Diagnostic::new(
        codes::ATTRIBUTE,
        value.span.clone(),
        match known.plain {
            0 => format!("`@{name}` takes no such argument"),
            _ => format!("`@{name}` takes one such argument only"),
        },
        "not expected here",
    );
    if known.keys.is_empty() {
        return diagnostic;
    }
    diagnostic.with_note(format!("its arguments have names: {}", known.keys()))
}
