//! `import` lines: which names they give, and whether these are used.

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;

use super::declared::{Checked, Declared};
use super::names::{Found, Lookup};
use super::{Report, Unit};
use crate::ast::{Import, Item, Name};
use crate::codes;
use crate::diag::{Confidence, Diagnostic, Edit};
use crate::suggest;

/// What the imports of one file give.
#[derive(Default)]
pub(super) struct Imported<'a> {
    /// Whole packages, by the name before the dot.
    whole: HashMap<&'a str, Whole<'a>>,
    /// Selected names.
    selected: HashMap<&'a str, Selected<'a>>,
    /// Whether an import led nowhere, so that every name may be from there.
    pub(super) has_missing: bool,
}

struct Whole<'a> {
    home: Rc<Checked<'a>>,
    line: &'a Import,
    is_used: Cell<bool>,
}

struct Selected<'a> {
    /// `None` when what it means was reported.
    home: Option<Rc<Checked<'a>>>,
    line: &'a Import,
    name: &'a Name,
    is_used: Cell<bool>,
}

impl<'a> Imported<'a> {
    /// The names that the imports of a file give it; names that are given
    /// twice are reported.
    pub(super) fn collect(
        unit: &'a Unit,
        checked: &[Option<Rc<Checked<'a>>>],
        own: &Declared<'a>,
        report: &mut Report,
    ) -> Self {
        let mut imported = Self::default();
        for (line, link) in unit.file.imports.iter().zip(&unit.links) {
            let home = link.and_then(|at| checked.get(at)?.clone());
            imported.has_missing |= home.is_none() && line.names.is_none();
            match &line.names {
                None => imported.add_whole(line, home, own, report),
                Some(names) => {
                    for name in names {
                        imported.add_selected(line, name, home.clone(), own, report);
                    }
                }
            }
        }
        imported
    }

    fn add_whole(
        &mut self,
        line: &'a Import,
        home: Option<Rc<Checked<'a>>>,
        own: &Declared<'a>,
        report: &mut Report,
    ) {
        let Some(home) = home else { return };
        let name = match &line.alias {
            Some(alias) => alias.text.as_str(),
            None => home.declared.package,
        };
        let place = line.alias.as_ref().unwrap_or(&line.path);
        if let Some(item) = own.items.get(name).and_then(|item| item.name()) {
            report.push(taken(place, name, item));
        }
        if let Some(first) = self.whole.get(name) {
            let first = first.line.alias.as_ref().unwrap_or(&first.line.path);
            report.push(given_twice(place, name, first));
            return;
        }
        self.whole.insert(
            name,
            Whole {
                home,
                line,
                is_used: Cell::new(false),
            },
        );
    }

    fn add_selected(
        &mut self,
        line: &'a Import,
        name: &'a Name,
        home: Option<Rc<Checked<'a>>>,
        own: &Declared<'a>,
        report: &mut Report,
    ) {
        let home = home.filter(|home| {
            let is_there = home.declared.items.contains_key(name.text.as_str());
            if !is_there && !home.declared.may_have(&name.text) {
                report.push(not_there(name, line, home));
            }
            is_there
        });
        if let Some(item) = own.items.get(name.text.as_str()).and_then(|it| it.name()) {
            report.push(taken(name, &name.text, item));
        }
        if let Some(first) = self.selected.get(name.text.as_str()) {
            report.push(given_twice(name, &name.text, first.name));
            return;
        }
        self.selected.insert(
            &name.text,
            Selected {
                home,
                line,
                name,
                is_used: Cell::new(false),
            },
        );
    }

    /// What `name` means behind the name of a package.
    pub(super) fn find_in(&self, qualifier: &str, name: &str) -> Lookup<'a> {
        let Some(whole) = self.whole.get(qualifier) else {
            return if self.has_missing {
                Lookup::Broken
            } else {
                Lookup::Unknown
            };
        };
        whole.is_used.set(true);
        whole.home.find(name)
    }

