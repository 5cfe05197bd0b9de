//! What a method returns and throws, behind whatever alias it is written.

use super::aliases::{path_of, resolve};
use super::problem::{Place, Problem};
use super::scope::{Role, Scope, plain, role};
use super::spell::spell;
use super::split::{Keyword, SourceItem};
use super::types::arguments;
use super::{ErrorKind, ErrorType};
use crate::ast;
use crate::codes;
use std::collections::BTreeSet;
use std::rc::Rc;
use syn::{DeriveInput, Path, Type};

/// Error types that one method can lead to; more are taken for a cycle.
const MAX_ERRORS: usize = 256;

/// The two halves of a method's `Result`.
pub(super) struct Outcome {
    /// What it returns, `None` for nothing.
    pub(super) value: Option<Type>,
    /// The errors it throws, by their names in the contract.
    pub(super) throws: Vec<ast::Name>,
}

/// Takes a `Result`, or an alias of one, apart.
pub(super) fn read(
    ty: &Type,
    scope: &mut Scope<'_>,
    problems: &mut Vec<Problem>,
) -> Option<Outcome> {
    let resolved = resolve(ty, scope, problems)?;
    let path = path_of(&resolved).filter(|path| last_word(path) == "Result");
    let halves = path.map(arguments).unwrap_or_default();
    let [value, error] = halves.as_slice() else {
        problems.push(hidden(ty));
        return None;
    };
    Some(Outcome {
        value: Some((*value).clone()).filter(|ty| !is_unit(ty)),
        throws: throws(error, Place::of(ty), scope, problems),
    })
}

/// The names of the errors that a method with this error type throws, in
/// order. `place` is the whole result: an alias may hold the error elsewhere.
fn throws(
    error: &Type,
    place: Place,
    scope: &mut Scope<'_>,
    problems: &mut Vec<Problem>,
) -> Vec<ast::Name> {
    let mut named = Vec::new();
    let mut opened = BTreeSet::new();
    let mut waiting = vec![error.clone()];
    for _ in 0..MAX_ERRORS {
        let Some(ty) = waiting.pop() else {
            return named;
        };
        let Some(resolved) = resolve(&ty, scope, problems) else {
            continue;
        };
        let Some(path) = path_of(&resolved) else {
            problems.push(not_thrown(&spell(&ty), place));
            continue;
        };
        let Some(item) = scope.find(path) else {
            match (last_word(path).as_str(), arguments(path).as_slice()) {
                ("Error" | "Infallible", []) => {}
                ("Fault", [inner]) => waiting.push((*inner).clone()),
                _ => problems.push(not_thrown(&spell(path), place)),
            }
            continue;
        };
        let name = scope.refer(path);
        match choice(item, scope, problems) {
            Some(variants) if opened.insert(&item.name) => {
                waiting.extend(variants.iter().rev().cloned());
            }
            Some(_) => {}
            None => named.extend(name.map(|text| ast::Name {
                text,
                span: Place::of(path).bytes(),
            })),
        }
    }
    problems.push(endless(&spell(error), place));
    named
}

/// The types in the variants of an enum of errors.
fn choice(
    item: &SourceItem,
    scope: &mut Scope<'_>,
    problems: &mut Vec<Problem>,
) -> Option<Rc<[Type]>> {
    if item.keyword != Keyword::Enum || role(item) != Role::Error {
        return None;
    }
    if let Some(known) = scope.choices.get(&item.name) {
        return known.clone();
    }
    let input = item.parse::<DeriveInput>(problems);
    // Its mistakes are reported when its turn comes.
    let variants = match input.map(|input| ErrorType::read(&input).0.kind) {
        Some(ErrorKind::Choice(variants)) => {
            let types = variants.into_iter().map(|(_, ty)| ty);
            Some(types.collect())
        }
        _ => None,
    };
    scope.choices.insert(item.name.clone(), variants.clone());
    variants
}

fn last_word(path: &Path) -> String {
    path.segments
        .last()
        .map(|segment| plain(&segment.ident))
        .unwrap_or_default()
}

fn is_unit(ty: &Type) -> bool {
    matches!(ty, Type::Tuple(tuple) if tuple.elems.is_empty())
}

fn hidden(ty: &Type) -> Problem {
    Problem::new(
        codes::UNKNOWN_TYPE,
        Place::of(ty),
        format!("cannot see what `{}` stands for", spell(ty)),
        "not declared in this file",
    )
    .with_help("write `Result<T, E>`, or declare the alias in this file")
}

fn not_thrown(name: &str, place: Place) -> Problem {
    Problem::new(
        codes::NOT_AN_ERROR,
        place,
        format!("`{name}` is not an error of a contract"),
        "cannot be thrown",
    )
    .with_help("use `yar::Error`, or a type of this file that derives `yar::Error`")
}

fn endless(name: &str, place: Place) -> Problem {
    Problem::new(
        codes::ALIAS_CYCLE,
        place,
        format!("`{name}` stands for more than {MAX_ERRORS} errors, or for itself"),
        "never ends",
    )
}
