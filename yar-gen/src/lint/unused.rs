//! What no service of a contract uses.

use std::collections::{HashMap, HashSet};

use yar_idl::model::{Kind, Package, Type};

use super::rules::UNUSED_TYPE;
use super::sites::Sites;

/// A contract without services declares types for others.
pub(super) fn check_types(package: &Package, sites: &mut Sites<'_>) {
    if package.services.is_empty() {
        return;
    }
    let used = used(package);
    let types = package.types().filter(|it| it.kind != Kind::Service);
    for item in types {
        if !used.contains(item.name) {
            let (kind, name) = (item.kind.name(), item.name);
            let message = format!("no service of this file uses {kind} `{name}`");
            sites.at_name(UNUSED_TYPE, name, (message, "not used"), |found| {
                found.with_help("delete it, or move it to a file that others import")
            });
        }
    }
}

/// Without recursion, because a contract may chain as many types as its file
/// can hold.
fn used(package: &Package) -> HashSet<&str> {
    let held = held(package);
    let mut work = Vec::new();
    for method in package.services.iter().flat_map(|it| &it.methods) {
        let params = method.params.iter().map(|it| &it.ty);
        params
            .chain(&method.returns)
            .for_each(|ty| names_in(ty, &mut work));
        let own = method.throws.iter().filter(|it| it.package.is_none());
        work.extend(own.map(|it| it.name.as_str()));
    }
    for constant in &package.constants {
        names_in(&constant.ty, &mut work);
    }
    let mut used = HashSet::new();
    while let Some(name) = work.pop() {
        if used.insert(name) {
            work.extend(held.get(name).into_iter().flatten());
        }
    }
    used
}

/// From a declaration to those in it.
fn held(package: &Package) -> HashMap<&str, Vec<&str>> {
    let mut held: HashMap<&str, Vec<&str>> = HashMap::new();
    for (owner, fields) in package.records() {
        let held = held.entry(owner).or_default();
        fields.iter().for_each(|field| names_in(&field.ty, held));
    }
    for item in &package.unions {
        let held = held.entry(&item.name).or_default();
        let types = item.cases.iter().filter_map(|it| it.ty.as_ref());
        types.for_each(|ty| names_in(ty, held));
    }
    held
}

/// The declarations of the package that a type names.
fn names_in<'a>(ty: &'a Type, found: &mut Vec<&'a str>) {
    match ty {
        Type::List(inner) | Type::Nullable(inner) => names_in(inner, found),
        Type::Map(key, value) => {
            names_in(key, found);
            names_in(value, found);
        }
        Type::Tuple(parts) => parts.iter().for_each(|part| names_in(part, found)),
        Type::Struct(name) | Type::Enum(name) | Type::Union(name) if name.package.is_none() => {
            found.push(&name.name);
        }
        _ => {}
    }
}
