//! Reads files and what they import, each once.

use std::collections::HashMap;
use std::path::Path;

use super::{ImportError, Imports, MAX_FILES, Source};
use crate::ast::{File, Import};
use crate::check::{Unit, package_of};
use crate::codes;
use crate::diag::{Confidence, Diagnostic, FileId, has_errors};

/// How many files nearby are looked into.
const MAX_NEARBY: usize = 100;

/// The files of one run so far.
pub(super) struct Reading<'i> {
    pub(super) imports: &'i mut dyn Imports,
    pub(super) sources: Vec<Source>,
    pub(super) units: Vec<Unit>,
    pub(super) diagnostics: Vec<Diagnostic>,
    known: HashMap<String, usize>,
}

/// A file that nothing imports.
pub(super) struct Nearby {
    /// As an import line would have it.
    pub(super) path: String,
    pub(super) package: String,
    pub(super) file: File,
    pub(super) source: Source,
}

impl<'i> Reading<'i> {
    pub(super) fn new(imports: &'i mut dyn Imports) -> Self {
        Self {
            imports,
            sources: Vec::new(),
            units: Vec::new(),
            diagnostics: Vec::new(),
            known: HashMap::new(),
        }
    }

    /// Reads the first file and all files below it, nearer ones first.
    pub(super) fn read_all(&mut self, root: Source, default_package: &str) {
        self.add(root, default_package);
        let mut at = 0;
        while at < self.units.len() {
            let links = self.links_of(at);
            if let Some(unit) = self.units.get_mut(at) {
                unit.links = links;
            }
            at += 1;
        }
    }

    fn add(&mut self, source: Source, default_package: &str) -> usize {
        let at = self.units.len();
        let (file, diagnostics) = crate::parse::parse(&source.text);
        let is_lost = has_errors(&diagnostics) && file.items.is_empty();
        let found = diagnostics.into_iter().map(|it| it.in_file(FileId(at)));
        self.diagnostics.extend(found);
        self.known.insert(source.path.clone(), at);
        self.units.push(Unit {
            package: package_of(&file, default_package),
            links: Vec::new(),
            is_lost,
            file,
        });
        self.sources.push(source);
        at
    }

    pub(super) fn is_known(&self, path: &str) -> bool {
        self.known.contains_key(path)
    }

    /// Adds a file that nothing imports; what is wrong with it is its own matter.
    pub(super) fn add_nearby(&mut self, nearby: Nearby) -> usize {
        let at = self.units.len();
        self.known.insert(nearby.source.path.clone(), at);
        self.units.push(Unit {
            package: nearby.package,
            links: Vec::new(),
            is_lost: false,
            file: nearby.file,
        });
        self.sources.push(nearby.source);
        at
    }

    /// Files that the imports of a file could name.
    pub(super) fn nearby(&mut self, at: usize) -> Vec<Nearby> {
        let importer = self.path(at).to_owned();
        let mut paths = self.imports.nearby(&importer);
        paths.truncate(MAX_NEARBY);
        let mut found = Vec::new();
        for path in paths {
            let Ok(source) = self.imports.read(&importer, &path) else {
                continue;
            };
            if !self.is_known(&source.path) {
                let (file, _) = crate::parse::parse(&source.text);
                found.push(Nearby {
                    path,
                    package: package_of(&file, stem(&source.path)),
                    file,
                    source,
                });
            }
        }
        found
    }

    fn links_of(&mut self, at: usize) -> Vec<Option<usize>> {
        let unit = self.units.get_mut(at);
        let lines = unit.map(|unit| std::mem::take(&mut unit.file.imports));
        let lines = lines.unwrap_or_default();
        let links = lines.iter().map(|line| self.link(at, line)).collect();
        if let Some(unit) = self.units.get_mut(at) {
            unit.file.imports = lines;
        }
        links
    }

    fn link(&mut self, at: usize, line: &Import) -> Option<usize> {
        let importer = self.sources.get(at)?.path.clone();
        let source = match self.imports.read(&importer, &line.path.text) {
            Ok(source) => source,
            Err(error) => {
                self.refuse(at, not_found(line, &error));
                return None;
            }
        };
        if let Some(known) = self.known.get(&source.path) {
            return Some(*known);
        }
        if self.units.len() == MAX_FILES {
            self.refuse(at, too_many(line));
            return None;
        }
        let stem = stem(&source.path).to_owned();
        Some(self.add(source, &stem))
    }

    /// Reports something in a file, unless far too much is wrong already.
    pub(super) fn refuse(&mut self, at: usize, diagnostic: Diagnostic) {
        if self.diagnostics.len() < crate::diag::MAX_COLLECTED {
            self.diagnostics.push(diagnostic.in_file(FileId(at)));
        }
    }

    pub(super) fn path(&self, at: usize) -> &str {
        self.sources.get(at).map_or("", |source| &source.path)
    }

    /// Reports files of one package, whose names would be the same.
    pub(super) fn refuse_equal_packages(&mut self) {
        let mut seen: HashMap<&str, usize> = HashMap::new();
        let mut found = Vec::new();
        for (at, unit) in self.units.iter().enumerate() {
            match seen.get(unit.package.as_str()) {
                None => {
                    seen.insert(&unit.package, at);
                }
                Some(first) => found.push((*first, at)),
            }
        }
        for (first, second) in found {
            let diagnostic = self.same_package(first, second);
            self.refuse(second, diagnostic);
        }
    }

    fn same_package(&self, first: usize, second: usize) -> Diagnostic {
        let line = |at: usize| {
            let file: Option<&File> = self.units.get(at).map(|unit| &unit.file);
            let name = file.and_then(|file| file.package.as_ref());
            name.map_or(0..0, |name| name.span.clone())
        };
        let package = self.units.get(second).map_or("", |unit| &unit.package);
        Diagnostic::new(
            codes::SAME_PACKAGE,
            line(second),
            format!(
                "`{}` and `{}` are both package `{package}`",
                self.path(first),
                self.path(second)
            ),
            "taken already",
        )
        .with_secondary_in(FileId(first), line(first), "the first one")
        .with_note("a file without a package line is named after the file")
        .with_help("give one of them another package line")
    }
}

/// `common/money.yar` is `money`.
fn stem(path: &str) -> &str {
    let stem = Path::new(path).file_stem();
    stem.and_then(|stem| stem.to_str()).unwrap_or_default()
}

fn not_found(line: &Import, error: &ImportError) -> Diagnostic {
    let path = &line.path.text;
    let (message, label) = if error.reason.is_empty() {
        (format!("cannot find `{path}`"), "no such file")
    } else {
        (
            format!("cannot read `{path}`: it {}", error.reason),
            "cannot be read",
        )
    };
    let mut diagnostic = Diagnostic::new(
        codes::IMPORT_NOT_FOUND,
        line.path.span.clone(),
        message,
        label,
    );
    if !error.searched.is_empty() {
        diagnostic = diagnostic.with_note(format!("searched: {}", error.searched.join(", ")));
    }
    match &error.nearest {
        Some(near) => diagnostic.with_edit(
            format!("did you mean `{near}`?"),
            line.path.span.clone(),
            format!("{near:?}"),
            Confidence::Maybe,
        ),
        None => diagnostic,
    }
}

fn too_many(line: &Import) -> Diagnostic {
    Diagnostic::new(
        codes::MANY_FILES,
        line.path.span.clone(),
        format!("the contract imports more than {MAX_FILES} files"),
        "one too many",
    )
    .with_help("put several of them into one")
}
