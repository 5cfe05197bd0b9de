//! Names that become one in a target language, as diagnostics.

use std::collections::HashMap;

use super::Report;
use crate::ast::{Field, File, Item, Name, TypeKind};
use crate::codes;
use crate::collisions::{Clash, Scope, find, find_generated};
use crate::diag::Diagnostic;
use crate::names::thrown_enum;

/// Reports all clashes of a file.
pub(super) fn check(file: &File, report: &mut Report) {
    check_scope(Scope::Types, "types", &types(file), report);
    check_generated(file, report);
    check_thrown(file, report);
    for item in &file.items {
        match item {
            Item::Struct(item) => {
                check_scope(Scope::Variables, "fields", &readable(&item.fields), report)
            }
            Item::Enum(item) => {
                let cases: Vec<_> = item.cases.iter().map(|case| &case.name).collect();
                check_scope(Scope::Cases, "cases", &cases, report);
            }
            Item::Service(item) => {
                let methods: Vec<_> = item.methods.iter().map(|method| &method.name).collect();
                check_scope(Scope::Methods, "methods", &methods, report);
                for method in &item.methods {
                    check_scope(
                        Scope::Variables,
                        "parameters",
                        &readable(&method.params),
                        report,
                    );
                }
            }
            Item::Const(_) | Item::Union(_) | Item::Alias(_) | Item::Error(_) | Item::Broken(_) => {
            }
        }
    }
}

/// Names that are types in a target; aliases are replaced.
fn types(file: &File) -> Vec<&Name> {
    let items = file
        .items
        .iter()
        .filter(|item| !matches!(item, Item::Alias(_)));
    items.filter_map(Item::name).collect()
}

/// Names of fields that were read well: a misplaced word is no clash.
fn readable(fields: &[Field]) -> Vec<&Name> {
    let fields = fields
        .iter()
        .filter(|field| field.ty.kind != TypeKind::Broken);
    fields.map(|field| &field.name).collect()
}

fn texts<'a>(names: &[&'a Name]) -> Vec<&'a str> {
    names.iter().map(|name| name.text.as_str()).collect()
}

fn check_scope(scope: Scope, what: &str, names: &[&Name], report: &mut Report) {
    for clash in find(scope, &texts(names)) {
        let (Some(first), Some(second)) = (names.get(clash.first), names.get(clash.second)) else {
            continue;
        };
        // Methods that differ by case are reported as a matter of the wire.
        if scope != Scope::Methods || !first.text.eq_ignore_ascii_case(&second.text) {
            report.push(same(what, first, second, &clash));
        }
    }
}

fn same(what: &str, first: &Name, second: &Name, clash: &Clash) -> Diagnostic {
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
    .with_help("rename one of them")
}

fn check_generated(file: &File, report: &mut Report) {
    let services: Vec<&Name> = file
        .items
        .iter()
        .filter(|item| matches!(item, Item::Service(_)))
        .filter_map(Item::name)
        .collect();
    let types = types(file);
    for clash in find_generated(&texts(&services), &texts(&types)) {
        if let (Some(service), Some(name)) = (services.get(clash.first), types.get(clash.second)) {
            report.push(taken(service, name, &clash));
        }
    }
}

fn taken(service: &Name, name: &Name, clash: &Clash) -> Diagnostic {
    Diagnostic::new(
        codes::TAKEN_IN_TARGET,
        name.span.clone(),
        format!(
            "`{}` takes the name of what is generated for service `{}`",
            name.text, service.text
        ),
        format!("would be {}", clash.spelled),
    )
    .with_secondary(service.span.clone(), "for this service")
    .with_help("rename one of them")
}

/// The enums of methods that throw several errors are types of Rust as well.
fn check_thrown(file: &File, report: &mut Report) {
    let types = types(file).into_iter();
    let types: HashMap<&str, &Name> = types.map(|name| (name.text.as_str(), name)).collect();
    let mut made: HashMap<String, (&Name, &Name)> = HashMap::new();
    for (service, method) in thrown(file) {
        let name = thrown_enum(&service.text, &method.text);
        if let Some(declared) = types.get(name.as_str()) {
            report.push(taken_by_errors(declared, method, &name));
        }
        match made.get(&name) {
            // Within a service the methods themselves clash.
            Some((owner, first)) if owner.text != service.text => {
                report.push(same_errors(first, method, &name));
            }
            Some(_) => {}
            None => {
                made.insert(name, (service, method));
            }
        }
    }
}

/// Services and their methods that throw several errors.
fn thrown(file: &File) -> impl Iterator<Item = (&Name, &Name)> {
    let services = file.items.iter().filter_map(|item| match item {
        Item::Service(service) => Some(service),
        _ => None,
    });
    services.flat_map(|service| {
        let methods = service.methods.iter();
        let several = methods.filter(|method| method.throws.len() > 1);
        several.map(|method| (&service.name, &method.name))
    })
}

fn taken_by_errors(declared: &Name, method: &Name, name: &str) -> Diagnostic {
    Diagnostic::new(
        codes::TAKEN_IN_TARGET,
        declared.span.clone(),
        format!(
            "`{name}` takes the name of what is generated for the errors of method `{}`",
            method.text
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
