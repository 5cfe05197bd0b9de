//! Names that a file does not know and another one declares.

use super::Source;
use super::reading::Reading;
use crate::ast::Item;
use crate::check::{Elsewhere, Unknown};
use crate::diag::{Edit, FileId};

/// How many files nearby are looked into for one name.
const MAX_NEARBY: usize = 100;

impl Reading<'_> {
    /// Reports a name, with the line to add when a file nearby declares it.
    pub(super) fn unknown(&mut self, at: usize, unknown: Unknown) {
        let is_plain = !unknown.name.text.contains('.');
        let elsewhere = is_plain.then(|| self.elsewhere(at, &unknown)).flatten();
        let diagnostic = match elsewhere {
            Some(elsewhere) => Some(unknown.not_imported(elsewhere)),
            None => unknown.diagnostic,
        };
        if let Some(diagnostic) = diagnostic {
            self.refuse(at, diagnostic);
        }
    }

    fn elsewhere(&mut self, at: usize, unknown: &Unknown) -> Option<Elsewhere> {
        let known = (0..self.units.len()).find(|other| {
            let declares = self.declared(*other, unknown).is_some();
            *other != at && declares && !self.is_imported(at, *other)
        });
        if let Some(other) = known {
            let line = self.line_to(at, other);
            return self.found(at, other, unknown, line);
        }
        let importer = self.path(at).to_owned();
        let mut nearby = self.imports.nearby(&importer);
        nearby.truncate(MAX_NEARBY);
        for path in nearby {
            let Ok(source) = self.imports.read(&importer, &path) else {
                continue;
            };
            if let Some(other) = self.look_into(source, unknown) {
                return self.found(at, other, unknown, Some(path));
            }
        }
        None
    }

    fn is_imported(&self, at: usize, other: usize) -> bool {
        let unit = self.units.get(at);
        unit.is_some_and(|unit| unit.links.contains(&Some(other)))
    }

    fn declared(&self, at: usize, unknown: &Unknown) -> Option<&Item> {
        let unit = self.units.get(at)?;
        let mut items = unit.file.items.iter();
        items.find(|item| {
            let name = item.name();
            unknown.wanted.takes(item) && name.is_some_and(|it| it.text == unknown.name.text)
        })
    }

    /// Keeps a file that declares the name, because it will be shown.
    fn look_into(&mut self, source: Source, unknown: &Unknown) -> Option<usize> {
        if self.is_known(&source.path) || self.units.len() >= super::MAX_FILES {
            return None;
        }
        let at = self.add_nearby(source);
        if self.declared(at, unknown).is_some() {
            return Some(at);
        }
        self.remove_last();
        None
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
        let mut paths = paths.into_iter().take(MAX_NEARBY);
        paths.find(|path| {
            let read = self.imports.read(&importer, path);
            read.is_ok_and(|source| source.path == wanted)
        })
    }

    fn found(
        &self,
        at: usize,
        other: usize,
        unknown: &Unknown,
        path: Option<String>,
    ) -> Option<Elsewhere> {
        let item = self.declared(other, unknown)?;
        let unit = self.units.get(other)?;
        Some(Elsewhere {
            package: unit.package.clone(),
            file: FileId(other),
            span: item.name()?.span.clone(),
            kind: item.kind(),
            import: path.map(|path| {
                let edit = self.import_edit(at, &path);
                (path, edit)
            }),
        })
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
