//! Refuses types that no answer or argument could be decoded into, whatever
//! they are called. Knows the shape of types, not their names.

use super::problem::{Place, Problem};
use super::spell::spell;
use crate::codes;
use syn::{GenericArgument, Lifetime, PathArguments, Type, TypePath, TypeReference};

/// Reports each part of `ty` that borrows or is no one concrete type; `role`
/// is what the type is of, as in "a parameter".
pub(super) fn refuse_unowned(ty: &Type, role: &str, problems: &mut Vec<Problem>) {
    match ty {
        Type::Reference(reference) => problems.push(borrowed(reference, role)),
        Type::Path(path) => refuse_path(path, role, problems),
        Type::Tuple(tuple) => {
            for part in &tuple.elems {
                refuse_unowned(part, role, problems);
            }
        }
        Type::Array(array) => refuse_unowned(&array.elem, role, problems),
        Type::Group(group) => refuse_unowned(&group.elem, role, problems),
        Type::Paren(paren) => refuse_unowned(&paren.elem, role, problems),
        Type::Macro(_) | Type::Verbatim(_) => {}
        Type::ImplTrait(_) => problems.push(vague(ty, role, "name one concrete type")),
        Type::Slice(slice) => {
            let help = format!("use `Vec<{}>`", spell(&slice.elem));
            problems.push(vague(ty, role, &help));
        }
        _ => problems.push(vague(ty, role, "use a type that serde can decode")),
    }
}

fn refuse_path(path: &TypePath, role: &str, problems: &mut Vec<Problem>) {
    if path
        .path
        .segments
        .first()
        .is_some_and(|it| it.ident == "Self")
    {
        problems.push(Problem::new(
            codes::TRAIT_SHAPE,
            Place::of(path),
            format!("`Self` is the service, and {role} must be a value"),
            "not a value",
        ));
        return;
    }
    for segment in &path.path.segments {
        let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
            continue;
        };
        for argument in &arguments.args {
            match argument {
                GenericArgument::Type(inner) => refuse_unowned(inner, role, problems),
                GenericArgument::Lifetime(lifetime) if lifetime.ident != "static" => {
                    problems.push(borrowing(lifetime, role));
                }
                _ => {}
            }
        }
    }
}

fn borrowed(reference: &TypeReference, role: &str) -> Problem {
    let owned = match reference.elem.as_ref() {
        Type::Path(path) if path.path.is_ident("str") => "String".to_owned(),
        Type::Slice(slice) => match spell(&slice.elem).as_str() {
            "u8" => "yar::Bytes".to_owned(),
            item => format!("Vec<{item}>"),
        },
        other => spell(other),
    };
    Problem::new(
        codes::TRAIT_SHAPE,
        Place::of(reference),
        format!("{role} cannot be borrowed"),
        "a reference",
    )
    .with_help(format!("use `{owned}`"))
}

fn borrowing(lifetime: &Lifetime, role: &str) -> Problem {
    Problem::new(
        codes::TRAIT_SHAPE,
        Place::of(lifetime),
        format!("{role} cannot be borrowed"),
        "a lifetime",
    )
    .with_help("use an owned type")
}

fn vague(ty: &Type, role: &str, help: &str) -> Problem {
    let spelled = spell(ty);
    Problem::new(
        codes::TRAIT_SHAPE,
        Place::of(ty),
        format!("{role} cannot be `{spelled}`"),
        "cannot be decoded",
    )
    .with_help(help)
}