    /// What a name without a dot means, if an import has selected it.
    pub(super) fn find_selected(&self, name: &str) -> Lookup<'a> {
        let Some(selected) = self.selected.get(name) else {
            return Lookup::Unknown;
        };
        selected.is_used.set(true);
        match &selected.home {
            Some(home) => home.find(name),
            None => Lookup::Broken,
        }
    }

    /// All names that may be written, sorted, with what each stands for.
    pub(super) fn names(&self) -> Vec<(String, &'a Item)> {
        let mut names = Vec::new();
        for (name, selected) in &self.selected {
            let item = selected
                .home
                .as_ref()
                .and_then(|home| home.declared.items.get(name));
            names.extend(item.map(|item| ((*name).to_owned(), *item)));
        }
        for (qualifier, whole) in &self.whole {
            let items = whole.home.declared.items.iter();
            names.extend(items.map(|(name, item)| (format!("{qualifier}.{name}"), *item)));
        }
        names.sort_unstable_by(|left, right| left.0.cmp(&right.0));
        names
    }

    /// Warns of lines and names that nothing uses.
    pub(super) fn report_unused(&self, report: &mut Report) {
        for whole in self.whole.values().filter(|whole| !whole.is_used.get()) {
            report.push(unused_line(whole.line));
        }
        for selected in self.selected.values().filter(|it| !it.is_used.get()) {
            let names = selected.line.names.as_deref().unwrap_or_default();
            let mut used = names
                .iter()
                .filter_map(|it| self.selected.get(it.text.as_str()));
            if used.any(|it| it.is_used.get()) {
                report.push(unused_name(selected.name, names));
            } else if names.first() == Some(selected.name) {
                report.push(unused_line(selected.line));
            }
        }
    }
}

impl<'a> Checked<'a> {
    fn find(self: &Rc<Self>, name: &str) -> Lookup<'a> {
        match self.declared.items.get(name) {
            Some(item) => Lookup::Found(Found {
                item,
                home: Some(Rc::clone(self)),
            }),
            None if self.declared.may_have(name) => Lookup::Broken,
            None => Lookup::Unknown,
        }
    }
}

impl Declared<'_> {
    /// Whether a declaration that could not be read may be of this name.
    pub(super) fn may_have(&self, name: &str) -> bool {
        self.has_nameless || self.broken.contains(name)
    }
}

fn taken(name: &Name, text: &str, own: &Name) -> Diagnostic {
    Diagnostic::new(
        codes::DUPLICATE,
        name.span.clone(),
        format!("`{text}` is imported, and declared in this file as well"),
        "imported here",
    )
    .with_secondary(own.span.clone(), "declared here")
    .with_help("import the whole file, with a name of its own: `import \"…\" as name;`")
}

fn given_twice(name: &Name, text: &str, first: &Name) -> Diagnostic {
    Diagnostic::new(
        codes::DUPLICATE,
        name.span.clone(),
        format!("`{text}` is imported twice"),
        "imported again here",
    )
    .with_secondary(first.span.clone(), "first imported here")
    .with_help("delete one of them, or give one another name: `import \"…\" as name;`")
}

fn not_there(name: &Name, line: &Import, home: &Checked<'_>) -> Diagnostic {
    let mut legal: Vec<&str> = home.declared.items.keys().copied().collect();
    legal.sort_unstable();
    let diagnostic = Diagnostic::new(
        codes::UNKNOWN_TYPE,
        name.span.clone(),
        format!("`{}` is not declared in `{}`", name.text, line.path.text),
        format!("not found in package `{}`", home.package.name),
    );
    match suggest::nearest(&name.text, legal.into_iter()) {
        Some(near) => diagnostic.with_edit(
            format!("did you mean `{near}`?"),
            name.span.clone(),
            near,
            Confidence::Maybe,
        ),
        None => diagnostic,
    }
}

fn unused_line(line: &Import) -> Diagnostic {
    Diagnostic::new(
        codes::UNUSED_IMPORT,
        line.path.span.clone(),
        format!("nothing of `{}` is used", line.path.text),
        "imported for nothing",
    )
    .warning()
    .with_edit(
        "delete the line",
        line.span.clone(),
        "",
        Confidence::Certain,
    )
}

/// The edit takes a comma along, from the next name or the one before.
fn unused_name(name: &Name, names: &[Name]) -> Diagnostic {
    let at = names.iter().position(|it| it == name).unwrap_or_default();
    let before = at.checked_sub(1).and_then(|at| names.get(at));
    let span = match (names.get(at + 1), before) {
        (Some(next), _) => name.span.start..next.span.start,
        (None, Some(before)) => before.span.end..name.span.end,
        (None, None) => name.span.clone(),
    };
    Diagnostic::new(
        codes::UNUSED_IMPORT,
        name.span.clone(),
        format!("`{}` is imported and not used", name.text),
        "imported for nothing",
    )
    .warning()
    .with_edits(
        format!("delete `{}`", name.text),
        vec![Edit::new(span, "")],
        Confidence::Certain,
    )
}
