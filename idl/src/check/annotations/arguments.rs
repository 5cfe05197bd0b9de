//! The arguments of one annotation.

use super::known::{self, Known, Position};
use super::refused::{is_version, surplus, unknown_key};
use super::{targets, word};
use crate::ast::{Annotation, Argument, Name, Span, Value, ValueKind};
use crate::check::Report;
use crate::codes;
use crate::diag::Diagnostic;
use crate::model::{LuaInt, RustMap};

/// The arguments of an annotation that may stand where it does.
pub(super) struct Arguments<'a, 'r> {
    annotation: &'a Annotation,
    position: Position,
    plain: Vec<&'a Value>,
    keyed: Vec<(&'a Name, &'a Value)>,
    report: &'r mut Report,
}

impl<'a, 'r> Arguments<'a, 'r> {
    /// Reports arguments that it does not take.
    pub(super) fn new(
        annotation: &'a Annotation,
        known: &'static Known,
        position: Position,
        report: &'r mut Report,
    ) -> Self {
        let mut arguments = Self {
            annotation,
            position,
            plain: Vec::new(),
            keyed: Vec::new(),
            report,
        };
        for argument in &annotation.arguments {
            arguments.add(argument, known);
        }
        arguments
    }

    fn add(&mut self, argument: &'a Argument, known: &'static Known) {
        let Some(key) = &argument.name else {
            if self.plain.len() < known.plain {
                self.plain.push(&argument.value);
            } else {
                let surplus = surplus(self.annotation, &argument.value, known);
                self.report.push(surplus);
            }
            return;
        };
        let Some((_, positions)) = known.keys.iter().find(|(name, _)| *name == key.text) else {
            let unknown = unknown_key(self.annotation, key, known);
            self.report.push(unknown);
            return;
        };
        if !positions.contains(&self.position) {
            let name = &self.annotation.name.text;
            let places = known::list(positions.iter().map(|it| it.plural()));
            self.report.push(
                Diagnostic::new(
                    codes::ANNOTATION_PLACE,
                    key.span.clone(),
                    format!(
                        "`{}` of `@{name}` says nothing about {}",
                        key.text,
                        self.position.name()
                    ),
                    "out of place",
                )
                .with_note(format!("it belongs to {places}")),
            );
            return;
        }
        if let Some((first, _)) = self.keyed.iter().find(|(name, _)| name.text == key.text) {
            self.report.push(
                Diagnostic::new(
                    codes::ANNOTATION_TWICE,
                    key.span.clone(),
                    format!("argument `{}` is given twice", key.text),
                    "again here",
                )
                .with_secondary(first.span.clone(), "first here")
                .with_help("delete one of them"),
            );
            return;
        }
        self.keyed.push((key, &argument.value));
    }

