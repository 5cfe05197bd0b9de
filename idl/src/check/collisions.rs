//! Names that become one in a target language, as diagnostics.

use std::collections::HashMap;

use super::Report;
use crate::ast::{File, Item, Name};
use crate::codes;
use crate::collisions::{Clash, Made, Named, Scope, find, find_generated, find_made_twice};
use crate::diag::{Confidence, Diagnostic};
use crate::model::{Options, Package, Service};

/// Reports all clashes of a file. Parts that are wrong are not in the model,
/// and clash with nothing.
pub(super) fn check(file: &File, package: &Package, report: &mut Report) {
    let places = Places::new(file);
    let mut checker = Checker { places, report };
    checker.types(package);
    checker.members(package);
}

/// Where each declaration and each member is named, by its path.
struct Places<'a>(HashMap<String, &'a Name>);

impl<'a> Places<'a> {
    fn new(file: &'a File) -> Self {
        let mut places = Self(HashMap::new());
        for item in &file.items {
            let Some(owner) = item.name() else { continue };
            places.add(owner.text.clone(), owner);
            let members: Vec<&Name> = match item {
                Item::Struct(item) => item.fields.iter().map(|it| &it.name).collect(),
                Item::Error(item) => item.fields.iter().map(|it| &it.name).collect(),
                Item::Enum(item) => item.cases.iter().map(|it| &it.name).collect(),
                Item::Union(item) => item.cases.iter().map(|it| &it.name).collect(),
                Item::Service(item) => {
                    for method in &item.methods {
                        for param in &method.params {
                            let method = &method.name.text;
                            let path = format!("{}.{method}.{}", owner.text, param.name.text);
                            places.add(path, &param.name);
                        }
                    }
                    item.methods.iter().map(|it| &it.name).collect()
                }
                _ => Vec::new(),
            };
            for member in members {
                places.add(format!("{}.{}", owner.text, member.text), member);
            }
        }
        places
    }

    fn add(&mut self, path: String, name: &'a Name) {
        self.0.entry(path).or_insert(name);
    }

    fn get(&self, owner: &str, name: &str) -> Option<&'a Name> {
        if owner.is_empty() {
            return self.0.get(name).copied();
        }
        self.0.get(&format!("{owner}.{name}")).copied()
    }
}

/// One thing with a name and what is said of it.
type Member<'p> = (&'p str, &'p Options);

fn named<'p>(members: &[Member<'p>]) -> Vec<Named<'p>> {
    members
        .iter()
        .map(|(name, options)| Named::new(name, options))
        .collect()
}

struct Checker<'a, 'r> {
    places: Places<'a>,
    report: &'r mut Report,
}

