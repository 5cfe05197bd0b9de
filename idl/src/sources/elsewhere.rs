//! Names that a file does not know and another one declares.

use super::reading::{Nearby, Reading};
use crate::ast::{File, Import, Item};
use crate::check::{Elsewhere, Unknown, Way};
use crate::diag::{Edit, FileId};

/// How many ways to import a file are tried.
const MAX_TRIED: usize = 100;

impl Reading<'_> {
    /// Reports the unknown names of a file, each with the line to add when
    /// another file declares it.
    pub(super) fn unknown(&mut self, at: usize, unknown: Vec<Unknown>) {
        let mut nearby: Option<Vec<Nearby>> = None;
        for unknown in unknown {
            let diagnostic = match self.elsewhere(at, &unknown, &mut nearby) {
                Some(elsewhere) => Some(unknown.not_imported(elsewhere)),
                None => unknown.diagnostic,
            };
            if let Some(diagnostic) = diagnostic {
                self.refuse(at, diagnostic);
            }
        }
    }

    fn elsewhere(
        &mut self,
        at: usize,
        unknown: &Unknown,
        nearby: &mut Option<Vec<Nearby>>,
    ) -> Option<Elsewhere> {
        let is_plain = !unknown.name.text.contains('.');
        let known = (0..self.units.len()).find(|other| {
            let is_candidate = *other != at && self.declared(*other, unknown).is_some();
            is_candidate && !(self.is_whole(at, *other) && is_plain)
        });
        if let Some(other) = known {
            let way = match is_plain.then(|| self.selection(at, other)).flatten() {
                Some((path, last)) => Some(Way::Name(
                    path,
                    Edit::new(last..last, format!(", {}", unknown.name.text)),
                )),
                None => self.line_to(at, other).map(|path| self.way_by(at, path)),
            };
            return self.found(other, unknown, way);
        }
        let nearby = nearby.get_or_insert_with(|| self.nearby(at));
        let place = nearby.iter().position(|it| {
            let is_known = self.is_known(&it.source.path);
            !is_known && declared(&it.file, &it.package, unknown).is_some()
        })?;
        if self.units.len() >= super::MAX_FILES {
            return None;
        }
        // It is kept, because it will be shown.
        let nearby = nearby.swap_remove(place);
        let path = nearby.path.clone();
        let other = self.add_nearby(nearby);
        let way = self.way_by(at, path);
        self.found(other, unknown, Some(way))
    }

    /// Whether an import takes everything of another file.
    fn is_whole(&self, at: usize, other: usize) -> bool {
        self.lines_to(at, other).any(|line| line.names.is_none())
    }

    /// The path of an import that selects names of another file, and the end
    /// of the last one.
    fn selection(&self, at: usize, other: usize) -> Option<(String, usize)> {
        self.lines_to(at, other).find_map(|line| {
            let last = line.names.as_ref()?.last()?;
            Some((line.path.text.clone(), last.span.end))
        })
    }

    fn lines_to(&self, at: usize, other: usize) -> impl Iterator<Item = &Import> {
        let unit = self.units.get(at);
        let lines = unit.into_iter().flat_map(move |unit| {
            let lines = unit.file.imports.iter().zip(&unit.links);
            lines.filter(move |(_, link)| **link == Some(other))
        });
        lines.map(|(line, _)| line)
    }

    fn declared(&self, at: usize, unknown: &Unknown) -> Option<&Item> {
        let unit = self.units.get(at)?;
        declared(&unit.file, &unit.package, unknown)
    }

    /// A path by which a file can import another one.
    fn line_to(&mut self, at: usize, other: usize) -> Option<String> {
        let importer = self.path(at).to_owned();
        let wanted = self.path(other).to_owned();
        let lines = self.units.iter().flat_map(|unit| {
            let lines = unit.file.imports.iter().zip(&unit.links);
            lines.filter(|(_, link)| **link == Some(other))
        });
        let mut paths: Vec<String> = lines.map(|(line, _)| line.path.text.clone()).collect();
        paths.push(wanted.clone());
        paths.dedup();
        let mut paths = paths.into_iter().take(MAX_TRIED);
        paths.find(|path| {
            let read = self.imports.read(&importer, path);
            read.is_ok_and(|source| source.path == wanted)
        })
    }

    fn found(&self, other: usize, unknown: &Unknown, way: Option<Way>) -> Option<Elsewhere> {
        let item = self.declared(other, unknown)?;
        let unit = self.units.get(other)?;
        Some(Elsewhere {
            package: unit.package.clone(),
            file: FileId(other),
            span: item.name()?.span.clone(),
            kind: item.kind(),
            way,
        })
    }

    fn way_by(&self, at: usize, path: String) -> Way {
        let edit = self.import_edit(at, &path);
        Way::Line(path, edit)
    }

    /// Adds an import behind the others, or else behind the package line.
    fn import_edit(&self, at: usize, path: &str) -> Edit {
        let line = format!("import {path:?};");
        let Some((unit, source)) = self.units.get(at).zip(self.sources.get(at)) else {
            return Edit::new(0..0, line);
        };
        if let Some(last) = unit.file.imports.last() {
            return Edit::new(last.span.end..last.span.end, format!("\n{line}"));
        }
        if let Some(package) = &unit.file.package {
            let rest = source.text.get(package.span.end..).unwrap_or_default();
            let end = package.span.end + rest.find(';').map_or(0, |semicolon| semicolon + 1);
            return Edit::new(end..end, format!("\n\n{line}"));
        }
        let start = behind_file_docs(&source.text);
        Edit::new(start..start, format!("{line}\n\n"))
    }
}

/// The declaration that a name of another file means, with its package or
/// without.
fn declared<'f>(file: &'f File, package: &str, unknown: &Unknown) -> Option<&'f Item> {
    let name = match unknown.name.text.rsplit_once('.') {
        Some((qualifier, name)) => (qualifier == package).then_some(name)?,
        None => &unknown.name.text,
    };
    let mut items = file.items.iter();
    items.find(|item| {
        unknown.wanted.takes(item) && item.name().is_some_and(|declared| declared.text == name)
    })
}

/// Where a file begins behind its own docs, which come first.
fn behind_file_docs(text: &str) -> usize {
    let mut end = 0;
    let mut place = 0;
    for line in text.split_inclusive('\n') {
        let shown = line.trim_start_matches('\u{feff}').trim();
        if !(shown.is_empty() || shown.starts_with("//!")) {
            break;
        }
        place += line.len();
        if shown.starts_with("//!") {
            end = place;
        }
    }
    end
}
