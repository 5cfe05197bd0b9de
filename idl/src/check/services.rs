//! Services: their own methods; see `bases` for inherited ones.

use std::collections::HashMap;

use super::annotations::{self, Position};
use super::members::{self, Member};
use super::names::{Found, Lookup, Names};
use super::unknown::Wanted;
use super::{Report, check_duplicates, methods, reserved};
use crate::ast::{self, Item, Name};
use crate::codes;
use crate::diag::Diagnostic;
use crate::model::{Docs, Service, TypeName};

/// The service; parts that are wrong are left out of it.
pub(super) fn check<'a>(
    item: &'a ast::Service,
    names: &mut Names<'a>,
    report: &mut Report,
) -> Service {
    let said = annotations::read(&item.annotations, Position::Service, report);
    let owner = format!("service `{}`", item.name.text);
    let declared = item.methods.iter().map(|method| &method.name);
    check_duplicates(declared, "method", &owner, report);
    let extends = item.extends.as_ref();
    let extends = extends.and_then(|base| base_name(base, names, report));
    let mut members = Vec::new();
    let mut methods = Vec::new();
    for method in &item.methods {
        let said = annotations::read(&method.annotations, Position::Method, report);
        members.push(Member::new(&method.name, &said));
        // An inherited method takes its place, too.
        if item.extends.is_none() {
            let siblings = item.methods.iter().map(|it| &it.name);
            members::check_replacement(&said, siblings, &owner, report);
        }
        methods.extend(methods::check(method, said, names, report));
    }
    check_case(&members, report);
    members::check_wires(&members, "methods", &owner, report);
    let reserved = reserved::read(&item.reserved, false);
    reserved::refuse_numbers(&reserved, "methods", report);
    reserved::check_names(&reserved, &members, "method", &owner, report);
    Service {
        name: item.name.text.clone(),
        docs: Docs(item.docs.clone()),
        options: said.options,
        extends,
        methods,
        reserved: reserved::names(&reserved),
    }
}

fn base_name(base: &Name, names: &mut Names<'_>, report: &mut Report) -> Option<TypeName> {
    match names.find(&base.text) {
        Lookup::Found(found) if matches!(found.item, Item::Service(_)) => Some(found.type_name()),
        Lookup::Found(found) => {
            report.push(not_a_service(base, &found));
            None
        }
        Lookup::Broken => None,
        Lookup::Unknown => {
            names.unknown(base, Wanted::Service);
            None
        }
    }
}

fn not_a_service(name: &Name, found: &Found<'_>) -> Diagnostic {
    found.show(Diagnostic::new(
        codes::NOT_A_SERVICE,
        name.span.clone(),
        format!("`{}` is {}, not a service", name.text, found.kind()),
        "cannot be extended",
    ))
}

/// Methods whose names differ by letter case only.
fn check_case(members: &[Member], report: &mut Report) {
    let mut seen: HashMap<String, &Member> = HashMap::new();
    for member in members {
        let key = member.wire.text.to_ascii_lowercase();
        let Some(first) = seen.get(&key) else {
            seen.insert(key, member);
            continue;
        };
        if first.wire.text != member.wire.text {
            let same = same_method(&first.wire, &member.wire);
            report.push(same.with_secondary(first.wire.span.clone(), "first method"));
        }
    }
}

/// Two methods of which a PHP server finds only one.
pub(super) fn same_method(first: &Name, second: &Name) -> Diagnostic {
    Diagnostic::new(
        codes::SAME_METHOD,
        second.span.clone(),
        format!(
            "methods `{}` and `{}` are the same name for a PHP server",
            first.text, second.text
        ),
        "differs only by letter case",
    )
    .with_note(
        "the Yar PHP server looks methods up without regard to case, so calls would reach only one of them",
    )
    .with_help("rename one; if the other spelling must stay on the wire no PHP server can host both")
}
