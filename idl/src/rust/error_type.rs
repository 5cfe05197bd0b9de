//! A type under `#[derive(yar::Error)]`: one declared error, or an enum of
//! several. Shared by the macro and the generator.

use super::attributes::{self, Options};
use super::deprecation::{Deprecation, deprecation};
use super::param::in_option;
use super::problem::{Place, Problem};
use super::service_trait::{runtime, wire_name};
use super::spell::spell;
use crate::{codes, names};
use quote::ToTokens;
use syn::{Data, DeriveInput, Field, Fields, Ident, Path, Type};

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
    /// What `#[deprecated]` says, if it is there.
    pub deprecation: Option<Deprecation>,
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
    /// Name on the wire.
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
    /// Its fields beside `message`, which travel as data. They have the
    /// attributes of serde that the fields of a struct have.
    pub fields: Vec<Field>,
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
                let fields = read_fields(&input.ident, data, &mut problems);
                ErrorKind::One(Declared {
                    fields,
                    ..read_declared(&input.ident, &options, &mut problems)
                })
            }
        };
        let error = Self {
            ident: input.ident.clone(),
            runtime: runtime(&options, &mut problems),
            docs: attributes::docs(&input.attrs),
            deprecation: deprecation(&input.attrs),
            kind,
        };
        (error, problems)
    }
}

fn read_declared(ident: &Ident, options: &Options, problems: &mut Vec<Problem>) -> Declared {
    let (name, name_place) = wire_name(options, ident, problems);
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
        fields: Vec::new(),
    }
}

/// `NotFound` says "not found" when it says nothing else.
fn default_message(name: &str) -> String {
    names::split_words(name).join(" ")
}

/// The fields that are data. A stock PHP server sends none, so each can be
/// without a value.
fn read_fields(ident: &Ident, data: &Data, problems: &mut Vec<Problem>) -> Vec<Field> {
    let fields = match data {
        Data::Struct(data) => &data.fields,
        _ => &Fields::Unit,
    };
    let is_message = |field: &&Field| field.ident.as_ref().is_some_and(|it| it == "message");
    if !fields.iter().any(|field| is_message(&field)) {
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
    let data: Vec<Field> = fields
        .iter()
        .filter(|it| !is_message(it))
        .cloned()
        .collect();
    for field in &data {
        attributes::refuse_conditions(&field.attrs, "a field", problems);
        if let Some(name) = &field.ident
            && in_option(&field.ty).is_none()
        {
            problems.push(
                Problem::new(
                    codes::ERROR_DATA,
                    Place::of(&field.ty),
                    format!("field `{name}` of error `{ident}` must be optional"),
                    "may be missing",
                )
                .with_note("a PHP server without generated code sends no data with an error")
                .with_help(format!("write `{name}: Option<{}>`", spell(&field.ty))),
            );
        }
    }
    data
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