    fn value_of(&self, key: &str) -> Option<&'a Value> {
        let mut keyed = self.keyed.iter();
        let (_, value) = keyed.find(|(name, _)| name.text == key)?;
        Some(value)
    }

    /// Reports a value of the wrong kind.
    fn refuse(&mut self, value: &Value, expected: &str) {
        if value.kind != ValueKind::Broken {
            self.refuse_at(value.span.clone(), expected);
        }
    }

    fn refuse_at(&mut self, span: Span, expected: &str) {
        let name = &self.annotation.name.text;
        self.report.push(Diagnostic::new(
            codes::ANNOTATION_VALUE,
            span,
            format!("`@{name}` cannot have this argument"),
            format!("expected {expected}"),
        ));
    }

    /// The only argument, which must be there.
    fn only(&mut self, expected: &str) -> Option<&'a Value> {
        let value = self.plain.first().copied();
        if value.is_none() && self.annotation.arguments.is_empty() {
            let name = &self.annotation.name;
            self.report.push(Diagnostic::new(
                codes::ANNOTATION_VALUE,
                name.span.clone(),
                format!("`@{}` needs an argument", name.text),
                format!("expected {expected} in `(…)`"),
            ));
        }
        value
    }

    fn text(&mut self, value: &Value, expected: &str) -> Option<Name> {
        match &value.kind {
            ValueKind::String(text) => Some(Name {
                text: text.clone(),
                span: value.span.clone(),
            }),
            _ => {
                self.refuse(value, expected);
                None
            }
        }
    }

    /// Names of lints.
    pub(super) fn words(&mut self) -> Vec<String> {
        let mut words = Vec::new();
        for value in self.plain.clone() {
            match word(value) {
                Some(word) => words.push(word.to_owned()),
                None => self.refuse(value, "the name of a lint"),
            }
        }
        if self.annotation.arguments.is_empty() {
            self.only("the name of a lint");
        }
        words
    }

    /// A name that travels.
    pub(super) fn wire_name(&mut self) -> Option<Name> {
        let value = self.only("a string")?;
        let name = self.text(value, "a string")?;
        if name.text.is_empty() || name.text.contains(char::is_control) {
            self.refuse(value, "a name without control characters, not an empty one");
            return None;
        }
        Some(name)
    }

    pub(super) fn optional_text(&mut self) -> Option<String> {
        let value = self.plain.first().copied()?;
        Some(self.text(value, "a string")?.text)
    }

    pub(super) fn version(&mut self) -> Option<Name> {
        let value = self.only("a version such as `\"1.4.0\"`")?;
        self.checked_version(value)
    }

    pub(super) fn version_of(&mut self, key: &str) -> Option<String> {
        let value = self.value_of(key)?;
        Some(self.checked_version(value)?.text)
    }

    fn checked_version(&mut self, value: &Value) -> Option<Name> {
        let expected = "a version of three numbers, such as `\"1.4.0\"`";
        let version = self.text(value, expected)?;
        if !is_version(&version.text) {
            self.refuse(value, expected);
            return None;
        }
        Some(version)
    }

    /// A word or a string.
    pub(super) fn word_of(&mut self, key: &str) -> Option<Name> {
        let value = self.value_of(key)?;
        match word(value) {
            Some(text) => Some(Name {
                text: text.to_owned(),
                span: value.span.clone(),
            }),
            None => {
                self.refuse(value, "a name");
                None
            }
        }
    }

    /// `rfc3339`, the only one that has to be said.
    pub(super) fn format(&mut self) -> Option<Span> {
        let value = self.only("`rfc3339`")?;
        if word(value) == Some("rfc3339") {
            return Some(value.span.clone());
        }
        self.refuse(value, "`rfc3339`");
        None
    }

    fn choice<T: Default>(&mut self, key: &str, choices: [(&str, T); 2]) -> T {
        let Some(value) = self.value_of(key) else {
            return T::default();
        };
        let [first, second] = [choices[0].0, choices[1].0];
        let chosen = choices
            .into_iter()
            .find(|(name, _)| word(value) == Some(*name));
        match chosen {
            Some((_, choice)) => choice,
            None => {
                self.refuse(value, &format!("`\"{first}\"` or `\"{second}\"`"));
                T::default()
            }
        }
    }

    pub(super) fn rust_map(&mut self) -> RustMap {
        let choices = [("sorted", RustMap::Sorted), ("hash", RustMap::Hash)];
        self.choice("map", choices)
    }

    pub(super) fn lua_int(&mut self) -> LuaInt {
        let choices = [("number", LuaInt::Number), ("string", LuaInt::String)];
        self.choice("int", choices)
    }

    /// A name exactly as the target language has it.
    pub(super) fn target_name(&mut self) -> Option<String> {
        let value = self.value_of("name")?;
        let name = self.text(value, "a string")?;
        let target = self.annotation.name.text.as_str();
        match targets::check_name(target, self.position, &name) {
            Ok(()) => Some(name.text),
            Err(refused) => {
                self.report.push(*refused);
                None
            }
        }
    }

    pub(super) fn namespace(&mut self) -> Option<String> {
        let value = self.value_of("namespace")?;
        let name = self.text(value, "a string")?;
        match targets::check_namespace(&name) {
            Ok(()) => Some(name.text),
            Err(refused) => {
                self.report.push(*refused);
                None
            }
        }
    }
}
