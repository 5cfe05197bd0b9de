//! From [`ast::File`] to [`model::Package`](crate::model::Package): resolves
//! names, refuses what cannot work on the wire or in a target language.
//!
//! Everything is checked before anything is refused, so that one run shows
//! all mistakes. Parts that the parser has reported already are skipped
//! silently. How a target spells a name is known to [`collisions`] only.
//!
//! Imported files come first. In each file types are resolved first, then
//! values, because a default may be of a type that is declared further down.

mod aliases;
mod annotations;
mod bases;
mod collisions;
mod constants;
mod cycles;
mod declared;
mod defaults;
mod endless;
mod enums;
mod error_codes;
mod errors;
mod examples;
mod fields;
mod imports;
mod index;
mod members;
mod methods;
mod names;
mod places;
mod report;
mod reserved;
mod services;
mod spell;
mod spellings;
mod structs;
mod types;
mod unions;
mod unknown;
mod values;

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::ast::{File, Import, Item};
use crate::diag::{self, Diagnostic, FileId};
use crate::model::{Docs, Package};
use crate::places::Places;
use crate::sources::{self, Imports, Source};
use annotations::Position;
use declared::{Checked, Declared};
use imports::Imported;
use index::Index;
use names::Names;
use report::{Report, check_duplicates, duplicate};
use values::Values;

pub(crate) use unknown::{Elsewhere, Unknown, Way};

/// Reads and checks a contract that imports nothing: [`parse`](crate::parse())
/// and [`check`] together. `default_package` names a contract without a
/// `package` line; it is usually the file's stem. For one with imports, and
/// for warnings, see [`load_files`](crate::load_files()).
///
/// ```
/// let source = "service Echo { echo(value: any) -> any }";
/// let package = yar_idl::load(source, "echo").unwrap();
/// assert_eq!(package.name, "echo");
/// assert_eq!(package.services[0].methods[0].name, "echo");
/// ```
///
/// # Errors
///
/// All mistakes of the source, sorted by place, at most
/// [`diag::MAX_DIAGNOSTICS`], warnings among them.
pub fn load(source: &str, default_package: &str) -> Result<Package, Vec<Diagnostic>> {
    let root = Source {
        path: format!("{default_package}.yar"),
        text: source.to_owned(),
    };
    let loaded = sources::load_files(root, default_package, &mut NoImports);
    loaded.package.ok_or(loaded.diagnostics)
}

struct NoImports;

impl Imports for NoImports {
    fn read(&mut self, _: &str, _: &str) -> Result<Source, sources::ImportError> {
        Err(sources::ImportError::default())
    }
}

/// Checks a file that has been read and imports nothing.
///
/// # Errors
///
/// All mistakes of the file, sorted by place, at most
/// [`diag::MAX_DIAGNOSTICS`], warnings among them.
pub fn check(file: &File, default_package: &str) -> Result<Package, Vec<Diagnostic>> {
    let unit = Unit {
        links: file.imports.iter().map(|_| None).collect(),
        package: package_of(file, default_package),
        is_lost: false,
        file: file.clone(),
    };
    let units = [unit];
    let Outcome {
        package,
        mut diagnostics,
        unknown,
        ..
    } = check_all(&units, &[0]);
    let unknown = unknown.into_iter().flat_map(|(_, unknown)| unknown);
    diagnostics.extend(unknown.filter_map(|it| it.diagnostic));
    match package {
        Some(package) if !diag::has_errors(&diagnostics) => Ok(Package::clone(&package)),
        _ => Err(diag::sorted(diagnostics)),
    }
}

/// One file that was read, and where its imports lead.
pub(crate) struct Unit {
    pub(crate) file: File,
    pub(crate) package: String,
    /// The unit of every `import` line; `None` when that was reported.
    pub(crate) links: Vec<Option<usize>>,
    /// Whether nothing of it could be read, so that every name may be in it.
    pub(crate) is_lost: bool,
}

/// What checking several files gives.
pub(crate) struct Outcome {
    /// The package of the first file, if it was checked.
    pub(crate) package: Option<Arc<Package>>,
    pub(crate) places: Places,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// Names that stand for nothing, by the unit they are in.
    pub(crate) unknown: Vec<(usize, Vec<Unknown>)>,
}

/// Checks all files in the given order, in which imported ones come first.
pub(crate) fn check_all(units: &[Unit], order: &[usize]) -> Outcome {
    let mut outcome = Outcome {
        package: None,
        places: places::of(units),
        diagnostics: Vec::new(),
        unknown: Vec::new(),
    };
    let mut checked: Vec<Option<Rc<Checked<'_>>>> = units.iter().map(|_| None).collect();
    let mut packages = HashMap::new();
    for at in order {
        let Some(unit) = units.get(*at) else { continue };
        let mut report = Report {
            file: FileId(*at),
            ..Report::default()
        };
        let known = std::mem::take(&mut packages);
        let pass = Pass {
            unit,
            places: &outcome.places,
            report: &mut report,
        };
        let (file, unknown, known) = pass.run(&checked, known);
        packages = known;
        let file = Rc::new(file);
        packages
            .entry(file.package.name.clone())
            .or_insert_with(|| Rc::clone(&file));
        if *at == 0 {
            outcome.package = Some(Arc::clone(&file.package));
        }
        if let Some(slot) = checked.get_mut(*at) {
            *slot = Some(file);
        }
        outcome.diagnostics.append(&mut report.diagnostics);
        outcome.unknown.push((*at, unknown));
    }
    outcome
}