impl Checker<'_, '_> {
    fn scope(&mut self, scope: Scope, what: &str, owner: &str, members: &[Member<'_>]) {
        for clash in find(scope, &named(members)) {
            let name = |at: usize| self.places.get(owner, members.get(at)?.0);
            let (Some(first), Some(second)) = (name(clash.first), name(clash.second)) else {
                continue;
            };
            // Methods that differ by case are reported as a matter of the wire.
            if scope != Scope::Methods || !first.text.eq_ignore_ascii_case(&second.text) {
                let is_member = !owner.is_empty();
                self.report
                    .push(same(what, first, second, is_member, &clash));
            }
        }
    }

    fn types(&mut self, package: &Package) {
        let types = package.types();
        let mut types: Vec<Member<'_>> = types.map(|it| (it.name, it.options)).collect();
        // The second of two that clash is the one further down.
        types.sort_by_key(|(name, _)| self.places.get("", name).map(|it| it.span.start));
        self.scope(Scope::Types, "types", "", &types);
        let constants = package.constants.iter();
        let constants: Vec<Member<'_>> = constants
            .map(|it| (it.name.as_str(), &it.options))
            .collect();
        self.scope(Scope::Constants, "constants", "", &constants);
        let services = package.services.iter();
        let services: Vec<_> = services.map(|it| (it.name.as_str(), &it.options)).collect();
        self.generated(Made::ForService, "service", &services, &types);
        self.made_twice(&services);
        self.constants(package, &types);
        self.thrown(package, &types);
    }

    fn generated(&mut self, made: Made, what: &str, makers: &[Member<'_>], types: &[Member<'_>]) {
        for clash in find_generated(made, &named(makers), &named(types)) {
            let maker = makers.get(clash.first).map(|it| it.0);
            let declared = types.get(clash.second).map(|it| it.0);
            let maker = maker.and_then(|maker| self.places.get("", maker));
            let declared = declared.and_then(|declared| self.places.get("", declared));
            if let (Some(maker), Some(declared)) = (maker, declared) {
                let owner = format!("{what} `{}`", maker.text);
                self.report.push(taken(&owner, maker, declared, &clash));
            }
        }
    }

    /// The blocking client of one service may be the client of another.
    fn made_twice(&mut self, services: &[Member<'_>]) {
        for clash in find_made_twice(Made::ForService, &named(services)) {
            let name = |at: usize| self.places.get("", services.get(at)?.0);
            if let (Some(first), Some(second)) = (name(clash.first), name(clash.second)) {
                let what = "what is generated for services";
                let found = both(what, first, second, &clash);
                self.report.push(found.with_help("rename one of them"));
            }
        }
    }

    /// PHP has all constants in one class.
    fn constants(&mut self, package: &Package, types: &[Member<'_>]) {
        let Some(first) = package.constants.first() else {
            return;
        };
        for clash in find_generated(Made::ForConstants, &["Constants".into()], &named(types)) {
            let declared = types.get(clash.second).map(|it| it.0);
            let declared = declared.and_then(|declared| self.places.get("", declared));
            let place = self.places.get("", &first.name);
            if let (Some(place), Some(declared)) = (place, declared) {
                self.report
                    .push(taken("constants", place, declared, &clash));
            }
        }
    }

    fn members(&mut self, package: &Package) {
        for item in &package.structs {
            let fields = item.fields.iter();
            let fields: Vec<_> = fields.map(|it| (it.name.as_str(), &it.options)).collect();
            self.scope(Scope::Variables, "fields", &item.name, &fields);
        }
        for item in &package.errors {
            let fields = item.fields.iter();
            let fields: Vec<_> = fields.map(|it| (it.name.as_str(), &it.options)).collect();
            self.scope(Scope::Variables, "fields", &item.name, &fields);
        }
        for item in &package.enums {
            let cases = item.cases.iter();
            let cases: Vec<_> = cases.map(|it| (it.name.as_str(), &it.options)).collect();
            self.scope(Scope::Cases, "cases", &item.name, &cases);
        }
        for item in &package.unions {
            let cases = item.cases.iter();
            let cases: Vec<_> = cases.map(|it| (it.name.as_str(), &it.options)).collect();
            self.scope(Scope::Choices, "cases", &item.name, &cases);
        }
        for item in &package.services {
            self.service(item);
        }
    }

    fn service(&mut self, item: &Service) {
        let methods = item.methods.iter();
        let methods: Vec<_> = methods.map(|it| (it.name.as_str(), &it.options)).collect();
        self.scope(Scope::Methods, "methods", &item.name, &methods);
        for method in &item.methods {
            let params = method.params.iter();
            let params: Vec<_> = params.map(|it| (it.name.as_str(), &it.options)).collect();
            let owner = format!("{}.{}", item.name, method.name);
            self.scope(Scope::Variables, "parameters", &owner, &params);
        }
    }

    /// The enums of methods that throw several errors are types of Rust as well.
    fn thrown(&mut self, package: &Package, types: &[Member<'_>]) {
        let declared: HashMap<&str, &str> = types
            .iter()
            .map(|(name, options)| (options.rust.name.as_deref().unwrap_or(name), *name))
            .collect();
        let mut made: HashMap<String, (&str, &Name)> = HashMap::new();
        for service in &package.services {
            for method in &service.methods {
                let place = self.places.get(&service.name, &method.name);
                let Some((name, place)) = service.thrown_enum(method).zip(place) else {
                    continue;
                };
                let declared = declared.get(name.as_str());
                if let Some(declared) = declared.and_then(|it| self.places.get("", it)) {
                    self.report.push(taken_by_errors(declared, place, &name));
                }
                match made.get(&name) {
                    // Within a service the methods themselves clash.
                    Some((owner, first)) if *owner != service.name => {
                        self.report.push(same_errors(first, place, &name));
                    }
                    Some(_) => {}
                    None => {
                        made.insert(name, (&service.name, place));
                    }
                }
            }
        }
    }
}

fn same(what: &str, first: &Name, second: &Name, is_member: bool, clash: &Clash) -> Diagnostic {
    with_names(both(what, first, second, clash), second, is_member, clash)
}

fn both(what: &str, first: &Name, second: &Name, clash: &Clash) -> Diagnostic {
    let spelled = &clash.spelled;
    Diagnostic::new(
        codes::SAME_IN_TARGET,
        second.span.clone(),
        format!(
            "{what} `{}` and `{}` both become {spelled}",
            first.text, second.text
        ),
        format!("also {spelled}"),
    )
    .with_secondary(first.span.clone(), format!("becomes {spelled}"))
}

/// Offers another name in every language that has the clash. Annotations stand
/// right before the name of a member, and before the keyword of a declaration.
fn with_names(diagnostic: Diagnostic, place: &Name, is_member: bool, clash: &Clash) -> Diagnostic {
    let annotations: Vec<String> = clash
        .targets
        .iter()
        .map(|(language, spelled)| {
            let language = language.to_ascii_lowercase();
            format!("@{language}(name = \"{spelled}2\")")
        })
        .collect();
    let annotations = annotations.join(" ");
    let help = format!("rename one of them, or add `{annotations}` to one");
    if !is_member {
        return diagnostic.with_help(help);
    }
    let start = place.span.start;
    diagnostic.with_edit(
        help,
        start..start,
        format!("{annotations} "),
        Confidence::Placeholder,
    )
}

fn taken(owner: &str, maker: &Name, declared: &Name, clash: &Clash) -> Diagnostic {
    Diagnostic::new(
        codes::TAKEN_IN_TARGET,
        declared.span.clone(),
        format!(
            "`{}` takes the name of what is generated for {owner}",
            declared.text
        ),
        format!("would be {}", clash.spelled),
    )
    .with_secondary(maker.span.clone(), "for this one")
    .with_help("rename one of them")
}

fn taken_by_errors(declared: &Name, method: &Name, name: &str) -> Diagnostic {
    Diagnostic::new(
        codes::TAKEN_IN_TARGET,
        declared.span.clone(),
        format!(
            "`{}` takes the name of what is generated for the errors of method `{}`",
            declared.text, method.text
        ),
        format!("would be `{name}` in Rust"),
    )
    .with_secondary(method.span.clone(), "throws several errors")
    .with_help("rename one of them")
}

fn same_errors(first: &Name, second: &Name, name: &str) -> Diagnostic {
    Diagnostic::new(
        codes::SAME_IN_TARGET,
        second.span.clone(),
        format!(
            "the errors of methods `{}` and `{}` both become `{name}` in Rust",
            first.text, second.text
        ),
        format!("also `{name}`"),
    )
    .with_secondary(first.span.clone(), format!("becomes `{name}`"))
    .with_help("rename one of them")
}
