//! Two contracts side by side.

use std::ops::Range;

use yar_idl::diag::{Diagnostic, FileId, Level};
use yar_idl::model::Package;
use yar_idl::{Place, Source};

use super::change::{Bump, Change};
use super::reach::Reach;
use super::{items, version};
use crate::Contract;

/// All changes between two versions of a contract.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Comparison {
    /// What is broken or worth a look, sorted by place.
    pub changes: Vec<Change>,
    /// The version that all changes together ask for, also those that are
    /// nothing to speak of.
    pub required: Bump,
    /// The files of the new contract, then those of the old one.
    pub sources: Vec<Source>,
}

/// Compares a contract with what it was.
#[must_use]
pub fn compare(old: &Contract, new: &Contract) -> Comparison {
    let reach = Reach::of(new.package(), old.package());
    let mut comparer = Comparer {
        old,
        new,
        reach,
        packages: (&old.package().name, &new.package().name),
        changes: Vec::new(),
        required: Bump::Patch,
    };
    for (before, after) in pairs(old.package(), new.package()) {
        comparer.packages = (&before.name, &after.name);
        items::compare(before, after, &mut comparer);
    }
    comparer.packages = (&old.package().name, &new.package().name);
    version::check(&mut comparer);
    comparer.finish()
}

/// Packages of the same name, the contracts' own ones whatever their names.
fn pairs<'a>(old: &'a Package, new: &'a Package) -> Vec<(&'a Package, &'a Package)> {
    let imported = new.closure().into_iter().filter(|it| it.name != new.name);
    let pairs = imported.filter_map(|after| {
        let before = old.closure();
        let before = before.into_iter().find(|it| it.name == after.name)?;
        Some((before, after))
    });
    pairs.chain([(old, new)]).collect()
}

/// Collects changes.
pub(super) struct Comparer<'a> {
    pub(super) old: &'a Contract,
    pub(super) new: &'a Contract,
    pub(super) reach: Reach,
    /// Names of the packages that are compared.
    packages: (&'a str, &'a str),
    changes: Vec<Change>,
    pub(super) required: Bump,
}

/// What is said of a change.
pub(super) struct Text {
    pub(super) message: String,
    /// At the place in the new contract.
    pub(super) label: String,
    /// At the place in the old contract.
    pub(super) before: String,
    /// Why it matters on this wire.
    pub(super) why: String,
    pub(super) help: String,
}

/// Declared paths; the old one may be shown as a whole.
#[derive(Clone, Copy)]
pub(super) struct At<'p> {
    pub(super) old: &'p str,
    pub(super) new: &'p str,
    pub(super) whole: bool,
}

impl<'p> At<'p> {
    /// The same path in both.
    pub(super) const fn same(path: &'p str) -> Self {
        Self {
            old: path,
            new: path,
            whole: false,
        }
    }
}

impl Comparer<'_> {
    /// A change that breaks someone.
    pub(super) fn major(&mut self, rule: &'static str, at: At<'_>, text: Text) {
        self.push(rule, Bump::Major, at, text);
    }

    /// A change that breaks nobody on the wire, and is worth a look.
    pub(super) fn warn(&mut self, rule: &'static str, at: At<'_>, text: Text) {
        self.push(rule, Bump::Minor, at, text);
    }

    /// A change that is nothing to speak of.
    pub(super) fn minor(&mut self) {
        self.required = self.required.max(Bump::Minor);
    }

    pub(super) fn push(&mut self, rule: &'static str, bump: Bump, at: At<'_>, text: Text) {
        self.required = self.required.max(bump);
        let (file, span) = self.new_place(at.new);
        let mut found = Diagnostic::new(rule, span, text.message, text.label).in_file(file);
        if bump < Bump::Major {
            found = found.warning();
        }
        if let Some(place) = self.old.places().get(self.packages.0, at.old) {
            let file = FileId(self.new.sources().len() + place.file.0);
            let span = if at.whole { &place.item } else { &place.name };
            found = found.with_secondary_in(file, span.clone(), text.before);
        }
        if !text.why.is_empty() {
            found = found.with_note(text.why);
        }
        if !text.help.is_empty() {
            found = found.with_help(text.help);
        }
        self.changes.push(Change {
            bump,
            diagnostic: found,
        });
    }

    /// The place of a path, or of what would hold it.
    fn new_place(&self, path: &str) -> (FileId, Range<usize>) {
        let places = self.new.places();
        let mut path = path.trim_end_matches("->").to_owned();
        loop {
            if let Some(place) = places.get(self.packages.1, &path) {
                return (place.file, place.name.clone());
            }
            match path.rsplit_once('.') {
                Some((owner, _)) => path = owner.to_owned(),
                None if !path.is_empty() => path.clear(),
                None => return (FileId::default(), 0..0),
            }
        }
    }

    /// Where the new contract has its version, if it says one.
    pub(super) fn version_place(&self) -> Option<&Place> {
        self.new.places().get(self.packages.1, "")
    }

    /// A change that the new version allows is no error any more.
    pub(super) fn allow_major(&mut self) {
        for change in &mut self.changes {
            change.diagnostic.level = Level::Warning;
        }
    }

    pub(super) fn add(&mut self, bump: Bump, diagnostic: Diagnostic) {
        self.changes.push(Change { bump, diagnostic });
    }

    fn finish(mut self) -> Comparison {
        self.changes.sort_by_key(|change| {
            let found = &change.diagnostic;
            (found.file, found.span.start, found.span.end)
        });
        let sources = self.new.sources().iter().chain(self.old.sources());
        Comparison {
            changes: self.changes,
            required: self.required,
            sources: sources.cloned().collect(),
        }
    }
}
