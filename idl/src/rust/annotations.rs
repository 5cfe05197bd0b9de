//! What attributes of Rust say, as annotations of a contract.

use super::attributes::as_string;
use super::problem::{Place, Problem};
use super::split::unreadable;
use crate::ast::{Annotation, Argument, Name, Value, ValueKind};
use syn::{Attribute, LitStr, Meta};

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
    let mut arguments = Vec::new();
    match &attribute.meta {
        Meta::Path(_) => {}
        Meta::NameValue(pair) => {
            let note = as_string(&pair.value);
            arguments.extend(note.map(|it| argument(None, &it.value(), it.span().into())));
        }
        Meta::List(list) => {
            let result = list.parse_nested_meta(|meta| {
                let value: LitStr = meta.value()?.parse()?;
                let key = (!meta.path.is_ident("note")).then_some("since");
                arguments.push(argument(key, &value.value(), value.span().into()));
                Ok(())
            });
            if let Err(error) = result {
                problems.push(unreadable(&error));
            }
        }
    }
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
