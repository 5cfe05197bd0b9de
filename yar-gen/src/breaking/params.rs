//! Changes of parameters, which travel by position.

use yar_idl::model::{Method, Param, Service};

use super::compare::{At, Comparer, Text};
use super::reach::Direction;
use super::types::{difference, spelled};

/// A method that both contracts have, at its paths in them.
pub(super) struct Both<'a> {
    pub(super) old: &'a Method,
    pub(super) new: &'a Method,
    pub(super) old_path: String,
    pub(super) new_path: String,
}

impl<'a> Both<'a> {
    /// The method of each service.
    pub(super) fn of(old: (&Service, &'a Method), new: (&Service, &'a Method)) -> Self {
        let path =
            |(service, method): (&Service, &Method)| format!("{}.{}", service.name, method.name);
        Self {
            old: old.1,
            new: new.1,
            old_path: path(old),
            new_path: path(new),
        }
    }

    /// Where the two are named.
    pub(super) fn names(&self) -> At<'_> {
        At {
            old: &self.old_path,
            new: &self.new_path,
            whole: false,
        }
    }
}

pub(super) fn compare(both: &Both<'_>, comparer: &mut Comparer<'_>) {
    let (old, new) = (&both.old.params, &both.new.params);
    let has = |params: &[Param], name: &str| params.iter().any(|it| it.name == name);
    // Names that both have must come in the same order.
    let kept = |from: &'_ [Param], in_: &'_ [Param]| {
        let kept = from.iter().filter(|it| has(in_, &it.name));
        kept.map(|it| it.name.clone()).collect::<Vec<_>>()
    };
    let (before, after) = (kept(old, new), kept(new, old));
    if before != after {
        let moved = after
            .iter()
            .zip(&before)
            .find(|(left, right)| left != right);
        let moved = moved.map_or("", |(name, _)| name.as_str());
        both.report("PARAM_REORDERED", moved, comparer, |_| Text {
            message: format!("parameter `{moved}` was moved"),
            label: "comes in another place".to_owned(),
            before: "old signature".to_owned(),
            why: "arguments travel by position: old clients send others in its place".to_owned(),
            help: "put the parameters back into their old order".to_owned(),
        });
        return;
    }
    for index in 0..old.len().max(new.len()) {
        match (old.get(index), new.get(index)) {
            (Some(before), Some(after)) if before.name == after.name => {
                same(both, before, after, comparer);
            }
            (Some(before), Some(after)) => {
                let is_new = !has(old, &after.name);
                let is_gone = !has(new, &before.name);
                if is_new && is_gone {
                    renamed(both, before, after, comparer);
                    same(both, before, after, comparer);
                } else if is_new {
                    inserted(both, before, after, index, comparer);
                    return;
                } else {
                    removed(both, before, true, comparer);
                    return;
                }
            }
            (None, Some(after)) => appended(both, after, comparer),
            (Some(before), None) => removed(both, before, false, comparer),
            (None, None) => {}
        }
    }
}

fn is_left_out(param: &Param) -> bool {
    param.optional || param.default.is_some()
}

fn same(both: &Both<'_>, old: &Param, new: &Param, comparer: &mut Comparer<'_>) {
    let path = format!("{}.{}", both.new_path, new.name);
    let before = format!("{}.{}", both.old_path, old.name);
    let at = At {
        old: &before,
        new: &path,
        whole: true,
    };
    if let Some(found) = difference(&old.ty, &new.ty, Direction::INPUT) {
        let (from, to) = (spelled(&old.ty), spelled(&new.ty));
        let text = Text {
            message: format!("parameter `{}` changed from `{from}` to `{to}`", new.name),
            label: format!("now `{to}`"),
            before: format!("was `{from}`"),
            why: found.why,
            help: "add a method, or a parameter at the end".to_owned(),
        };
        comparer.push(found.rule, found.bump, at, text);
    } else if old.ty != new.ty {
        comparer.minor();
    }
    match (is_left_out(old), is_left_out(new)) {
        (true, false) => comparer.major(
            "PARAM_REQUIRED",
            at,
            Text {
                message: format!("parameter `{}` became required", new.name),
                label: "must be given now".to_owned(),
                before: "could be left out".to_owned(),
                why: "old clients go on leaving it out".to_owned(),
                help: "keep it optional, or keep its default".to_owned(),
            },
        ),
        (false, true) => comparer.minor(),
        _ if old.default != new.default => comparer.warn(
            "DEFAULT_CHANGED",
            at,
            Text {
                message: format!("the default of parameter `{}` changed", new.name),
                label: "has another default".to_owned(),
                before: "old default".to_owned(),
                why: "calls that leave it out mean something else from now on".to_owned(),
                help: String::new(),
            },
        ),
        _ => {}
    }
}

