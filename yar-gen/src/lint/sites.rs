//! Where rules report, and where they are told not to.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use yar_idl::diag::{Confidence, Diagnostic, FileId};
use yar_idl::{Place, Places, suggest};

use super::rules::{RULES, Rule, UNUSED_ALLOW};
use crate::Contract;

/// The places of one package.
pub(super) struct Sites<'a> {
    package: &'a str,
    places: &'a Places,
    found: Vec<Diagnostic>,
    /// Path and rule of each `@allow` that was of use.
    used: HashSet<(String, &'static str)>,
}

impl<'a> Sites<'a> {
    pub(super) fn new(contract: &'a Contract) -> Self {
        Self {
            package: &contract.package().name,
            places: contract.places(),
            found: Vec::new(),
            used: HashSet::new(),
        }
    }

    pub(super) fn place(&self, path: &str) -> Option<&'a Place> {
        self.places.get(self.package, path)
    }

    /// Reports at the type of `path`, or at its name when it has none, unless
    /// that, its owner or the package allows the rule. `more` adds what else
    /// there is to say.
    pub(super) fn at_type(
        &mut self,
        rule: Rule,
        path: &str,
        text: (String, &str),
        more: impl FnOnce(Diagnostic) -> Diagnostic,
    ) {
        let place = self.place(path);
        let span = place.map(|it| it.ty.clone().unwrap_or_else(|| it.name.clone()));
        self.report(rule, path, span, text, more);
    }

    /// The same, at the name of `path`.
    pub(super) fn at_name(
        &mut self,
        rule: Rule,
        path: &str,
        text: (String, &str),
        more: impl FnOnce(Diagnostic) -> Diagnostic,
    ) {
        let span = self.place(path).map(|it| it.name.clone());
        self.report(rule, path, span, text, more);
    }

    fn report(
        &mut self,
        rule: Rule,
        path: &str,
        span: Option<Range<usize>>,
        (message, label): (String, &str),
        more: impl FnOnce(Diagnostic) -> Diagnostic,
    ) {
        let (Some(place), Some(span)) = (self.place(path), span) else {
            return;
        };
        if !self.is_allowed(rule, path) {
            let found = Diagnostic::new(rule.name, span, message, label);
            self.found.push(more(found.warning().in_file(place.file)));
        }
    }

    fn is_allowed(&mut self, rule: Rule, path: &str) -> bool {
        let allows = |it: &String| {
            let place = self.place(it);
            place.is_some_and(|place| place.allow.iter().any(|(name, _)| name == rule.name))
        };
        let Some(found) = owners(path).into_iter().find(allows) else {
            return false;
        };
        self.used.insert((found, rule.name));
        true
    }

    /// All findings, sorted, with those about `@allow` itself.
    pub(super) fn finish(mut self) -> Vec<Diagnostic> {
        let mut paths: Vec<(&str, &Place)> = self.places.of(self.package).collect();
        paths.sort_by_key(|(_, place)| place.item.start);
        let known: BTreeSet<&str> = RULES.iter().map(|rule| rule.name).collect();
        let mut told = HashSet::new();
        for (path, place) in paths {
            for (name, span) in &place.allow {
                let used = self.used.iter();
                let mut used = used.filter(|(at, rule)| at == path && rule == name);
                if used.next().is_none() && told.insert((place.file, span.clone())) {
                    self.found.push(unused(name, span, place.file, &known));
                }
            }
        }
        let key = |found: &Diagnostic| (found.file, found.span.start, found.span.end);
        self.found.sort_by_key(key);
        self.found
    }
}

/// `S.m.a`, `S.m`, `S` and the package.
fn owners(path: &str) -> Vec<String> {
    let path = path.trim_end_matches("->");
    let mut owners = vec![path.to_owned()];
    let mut rest = path;
    while let Some((owner, _)) = rest.rsplit_once('.') {
        owners.push(owner.to_owned());
        rest = owner;
    }
    owners.push(String::new());
    owners
}

fn unused(name: &str, span: &Range<usize>, file: FileId, known: &BTreeSet<&str>) -> Diagnostic {
    let code = UNUSED_ALLOW.name;
    if known.contains(name) {
        let message = format!("`@allow({name})` allows nothing");
        let found = Diagnostic::new(code, span.clone(), message, "finds nothing here");
        return found.warning().in_file(file).with_help("delete it");
    }
    let message = format!("there is no rule `{name}`");
    let found = Diagnostic::new(code, span.clone(), message, "no such rule");
    let found = found.warning().in_file(file);
    match suggest::nearest(name, known.iter().copied()) {
        Some(near) => {
            let text = format!("did you mean `{near}`?");
            found.with_edit(text, span.clone(), near, Confidence::Certain)
        }
        None => found.with_help("`yar-gen lint --rules` lists all of them"),
    }
}
