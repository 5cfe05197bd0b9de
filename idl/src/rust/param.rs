//! The parameters of a method: those that must be given, then those that may be
//! left out.

use super::attributes::{self, Options};
use super::owned::refuse_unowned;
use super::problem::{Place, Problem};
use super::repeated::repeated;
use super::service_trait::contract_name;
use super::spell::spell;
use crate::codes;
use syn::{Expr, FnArg, Ident, Pat, PatIdent, PatType, PathArguments, Signature, Type};

pub use crate::model::MAX_PARAMS;

/// A parameter of a method.
#[non_exhaustive]
pub struct Param {
    /// Name in Rust.
    pub ident: Ident,
    /// Name in the contract.
    pub name: String,
    /// Where the name stands.
    pub name_place: Place,
    /// Type that the handler takes.
    pub ty: Type,
    /// `#[yar(optional)]`: callers may leave it out. The type is an `Option`.
    pub optional: bool,
    /// `#[yar(default = ...)]`: what it is when callers leave it out.
    pub default: Option<Expr>,
}

impl Param {
    /// True where callers may leave it out.
    #[must_use]
    pub fn may_be_left_out(&self) -> bool {
        self.optional || self.default.is_some()
    }

    /// True where null is a value of its own, apart from no argument.
    #[must_use]
    pub fn takes_null(&self) -> bool {
        match in_option(&self.ty) {
            Some(inner) if self.optional => in_option(inner).is_some(),
            found => !self.optional && found.is_some(),
        }
    }
}

/// The `T` of an `Option<T>`, which is known by the last segment of its path.
#[must_use]
pub fn in_option(ty: &Type) -> Option<&Type> {
    let path = match ty {
        Type::Path(path) => &path.path,
        Type::Group(group) => return in_option(&group.elem),
        Type::Paren(paren) => return in_option(&paren.elem),
        _ => return None,
    };
    let last = path.segments.last().filter(|it| it.ident == "Option")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    match arguments.args.first()? {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

pub(super) fn read_params(signature: &mut Signature, problems: &mut Vec<Problem>) -> Vec<Param> {
    let mut params: Vec<Param> = Vec::new();
    for argument in &mut signature.inputs {
        match argument {
            FnArg::Typed(typed) => params.extend(read_param(typed, problems)),
            FnArg::Receiver(receiver) => receiver.attrs.clear(),
        }
    }
    for (first, param) in repeated(&params, |param| param.name.clone()) {
        problems.push(
            Problem::new(
                codes::DUPLICATE,
                param.name_place,
                format!("parameter `{}` is declared twice", param.name),
                "declared again here",
            )
            .with_secondary(first.name_place, "first declared here"),
        );
    }
    check_order(&params, problems);
    if let Some(surplus) = params.get(MAX_PARAMS) {
        problems.push(
            Problem::new(
                codes::MANY_PARAMS,
                surplus.name_place,
                format!(
                    "method `{}` has {} parameters, more than {MAX_PARAMS}",
                    signature.ident,
                    params.len()
                ),
                "one too many",
            )
            .with_help("pass a struct"),
        );
    }
    params
}

/// Required parameters come first; the first that does not is reported.
fn check_order(params: &[Param], problems: &mut Vec<Problem>) {
    let mut rest = params.iter().enumerate();
    let Some((_, optional)) = rest.find(|(_, param)| param.may_be_left_out()) else {
        return;
    };
    let Some((place, required)) = rest.find(|(_, param)| !param.may_be_left_out()) else {
        return;
    };
    let why = match optional.default {
        Some(_) => "optional because it has a default",
        None => "optional because of its `optional`",
    };
    let (name, first) = (&required.name, &optional.name);
    problems.push(
        Problem::new(
            codes::REQUIRED_AFTER_OPTIONAL,
            required.name_place,
            format!("required parameter `{name}` follows an optional one"),
            format!("required, but comes {}", ordinal(place + 1)),
        )
        .with_secondary(optional.name_place, why)
        .with_note("arguments travel by position; only trailing ones can be left out")
        .with_help(format!(
            "move `{name}` before `{first}`, or give `{name}` a default"
        )),
    );
}

fn read_param(typed: &mut PatType, problems: &mut Vec<Problem>) -> Option<Param> {
    let known = &["name", "optional", "default"];
    let options = Options::of(&typed.attrs, "a parameter", known, problems);
    attributes::refuse_conditions(&typed.attrs, "a parameter", problems);
    typed.attrs.clear();
    refuse_unowned(&typed.ty, "a parameter", problems);
    let Some(ident) = plain_name(&typed.pat) else {
        problems.push(
            Problem::new(
                codes::TRAIT_SHAPE,
                Place::of(&typed.pat),
                "a parameter needs a plain name",
                "a pattern",
            )
            .with_help("write `name: Type`; take the value apart in the method's body"),
        );
        // Rust allows no patterns in a trait's methods either: this is the
        // one report of it.
        *typed.pat = Pat::Wild(syn::PatWild {
            attrs: Vec::new(),
            underscore_token: syn::token::Underscore::default(),
        });
        return None;
    };
    let (name, name_place) = contract_name(&options, &ident, problems);
    let param = Param {
        ident,
        name,
        name_place,
        ty: (*typed.ty).clone(),
        optional: options.has("optional"),
        default: options.get("default").cloned(),
    };
    check_left_out(&param, &options, problems);
    Some(param)
}

fn check_left_out(param: &Param, options: &Options, problems: &mut Vec<Problem>) {
    let name = &param.ident;
    match (options.get("optional"), options.get("default")) {
        (Some(_), Some(default)) => problems.push(
            Problem::new(
                codes::OPTIONAL_DEFAULT,
                Place::of(default),
                format!("`{name}` has a default and an `optional`"),
                "this is what it is when it is left out",
            )
            .with_note("whatever has a default may be left out")
            .with_help("delete the `optional`"),
        ),
        (Some(_), None) if in_option(&param.ty).is_none() => problems.push(
            Problem::new(
                codes::TRAIT_SHAPE,
                Place::of(&param.ty),
                format!("optional parameter `{name}` needs a type that can be without a value"),
                "always has a value",
            )
            .with_help(format!("write `{name}: Option<{}>`", spell(&param.ty))),
        ),
        _ => {}
    }
}

fn ordinal(number: usize) -> String {
    match number {
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        _ => format!("as number {number}"),
    }
}

fn plain_name(pattern: &Pat) -> Option<Ident> {
    match pattern {
        Pat::Ident(PatIdent {
            by_ref: None,
            mutability: None,
            subpat: None,
            ident,
            ..
        }) => Some(ident.clone()),
        _ => None,
    }
}
