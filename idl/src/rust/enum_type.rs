//! A type under `#[derive(yar::Enum)]`. Shared by the macro and the generator.

use super::attributes::{self, Options, as_integer, as_string};
use super::cased::{Head, declared_name};
use super::problem::{Place, Problem};
use super::repeated::repeated;
use crate::codes;
use crate::model::{EnumRepr, EnumValue, IntType};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{DeriveInput, Fields, Ident, Path, Type, Variant};

/// A type under `#[derive(yar::Enum)]`.
pub struct EnumType {
    /// Name in Rust.
    pub ident: Ident,
    /// Name in the contract.
    pub name: String,
    /// Where the name stands.
    pub name_place: Place,
    /// Where generated code finds the runtime.
    pub runtime: Path,
    /// Documentation.
    pub docs: String,
    /// What the raw values are.
    pub repr: EnumRepr,
    /// Where that is said, or the name.
    pub repr_place: Place,
    /// The known cases, in order.
    pub cases: Vec<EnumCase>,
    /// `#[yar(closed)]`: readers refuse other values.
    pub closed: bool,
    /// The variant that keeps all other values, unless it is closed.
    pub open: Option<Ident>,
}

/// A known case of an enum.
pub struct EnumCase {
    /// Name in Rust.
    pub ident: Ident,
    /// Name in the contract.
    pub name: String,
    /// Where the name stands.
    pub name_place: Place,
    /// Documentation.
    pub docs: String,
    /// What travels.
    pub value: EnumValue,
    /// Where the value stands, or the name.
    pub value_place: Place,
}

impl EnumType {
    /// Reads the type, and reports all that is wrong with it.
    #[must_use]
    pub fn read(input: &DeriveInput) -> (Self, Vec<Problem>) {
        let mut problems = Vec::new();
        let known = &["repr", "name", "closed", "crate"];
        let head = Head::read(input, "an enum", "yar::Enum", known, &mut problems);
        let (repr, repr_place) = read_repr(&head.options, &input.ident, &mut problems);
        let mut item = Self {
            ident: input.ident.clone(),
            name: head.name,
            name_place: head.name_place,
            runtime: head.runtime,
            docs: head.docs,
            repr,
            repr_place,
            cases: Vec::new(),
            closed: head.options.has("closed"),
            open: None,
        };
        if let Some(variants) = head.variants {
            for variant in variants {
                item.add(variant, &mut problems);
            }
            item.check(&mut problems);
        }
        (item, problems)
    }

    fn add(&mut self, variant: &Variant, problems: &mut Vec<Problem>) {
        attributes::refuse_conditions(&variant.attrs, "a case", problems);
        match &variant.fields {
            Fields::Unit => {
                let case = read_case(variant, self.repr, problems);
                self.cases.extend(case);
            }
            Fields::Unnamed(fields)
                if fields.unnamed.len() == 1 && self.open.is_none() && !self.closed =>
            {
                self.open = Some(variant.ident.clone());
                let raw = raw_type(self.repr);
                let held = fields.unnamed.iter().map(|field| &field.ty);
                for ty in held.filter(|ty| !ends_in(ty, raw)) {
                    problems.push(Problem::new(
                        codes::TRAIT_SHAPE,
                        Place::of(ty),
                        format!("variant `{}` must hold `{raw}`", variant.ident),
                        "not the raw type",
                    ));
                }
            }
            _ => problems.push(
                Problem::new(
                    codes::TRAIT_SHAPE,
                    Place::of(&variant.to_token_stream()),
                    format!("case `{}` cannot hold a value", variant.ident),
                    "a value",
                )
                .with_note(match self.closed {
                    true => "a closed enum has no variant for unknown values",
                    false => "only one variant holds a value: the one that keeps unknown values",
                }),
            ),
        }
    }

