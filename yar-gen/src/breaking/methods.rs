//! Changes of services and their methods.

use yar_idl::model::{Method, Package, Service};

use super::compare::{At, Comparer, Text};
use super::params::{self, Both};
use super::reach::Direction;
use super::types::{difference, spelled};

/// A service with the package whose names it uses.
type Side<'a> = (&'a Package, &'a Service);

pub(super) fn compare(old: Side<'_>, new: Side<'_>, comparer: &mut Comparer<'_>) {
    for before in &old.1.methods {
        let own = new.1.methods.iter().find(|it| it.wire == before.wire);
        match own {
            Some(after) => method(&Both::of((old.1, before), (new.1, after)), comparer),
            None if inherits(new, before) => {}
            None => gone(before, old, new, comparer),
        }
    }
    let added = new.1.methods.iter().any(|it| {
        let mut known = old.1.methods.iter();
        !known.any(|known| known.wire.eq_ignore_ascii_case(&it.wire))
    });
    if added || old.1.extends.is_none() && new.1.extends.is_some() {
        comparer.minor();
    }
    bases(old, new, comparer);
}

/// A method that moved into a base service is still there.
fn inherits(side: Side<'_>, method: &Method) -> bool {
    all(side).any(|it| it.wire == method.wire)
}

/// The methods of a service with those that it inherits.
fn all<'a>((package, service): Side<'a>) -> impl Iterator<Item = &'a Method> {
    let bases = package.bases(service);
    let inherited = bases.into_iter().flat_map(|(_, base)| &base.methods);
    service.methods.iter().chain(inherited)
}

/// Methods that are lost because a base is, or because of what it lost.
fn bases(old: Side<'_>, new: Side<'_>, comparer: &mut Comparer<'_>) {
    for (_, base) in old.0.bases(old.1) {
        for method in base.methods.iter().filter(|it| !inherits(new, it)) {
            let at = At::same(&new.1.name);
            match under_another_name(method, old, new) {
                Some(after) => comparer.major("WIRE_NAME_CHANGED", at, rewired(method, after)),
                None => comparer.major("METHOD_REMOVED", at, removed(method, "was inherited")),
            }
        }
    }
}

/// A method whose name on the wire is gone.
fn gone(before: &Method, old: Side<'_>, new: Side<'_>, comparer: &mut Comparer<'_>) {
    let own = |it: &&Method| it.wire.eq_ignore_ascii_case(&before.wire);
    if let Some(after) = new.1.methods.iter().find(own) {
        let both = Both::of((old.1, before), (new.1, after));
        comparer.major(
            "METHOD_CASE_CHANGED",
            both.names(),
            respelled(before, after),
        );
        return;
    }
    let Some(after) = under_another_name(before, old, new) else {
        let path = format!("{}.{}", old.1.name, before.name);
        let at = At {
            old: &path,
            new: &new.1.name,
            whole: true,
        };
        comparer.major("METHOD_REMOVED", at, removed(before, "was here"));
        return;
    };
    let both = Both::of((old.1, before), (new.1, after));
    comparer.major("WIRE_NAME_CHANGED", both.names(), rewired(before, after));
    method(&both, comparer);
}

/// The method of the same name, unless it travels as another one did before:
/// then it is that one, and was renamed.
fn under_another_name<'a>(before: &Method, old: Side<'_>, new: Side<'a>) -> Option<&'a Method> {
    let is_new = |it: &&Method| !all(old).any(|known| known.wire == it.wire);
    all(new).find(|it| it.name == before.name).filter(is_new)
}

fn rewired(old: &Method, new: &Method) -> Text {
    Text {
        message: format!("method `{}` travels as `{}` now", new.name, new.wire),
        label: "another name on the wire".to_owned(),
        before: format!("was `{}`", old.wire),
        why: "servers answer old clients with status 4: no such method".to_owned(),
        help: match old.wire == new.name {
            true => format!("keep the name: take `@wire(\"{}\")` away", new.wire),
            false => format!("keep the name: `@wire(\"{}\")`", old.wire),
        },
    }
}

fn respelled(old: &Method, new: &Method) -> Text {
    Text {
        message: format!("method `{}` is spelled `{}` now", old.wire, new.wire),
        label: "differs by letter case".to_owned(),
        before: "old spelling".to_owned(),
        why: "PHP servers find it all the same, other servers do not".to_owned(),
        help: format!("keep the old spelling: `@wire(\"{}\")`", old.wire),
    }
}

fn removed(method: &Method, before: &str) -> Text {
    Text {
        message: format!("method `{}` was removed", method.wire),
        label: "has it no more".to_owned(),
        before: before.to_owned(),
        why: "servers answer old clients with status 4: no such method".to_owned(),
        help: "keep it, `@deprecated`, until nobody calls it".to_owned(),
    }
}

fn method(both: &Both<'_>, comparer: &mut Comparer<'_>) {
    params::compare(both, comparer);
    returns(both, comparer);
    let (old, new) = (both.old, both.new);
    let at = both.names();
    if old.name != new.name {
        comparer.warn("METHOD_RENAMED", at, renamed(old, new));
    }
    if old.idempotent && !new.idempotent {
        let text = Text {
            message: format!("method `{}` is not idempotent any more", new.name),
            label: "may not run twice".to_owned(),
            before: "could run twice".to_owned(),
            why: "old clients go on repeating calls whose answer was lost".to_owned(),
            help: String::new(),
        };
        comparer.warn("IDEMPOTENCE_REMOVED", at, text);
    }
    if !old.strict_arity && new.strict_arity {
        let text = Text {
            message: format!("method `{}` refuses surplus arguments now", new.name),
            label: "counts its arguments".to_owned(),
            before: "did not count them".to_owned(),
            why: "clients with a longer list of parameters are refused".to_owned(),
            help: String::new(),
        };
        comparer.warn("STRICT_ARITY_ADDED", at, text);
    }
    if old.throws.len() < new.throws.len() {
        comparer.minor();
    }
}

fn renamed(old: &Method, new: &Method) -> Text {
    Text {
        message: format!("method `{}` is called `{}` in code now", old.name, new.name),
        label: "new name".to_owned(),
        before: "old name".to_owned(),
        why: format!("`{}` still travels; callers in code must follow", new.wire),
        help: String::new(),
    }
}

fn returns(both: &Both<'_>, comparer: &mut Comparer<'_>) {
    let at = At {
        old: &both.old_path,
        new: &both.new_path,
        whole: true,
    };
    let name = &both.new.name;
    match (&both.old.returns, &both.new.returns) {
        (Some(old), Some(new)) => {
            let (from, to) = (spelled(old), spelled(new));
            match difference(old, new, Direction::OUTPUT) {
                Some(found) => {
                    let text = Text {
                        message: format!("the result of `{name}` changed from `{from}` to `{to}`"),
                        label: format!("returns `{to}`"),
                        before: format!("returned `{from}`"),
                        why: found.why,
                        help: "add a method with the new result".to_owned(),
                    };
                    comparer.push(found.rule, found.bump, at, text);
                }
                None if old != new => comparer.minor(),
                None => {}
            }
        }
        (Some(old), None) => {
            let text = Text {
                message: format!("method `{name}` returns nothing any more"),
                label: "returns nothing".to_owned(),
                before: format!("returned `{}`", spelled(old)),
                why: "old clients cannot read an answer without a value".to_owned(),
                help: String::new(),
            };
            comparer.major("RESULT_REMOVED", at, text);
        }
        // Who expects nothing ignores what comes.
        (None, Some(_)) => comparer.minor(),
        (None, None) => {}
    }
}
