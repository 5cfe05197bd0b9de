//! What fields, cases and methods have in common: a declared name, and one
//! that travels.

use std::collections::HashMap;

use super::Report;
use super::annotations::Said;
use crate::ast::Name;
use crate::codes;
use crate::diag::{Confidence, Diagnostic};
use crate::suggest;

/// A member with both of its names.
pub(super) struct Member {
    pub(super) name: Name,
    /// What travels; the place is that of `@wire`, if there is one.
    pub(super) wire: Name,
}

impl Member {
    pub(super) fn new(name: &Name, said: &Said<'_>) -> Self {
        Self {
            name: name.clone(),
            wire: said.wire.as_ref().unwrap_or(name).clone(),
        }
    }
}

/// Reports members that are one on the wire; those of equal names are
/// reported as such.
pub(super) fn check_wires(members: &[Member], what: &str, owner: &str, report: &mut Report) {
    let mut seen: HashMap<&str, &Member> = HashMap::new();
    for member in members {
        let Some(first) = seen.get(member.wire.text.as_str()) else {
            seen.insert(&member.wire.text, member);
            continue;
        };
        if first.name.text != member.name.text {
            report.push(shared(first, member, what, owner));
        }
    }
}

/// What takes the place of a member is a member beside it, unless a dot says
/// otherwise.
pub(super) fn check_replacement<'n>(
    said: &Said<'_>,
    siblings: impl Iterator<Item = &'n Name> + Clone,
    owner: &str,
    report: &mut Report,
) {
    let Some(name) = &said.replaced_by else {
        return;
    };
    let mut known = siblings.clone();
    if report.is_full() || name.text.contains('.') || known.any(|it| it.text == name.text) {
        return;
    }
    let diagnostic = Diagnostic::new(
        codes::ANNOTATION_VALUE,
        name.span.clone(),
        format!("{owner} has no `{}`", name.text),
        "replaces nothing",
    );
    let known = siblings.map(|it| it.text.as_str());
    report.push(match suggest::nearest(&name.text, known) {
        Some(near) => diagnostic.with_edit(
            format!("did you mean `{near}`?"),
            name.span.clone(),
            format!("\"{near}\""),
            Confidence::Maybe,
        ),
        None => diagnostic,
    });
}

fn shared(first: &Member, second: &Member, what: &str, owner: &str) -> Diagnostic {
    Diagnostic::new(
        codes::SHARED_WIRE,
        second.wire.span.clone(),
        format!(
            "{what} `{}` and `{}` of {owner} are both `{}` on the wire",
            first.name.text, second.name.text, second.wire.text
        ),
        "already used",
    )
    .with_secondary(first.wire.span.clone(), "first used here")
    .with_help("give one of them another name on the wire: `@wire(\"…\")`")
}
