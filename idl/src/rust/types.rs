//! From Rust types to the types of a contract, by their names.

use super::contract_type::KNOWN;
use super::owned::refuse_unowned;
use super::problem::{Place, Problem};
use super::scope::{Scope, plain};
use super::spell::spell;
use crate::ast;
use crate::codes;
use crate::suggest;
use syn::{GenericArgument, Path, PathArguments, Type};

/// Rust types that people try, and what to write instead.
const FOREIGN: &[(&str, &str)] = &[
    ("usize", "use `u64`"),
    ("isize", "use `i64`"),
    ("u128", "use `u64`, or a `String`"),
    ("i128", "use `i64`, or a `String`"),
    ("char", "use `String`"),
    ("str", "use `String`"),
    ("PathBuf", "use `String`"),
    (
        "Duration",
        "write `yar::Duration` in full; std's does not travel",
    ),
    ("SystemTime", "use `yar::Timestamp`"),
    ("Instant", "use `yar::Timestamp`"),
    (
        "DateTime",
        "use `yar::Timestamp`, or `yar::Rfc3339`, which travels as text",
    ),
    ("NaiveDate", "use `yar::Date`"),
    ("HashSet", "use `Vec`"),
    ("BTreeSet", "use `Vec`"),
    ("VecDeque", "use `Vec`"),
    ("Arc", "use the type in it"),
    ("Rc", "use the type in it"),
    ("Cow", "use an owned type"),
];

/// The type as a contract writes it; what cannot be said is a problem.
pub(super) fn convert(ty: &Type, scope: &mut Scope<'_>, problems: &mut Vec<Problem>) -> ast::Type {
    let kind = match ty {
        Type::Group(group) => return convert(&group.elem, scope, problems),
        Type::Paren(paren) => return convert(&paren.elem, scope, problems),
        Type::Tuple(tuple) if tuple.elems.len() > 1 => {
            let parts = tuple.elems.iter();
            ast::TypeKind::Tuple(parts.map(|it| convert(it, scope, problems)).collect())
        }
        Type::Path(path) if path.qself.is_none() => {
            return named(&path.path, Place::of(ty), scope, problems);
        }
        other => {
            problems.push(unsayable(other));
            ast::TypeKind::Broken
        }
    };
    ast::Type {
        kind,
        span: Place::of(ty).bytes(),
    }
}

/// The type of a field, of which nobody has checked that it owns its data.
pub(super) fn convert_owned(
    ty: &Type,
    scope: &mut Scope<'_>,
    problems: &mut Vec<Problem>,
) -> ast::Type {
    let before = problems.len();
    refuse_unowned(ty, "a field", problems);
    if problems.len() > before {
        let span = Place::of(ty).bytes();
        return ast::Type {
            kind: ast::TypeKind::Broken,
            span,
        };
    }
    convert(ty, scope, problems)
}

