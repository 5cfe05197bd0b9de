//! Services that extend others: chains that end, and inherited methods that
//! do not clash with own ones.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::Report;
use super::declared::Checked;
use super::index::Index;
use super::names::Names;
use super::services::same_method;
use crate::ast::{self, File, Item, Name};
use crate::codes;
use crate::collisions::{self, Named, Scope};
use crate::diag::Diagnostic;
use crate::model::{Method, Package, Service, TypeName};
use crate::places::Places;

/// The most services that one may extend, one through the other.
const MAX_BASES: usize = 16;

/// How many steps of a cycle are shown.
const MAX_STEPS: usize = 10;

/// Reports chains without an end and takes them apart.
pub(super) fn check_cycles(file: &File, package: &mut Package, index: &Index, report: &mut Report) {
    let written: HashMap<&str, &ast::Service> = services(file)
        .rev()
        .map(|item| (item.name.text.as_str(), item))
        .collect();
    let mut done: HashSet<&str> = HashSet::new();
    let mut cyclic: Vec<&str> = Vec::new();
    for item in services(file) {
        let mut path: Vec<&ast::Service> = Vec::new();
        let mut next = Some(item);
        while let Some(current) = next {
            if let Some(start) = path.iter().position(|it| it.name == current.name) {
                let cycle = path.get(start..).unwrap_or_default();
                cyclic.extend(cycle.iter().map(|it| it.name.text.as_str()));
                report.push(cycle_of(cycle));
                break;
            }
            if done.contains(current.name.text.as_str()) || path.len() > MAX_BASES {
                break;
            }
            path.push(current);
            let own = index.service(package, &current.name.text);
            let base = own.and_then(|own| own.extends.as_ref());
            let base = base.filter(|base| base.package.is_none());
            next = base.and_then(|base| written.get(base.name.as_str()).copied());
        }
        done.extend(path.iter().map(|it| it.name.text.as_str()));
    }
    let cyclic: HashSet<&str> = cyclic.into_iter().collect();
    for service in &mut package.services {
        if cyclic.contains(service.name.as_str()) {
            service.extends = None;
        }
    }
}

fn services(file: &File) -> impl DoubleEndedIterator<Item = &ast::Service> {
    file.items.iter().filter_map(|item| match item {
        Item::Service(service) => Some(service),
        _ => None,
    })
}

fn cycle_of(cycle: &[&ast::Service]) -> Diagnostic {
    let extends = |item: &ast::Service| item.extends.clone().unwrap_or_default();
    let name = cycle.first().map_or("", |it| it.name.text.as_str());
    let closing = cycle.last().map(|it| extends(it)).unwrap_or_default();
    let mut diagnostic = Diagnostic::new(
        codes::EXTENDS_CYCLE,
        closing.span,
        format!("service `{name}` extends itself"),
        "closes the cycle",
    );
    let steps = cycle.len().saturating_sub(1).min(MAX_STEPS);
    for step in cycle.iter().take(steps) {
        let base = extends(step);
        let text = format!("{} extends {}", step.name.text, base.text);
        diagnostic = diagnostic.with_secondary(base.span, text);
    }
    diagnostic.with_help("move what they share into a service that both extend")
}

/// Reports own methods that clash with inherited ones.
pub(super) fn check_inherited<'a>(
    file: &File,
    names: &Names<'a>,
    package: &Package,
    index: &Index,
    places: &Places,
    report: &mut Report,
) {
    let mut chains = Chains {
        names,
        package,
        index,
        known: HashMap::new(),
    };
    for item in services(file) {
        let Some(service) = index.service(package, &item.name.text) else {
            continue;
        };
        let Some(bases) = chains.of(service) else {
            if let Some(base) = &item.extends {
                report.push(too_long(base));
            }
            continue;
        };
        let written = item.methods.iter().map(|it| (it.name.text.as_str(), it));
        let written: HashMap<&str, &ast::Method> = written.collect();
        let mut seen: HashSet<String> = HashSet::new();
        for method in &service.methods {
            // Of own ones that clash with each other the first counts.
            if !seen.insert(method.wire.to_ascii_lowercase()) {
                continue;
            }
            let Some(place) = written.get(method.name.as_str()) else {
                continue;
            };
            let clash = bases.iter().find_map(|base| chains.clash(base, method));
            if let Some(clash) = clash {
                report.push(clash.told(&place.name, &package.name, places));
            }
        }
    }
}

fn too_long(base: &Name) -> Diagnostic {
    Diagnostic::new(
        codes::EXTENDS_CYCLE,
        base.span.clone(),
        format!("more than {MAX_BASES} services extend each other"),
        "goes on for too long",
    )
    .with_help("extend a service nearer to the first one")
}

/// A service with the package that declares it; `None` for the own package.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Base {
    home: Option<String>,
    name: String,
}

