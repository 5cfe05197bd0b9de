//! Changes of declarations.

use std::collections::HashSet;

use yar_idl::model::{Kind, Package};

use super::compare::{At, Comparer, Text};
use super::{cases, fields, methods};

pub(super) fn compare(old: &Package, new: &Package, comparer: &mut Comparer<'_>) {
    if old.name != new.name {
        let text = Text {
            message: format!("package `{}` is called `{}` now", old.name, new.name),
            label: "new name".to_owned(),
            before: "old name".to_owned(),
            why: "modules and namespaces of generated code are called after it".to_owned(),
            help: String::new(),
        };
        comparer.major("PACKAGE_RENAMED", At::same(""), text);
    }
    removed(old, new, comparer);
    for after in &new.structs {
        if let Some(before) = old.structs.iter().find(|it| it.name == after.name) {
            fields::of_structs(before, after, new, comparer);
        }
    }
    for after in &new.enums {
        if let Some(before) = old.enums.iter().find(|it| it.name == after.name) {
            cases::of_enums(before, after, comparer);
        }
    }
    for after in &new.unions {
        if let Some(before) = old.unions.iter().find(|it| it.name == after.name) {
            cases::of_unions(before, after, new, comparer);
        }
    }
    for after in &new.errors {
        if let Some(before) = old.errors.iter().find(|it| it.name == after.name) {
            fields::of_errors(before, after, comparer);
        }
    }
    for after in &new.services {
        if let Some(before) = old.services.iter().find(|it| it.name == after.name) {
            methods::compare((old, before), (new, after), comparer);
        }
    }
    constants(old, new, comparer);
}

fn removed(old: &Package, new: &Package, comparer: &mut Comparer<'_>) {
    let declared = |package| -> HashSet<_> { names(package).collect() };
    let (before, after) = (declared(old), declared(new));
    for (kind, name) in names(old).filter(|it| !after.contains(it)) {
        let why = match kind {
            Kind::Service => "servers answer old clients with status 4: no such method",
            Kind::Error => "old servers throw it, and new clients do not know it",
            _ => "code that names it does not compile any more",
        };
        let at = At {
            old: name,
            new: "",
            whole: false,
        };
        let text = Text {
            message: format!("{} `{name}` was removed", kind.name()),
            label: "has it no more".to_owned(),
            before: "was here".to_owned(),
            why: why.to_owned(),
            help: "keep it, `@deprecated`, until nobody uses it".to_owned(),
        };
        comparer.major("DECLARATION_REMOVED", at, text);
    }
    if !after.is_subset(&before) {
        comparer.minor();
    }
}

/// What tells a declaration from all others.
fn names(package: &Package) -> impl Iterator<Item = (Kind, &str)> {
    package.declarations().map(|it| (it.kind, it.name))
}

fn constants(old: &Package, new: &Package, comparer: &mut Comparer<'_>) {
    for after in &new.constants {
        let mut known = old.constants.iter();
        let Some(before) = known.find(|it| it.name == after.name) else {
            continue;
        };
        if (&before.ty, &before.value) != (&after.ty, &after.value) {
            let text = Text {
                message: format!("constant `{}` has another value", after.name),
                label: "new value".to_owned(),
                before: "old value".to_owned(),
                why: "peers that were built before go on with the old one".to_owned(),
                help: String::new(),
            };
            comparer.warn("CONSTANT_CHANGED", At::same(&after.name), text);
        }
    }
}
