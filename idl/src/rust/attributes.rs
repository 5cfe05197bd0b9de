//! Attributes: docs, `#[cfg]`, and the options in `#[yar(...)]`, each
//! `name = literal`. Knows the shape of options, not their meaning.

use super::problem::{Place, Problem};
use crate::codes;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta, Token, UnOp, parse_quote};

/// The options that are there or not.
const FLAGS: [&str; 4] = ["optional", "idempotent", "strict_arity", "closed"];

/// The options of one item, of which each name is known and given once.
#[derive(Default)]
pub(super) struct Options(Vec<(String, Expr)>);

impl Options {
    /// Reads `name = value, ...`; `owner` is what the options belong to, as
    /// in "a method".
    pub(super) fn read(
        tokens: TokenStream,
        owner: &str,
        known: &[&str],
        problems: &mut Vec<Problem>,
    ) -> Self {
        let mut options = Self::default();
        match Punctuated::<Meta, Token![,]>::parse_terminated.parse2(tokens) {
            Ok(metas) => {
                for meta in metas {
                    options.add(meta, owner, known, problems);
                }
            }
            Err(error) => problems.push(malformed(error.span(), owner, known)),
        }
        options
    }

    /// Reads all `#[yar(...)]` among the attributes.
    pub(super) fn of(
        attributes: &[Attribute],
        owner: &str,
        known: &[&str],
        problems: &mut Vec<Problem>,
    ) -> Self {
        let mut options = Self::default();
        for attribute in attributes.iter().filter(|it| is_yar(it)) {
            match &attribute.meta {
                Meta::List(list) => {
                    let more = Self::read(list.tokens.clone(), owner, known, problems);
                    options.0.extend(more.0);
                }
                meta => problems.push(malformed(Place::of(meta), owner, known)),
            }
        }
        options
    }

    fn add(&mut self, meta: Meta, owner: &str, known: &[&str], problems: &mut Vec<Problem>) {
        let name = meta.path().to_token_stream().to_string();
        let place = Place::of(meta.path());
        if !known.contains(&name.as_str()) {
            problems.push(unknown(place, &name, owner, known));
            return;
        }
        if self.0.iter().any(|(given, _)| *given == name) {
            problems.push(Problem::new(
                codes::ATTRIBUTE,
                place,
                format!("option `{name}` is given twice"),
                "given again here",
            ));
            return;
        }
        let is_flag = FLAGS.contains(&name.as_str());
        match meta {
            Meta::Path(path) if is_flag => self.0.push((name, parse_quote!(#path))),
            _ if is_flag => problems.push(Problem::new(
                codes::ATTRIBUTE,
                place,
                format!("option `{name}` takes no value"),
                "is there or not",
            )),
            Meta::NameValue(pair) => self.0.push((name, pair.value)),
            _ => problems.push(Problem::new(
                codes::ATTRIBUTE,
                place,
                format!("option `{name}` needs a value: `{name} = ...`"),
                "no value",
            )),
        }
    }

    /// The expression given for `name`.
    #[must_use]
    pub(super) fn get(&self, name: &str) -> Option<&Expr> {
        self.0
            .iter()
            .find(|(given, _)| given == name)
            .map(|(_, value)| value)
    }

    /// Whether the option `name`, which has no value, is given.
    #[must_use]
    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The string given for `name`.
    pub(super) fn string(&self, name: &str, problems: &mut Vec<Problem>) -> Option<LitStr> {
        let value = self.get(name)?;
        let text = as_string(value);
        if text.is_none() {
            problems.push(wrong_kind(value, name, "a string literal"));
        }
        text
    }

    /// The integer given for `name`, with its place.
    pub(super) fn integer(&self, name: &str, problems: &mut Vec<Problem>) -> Option<(i128, Place)> {
        let value = self.get(name)?;
        let number = as_integer(value);
        if number.is_none() {
            problems.push(wrong_kind(value, name, "an integer literal"));
        }
        number.map(|number| (number, Place::of(value)))
    }
}

/// True for `#[yar(...)]`, which is ours and goes no further.
#[must_use]
pub(super) fn is_yar(attribute: &Attribute) -> bool {
    attribute.path().is_ident("yar")
}

/// The documentation, lines joined, without the one space that follows `///`.
#[must_use]
pub(super) fn docs(attributes: &[Attribute]) -> String {
    let lines: Vec<String> = attributes.iter().filter_map(doc_text).collect();
    lines.join("\n")
}

/// Refuses `#[cfg]`: what is there for one build and not for another cannot
/// be part of a contract.
pub(super) fn refuse_conditions(
    attributes: &[Attribute],
    owner: &str,
    problems: &mut Vec<Problem>,
) {
    for attribute in attributes.iter().filter(|it| it.path().is_ident("cfg")) {
        problems.push(
            Problem::new(
                codes::TRAIT_SHAPE,
                Place::of(attribute),
                format!("{owner} cannot depend on `#[cfg]`"),
                "conditional",
            )
            .with_note("callers in other languages cannot see how the server was built"),
        );
    }
}

/// The string that an expression consists of.
#[must_use]
pub(super) fn as_string(value: &Expr) -> Option<LitStr> {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text.clone()),
        Expr::Group(group) => as_string(&group.expr),
        _ => None,
    }
}

/// The integer, possibly negative, that an expression consists of.
#[must_use]
pub(super) fn as_integer(value: &Expr) -> Option<i128> {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Int(number),
            ..
        }) => number.base10_parse().ok(),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            as_integer(&unary.expr).and_then(i128::checked_neg)
        }
        Expr::Group(group) => as_integer(&group.expr),
        _ => None,
    }
}

fn doc_text(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else {
        return None;
    };
    if !pair.path.is_ident("doc") {
        return None;
    }
    let text = as_string(&pair.value)?.value();
    let lines = text
        .lines()
        .map(|line| line.strip_prefix(' ').unwrap_or(line));
    let lines: Vec<&str> = lines.collect();
    Some(lines.join("\n"))
}

fn unknown(place: Place, name: &str, owner: &str, known: &[&str]) -> Problem {
    Problem::new(
        codes::ATTRIBUTE,
        place,
        format!("{owner} has no option `{name}`"),
        "unknown option",
    )
    .with_note(format!("known: {}", known.join(", ")))
}

fn malformed(place: impl Into<Place>, owner: &str, known: &[&str]) -> Problem {
    let example = known.first().copied().unwrap_or("name");
    Problem::new(
        codes::ATTRIBUTE,
        place,
        format!("expected the options of {owner}, such as `{example} = \"...\"`"),
        "not an option",
    )
    .with_note(format!("known: {}", known.join(", ")))
}

fn wrong_kind(value: &Expr, name: &str, expected: &str) -> Problem {
    Problem::new(
        codes::ATTRIBUTE,
        Place::of(value),
        format!("option `{name}` needs {expected}"),
        format!("not {expected}"),
    )
}
