//! Changes of structs and errors, and of the fields in them.

use yar_idl::model::{ErrorType, Field, Package, Struct};

use super::compare::{At, Comparer, Text};
use super::reach::Direction;
use super::types::{difference, spelled};

pub(super) fn of_structs(
    old: &Struct,
    new: &Struct,
    package: &Package,
    comparer: &mut Comparer<'_>,
) {
    let direction = comparer.reach.direction(&package.name, &new.name);
    let owner = format!("struct `{}`", new.name);
    let both = Fields {
        name: &new.name,
        owner: &owner,
        direction,
        reserved: &new.reserved,
    };
    compare(&both, &old.fields, &new.fields, comparer);
}

pub(super) fn of_errors(old: &ErrorType, new: &ErrorType, comparer: &mut Comparer<'_>) {
    if old.code != new.code {
        let text = Text {
            message: format!("error `{}` has code {} now", new.name, new.code),
            label: "another code".to_owned(),
            before: format!("had code {}", old.code),
            why: "clients decide by code, so old ones do not recognise it any more".to_owned(),
            help: format!("keep code {}", old.code),
        };
        comparer.major("ERROR_CODE_CHANGED", At::same(&new.name), text);
    }
    if old.wire != new.wire {
        let text = Text {
            message: format!("error `{}` travels as `{}` now", new.name, new.wire),
            label: "another name on the wire".to_owned(),
            before: format!("was `{}`", old.wire),
            why: "clients decide by code first, and by name where there is no code".to_owned(),
            help: String::new(),
        };
        comparer.warn("WIRE_NAME_CHANGED", At::same(&new.name), text);
    }
    let owner = format!("error `{}`", new.name);
    let both = Fields {
        name: &new.name,
        owner: &owner,
        direction: Direction::OUTPUT,
        reserved: &new.reserved,
    };
    compare(&both, &old.fields, &new.fields, comparer);
}

/// The owner of fields that are compared.
struct Fields<'a> {
    name: &'a str,
    owner: &'a str,
    direction: Direction,
    reserved: &'a [String],
}

fn compare(both: &Fields<'_>, old: &[Field], new: &[Field], comparer: &mut Comparer<'_>) {
    for before in old {
        match new.iter().find(|it| it.name == before.name) {
            Some(after) => field(both, before, after, comparer),
            None => lost(both, before, new, comparer),
        }
    }
    for after in new {
        let is_known = old
            .iter()
            .any(|it| it.name == after.name || it.wire == after.wire);
        if is_known {
            continue;
        }
        if after.optional || after.default.is_some() {
            comparer.minor();
        } else {
            added(both, after, comparer);
        }
    }
}

fn lost(both: &Fields<'_>, old: &Field, new: &[Field], comparer: &mut Comparer<'_>) {
    let path = format!("{}.{}", both.name, old.name);
    // The same key under another name is a change of code alone.
    if let Some(after) = new.iter().find(|it| it.wire == old.wire) {
        let new_path = format!("{}.{}", both.name, after.name);
        let at = At {
            old: &path,
            new: &new_path,
            whole: false,
        };
        let text = Text {
            message: format!(
                "field `{}` is called `{}` in code now",
                old.name, after.name
            ),
            label: "new name".to_owned(),
            before: "old name".to_owned(),
            why: format!(
                "`{}` still travels; code that reads it must follow",
                after.wire
            ),
            help: String::new(),
        };
        comparer.warn("FIELD_RENAMED", at, text);
        return field(both, old, after, comparer);
    }
    let may_miss = old.optional || old.default.is_some();
    let is_reserved = both.reserved.contains(&old.wire) || both.reserved.contains(&old.name);
    if may_miss && is_reserved {
        comparer.minor();
        return;
    }
    let at = At {
        old: &path,
        new: both.name,
        whole: true,
    };
    let text = Text {
        message: format!("field `{}` of {} was removed", old.name, both.owner),
        label: "has it no more".to_owned(),
        before: "was here".to_owned(),
        why: match may_miss {
            true => "a later field of this name would be read as the old one".to_owned(),
            false => "old readers require it".to_owned(),
        },
        help: match may_miss {
            true => format!("write `reserved {}` in its place", old.name),
            false => format!(
                "make it optional (`{}?:`) first, and remove it later",
                old.name
            ),
        },
    };
    comparer.major("FIELD_REMOVED", at, text);
}

fn field(both: &Fields<'_>, old: &Field, new: &Field, comparer: &mut Comparer<'_>) {
    let (path, before) = (
        format!("{}.{}", both.name, new.name),
        format!("{}.{}", both.name, old.name),
    );
    let at = At {
        old: &before,
        new: &path,
        whole: true,
    };
    if old.wire != new.wire {
        let text = Text {
            message: format!("field `{}` travels as `{}` now", new.name, new.wire),
            label: "another key".to_owned(),
            before: format!("was `{}`", old.wire),
            why: "peers find fields by their keys".to_owned(),
            help: format!("keep the key: `@wire(\"{}\")`", old.wire),
        };
        comparer.major("WIRE_NAME_CHANGED", at, text);
    }
    let (from, to) = (spelled(&old.ty), spelled(&new.ty));
    match difference(&old.ty, &new.ty, both.direction) {
        Some(found) => {
            let text = Text {
                message: format!("field `{}` changed from `{from}` to `{to}`", new.name),
                label: format!("now `{to}`"),
                before: format!("was `{from}`"),
                why: found.why,
                help: "add a field of another name".to_owned(),
            };
            comparer.push(found.rule, found.bump, at, text);
        }
        None if old.ty != new.ty => comparer.minor(),
        None => {}
    }
    let may_miss = |it: &Field| it.optional || it.default.is_some();
    match (may_miss(old), may_miss(new)) {
        (true, false) => required(both, new, at, "became required", comparer),
        (false, true) if both.direction.output && new.optional => {
            let text = Text {
                message: format!("field `{}` may be left out now", new.name),
                label: "optional".to_owned(),
                before: "was always there".to_owned(),
                why: "old clients require it in an answer".to_owned(),
                help: "give it a default instead, which is always written".to_owned(),
            };
            comparer.major("FIELD_OPTIONAL", at, text);
        }
        (false, true) => comparer.minor(),
        _ if old.default != new.default => {
            let text = Text {
                message: format!("the default of field `{}` changed", new.name),
                label: "has another default".to_owned(),
                before: "old default".to_owned(),
                why: "values without it mean something else from now on".to_owned(),
                help: String::new(),
            };
            comparer.warn("DEFAULT_CHANGED", at, text);
        }
        _ => {}
    }
}

fn added(both: &Fields<'_>, new: &Field, comparer: &mut Comparer<'_>) {
    let path = format!("{}.{}", both.name, new.name);
    let at = At {
        old: both.name,
        new: &path,
        whole: false,
    };
    required(both, new, at, "was added and is required", comparer);
}

fn required(both: &Fields<'_>, new: &Field, at: At<'_>, what: &str, comparer: &mut Comparer<'_>) {
    let mut text = Text {
        message: format!("field `{}` of {} {what}", new.name, both.owner),
        label: "required".to_owned(),
        before: "without it".to_owned(),
        why: "old clients do not send it".to_owned(),
        help: format!("write `{}?:`, or give it a default", new.name),
    };
    if both.direction.input {
        comparer.major("FIELD_REQUIRED", at, text);
    } else {
        text.why =
            "new clients miss it in answers of old servers: update the servers first".to_owned();
        comparer.warn("FIELD_REQUIRED", at, text);
    }
}
