//! What attributes of Rust say, as annotations of a contract.

use super::deprecation::{Notice, notice};
use super::problem::{Place, Problem, unreadable};
use crate::ast::{Annotation, Argument, Name, Value, ValueKind};
use syn::Attribute;

/// `@name`
pub(super) fn flag(name: &str, place: Place) -> Annotation {
    with(name, place, Vec::new())
}

/// `@name("text")`
pub(super) fn text(name: &str, text: &str, place: Place) -> Annotation {
    with(name, place, vec![argument(None, text, place)])
}

/// `@name(key = "text")`
pub(super) fn keyed(name: &str, key: &str, text: &str, place: Place) -> Annotation {
    with(name, place, vec![argument(Some(key), text, place)])
}

/// `@format(rfc3339)`
pub(super) fn rfc3339() -> Annotation {
    let mut format = text("format", "rfc3339", proc_macro2::Span::call_site().into());
    for argument in &mut format.arguments {
        argument.value.kind = ValueKind::Path("rfc3339".to_owned());
    }
    format
}

/// `#[deprecated]` as `@deprecated`.
pub(super) fn deprecated(
    attributes: &[Attribute],
    problems: &mut Vec<Problem>,
) -> Option<Annotation> {
    let attribute = attributes
        .iter()
        .find(|it| it.path().is_ident("deprecated"))?;
    let place = Place::of(attribute);
    let Notice { note, since } = notice(attribute).unwrap_or_else(|error| {
        problems.push(unreadable(&error));
        Notice::default()
    });
    let said = [(None, note), (Some("since"), since)];
    let arguments = said
        .into_iter()
        .filter_map(|(key, text)| text.map(|it| argument(key, &it.value(), it.span().into())))
        .collect();
    Some(with("deprecated", place, arguments))
}

fn with(name: &str, place: Place, arguments: Vec<Argument>) -> Annotation {
    Annotation {
        name: Name {
            text: name.to_owned(),
            span: place.bytes(),
        },
        arguments,
        span: place.bytes(),
    }
}

fn argument(key: Option<&str>, text: &str, place: Place) -> Argument {
    Argument {
        name: key.map(|key| Name {
            text: key.to_owned(),
            span: place.bytes(),
        }),
        value: Value {
            kind: ValueKind::String(text.to_owned()),
            span: place.bytes(),
        },
    }
}
