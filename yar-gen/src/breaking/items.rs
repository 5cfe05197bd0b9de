//! Changes of declarations.

use yar_idl::model::{Enum, ErrorType, Field, Package, Struct, Union};

use super::compare::{At, Comparer, Text};
use super::methods;
use super::reach::Direction;
use super::types::{difference, spelled};

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
            structs(before, after, new, comparer);
        }
    }
    for after in &new.enums {
        if let Some(before) = old.enums.iter().find(|it| it.name == after.name) {
            enums(before, after, comparer);
        }
    }
    for after in &new.unions {
        if let Some(before) = old.unions.iter().find(|it| it.name == after.name) {
            unions(before, after, new, comparer);
        }
    }
    for after in &new.errors {
        if let Some(before) = old.errors.iter().find(|it| it.name == after.name) {
            errors(before, after, comparer);
        }
    }
    for after in &new.services {
        if let Some(before) = old.services.iter().find(|it| it.name == after.name) {
            methods::compare((old, before), (new, after), comparer);
        }
    }
    constants(old, new, comparer);
}

/// Kind and name of every declaration.
fn declared(package: &Package) -> Vec<(&'static str, &str)> {
    let constants = package
        .constants
        .iter()
        .map(|it| ("constant", it.name.as_str()));
    let structs = package
        .structs
        .iter()
        .map(|it| ("struct", it.name.as_str()));
    let enums = package.enums.iter().map(|it| ("enum", it.name.as_str()));
    let unions = package.unions.iter().map(|it| ("union", it.name.as_str()));
    let errors = package.errors.iter().map(|it| ("error", it.name.as_str()));
    let services = package
        .services
        .iter()
        .map(|it| ("service", it.name.as_str()));
    let types = structs.chain(enums).chain(unions);
    constants
        .chain(types)
        .chain(errors)
        .chain(services)
        .collect()
}

fn removed(old: &Package, new: &Package, comparer: &mut Comparer<'_>) {
    let (before, after) = (declared(old), declared(new));
    for (kind, name) in &before {
        if after.contains(&(*kind, *name)) {
            continue;
        }
        let why = match *kind {
            "service" => "servers answer old clients with status 4: no such method",
            "error" => "old servers throw it, and new clients do not know it",
            _ => "code that names it does not compile any more",
        };
        let at = At {
            old: name,
            new: "",
            whole: false,
        };
        let text = Text {
            message: format!("{kind} `{name}` was removed"),
            label: "has it no more".to_owned(),
            before: "was here".to_owned(),
            why: why.to_owned(),
            help: "keep it, `@deprecated`, until nobody uses it".to_owned(),
        };
        comparer.major("DECLARATION_REMOVED", at, text);
    }
    if after.iter().any(|it| !before.contains(it)) {
        comparer.minor();
    }
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

fn structs(old: &Struct, new: &Struct, package: &Package, comparer: &mut Comparer<'_>) {
    let direction = comparer.reach.direction(&package.name, &new.name);
    let owner = format!("struct `{}`", new.name);
    let both = Fields {
        name: &new.name,
        owner: &owner,
        direction,
        reserved: &new.reserved,
    };
    fields(&both, &old.fields, &new.fields, comparer);
}

fn errors(old: &ErrorType, new: &ErrorType, comparer: &mut Comparer<'_>) {
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
    fields(&both, &old.fields, &new.fields, comparer);
}

/// The owner of fields that are compared.
struct Fields<'a> {
    name: &'a str,
    owner: &'a str,
    direction: Direction,
    reserved: &'a [String],
}

fn fields(both: &Fields<'_>, old: &[Field], new: &[Field], comparer: &mut Comparer<'_>) {
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

fn enums(old: &Enum, new: &Enum, comparer: &mut Comparer<'_>) {
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

fn unions(old: &Union, new: &Union, package: &Package, comparer: &mut Comparer<'_>) {
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
        let path = format!("{}.{}", new.name, before.name);
        let at = At {
            whole: true,
            ..At::same(&path)
        };
        let Some(after) = new.cases.iter().find(|it| it.name == before.name) else {
            let is_reserved =
                new.reserved.contains(&before.name) || new.reserved.contains(&before.wire);
            case_removed("union", &new.name, &before.name, is_reserved, comparer);
            continue;
        };
        if before.wire != after.wire {
            let text = Text {
                message: format!("case `{}` travels as `{}` now", after.name, after.wire),
                label: "another key".to_owned(),
                before: format!("was `{}`", before.wire),
                why: "peers tell cases apart by their keys".to_owned(),
                help: format!("keep the key: `@wire(\"{}\")`", before.wire),
            };
            comparer.major("WIRE_NAME_CHANGED", at, text);
        }
        let found = match (&before.ty, &after.ty) {
            (Some(old), Some(new)) => difference(old, new, direction),
            (None, None) => None,
            _ => Some(super::types::Difference {
                rule: "TYPE_CHANGED",
                bump: super::change::Bump::Major,
                why: "one side has a value where the other has none".to_owned(),
            }),
        };
        if let Some(found) = found {
            let spell = |ty: &Option<_>| ty.as_ref().map_or_else(|| "nothing".to_owned(), spelled);
            let text = Text {
                message: format!(
                    "case `{}` of union `{}` holds another type",
                    after.name, new.name
                ),
                label: format!("now `{}`", spell(&after.ty)),
                before: format!("was `{}`", spell(&before.ty)),
                why: found.why,
                help: "add a case of another name".to_owned(),
            };
            comparer.push(found.rule, found.bump, at, text);
        }
    }
    if new.cases.len() > old.cases.len() {
        comparer.minor();
    }
}