/// Everything that one file is checked for.
struct Pass<'a, 'r> {
    unit: &'a Unit,
    places: &'r Places,
    report: &'r mut Report,
}

type Packages<'a> = HashMap<String, Rc<Checked<'a>>>;

impl<'a> Pass<'a, '_> {
    fn run(
        self,
        checked: &[Option<Rc<Checked<'a>>>],
        packages: Packages<'a>,
    ) -> (Checked<'a>, Vec<Unknown>, Packages<'a>) {
        let (file, report) = (&self.unit.file, self.report);
        names::check_package(self.unit, report);
        let mut own = Declared::collect(file, &self.unit.package, report);
        own.has_nameless |= self.unit.is_lost;
        let imported = Imported::collect(self.unit, checked, &own, report);
        let mut names = Names::new(own, imported, packages);
        names.resolve_aliases(file, report);
        let mut package = types(self.unit, &mut names, report);
        let direct = direct_imports(self.unit, checked);
        error_codes::check_imports(&direct, self.places, report);
        package.imports = imports_of(&direct, &names);
        let index = Index::new(&package);
        bases::check_cycles(file, &mut package, &index, report);
        check_whole(file, &names, &package, &index, self.places, report);
        let values = Values::new(&mut names, &package, &index, report);
        values.run(file).put_into(&mut package);
        endless::check(file, &package, report);
        package.imports = imports_of(&direct, &names);
        collisions::check(file, &package, report);
        names.imported.report_unused(report);
        let unknown = names.take_unknown();
        let file = Checked {
            file: report.file,
            declared: names.own,
            package: Arc::new(package),
            index,
            aliases: names.aliases,
        };
        (file, unknown, names.packages)
    }
}

/// The package with all types, and without values.
fn types<'a>(unit: &'a Unit, names: &mut Names<'a>, report: &mut Report) -> Package {
    let file = &unit.file;
    let said = annotations::read(&file.annotations, Position::Package, report);
    let mut package = Package::new(&unit.package);
    package.docs = Docs(file.docs.clone());
    package.version = said.version.map(|version| version.text);
    package.options = said.options;
    let mut edges = cycles::Edges::default();
    for item in &file.items {
        match item {
            Item::Const(item) => package
                .constants
                .extend(constants::check(item, names, report)),
            Item::Struct(item) => {
                let item = structs::check(item, names, &mut edges, report);
                package.structs.push(item);
            }
            Item::Enum(item) => package.enums.extend(enums::check(item, names, report)),
            Item::Union(item) => package.unions.push(unions::check(item, names, report)),
            Item::Error(item) => package.errors.extend(errors::check(item, names, report)),
            Item::Service(item) => package.services.push(services::check(item, names, report)),
            Item::Alias(_) | Item::Broken(_) => {}
        }
    }
    edges.check(report);
    package
}

/// What concerns several declarations, and no values.
fn check_whole(
    file: &File,
    names: &Names<'_>,
    package: &Package,
    index: &Index,
    places: &Places,
    report: &mut Report,
) {
    error_codes::check(file, package, places, report);
    bases::check_inherited(file, names, package, index, places, report);
    for item in &file.items {
        if let Item::Union(item) = item
            && let Some(union) = index.get_union(package, &item.name.text)
        {
            unions::check_tag(item, union, names, package, index, report);
        }
    }
}

/// The import lines that lead somewhere, with the packages there.
fn direct_imports<'a>(
    unit: &'a Unit,
    checked: &[Option<Rc<Checked<'a>>>],
) -> Vec<(&'a Import, Arc<Package>)> {
    let lines = unit.file.imports.iter().zip(&unit.links);
    let direct = lines.filter_map(|(line, link)| {
        let home = checked.get((*link)?)?.as_ref()?;
        Some((line, Arc::clone(&home.package)))
    });
    direct.collect()
}

/// The packages of the imports, then those that imported aliases lead to.
fn imports_of(direct: &[(&Import, Arc<Package>)], names: &Names<'_>) -> Vec<Arc<Package>> {
    let direct = direct.iter().map(|(_, package)| package);
    let mut imports: Vec<Arc<Package>> = Vec::new();
    for package in direct.chain(names.led_to.values()) {
        if !imports.iter().any(|known| known.name == package.name) {
            imports.push(Arc::clone(package));
        }
    }
    imports
}

/// What the package line says, or else the default.
pub(crate) fn package_of(file: &File, default: &str) -> String {
    let name = file.package.as_ref().map(|name| name.text.as_str());
    name.unwrap_or(default).to_owned()
}