fn renamed(both: &Both<'_>, old: &Param, new: &Param, comparer: &mut Comparer<'_>) {
    let (path, before) = (
        format!("{}.{}", both.new_path, new.name),
        format!("{}.{}", both.old_path, old.name),
    );
    let at = At {
        old: &before,
        new: &path,
        whole: false,
    };
    comparer.warn(
        "PARAM_RENAMED",
        at,
        Text {
            message: format!("parameter `{}` is called `{}` now", old.name, new.name),
            label: "new name".to_owned(),
            before: "old name".to_owned(),
            why: "names of parameters do not travel; PHP code with named arguments must follow"
                .to_owned(),
            help: String::new(),
        },
    );
}

fn inserted(both: &Both<'_>, old: &Param, new: &Param, index: usize, comparer: &mut Comparer<'_>) {
    let place = ordinal(index);
    both.report("PARAM_INSERTED", &new.name, comparer, |comparer| {
        let _ = comparer;
        Text {
            message: format!("parameter `{}` was inserted before `{}`", new.name, old.name),
            label: format!("new in {place} place"),
            before: "old signature".to_owned(),
            why: format!(
                "old clients send `{}` {place}; a PHP server would try to read it as `{}`",
                old.name, new.name
            ),
            help: "append it instead, optional or with a default, or bump `@version` to the next major"
                .to_owned(),
        }
    });
}

fn appended(both: &Both<'_>, new: &Param, comparer: &mut Comparer<'_>) {
    if is_left_out(new) {
        comparer.minor();
        return;
    }
    both.report("PARAM_REQUIRED", &new.name, comparer, |_| Text {
        message: format!("required parameter `{}` was added", new.name),
        label: "must be given".to_owned(),
        before: "old signature".to_owned(),
        why: "old clients do not send it; a PHP server answers with ArgumentCountError".to_owned(),
        help: format!("write `{}?:`, or give it a default", new.name),
    });
}

fn removed(both: &Both<'_>, old: &Param, is_within: bool, comparer: &mut Comparer<'_>) {
    let text = |why: &str| Text {
        message: format!("parameter `{}` was removed", old.name),
        label: "has a parameter less".to_owned(),
        before: "was here".to_owned(),
        why: why.to_owned(),
        help: String::new(),
    };
    let before = format!("{}.{}", both.old_path, old.name);
    let at = At {
        old: &before,
        new: &both.new_path,
        whole: true,
    };
    if is_within {
        let why =
            "arguments travel by position: old clients send all later ones in the wrong place";
        comparer.major("PARAM_REMOVED", at, text(why));
    } else if is_left_out(old) {
        comparer.warn(
            "PARAM_REMOVED",
            at,
            text("what old clients send for it is ignored"),
        );
    } else {
        let why = "new clients do not send it, and old servers require it";
        comparer.major("PARAM_REMOVED", at, text(why));
    }
}

impl Both<'_> {
    /// Reports at a parameter of the new contract, beside the old signature.
    fn report(
        &self,
        rule: &'static str,
        param: &str,
        comparer: &mut Comparer<'_>,
        text: impl FnOnce(&Comparer<'_>) -> Text,
    ) {
        let path = format!("{}.{param}", self.new_path);
        let at = At {
            old: &self.old_path,
            new: &path,
            whole: true,
        };
        let text = text(comparer);
        comparer.major(rule, at, text);
    }
}

fn ordinal(index: usize) -> String {
    match index {
        0 => "first".to_owned(),
        1 => "second".to_owned(),
        2 => "third".to_owned(),
        _ => format!("{}th", index + 1),
    }
}