/// The type arguments of a path's last segment.
pub(super) fn arguments(path: &Path) -> Vec<&Type> {
    let Some(PathArguments::AngleBracketed(list)) = path.segments.last().map(|it| &it.arguments)
    else {
        return Vec::new();
    };
    let types = list.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

fn named(
    path: &Path,
    place: Place,
    scope: &mut Scope<'_>,
    problems: &mut Vec<Problem>,
) -> ast::Type {
    let span = place.bytes();
    let parts = arguments(path);
    if let Some(name) = scope.refer(path) {
        if let Some(part) = parts.first() {
            problems.push(Problem::new(
                codes::TYPE_PARTS,
                Place::of(part),
                format!("`{name}` takes no types of its own"),
                "not needed",
            ));
        }
        return type_of(&name, Vec::new(), span);
    }
    let Some(word) = path.segments.last().map(|segment| plain(&segment.ident)) else {
        return broken(span);
    };
    match (word.as_str(), parts.as_slice()) {
        ("Option", [part]) => ast::Type {
            kind: ast::TypeKind::Nullable(Box::new(convert(part, scope, problems))),
            span,
        },
        ("Box", [part]) => convert(part, scope, problems),
        ("Rfc3339", []) => {
            let name = scope.name_rfc3339();
            type_of(&name, Vec::new(), span)
        }
        ("Duration", []) if !is_of_yar(path) => {
            problems.push(unknown(path, place, scope));
            broken(span)
        }
        (word, parts) => match KNOWN.iter().find(|(rust, _, _)| *rust == word) {
            Some((_, name, wanted)) if parts.len() == *wanted => {
                let parts = parts.iter().map(|it| convert(it, scope, problems));
                let parts = parts.collect();
                type_of(name, parts, span)
            }
            _ => {
                problems.push(unknown(path, place, scope));
                broken(span)
            }
        },
    }
}

/// True when the word before the last one is `yar`. Of durations alone a name
/// without any would most likely be std's.
fn is_of_yar(path: &Path) -> bool {
    let mut words = path.segments.iter().rev();
    words.nth(1).is_some_and(|it| it.ident == "yar")
}

/// True when a map in the type is a `HashMap`.
pub(super) fn has_hash_map(ty: &Type, scope: &Scope<'_>) -> bool {
    match ty {
        Type::Group(group) => has_hash_map(&group.elem, scope),
        Type::Paren(paren) => has_hash_map(&paren.elem, scope),
        Type::Tuple(tuple) => tuple.elems.iter().any(|part| has_hash_map(part, scope)),
        Type::Path(path) if scope.find(&path.path).is_none() => {
            let last = path.path.segments.last();
            last.is_some_and(|it| it.ident == "HashMap")
                || arguments(&path.path)
                    .into_iter()
                    .any(|part| has_hash_map(part, scope))
        }
        _ => false,
    }
}

fn type_of(name: &str, parts: Vec<ast::Type>, span: ast::Span) -> ast::Type {
    let name = ast::Name {
        text: name.to_owned(),
        span: span.clone(),
    };
    ast::Type {
        kind: ast::TypeKind::Named(name, parts),
        span,
    }
}

fn broken(span: ast::Span) -> ast::Type {
    ast::Type {
        kind: ast::TypeKind::Broken,
        span,
    }
}

fn unsayable(ty: &Type) -> Problem {
    let spelled = spell(ty);
    let help = match ty {
        Type::Tuple(_) => "a tuple has two parts or more",
        Type::Array(_) => "use `Vec`",
        _ => "use a type that is declared in this file",
    };
    Problem::new(
        codes::FOREIGN_TYPE,
        Place::of(ty),
        format!("`{spelled}` is no type of a contract"),
        "has no counterpart in other languages",
    )
    .with_help(help)
}

fn unknown(path: &Path, place: Place, scope: &Scope<'_>) -> Problem {
    let spelled = spell(path);
    let word = path.segments.last().map(|segment| plain(&segment.ident));
    let word = word.unwrap_or_default();
    if let Some((_, help)) = FOREIGN.iter().find(|(rust, _)| *rust == word) {
        return Problem::new(
            codes::FOREIGN_TYPE,
            place,
            format!("`{spelled}` is no type of a contract"),
            "has no counterpart in other languages",
        )
        .with_help(*help);
    }
    if KNOWN.iter().any(|(rust, _, _)| *rust == word) || word == "Option" || word == "Box" {
        return Problem::new(
            codes::TYPE_PARTS,
            place,
            format!("`{spelled}` has the wrong number of types between `<` and `>`"),
            "wrong number of types",
        );
    }
    let problem = Problem::new(
        codes::UNKNOWN_TYPE,
        place,
        format!("unknown type `{spelled}`"),
        "not declared in this file",
    );
    let legal = KNOWN.iter().map(|(rust, _, _)| *rust).chain(scope.names());
    match suggest::nearest(&spelled, legal) {
        Some(near) => problem.with_help(format!("did you mean `{near}`?")),
        None if path.segments.len() > 1 => problem.with_help(
            "a contract in Rust is one file: declare the type in it, or write the contracts as \
             `.yar` files, which import each other",
        ),
        None => problem.with_note("no other file is read, and no macro is expanded"),
    }
}
