//! Changes of enums and unions, and of the cases in them.

use yar_idl::model::{Enum, Package, Union, UnionCase};

use super::change::Bump;
use super::compare::{At, Comparer, Text};
use super::reach::Direction;
use super::types::{Difference, difference, spelled};

pub(super) fn of_enums(old: &Enum, new: &Enum, comparer: &mut Comparer<'_>) {
    let at = At::same(&new.name);
    if old.repr != new.repr {
        let text = Text {
            message: format!("enum `{}` has values of another type", new.name),
            label: "another type".to_owned(),
            before: "old type".to_owned(),
            why: "peers do not read each other's values".to_owned(),
            help: "declare another enum".to_owned(),
        };
        comparer.major("TYPE_CHANGED", at, text);
        return;
    }
    if new.closed && !old.closed {
        let text = Text {
            message: format!("enum `{}` is closed now", new.name),
            label: "refuses unknown values".to_owned(),
            before: "kept them".to_owned(),
            why: "values that were passed on are refused".to_owned(),
            help: String::new(),
        };
        comparer.major("ENUM_CLOSED", at, text);
    }
    kept_cases(old, new, comparer);
    added_cases(old, new, comparer);
}

fn kept_cases(old: &Enum, new: &Enum, comparer: &mut Comparer<'_>) {
    for before in &old.cases {
        let path = format!("{}.{}", new.name, before.name);
        match new.cases.iter().find(|it| it.name == before.name) {
            Some(after) if after.value == before.value => {}
            Some(_) => {
                let text = Text {
                    message: format!(
                        "case `{}` of enum `{}` has another value",
                        before.name, new.name
                    ),
                    label: "another value".to_owned(),
                    before: "old value".to_owned(),
                    why: "the value is what travels".to_owned(),
                    help: "add a case of another name".to_owned(),
                };
                comparer.major(
                    "CASE_VALUE_CHANGED",
                    At {
                        whole: true,
                        ..At::same(&path)
                    },
                    text,
                );
            }
            None => {
                let is_reserved = new.reserved_values.contains(&before.value)
                    || new.reserved_names.contains(&before.name);
                case_removed("enum", &new.name, &before.name, is_reserved, comparer);
            }
        }
    }
}

fn added_cases(old: &Enum, new: &Enum, comparer: &mut Comparer<'_>) {
    for after in &new.cases {
        if old.cases.iter().any(|it| it.name == after.name) {
            continue;
        }
        if !old.closed {
            comparer.minor();
            continue;
        }
        let path = format!("{}.{}", new.name, after.name);
        let at = At {
            old: &new.name,
            new: &path,
            whole: false,
        };
        let text = Text {
            message: format!(
                "case `{}` was added to closed enum `{}`",
                after.name, new.name
            ),
            label: "new case".to_owned(),
            before: "closed".to_owned(),
            why: "old readers refuse it".to_owned(),
            help: String::new(),
        };
        comparer.major("CASE_ADDED", at, text);
    }
}

pub(super) fn of_unions(old: &Union, new: &Union, package: &Package, comparer: &mut Comparer<'_>) {
    let direction = comparer.reach.direction(&package.name, &new.name);
    if old.tag != new.tag {
        let text = Text {
            message: format!("union `{}` tells its cases apart in another way", new.name),
            label: "another tag".to_owned(),
            before: "old form".to_owned(),
            why: "old peers look for the case in another place".to_owned(),
            help: String::new(),
        };
        comparer.major("TAG_CHANGED", At::same(&new.name), text);
        return;
    }
    for before in &old.cases {
        match new.cases.iter().find(|it| it.name == before.name) {
            Some(after) => choice(&new.name, before, after, direction, comparer),
            None => {
                let is_reserved =
                    new.reserved.contains(&before.name) || new.reserved.contains(&before.wire);
                case_removed("union", &new.name, &before.name, is_reserved, comparer);
            }
        }
    }
    if new.cases.len() > old.cases.len() {
        comparer.minor();
    }
}

fn choice(
    union: &str,
    old: &UnionCase,
    new: &UnionCase,
    direction: Direction,
    comparer: &mut Comparer<'_>,
) {
    let path = format!("{union}.{}", new.name);
    let at = At {
        whole: true,
        ..At::same(&path)
    };
    if old.wire != new.wire {
        let text = Text {
            message: format!("case `{}` travels as `{}` now", new.name, new.wire),
            label: "another key".to_owned(),
            before: format!("was `{}`", old.wire),
            why: "peers tell cases apart by their keys".to_owned(),
            help: format!("keep the key: `@wire(\"{}\")`", old.wire),
        };
        comparer.major("WIRE_NAME_CHANGED", at, text);
    }
    let found = match (&old.ty, &new.ty) {
        (Some(old), Some(new)) => difference(old, new, direction),
        (None, None) => None,
        _ => Some(Difference {
            rule: "TYPE_CHANGED",
            bump: Bump::Major,
            why: "one side has a value where the other has none".to_owned(),
        }),
    };
    if let Some(found) = found {
        let spell = |ty: &Option<_>| ty.as_ref().map_or_else(|| "nothing".to_owned(), spelled);
        let text = Text {
            message: format!("case `{}` of union `{union}` holds another type", new.name),
            label: format!("now `{}`", spell(&new.ty)),
            before: format!("was `{}`", spell(&old.ty)),
            why: found.why,
            help: "add a case of another name".to_owned(),
        };
        comparer.push(found.rule, found.bump, at, text);
    }
}

fn case_removed(
    kind: &str,
    owner: &str,
    name: &str,
    is_reserved: bool,
    comparer: &mut Comparer<'_>,
) {
    if is_reserved {
        comparer.minor();
        return;
    }
    let path = format!("{owner}.{name}");
    let at = At {
        old: &path,
        new: owner,
        whole: true,
    };
    let text = Text {
        message: format!("case `{name}` of {kind} `{owner}` was removed"),
        label: "has it no more".to_owned(),
        before: "was here".to_owned(),
        why: "old peers go on sending it, and a later case could take its place".to_owned(),
        help: format!("write `reserved {name}` in its place"),
    };
    comparer.major("CASE_REMOVED", at, text);
}
