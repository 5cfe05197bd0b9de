//! What `#[serde(...)]` says of a struct or a field. Every word of serde's that
//! would change what travels, and has no counterpart in a contract, is refused.

use super::problem::{Place, Problem, unreadable};
use crate::codes;
use syn::meta::ParseNestedMeta;
use syn::{Attribute, LitStr, Path};

/// What is said of a field.
#[derive(Default)]
pub(super) struct FieldWords {
    /// `rename = "..."`
    pub(super) name: Option<(String, Place)>,
    /// `default`, and the function if one is given.
    pub(super) default: Option<(Place, Option<LitStr>)>,
    /// `skip_serializing_if = "Option::is_none"`
    pub(super) skip: Option<Place>,
    /// `with = "yar::tri_state"`
    pub(super) tri_state: Option<Place>,
}

/// The string in `#[serde(rename = "...")]` of a struct, and where.
#[cfg(feature = "grammar")]
pub(super) fn type_name(
    attributes: &[Attribute],
    problems: &mut Vec<Problem>,
) -> Option<(String, Place)> {
    let mut name = None;
    each(attributes, problems, |meta, _| {
        if meta.path.is_ident("crate") {
            string(meta)?;
        } else if meta.path.is_ident("rename") && meta.input.peek(syn::Token![=]) {
            let text = string(meta)?;
            name = Some((text.value(), Place::from(text.span())));
        } else {
            return Ok(false);
        }
        Ok(true)
    });
    name
}

/// What is said of a field.
pub(super) fn field_words(attributes: &[Attribute], problems: &mut Vec<Problem>) -> FieldWords {
    let mut words = FieldWords::default();
    each(attributes, problems, |meta, problems| {
        let place = Place::of(&meta.path);
        let has_value = meta.input.peek(syn::Token![=]);
        if meta.path.is_ident("default") {
            let function = has_value.then(|| string(meta)).transpose()?;
            words.default = Some((place, function));
        } else if meta.path.is_ident("rename") && has_value {
            let text = string(meta)?;
            words.name = Some((text.value(), Place::from(text.span())));
        } else if meta.path.is_ident("skip_serializing_if") {
            let test = string(meta)?;
            if test.value().ends_with("Option::is_none") {
                words.skip = Some(place);
            } else {
                problems.push(unknown_value(&test, "Option::is_none"));
            }
        } else if meta.path.is_ident("with") {
            let module = string(meta)?;
            if module.value().ends_with("tri_state") {
                words.tri_state = Some(place);
            } else {
                problems.push(unknown_value(&module, "yar::tri_state"));
            }
        } else {
            return Ok(false);
        }
        Ok(true)
    });
    words
}

/// Gives each word to `read`, which says whether it knows it.
fn each(
    attributes: &[Attribute],
    problems: &mut Vec<Problem>,
    mut read: impl FnMut(&ParseNestedMeta<'_>, &mut Vec<Problem>) -> syn::Result<bool>,
) {
    for attribute in attributes.iter().filter(|it| it.path().is_ident("serde")) {
        let mut found = Vec::new();
        let result = attribute.parse_nested_meta(|meta| {
            if !read(&meta, &mut found)? {
                found.push(unserved(&meta.path));
                skip_value(meta.input)?;
            }
            Ok(())
        });
        problems.append(&mut found);
        if let Err(error) = result {
            problems.push(unreadable(&error));
        }
    }
}

fn string(meta: &ParseNestedMeta<'_>) -> syn::Result<LitStr> {
    meta.value()?.parse()
}

fn skip_value(input: syn::parse::ParseStream<'_>) -> syn::Result<()> {
    while !input.is_empty() && !input.peek(syn::Token![,]) {
        input.parse::<proc_macro2::TokenTree>()?;
    }
    Ok(())
}

fn unknown_value(text: &LitStr, known: &str) -> Problem {
    Problem::new(
        codes::UNSUPPORTED,
        text.span(),
        format!(
            "`{}` cannot be carried over to other languages",
            text.value()
        ),
        "changes what travels",
    )
    .with_help(format!("write `\"{known}\"`, or leave it out"))
}

fn unserved(path: &Path) -> Problem {
    let word = path.segments.last();
    let word = word.map(|segment| segment.ident.to_string());
    let word = word.unwrap_or_default();
    Problem::new(
        codes::UNSUPPORTED,
        Place::of(path),
        format!("`#[serde({word})]` cannot be carried over to other languages"),
        "changes what travels",
    )
    .with_note(
        "of serde's attributes a contract knows `crate` and `rename = \"...\"`, and for fields \
         `default`, `skip_serializing_if = \"Option::is_none\"` and `with = \"yar::tri_state\"`",
    )
}
