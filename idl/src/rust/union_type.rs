//! A type under `#[derive(yar::Union)]`. Shared by the macro and the generator.

use super::attributes::{self, Options};
use super::cased::{Head, declared_name};
use super::problem::{Place, Problem};
use super::repeated::repeated;
use crate::codes;
use quote::ToTokens;
use syn::{DeriveInput, Fields, Ident, LitStr, Path, Type, Variant};

/// A type under `#[derive(yar::Union)]`.
pub struct UnionType {
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
    /// `#[yar(tag = "kind")]`: the key that holds the name of the case.
    pub tag: Option<LitStr>,
    /// The known cases, in order.
    pub cases: Vec<UnionCase>,
    /// The variant that keeps all other cases: `Unknown { tag, value }`.
    pub open: Option<Ident>,
}

/// A known case of a union.
pub struct UnionCase {
    /// Name in Rust.
    pub ident: Ident,
    /// Name in the contract.
    pub name: String,
    /// Where the name stands.
    pub name_place: Place,
    /// What travels.
    pub wire: String,
    /// Where that stands, or the name.
    pub wire_place: Place,
    /// Documentation.
    pub docs: String,
    /// Type of what it holds.
    pub ty: Option<Type>,
}

impl UnionType {
    /// Reads the type, and reports all that is wrong with it.
    #[must_use]
    pub fn read(input: &DeriveInput) -> (Self, Vec<Problem>) {
        let mut problems = Vec::new();
        let known = &["tag", "name", "crate"];
        let head = Head::read(input, "a union", "yar::Union", known, &mut problems);
        let mut item = Self {
            ident: input.ident.clone(),
            name: head.name,
            name_place: head.name_place,
            runtime: head.runtime,
            docs: head.docs,
            tag: head.options.string("tag", &mut problems),
            cases: Vec::new(),
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
        let ty = match &variant.fields {
            Fields::Unit => None,
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {
                fields.unnamed.first().map(|field| field.ty.clone())
            }
            Fields::Named(_) if self.open.is_none() && is_open(&variant.fields) => {
                self.open = Some(variant.ident.clone());
                return;
            }
            _ => {
                problems.push(wrong_content(variant));
                return;
            }
        };
        let case = read_case(variant, ty, problems);
        self.cases.push(case);
    }

    fn check(&self, problems: &mut Vec<Problem>) {
        if self.open.is_none() {
            problems.push(
                Problem::new(
                    codes::TRAIT_SHAPE,
                    self.ident.span(),
                    format!("union `{}` has no variant for unknown cases", self.ident),
                    "is not open",
                )
                .with_note("a newer peer may send a case that this version does not know")
                .with_help("add a last variant `Unknown { tag: String, value: yar::Value }`"),
            );
        }
        for (first, case) in repeated(&self.cases, |case| case.wire.clone()) {
            problems.push(
                Problem::new(
                    codes::SHARED_WIRE,
                    case.wire_place,
                    format!(
                        "cases `{}` and `{}` of union `{}` are both `{}` on the wire",
                        first.name, case.name, self.name, case.wire
                    ),
                    "already used",
                )
                .with_secondary(first.wire_place, "first used here")
                .with_help("give one of them another name on the wire: `#[yar(value = \"...\")]`"),
            );
        }
    }
}

/// True for `{ tag, value }`.
fn is_open(fields: &Fields) -> bool {
    let names: Vec<String> = fields
        .iter()
        .filter_map(|field| field.ident.as_ref().map(ToString::to_string))
        .collect();
    names == ["tag", "value"]
}

fn wrong_content(variant: &Variant) -> Problem {
    let ident = &variant.ident;
    Problem::new(
        codes::TRAIT_SHAPE,
        Place::of(&variant.to_token_stream()),
        format!("case `{ident}` must hold one value or none"),
        "not one value",
    )
    .with_note("`Unknown { tag, value }`, once and last, keeps unknown cases")
    .with_help(format!("put the fields into a struct: `{ident}({ident})`"))
}

fn read_case(variant: &Variant, ty: Option<Type>, problems: &mut Vec<Problem>) -> UnionCase {
    let ident = &variant.ident;
    let options = Options::of(&variant.attrs, "a case", &["name", "value"], problems);
    let value = options.string("value", problems);
    let string_value = value.as_ref().map(LitStr::value);
    let (name, name_place) = declared_name(&options, ident, string_value.as_deref(), problems);
    let (wire, wire_place) = match value {
        Some(value) => (value.value(), value.span().into()),
        None => (name.clone(), name_place),
    };
    UnionCase {
        ident: ident.clone(),
        name,
        name_place,
        wire,
        wire_place,
        docs: attributes::docs(&variant.attrs),
        ty,
    }
}