    fn check(&self, problems: &mut Vec<Problem>) {
        if self.open.is_none() && !self.closed {
            let raw = raw_type(self.repr);
            problems.push(
                Problem::new(
                    codes::TRAIT_SHAPE,
                    self.ident.span(),
                    format!("enum `{}` has no variant for unknown values", self.ident),
                    "is not open",
                )
                .with_note("a newer peer may send a value that this version does not know")
                .with_help(format!("add a last variant `Unknown({raw})`"))
                .with_help("or refuse such values: `#[yar(closed)]`"),
            );
        }
        for (first, case) in repeated(&self.cases, |case| case.value.clone()) {
            problems.push(
                Problem::new(
                    codes::SHARED_VALUE,
                    case.value_place,
                    format!(
                        "cases `{}` and `{}` have the same value",
                        first.ident, case.ident
                    ),
                    "already used",
                )
                .with_secondary(first.value_place, "first used here"),
            );
        }
    }
}

/// The Rust type of the raw values.
#[must_use]
pub fn raw_type(repr: EnumRepr) -> &'static str {
    match repr {
        EnumRepr::String => "String",
        EnumRepr::Int(int) => int.name(),
    }
}

/// True for a path whose last segment is `name`.
fn ends_in(ty: &Type, name: &str) -> bool {
    match ty {
        Type::Path(path) => path.path.segments.last().is_some_and(|it| it.ident == name),
        Type::Group(group) => ends_in(&group.elem, name),
        _ => false,
    }
}

fn read_repr(options: &Options, ident: &Ident, problems: &mut Vec<Problem>) -> (EnumRepr, Place) {
    let Some(text) = options.string("repr", problems) else {
        return (EnumRepr::String, ident.span().into());
    };
    let place = Place::from(text.span());
    let name = text.value();
    if name == "string" {
        return (EnumRepr::String, place);
    }
    if let Some(int) = IntType::named(&name) {
        return (EnumRepr::Int(int), place);
    }
    problems.push(
        Problem::new(
            codes::ENUM_TYPE,
            place,
            format!("an enum cannot be of type `{name}`"),
            "not a type of enums",
        )
        .with_help("use `string`, or one of i8 to i64 and u8 to u64"),
    );
    (EnumRepr::String, place)
}

fn read_case(variant: &Variant, repr: EnumRepr, problems: &mut Vec<Problem>) -> Option<EnumCase> {
    let ident = &variant.ident;
    let options = Options::of(&variant.attrs, "a case", &["value", "name"], problems);
    let before = problems.len();
    let (value, value_place) = match options.get("value") {
        None => (None, Place::from(ident.span())),
        Some(given) => (read_value(given, repr, problems), Place::of(given)),
    };
    if problems.len() > before {
        return None;
    }
    let value = match (value, repr) {
        (Some(value), _) => value,
        (None, EnumRepr::String) => EnumValue::String(ident.unraw().to_string()),
        (None, EnumRepr::Int(_)) => {
            problems.push(without_value(ident));
            return None;
        }
    };
    let string_value = match &value {
        EnumValue::String(text) => Some(text.as_str()),
        EnumValue::Int(_) => None,
    };
    let (name, name_place) = declared_name(&options, ident, string_value, problems);
    Some(EnumCase {
        ident: ident.clone(),
        name,
        name_place,
        docs: attributes::docs(&variant.attrs),
        value,
        value_place,
    })
}

fn without_value(ident: &Ident) -> Problem {
    Problem::new(
        codes::CASE_VALUE,
        ident.span(),
        format!("case `{ident}` of an integer enum needs a value"),
        "no value",
    )
    .with_note("values are part of the wire, so they are never assigned silently")
    .with_help("add `#[yar(value = 1)]` with a number of your own")
}

fn read_value(given: &syn::Expr, repr: EnumRepr, problems: &mut Vec<Problem>) -> Option<EnumValue> {
    let value = match repr {
        EnumRepr::String => as_string(given).map(|text| EnumValue::String(text.value())),
        EnumRepr::Int(int) => as_integer(given)
            .filter(|number| int.range().contains(number))
            .map(EnumValue::Int),
    };
    if value.is_none() {
        let expected = match repr {
            EnumRepr::String => "a string".to_owned(),
            EnumRepr::Int(int) => {
                let range = int.range();
                format!("an integer from {} to {}", range.start(), range.end())
            }
        };
        problems.push(Problem::new(
            codes::CASE_VALUE,
            Place::of(given),
            format!("expected {expected}, found `{}`", given.to_token_stream()),
            "wrong value",
        ));
    }
    value
}