/// What a method is called where names may clash, and the method.
type Keys = HashMap<(&'static str, String), usize>;

struct Chains<'c, 'a> {
    names: &'c Names<'a>,
    package: &'c Package,
    index: &'c Index,
    /// Names of the methods of each service that is extended.
    known: HashMap<Base, Keys>,
}

/// An own method and the inherited one that it clashes with.
struct Clash {
    base: Base,
    inherited: String,
    kind: Kind,
}

enum Kind {
    Same,
    Case { inherited: String, own: String },
    Target { spelled: String },
}

impl Chains<'_, '_> {
    fn home(&self, base: &Base) -> Option<(&Package, &Index)> {
        match &base.home {
            None => Some((self.package, self.index)),
            Some(home) => {
                let home: &Rc<Checked<'_>> = self.names.packages.get(home)?;
                Some((&home.package, &home.index))
            }
        }
    }

    fn service(&self, base: &Base) -> Option<&Service> {
        let (package, index) = self.home(base)?;
        index.service(package, &base.name)
    }

    /// The services below, nearest first; `None` when there are too many.
    fn of(&mut self, service: &Service) -> Option<Vec<Base>> {
        let mut bases: Vec<Base> = Vec::new();
        let mut next = service.extends.clone();
        let mut home: Option<String> = None;
        while let Some(TypeName { package, name }) = next {
            if bases.len() == MAX_BASES {
                return None;
            }
            home = package.or(home);
            let base = Base {
                home: home.clone(),
                name,
            };
            let Some(found) = self.service(&base) else {
                break;
            };
            next = found.extends.clone();
            if !self.known.contains_key(&base) {
                let keys = keys(found);
                self.known.insert(base.clone(), keys);
            }
            bases.push(base);
        }
        Some(bases)
    }

    fn clash(&self, base: &Base, own: &Method) -> Option<Clash> {
        let keys = self.known.get(base)?;
        let service = self.service(base)?;
        let hit = |key: (&'static str, String)| service.methods.get(*keys.get(&key)?);
        let clash = |inherited: &Method, kind| {
            Some(Clash {
                base: base.clone(),
                inherited: inherited.name.clone(),
                kind,
            })
        };
        if let Some(same) = hit((WIRE, own.wire.to_ascii_lowercase())) {
            let kind = if same.wire == own.wire {
                Kind::Same
            } else {
                Kind::Case {
                    inherited: same.wire.clone(),
                    own: own.wire.clone(),
                }
            };
            return clash(same, kind);
        }
        for spelling in collisions::spellings(Scope::Methods, named(own)) {
            if let Some(same) = hit((spelling.language, spelling.key)) {
                let spelled = format!("`{}` in {}", spelling.spelled, spelling.language);
                return clash(same, Kind::Target { spelled });
            }
        }
        None
    }
}

const WIRE: &str = "wire";

fn named(method: &Method) -> Named<'_> {
    Named::new(&method.name, &method.options)
}

fn keys(service: &Service) -> Keys {
    let mut keys = Keys::new();
    for (at, method) in service.methods.iter().enumerate() {
        keys.insert((WIRE, method.wire.to_ascii_lowercase()), at);
        for spelling in collisions::spellings(Scope::Methods, named(method)) {
            keys.insert((spelling.language, spelling.key), at);
        }
    }
    keys
}

impl Clash {
    fn told(&self, own: &Name, package: &str, places: &Places) -> Diagnostic {
        let base = &self.base.name;
        let diagnostic = match &self.kind {
            Kind::Same => Diagnostic::new(
                codes::INHERITED_METHOD,
                own.span.clone(),
                format!(
                    "method `{}` is inherited from service `{base}` already",
                    own.text
                ),
                "declared again here",
            )
            .with_note("an inherited method cannot be replaced")
            .with_help("rename it, or delete it"),
            Kind::Case {
                inherited,
                own: wire,
            } => {
                let name = |text: &str| Name {
                    text: text.to_owned(),
                    span: own.span.clone(),
                };
                same_method(&name(inherited), &name(wire))
            }
            Kind::Target { spelled } => Diagnostic::new(
                codes::SAME_IN_TARGET,
                own.span.clone(),
                format!(
                    "methods `{}`, which is inherited, and `{}` both become {spelled}",
                    self.inherited, own.text
                ),
                format!("also {spelled}"),
            )
            .with_help("rename one of them"),
        };
        let home = self.base.home.as_deref().unwrap_or(package);
        let path = format!("{base}.{}", self.inherited);
        match places.get(home, &path) {
            Some(place) => diagnostic.with_secondary_in(
                place.file,
                place.name.clone(),
                format!("declared in service `{base}`"),
            ),
            None => diagnostic,
        }
    }
}
