//! Changes of services and their methods.

use yar_idl::model::{Method, Package, Service};

use super::compare::{At, Comparer, Text};
use super::params::{self, Both};
use super::reach::Direction;
use super::types::{difference, spelled};

pub(super) fn compare(
    old: (&Package, &Service),
    new: (&Package, &Service),
    comparer: &mut Comparer<'_>,
) {
    for before in &old.1.methods {
        let own = new.1.methods.iter().find(|it| it.wire == before.wire);
        let old_path = format!("{}.{}", old.1.name, before.name);
        match own {
            Some(after) => {
                let new_path = format!("{}.{}", new.1.name, after.name);
                let both = Both {
                    old: before,
                    new: after,
                    old_path,
                    new_path,
                };
                method(&both, comparer);
            }
            None if inherits(new, before) => {}
            None => gone(before, &old_path, new.1, comparer),
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
fn inherits((package, service): (&Package, &Service), method: &Method) -> bool {
    let bases = package.bases(service);
    let mut methods = bases.iter().flat_map(|(_, base)| &base.methods);
    methods.any(|it| it.wire == method.wire)
}

/// Methods that are lost because a base is.
fn bases(old: (&Package, &Service), new: (&Package, &Service), comparer: &mut Comparer<'_>) {
    for (_, base) in old.0.bases(old.1) {
        for method in &base.methods {
            let own = new.1.methods.iter().any(|it| it.wire == method.wire);
            if !own && !inherits(new, method) {
                let path = new.1.name.clone();
                comparer.major(
                    "METHOD_REMOVED",
                    At::same(&path),
                    removed(method, "was inherited"),
                );
            }
        }
    }
}

fn gone(old: &Method, old_path: &str, service: &Service, comparer: &mut Comparer<'_>) {
    let mut methods = service.methods.iter();
    let same = methods.find(|it| it.wire.eq_ignore_ascii_case(&old.wire));
    let Some(after) = same else {
        let at = At {
            old: old_path,
            new: &service.name,
            whole: true,
        };
        comparer.major("METHOD_REMOVED", at, removed(old, "was here"));
        return;
    };
    let new_path = format!("{}.{}", service.name, after.name);
    let at = At {
        old: old_path,
        new: &new_path,
        whole: false,
    };
    let text = Text {
        message: format!("method `{}` is spelled `{}` now", old.wire, after.wire),
        label: "differs by letter case".to_owned(),
        before: "old spelling".to_owned(),
        why: "PHP servers find it all the same, other servers do not".to_owned(),
        help: format!("keep the old spelling: `@wire(\"{}\")`", old.wire),
    };
    comparer.major("METHOD_CASE_CHANGED", at, text);
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
    let at = At {
        old: &both.old_path,
        new: &both.new_path,
        whole: false,
    };
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
