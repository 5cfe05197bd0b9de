//! A type under `#[derive(yar::Error)]`: one declared error, or an enum of
//! several. Shared by the macro and the generator.

use super::attributes::{self, Options};
use super::problem::{Place, Problem};
use super::service_trait::{contract_name, runtime};
use crate::{codes, names};
use quote::ToTokens;
use syn::{Data, DeriveInput, Fields, Ident, Path, Type};

/// The options of a declared error.
/// Stands for a code that was reported as missing or wrong; nothing more is
/// to be said about it.
const UNKNOWN_CODE: i64 = i64::MIN;

const OPTIONS: &[&str] = &["code", "message", "name", "crate"];

/// A type under `#[derive(yar::Error)]`.
pub struct ErrorType {
    /// Name in Rust.
    pub ident: Ident,
    /// Where generated code finds the runtime.
    pub runtime: Path,
    /// Documentation.
    pub docs: String,
    /// One error or several.
    pub kind: ErrorKind,
}

/// What an error type stands for.
pub enum ErrorKind {
    /// One declared error.
    One(Declared),
    /// One of several: each variant and the type in it.
    Choice(Vec<(Ident, Type)>),
}

/// What a contract says of one error.
pub struct Declared {
    /// Name in the contract.
    pub name: String,
    /// Where the name stands.
    pub name_place: Place,
    /// Number on the wire.
    pub code: i64,
    /// Where the number stands.
    pub code_place: Place,
    /// Text when the handler gives none.
    pub message: String,
    /// Where the text stands, or the name.
    pub message_place: Place,
}

impl ErrorType {
    /// Reads the type, and reports all that is wrong with it.
    #[must_use]
    pub fn read(input: &DeriveInput) -> (Self, Vec<Problem>) {
        let mut problems = Vec::new();
        attributes::refuse_conditions(&input.attrs, "an error", &mut problems);
        if !input.generics.params.is_empty() {
            let place = Place::of(&input.generics);
            let text = "a declared error cannot be generic";
            problems.push(Problem::new(codes::TRAIT_SHAPE, place, text, "generic"));
        }
        let known = match input.data {
            Data::Enum(_) => &["crate"],
            _ => OPTIONS,
        };
        let options = Options::of(&input.attrs, "`yar::Error`", known, &mut problems);
        let kind = match &input.data {
            Data::Enum(data) => {
                let variants = data.variants.iter();
                ErrorKind::Choice(
                    variants
                        .filter_map(|it| read_variant(it, &mut problems))
                        .collect(),
                )
            }
            data => {
                check_fields(&input.ident, data, &mut problems);
                ErrorKind::One(read_declared(&input.ident, &options, &mut problems))
            }
        };
        let error = Self {
            ident: input.ident.clone(),
            runtime: runtime(&options, &mut problems),
            docs: attributes::docs(&input.attrs),
            kind,
        };
        (error, problems)
    }
}

fn read_declared(ident: &Ident, options: &Options, problems: &mut Vec<Problem>) -> Declared {
    let (name, name_place) = contract_name(options, ident, problems);
    if options.get("code").is_none() {
        problems.push(
            Problem::new(
                codes::ATTRIBUTE,
                ident.span(),
                format!("error `{ident}` needs a code"),
                "no code",
            )
            .with_note("the code is what travels, and what clients recognise the error by")
            .with_help("add `#[yar(code = 1, message = \"...\")]` with a number of your own"),
        );
    }
    let (code, code_place) = options
        .integer("code", problems)
        .unwrap_or((UNKNOWN_CODE.into(), ident.span().into()));
    let code = i64::try_from(code).unwrap_or_else(|_| {
        problems.push(Problem::new(
            codes::OUT_OF_RANGE,
            code_place,
            format!("code {code} does not fit 64 bits"),
            "too large",
        ));
        UNKNOWN_CODE
    });
    if code == 0 {
        problems.push(
            Problem::new(
                codes::ZERO_CODE,
                code_place,
                format!("error `{name}` has code 0"),
                "must not be 0",
            )
            .with_note(
                "exceptions that nobody declared have code 0, and clients decide by code first",
            )
            .with_help("take another number"),
        );
    }
    let message = options.string("message", problems);
    Declared {
        message_place: message
            .as_ref()
            .map_or(name_place, |text| text.span().into()),
        message: message.map_or_else(|| default_message(&name), |text| text.value()),
        name,
        name_place,
        code,
        code_place,
    }
}

/// `NotFound` says "not found" when it says nothing else.
fn default_message(name: &str) -> String {
    names::split_words(name).join(" ")
}

fn check_fields(ident: &Ident, data: &Data, problems: &mut Vec<Problem>) {
    let fields = match data {
        Data::Struct(data) => &data.fields,
        _ => &Fields::Unit,
    };
    let is_message = |field: &syn::Field| field.ident.as_ref().is_some_and(|it| it == "message");
    if !fields.iter().any(is_message) {
        problems.push(
            Problem::new(
                codes::TRAIT_SHAPE,
                ident.span(),
                format!("error `{ident}` needs a field `message`"),
                "no message",
            )
            .with_help(format!("write `struct {ident} {{ pub message: String }}`")),
        );
    }
    for field in fields.iter().filter(|field| !is_message(field)) {
        let place = match &field.ident {
            Some(ident) => Place::from(ident.span()),
            None => Place::of(&field.ty),
        };
        problems.push(
            Problem::new(
                codes::UNSUPPORTED,
                place,
                format!("error `{ident}` can carry nothing but its message"),
                "does not travel",
            )
            .with_note("data of errors is not served by this version"),
        );
    }
}

fn read_variant(variant: &syn::Variant, problems: &mut Vec<Problem>) -> Option<(Ident, Type)> {
    attributes::refuse_conditions(&variant.attrs, "a variant", problems);
    let field = match &variant.fields {
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => fields.unnamed.first(),
        _ => None,
    };
    let Some(field) = field else {
        let ident = &variant.ident;
        problems.push(
            Problem::new(
                codes::TRAIT_SHAPE,
                Place::of(&variant.to_token_stream()),
                format!("variant `{ident}` must hold one declared error and nothing else"),
                "not an error",
            )
            .with_help(format!("write `{ident}({ident})`")),
        );
        return None;
    };
    Some((variant.ident.clone(), field.ty.clone()))
}
