//! Which names a contract declares, and which of its words are names at all.

use std::collections::{HashMap, HashSet};

use super::types::{self, Budget};
use super::{Report, duplicate};
use crate::ast::{File, Item, Name, Span};
use crate::codes;
use crate::diag::{Diagnostic, MAX_COLLECTED};
use crate::model::Type;
use crate::suggest;

/// The declared names of one contract.
pub(super) struct Names<'a> {
    package: String,
    items: HashMap<&'a str, &'a Item>,
    /// Names in declarations that could not be read.
    broken: HashSet<&'a str>,
    /// Whether a declaration has lost its name.
    has_nameless: bool,
    /// What each alias stands for; `None` when that was reported.
    pub(super) aliases: HashMap<&'a str, Option<Type>>,
    pub(super) budget: Budget,
    unknown: Vec<Unknown>,
}

/// A name that is not declared, at its first use.
struct Unknown {
    name: Name,
    is_error: bool,
    further: usize,
}

impl<'a> Names<'a> {
    /// All names of a file; duplicates and built-in names are reported.
    pub(super) fn collect(file: &'a File, package: &str, report: &mut Report) -> Self {
        let mut names = Self {
            package: package.to_owned(),
            items: HashMap::new(),
            broken: HashSet::new(),
            has_nameless: false,
            aliases: HashMap::new(),
            budget: Budget::default(),
            unknown: Vec::new(),
        };
        // Imports are refused, and what they bring is not looked for.
        for import in &file.imports {
            match &import.names {
                None => names.has_nameless = true,
                Some(selected) => {
                    let selected = selected.iter().map(|name| name.text.as_str());
                    names.broken.extend(selected);
                }
            }
        }
        for item in &file.items {
            match item {
                Item::Broken(broken) if broken.is_empty() => names.has_nameless = true,
                Item::Broken(broken) => names
                    .broken
                    .extend(broken.iter().map(|name| name.text.as_str())),
                _ => names.declare(item, report),
            }
        }
        names
    }

    fn declare(&mut self, item: &'a Item, report: &mut Report) {
        let Some(name) = item.name() else { return };
        check_name(name, report);
        if types::is_built_in(&name.text) {
            report.push(built_in(name));
            return;
        }
        match self
            .items
            .get(name.text.as_str())
            .and_then(|first| first.name())
        {
            None => {
                self.items.insert(&name.text, item);
            }
            Some(first) => {
                let owner = format!("package `{}`", self.package);
                report.push(duplicate(name, first, item.kind(), &owner));
            }
        }
    }

    pub(super) fn item(&self, name: &str) -> Option<&'a Item> {
        self.items.get(name).copied()
    }

    pub(super) fn is_broken(&self, name: &str) -> bool {
        self.broken.contains(name)
    }

    /// Notes a name that is not declared; it is reported once, at the end.
    pub(super) fn unknown(&mut self, name: &Name, is_error: bool) {
        let known = self
            .unknown
            .iter_mut()
            .find(|known| known.name.text == name.text && known.is_error == is_error);
        if let Some(known) = known {
            known.further += 1;
        } else if self.unknown.len() < MAX_COLLECTED {
            self.unknown.push(Unknown {
                name: name.clone(),
                is_error,
                further: 0,
            });
        }
    }

    pub(super) fn report_unknown(&self, report: &mut Report) {
        if self.has_nameless {
            return;
        }
        for unknown in &self.unknown {
            report.push(self.unknown_diagnostic(unknown));
        }
    }

    fn unknown_diagnostic(&self, unknown: &Unknown) -> Diagnostic {
        let Unknown {
            name,
            is_error,
            further,
        } = unknown;
        let kind = if *is_error { "error" } else { "type" };
        let mut diagnostic = Diagnostic::new(
            codes::UNKNOWN_TYPE,
            name.span.clone(),
            format!("unknown {kind} `{}`", name.text),
            format!("not found in package `{}`", self.package),
        );
        if name.text.contains('.') {
            diagnostic = diagnostic
                .with_note("names of other packages need imports, which are not supported yet");
        }
        match further {
            0 => {}
            1 => diagnostic = diagnostic.with_note("used once more"),
            _ => diagnostic = diagnostic.with_note(format!("used {further} more times")),
        }
        match self.suggestion(&name.text, *is_error) {
            Some(help) => diagnostic.with_help(help),
            None => diagnostic,
        }
    }

    fn suggestion(&self, name: &str, is_error: bool) -> Option<String> {
        let mut legal: Vec<&str> = self
            .items
            .iter()
            .filter(|(_, item)| match item {
                Item::Error(_) => is_error,
                Item::Service(_) | Item::Broken(_) => false,
                _ => !is_error,
            })
            .map(|(name, _)| *name)
            .collect();
        legal.sort_unstable();
        if !is_error {
            legal.extend(types::BUILT_IN);
        }
        let near = suggest::nearest(name, legal.into_iter())?;
        Some(match self.item(near) {
            Some(item) => format!(
                "{} {} with a similar name exists: `{near}`",
                article(item),
                item.kind()
            ),
            None => format!("did you mean `{near}`?"),
        })
    }
}

/// `a` or `an`, before what an item is.
pub(super) fn article(item: &Item) -> &'static str {
    match item {
        Item::Enum(_) | Item::Error(_) => "an",
        _ => "a",
    }
}

/// A name needs a letter before any digit: case conversion drops `_`.
pub(super) fn check_name(name: &Name, report: &mut Report) {
    let rest = name.text.trim_start_matches('_');
    if rest.is_empty() || rest.starts_with(|first: char| first.is_ascii_digit()) {
        report.push(without_letter(&name.text, name.span.clone()));
    }
}

pub(super) fn check_package(name: &Name, report: &mut Report) {
    let wrong = name.text.split('.').find(|part| {
        let rest = part.trim_start_matches('_');
        rest.is_empty() || rest.starts_with(|first: char| first.is_ascii_digit())
    });
    if let Some(wrong) = wrong {
        report.push(without_letter(wrong, name.span.clone()));
    }
}

fn without_letter(name: &str, span: Span) -> Diagnostic {
    Diagnostic::new(
        codes::NAME_WITHOUT_LETTER,
        span,
        format!("name `{name}` does not begin with a letter"),
        "no letter first",
    )
    .with_note("leading `_` are dropped where a target language has its own case")
}

fn built_in(name: &Name) -> Diagnostic {
    Diagnostic::new(
        codes::BUILT_IN_NAME,
        name.span.clone(),
        format!("`{}` is a built-in type", name.text),
        "cannot be declared",
    )
    .with_help("choose another name")
}
