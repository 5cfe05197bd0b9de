//! What a name means in one file: its own declarations, and those that its
//! imports give it.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use super::declared::{Checked, Declared};
use super::imports::Imported;
use super::types::Budget;
use super::unknown::{Unknown, Wanted};
use super::{Report, Unit};
use crate::ast::{Item, Name, Span};
use crate::codes;
use crate::diag::{Diagnostic, MAX_COLLECTED};
use crate::model::{Package, Type, TypeName};

/// The names that one file may use.
pub(super) struct Names<'a> {
    pub(super) own: Declared<'a>,
    pub(super) imported: Imported<'a>,
    /// All checked packages, for what aliases of imported ones lead to.
    pub(super) packages: HashMap<String, Rc<Checked<'a>>>,
    /// Packages that no import names and an imported alias leads to.
    pub(super) led_to: BTreeMap<String, Arc<Package>>,
    /// What each own alias stands for; `None` when that was reported.
    pub(super) aliases: HashMap<&'a str, Option<Type>>,
    pub(super) budget: Budget,
    pub(super) unknown: Vec<Unknown>,
}

/// What a name stands for.
#[derive(Clone)]
pub(super) struct Found<'a> {
    pub(super) item: &'a Item,
    /// Who declares it, if not this file.
    pub(super) home: Option<Rc<Checked<'a>>>,
}

/// What looking a name up gives.
pub(super) enum Lookup<'a> {
    /// A declaration.
    Found(Found<'a>),
    /// Something that was reported already.
    Broken,
    /// Nothing.
    Unknown,
}

impl<'a> Names<'a> {
    pub(super) fn new(
        own: Declared<'a>,
        imported: Imported<'a>,
        packages: HashMap<String, Rc<Checked<'a>>>,
    ) -> Self {
        Self {
            own,
            imported,
            packages,
            led_to: BTreeMap::new(),
            aliases: HashMap::new(),
            budget: Budget::default(),
            unknown: Vec::new(),
        }
    }

    pub(super) fn find(&self, text: &str) -> Lookup<'a> {
        if let Some((qualifier, name)) = text.rsplit_once('.') {
            return self.imported.find_in(qualifier, name);
        }
        if let Some(item) = self.own.items.get(text) {
            return Lookup::Found(Found { item, home: None });
        }
        if self.own.broken.contains(text) {
            return Lookup::Broken;
        }
        self.imported.find_selected(text)
    }

    /// An own declaration.
    pub(super) fn item(&self, name: &str) -> Option<&'a Item> {
        self.own.items.get(name).copied()
    }

    /// Notes a name that stands for nothing; it is reported once, at the end.
    pub(super) fn unknown(&mut self, name: &Name, wanted: Wanted) {
        let mut known = self.unknown.iter_mut();
        let known = known.find(|known| known.name.text == name.text && known.wanted == wanted);
        if let Some(known) = known {
            known.further.push(name.span.clone());
        } else if self.unknown.len() < MAX_COLLECTED {
            self.unknown.push(Unknown::new(name, wanted));
        }
    }

    /// A type of the package `home`, as this file has to name it.
    pub(super) fn moved(&mut self, ty: Type, home: &str) -> Type {
        match ty {
            Type::List(inner) => Type::List(Box::new(self.moved(*inner, home))),
            Type::Nullable(inner) => Type::Nullable(Box::new(self.moved(*inner, home))),
            Type::Map(key, value) => Type::Map(
                Box::new(self.moved(*key, home)),
                Box::new(self.moved(*value, home)),
            ),
            Type::Tuple(parts) => {
                let parts = parts.into_iter().map(|part| self.moved(part, home));
                Type::Tuple(parts.collect())
            }
            Type::Struct(name) => Type::Struct(self.moved_name(name, home)),
            Type::Enum(name) => Type::Enum(self.moved_name(name, home)),
            Type::Union(name) => Type::Union(self.moved_name(name, home)),
            other => other,
        }
    }

    pub(super) fn moved_name(&mut self, name: TypeName, home: &str) -> TypeName {
        let package = name.package.unwrap_or_else(|| home.to_owned());
        if let Some(checked) = self.packages.get(&package) {
            self.led_to
                .entry(package.clone())
                .or_insert_with(|| Arc::clone(&checked.package));
        }
        TypeName {
            package: Some(package),
            name: name.name,
        }
    }
}

impl Found<'_> {
    /// The name by which the model of this package knows it.
    pub(super) fn type_name(&self) -> TypeName {
        let name = self.item.name().map(|name| name.text.clone());
        TypeName {
            package: self.home.as_ref().map(|home| home.package.name.clone()),
            name: name.unwrap_or_default(),
        }
    }

    /// Adds where it is declared: `declared as a struct here`.
    pub(super) fn show(&self, diagnostic: Diagnostic) -> Diagnostic {
        let Some(name) = self.item.name() else {
            return diagnostic;
        };
        let text = format!("declared as {} here", self.kind());
        match &self.home {
            None => diagnostic.with_secondary(name.span.clone(), text),
            Some(home) => diagnostic.with_secondary_in(home.file, name.span.clone(), text),
        }
    }

    /// `a struct` or `an enum`.
    pub(super) fn kind(&self) -> String {
        format!("{} {}", article(self.item), self.item.kind())
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

/// Reports a package name that no target could have.
pub(super) fn check_package(unit: &Unit, report: &mut Report) {
    if let Some(name) = &unit.file.package {
        check_parts(name, report);
    } else if !is_package_name(&unit.package) {
        report.push(
            Diagnostic::new(
                codes::PACKAGE_NAME,
                0..0,
                format!("`{}` cannot be a package name", unit.package),
                "no package line here",
            )
            .with_note("a file without a package line is named after the file")
            .with_help("begin with `package name;`, of letters, digits and `_`"),
        );
    }
}

fn is_package_name(text: &str) -> bool {
    text.split('.').all(|part| {
        let rest = part.trim_start_matches('_');
        rest.starts_with(|first: char| first.is_ascii_alphabetic())
            && part
                .chars()
                .all(|next| next.is_ascii_alphanumeric() || next == '_')
    })
}

fn check_parts(name: &Name, report: &mut Report) {
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
