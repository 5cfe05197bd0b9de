//! Replaces aliases that a file declares by what they stand for, with type
//! arguments filled in. Contracts know no such thing, so it is done only where
//! Rust hides a `Result` behind one.

use super::problem::{Place, Problem};
use super::scope::{Scope, plain};
use super::spell::spell;
use super::split::Keyword;
use super::types::arguments;
use crate::codes;
use std::collections::HashMap;
use std::rc::Rc;
use syn::{GenericArgument, GenericParam, ItemType, Path, PathArguments, Type};

/// Aliases of aliases beyond this are taken for a cycle.
const MAX_ALIASES: usize = 16;

/// Parts of a type with its aliases replaced. Each alias may name an argument
/// many times, so that a few of them could fill any memory.
const MAX_PARTS: usize = 256;

/// Replaces the alias that `ty` is, until it is none.
pub(super) fn resolve(
    ty: &Type,
    scope: &mut Scope<'_>,
    problems: &mut Vec<Problem>,
) -> Option<Type> {
    let mut resolved = ty.clone();
    for _ in 0..MAX_ALIASES {
        let Some(path) = path_of(&resolved) else {
            return Some(resolved);
        };
        let Some(item) = scope.find(path) else {
            return Some(resolved);
        };
        if item.keyword != Keyword::Type {
            return Some(resolved);
        }
        let alias = match scope.aliases.get(&item.name) {
            Some(known) => known.clone(),
            None => {
                let alias = item.parse::<ItemType>(problems).map(Rc::new);
                scope.aliases.insert(item.name.clone(), alias.clone());
                alias
            }
        };
        match substitute(&*alias?, path) {
            Some(next) => resolved = next,
            None => {
                problems.push(too_large(ty));
                return None;
            }
        }
    }
    problems.push(Problem::new(
        codes::ALIAS_CYCLE,
        Place::of(ty),
        format!("type alias `{}` stands for itself", spell(ty)),
        "never ends",
    ));
    None
}

/// The path that a type consists of.
pub(super) fn path_of(ty: &Type) -> Option<&Path> {
    match ty {
        Type::Path(path) if path.qself.is_none() => Some(&path.path),
        Type::Group(group) => path_of(&group.elem),
        Type::Paren(paren) => path_of(&paren.elem),
        _ => None,
    }
}

/// What the alias stands for, with its parameters replaced by the arguments
/// of `path`, or by their defaults; `None` when that is too large.
fn substitute(alias: &ItemType, path: &Path) -> Option<Type> {
    let given = arguments(path);
    let mut values: HashMap<String, &Type> = HashMap::new();
    let params = alias.generics.params.iter();
    let params = params.filter_map(|param| match param {
        GenericParam::Type(param) => Some(param),
        _ => None,
    });
    for (position, param) in params.enumerate() {
        let default = param.default.as_ref().map(|(_, ty)| ty);
        if let Some(value) = given.get(position).copied().or(default) {
            values.insert(plain(&param.ident), value);
        }
    }
    let mut left = MAX_PARTS;
    count(&alias.ty, &mut left)?;
    let mut ty = (*alias.ty).clone();
    replace(&mut ty, &values, &mut left)?;
    Some(ty)
}

/// Replaces names of parameters; `None` when no parts are left to spend.
fn replace(ty: &mut Type, values: &HashMap<String, &Type>, left: &mut usize) -> Option<()> {
    let simple = path_of(ty).and_then(Path::get_ident).map(plain);
    if let Some(value) = simple.and_then(|name| values.get(&name)) {
        count(value, left)?;
        *ty = (*value).clone();
        return Some(());
    }
    let mut parts = parts_mut(ty).into_iter();
    parts.try_for_each(|part| replace(part, values, left))
}

/// Takes the parts of a type from what is left.
fn count(ty: &Type, left: &mut usize) -> Option<()> {
    *left = left.checked_sub(1)?;
    match ty {
        Type::Tuple(tuple) => tuple.elems.iter().try_for_each(|part| count(part, left)),
        Type::Group(group) => count(&group.elem, left),
        Type::Paren(paren) => count(&paren.elem, left),
        Type::Path(path) => {
            let parts = path.path.segments.iter().flat_map(|segment| {
                let PathArguments::AngleBracketed(list) = &segment.arguments else {
                    return Vec::new();
                };
                list.args.iter().collect()
            });
            let mut parts = parts.filter_map(|argument| match argument {
                GenericArgument::Type(part) => Some(part),
                _ => None,
            });
            parts.try_for_each(|part| count(part, left))
        }
        _ => Some(()),
    }
}

/// The types that a type is made of.
fn parts_mut(ty: &mut Type) -> Vec<&mut Type> {
    match ty {
        Type::Tuple(tuple) => tuple.elems.iter_mut().collect(),
        Type::Group(group) => vec![&mut group.elem],
        Type::Paren(paren) => vec![&mut paren.elem],
        Type::Path(path) => {
            let segments = path.path.segments.iter_mut();
            let lists = segments.filter_map(|segment| match &mut segment.arguments {
                PathArguments::AngleBracketed(list) => Some(&mut list.args),
                _ => None,
            });
            let parts = lists.flatten().filter_map(|argument| match argument {
                GenericArgument::Type(part) => Some(part),
                _ => None,
            });
            parts.collect()
        }
        _ => Vec::new(),
    }
}

fn too_large(ty: &Type) -> Problem {
    Problem::new(
        codes::TYPE_TOO_LARGE,
        Place::of(ty),
        format!("`{}` is too large once its aliases are replaced", spell(ty)),
        format!("more than {MAX_PARTS} parts"),
    )
    .with_help("declare a struct")
}
