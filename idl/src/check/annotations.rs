//! Annotations: which there are, where each may stand, and what they say.

mod arguments;
mod known;
mod refused;
mod targets;

use crate::ast::{Annotation, Name, Span, Value, ValueKind};
use crate::codes;
use crate::diag::{Confidence, Diagnostic};
use crate::model::{Deprecation, Options};
use crate::suggest;

use super::Report;
use arguments::Arguments;
use known::Known;
pub(super) use known::Position;

/// What the annotations of one declaration say.
#[derive(Default)]
pub(super) struct Said<'a> {
    pub(super) options: Options,
    /// `@wire`, and where its string is.
    pub(super) wire: Option<Name>,
    /// `@tag`, and where its string is.
    pub(super) tag: Option<Name>,
    pub(super) is_closed: bool,
    /// `@format(rfc3339)`
    pub(super) format: Option<Span>,
    pub(super) is_idempotent: bool,
    pub(super) is_strict: bool,
    /// `@version`, and where its string is.
    pub(super) version: Option<Name>,
    pub(super) examples: Vec<&'a Annotation>,
    /// `replaced_by` of `@deprecated`, and where it is.
    pub(super) replaced_by: Option<Name>,
}

/// Reads the annotations of a declaration; whatever is wrong with them is
/// reported and left out.
pub(super) fn read<'a>(
    annotations: &'a [Annotation],
    position: Position,
    report: &mut Report,
) -> Said<'a> {
    let mut said = Said::default();
    let mut seen: Vec<&Name> = Vec::new();
    for annotation in annotations {
        let Some(known) = known::find(&annotation.name.text) else {
            report.push(unknown(&annotation.name));
            continue;
        };
        if !known.positions.contains(&position) {
            report.push(misplaced(annotation, known, position));
            continue;
        }
        let first = seen.iter().find(|it| it.text == annotation.name.text);
        match first {
            Some(first) if !known.is_repeatable => {
                report.push(repeated(annotation, first));
                continue;
            }
            Some(_) => {}
            None => seen.push(&annotation.name),
        }
        let mut arguments = Arguments::new(annotation, known, position, report);
        said.add(annotation, &mut arguments);
    }
    said
}

/// The names in all `@allow`, with the place of each.
pub(crate) fn allowed(annotations: &[Annotation]) -> Vec<(String, Span)> {
    let allows = annotations.iter().filter(|it| it.name.text == "allow");
    let values = allows.flat_map(|it| &it.arguments).map(|it| &it.value);
    values
        .filter_map(|value| Some((word(value)?.to_owned(), value.span.clone())))
        .collect()
}

/// The string of `@version`.
pub(crate) fn version_place(annotations: &[Annotation]) -> Option<Span> {
    let version = annotations.iter().find(|it| it.name.text == "version")?;
    Some(version.arguments.first()?.value.span.clone())
}

/// A word or a string.
fn word(value: &Value) -> Option<&str> {
    match &value.kind {
        ValueKind::Path(text) | ValueKind::String(text) => Some(text),
        _ => None,
    }
}

impl<'a> Said<'a> {
    fn add(&mut self, annotation: &'a Annotation, arguments: &mut Arguments<'a, '_>) {
        match annotation.name.text.as_str() {
            "allow" => self.options.allow.extend(arguments.words()),
            "closed" => self.is_closed = true,
            "idempotent" => self.is_idempotent = true,
            "strict_arity" => self.is_strict = true,
            "example" => self.examples.push(annotation),
            "wire" => self.wire = arguments.wire_name(),
            "tag" => self.tag = arguments.wire_name(),
            "version" => self.version = arguments.version(),
            "format" => self.format = arguments.format(),
            "deprecated" => self.deprecated(arguments),
            "rust" => {
                self.options.rust.name = arguments.target_name();
                self.options.rust_map = arguments.rust_map();
            }
            "lua" => {
                self.options.lua.name = arguments.target_name();
                self.options.lua_int = arguments.lua_int();
            }
            "php" => {
                self.options.php.name = arguments.target_name();
                self.options.php_package.namespace = arguments.namespace();
            }
            _ => {}
        }
    }

    fn deprecated(&mut self, arguments: &mut Arguments<'a, '_>) {
        self.replaced_by = arguments.word_of("replaced_by");
        self.options.deprecated = Some(Deprecation {
            reason: arguments.optional_text().unwrap_or_default(),
            since: arguments.version_of("since"),
            replaced_by: self.replaced_by.as_ref().map(|name| name.text.clone()),
        });
    }

    /// The name on the wire: what `@wire` says, or the declared one.
    pub(super) fn wire_or(&self, name: &Name) -> String {
        let wire = self.wire.as_ref().unwrap_or(name);
        wire.text.clone()
    }
}

/// A near name is a mistake; any other may belong to another tool.
fn unknown(name: &Name) -> Diagnostic {
    let diagnostic = |label| {
        Diagnostic::new(
            codes::UNKNOWN_ANNOTATION,
            name.span.clone(),
            format!("there is no annotation `@{}`", name.text),
            label,
        )
    };
    match suggest::nearest(&name.text, known::names()) {
        Some(near) => diagnostic("unknown annotation").with_edit(
            format!("did you mean `@{near}`?"),
            name.span.clone(),
            near,
            Confidence::Certain,
        ),
        None => diagnostic("passed over")
            .warning()
            .with_note("it may be meant for another tool, which yar-gen knows nothing of"),
    }
}

fn misplaced(annotation: &Annotation, known: &Known, position: Position) -> Diagnostic {
    let name = &annotation.name.text;
    Diagnostic::new(
        codes::ANNOTATION_PLACE,
        annotation.name.span.clone(),
        format!("`@{name}` says nothing about {}", position.name()),
        "out of place",
    )
    .with_note(format!("it belongs to {}", known.places()))
    .with_edit(
        "move it there, or delete it",
        annotation.span.clone(),
        "",
        Confidence::Maybe,
    )
}

fn repeated(annotation: &Annotation, first: &Name) -> Diagnostic {
    Diagnostic::new(
        codes::ANNOTATION_TWICE,
        annotation.name.span.clone(),
        format!("`@{}` is given twice", annotation.name.text),
        "again here",
    )
    .with_secondary(first.span.clone(), "first here")
    .with_edit(
        "delete one of them",
        annotation.span.clone(),
        "",
        Confidence::Maybe,
    )
}
