//! What a method returns and throws, behind whatever alias it is written.

use super::problem::{Place, Problem};
use super::scope::{Role, Scope, plain, role};
use super::spell::spell;
use super::split::{Keyword, SourceItem};
use super::types::arguments;
use super::{ErrorKind, ErrorType};
use crate::ast;
use crate::codes;
use quote::ToTokens;
use std::collections::HashMap;
use syn::{DeriveInput, GenericParam, ItemType, Path, Type};

/// Aliases of aliases beyond this are taken for a cycle.
const MAX_ALIASES: usize = 16;

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
    let place = Place::of(ty);
    let resolved = resolve(ty, scope, problems)?;
    let Some(path) = path_of(&resolved).filter(|path| last_word(path) == "Result") else {
        problems.push(hidden(ty));
        return None;
    };
    match arguments(path).as_slice() {
        [value, error] => {
            let throws = throws(error, place, scope, problems);
            let value = Some((*value).clone()).filter(|ty| !is_unit(ty));
            Some(Outcome { value, throws })
        }
        _ => {
            problems.push(hidden(ty));
            None
        }
    }
}

/// The names of the errors that a method with this error type throws.
/// `place` is the whole result: an alias may hold the error elsewhere.
fn throws(
    ty: &Type,
    place: Place,
    scope: &mut Scope<'_>,
    problems: &mut Vec<Problem>,
) -> Vec<ast::Name> {
    let Some(resolved) = resolve(ty, scope, problems) else {
        return Vec::new();
    };
    let Some(path) = path_of(&resolved) else {
        problems.push(not_thrown(&spell(ty), place));
        return Vec::new();
    };
    let Some(item) = scope.find(path) else {
        return match (last_word(path).as_str(), arguments(path).as_slice()) {
            ("Error" | "Infallible", []) => Vec::new(),
            ("Fault", [inner]) => throws(inner, place, scope, problems),
            _ => {
                problems.push(not_thrown(&spell(path), place));
                Vec::new()
            }
        };
    };
    let span = Place::of(path).bytes();
    if let Some(variants) = choice(item, problems) {
        scope.refer(path);
        let variants = variants.into_iter();
        return variants
            .flat_map(|inner| throws(&inner, place, scope, problems))
            .collect();
    }
    let name = scope.refer(path);
    let named = name.map(|text| ast::Name { text, span });
    named.into_iter().collect()
}

/// The types in the variants of an enum of errors.
fn choice(item: &SourceItem, problems: &mut Vec<Problem>) -> Option<Vec<Type>> {
    if item.keyword != Keyword::Enum || role(item) != Role::Error {
        return None;
    }
    let input: DeriveInput = item.parse(problems)?;
    // Its mistakes are reported when its turn comes.
    let (error, _) = ErrorType::read(&input);
    match error.kind {
        ErrorKind::Choice(variants) => Some(variants.into_iter().map(|(_, ty)| ty).collect()),
        ErrorKind::One(_) => None,
    }
}

/// Replaces aliases that the file declares until there is none.
fn resolve(ty: &Type, scope: &Scope<'_>, problems: &mut Vec<Problem>) -> Option<Type> {
    let mut ty = ty.clone();
    for _ in 0..MAX_ALIASES {
        let Some(path) = path_of(&ty) else {
            return Some(ty);
        };
        let Some(item) = scope.find(path).filter(|it| it.keyword == Keyword::Type) else {
            return Some(ty);
        };
        let alias: ItemType = item.parse(problems)?;
        ty = substitute(&alias, path);
    }
    problems.push(Problem::new(
        codes::ALIAS_CYCLE,
        Place::of(&ty),
        format!("type alias `{}` stands for itself", spell(&ty)),
        "never ends",
    ));
    None
}

/// What the alias stands for, with its parameters replaced by the arguments
/// of `path`, or by their defaults.
fn substitute(alias: &ItemType, path: &Path) -> Type {
    let given = arguments(path);
    let mut values: HashMap<String, Type> = HashMap::new();
    let params = alias.generics.params.iter();
    let params = params.filter_map(|param| match param {
        GenericParam::Type(param) => Some(param),
        _ => None,
    });
    for (position, param) in params.enumerate() {
        let default = param.default.as_ref().map(|(_, ty)| ty);
        if let Some(value) = given.get(position).copied().or(default) {
            values.insert(plain(&param.ident), value.clone());
        }
    }
    let mut ty = (*alias.ty).clone();
    replace(&mut ty, &values);
    ty
}

/// Replaces names of parameters wherever types of a `Result` can have them.
fn replace(ty: &mut Type, values: &HashMap<String, Type>) {
    let simple = path_of(ty).and_then(Path::get_ident).map(plain);
    if let Some(value) = simple.and_then(|name| values.get(&name)) {
        *ty = value.clone();
        return;
    }
    match ty {
        Type::Tuple(tuple) => tuple.elems.iter_mut().for_each(|it| replace(it, values)),
        Type::Group(group) => replace(&mut group.elem, values),
        Type::Paren(paren) => replace(&mut paren.elem, values),
        Type::Path(path) => {
            for segment in &mut path.path.segments {
                let syn::PathArguments::AngleBracketed(list) = &mut segment.arguments else {
                    continue;
                };
                for argument in &mut list.args {
                    if let syn::GenericArgument::Type(inner) = argument {
                        replace(inner, values);
                    }
                }
            }
        }
        _ => {}
    }
}

fn path_of(ty: &Type) -> Option<&Path> {
    match ty {
        Type::Path(path) if path.qself.is_none() => Some(&path.path),
        Type::Group(group) => path_of(&group.elem),
        Type::Paren(paren) => path_of(&paren.elem),
        _ => None,
    }
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
        Place::of(&ty.to_token_stream()),
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
