//! `@example`: calls that fit their method.

use super::names::Lookup;
use super::unknown::Wanted;
use super::values::{Use, Values};
use crate::ast::{self, Annotation, Name, Value, ValueKind};
use crate::codes;
use crate::diag::Diagnostic;
use crate::model::{Example, Literal, Method, Outcome};

/// The examples of a method that fit it.
pub(super) fn check(
    values: &mut Values<'_, '_>,
    written: &ast::Method,
    method: &Method,
) -> Vec<Example> {
    let examples = written.annotations.iter();
    let examples = examples.filter(|it| it.name.text == "example");
    examples
        .filter_map(|example| {
            let args = arguments(values, example, method);
            let outcome = outcome(values, example, method);
            Some(Example {
                args: args?,
                outcome: outcome?,
            })
        })
        .collect()
}

fn value_of<'a>(example: &'a Annotation, key: &str) -> Option<&'a Value> {
    let mut arguments = example.arguments.iter();
    let is_it = |name: &Name| name.text == key;
    let found = arguments.find(|it| it.name.as_ref().is_some_and(is_it))?;
    Some(&found.value)
}

fn wrong(span: ast::Span, message: String, label: impl Into<String>) -> Diagnostic {
    Diagnostic::new(codes::EXAMPLE, span, message, label)
}

fn arguments(
    values: &mut Values<'_, '_>,
    example: &Annotation,
    method: &Method,
) -> Option<Vec<Literal>> {
    let given = value_of(example, "args");
    let parts = match given.map(|value| (&value.kind, value)) {
        None => &[][..],
        Some((ValueKind::List(parts), _)) => parts,
        Some((ValueKind::Broken, _)) => return None,
        Some((_, value)) => {
            let message = "the arguments of an example are a list".to_owned();
            let wrong = wrong(value.span.clone(), message, "expected `[…]`");
            values.report.push(wrong);
            return None;
        }
    };
    if let Some(surplus) = parts.get(method.params.len()) {
        let (name, number) = (&method.name, method.params.len());
        let message =
            format!("method `{name}` has {number} parameters, and the example gives more");
        let wrong = wrong(surplus.span.clone(), message, "one too many");
        values.report.push(wrong);
        return None;
    }
    let args: Vec<_> = parts
        .iter()
        .zip(&method.params)
        .map(|(part, param)| values.value(part, &param.ty, Use::Argument))
        .collect();
    let left = method.params.get(parts.len());
    if let Some(param) = left.filter(|it| !it.optional && it.default.is_none()) {
        let place = given.map_or(&example.name.span, |value| &value.span);
        let message = format!(
            "the example gives no argument for parameter `{}`",
            param.name
        );
        let wrong = wrong(
            place.clone(),
            message,
            format!("`{}` is required", param.name),
        );
        values.report.push(wrong);
        return None;
    }
    args.into_iter().collect()
}

fn outcome(values: &mut Values<'_, '_>, example: &Annotation, method: &Method) -> Option<Outcome> {
    let name = &method.name;
    let (returns, throws) = (value_of(example, "returns"), value_of(example, "throws"));
    match (returns, throws, &method.returns) {
        (Some(_), Some(throws), _) => {
            let message = "an example either returns or throws".to_owned();
            let wrong = wrong(throws.span.clone(), message, "returns already");
            values.report.push(wrong);
            None
        }
        (None, Some(value), _) => thrown(values, value, method),
        (Some(value), None, Some(ty)) => {
            Some(Outcome::Returns(values.value(value, ty, Use::Result)?))
        }
        (Some(value), None, None) => {
            let message = format!("method `{name}` returns nothing");
            let wrong = wrong(value.span.clone(), message, "not expected here");
            values.report.push(wrong);
            None
        }
        (None, None, None) => Some(Outcome::Nothing),
        (None, None, Some(_)) => {
            let message = format!("the example does not say what `{name}` returns");
            let wrong = wrong(
                example.name.span.clone(),
                message,
                "no `returns` and no `throws`",
            );
            values.report.push(wrong.with_help("add `returns = …`"));
            None
        }
    }
}

fn thrown(values: &mut Values<'_, '_>, value: &Value, method: &Method) -> Option<Outcome> {
    let ValueKind::Path(path) = &value.kind else {
        if value.kind != ValueKind::Broken {
            let message = "what an example throws is the name of an error".to_owned();
            let wrong = wrong(value.span.clone(), message, "expected a name");
            values.report.push(wrong);
        }
        return None;
    };
    match values.names.find(path) {
        Lookup::Found(found) => {
            let name = found.type_name();
            if method.throws.contains(&name) {
                return Some(Outcome::Throws(name));
            }
            let message = format!("method `{}` does not throw `{path}`", method.name);
            let wrong = wrong(value.span.clone(), message, "not declared behind `throws`");
            values.report.push(wrong);
        }
        Lookup::Broken => {}
        Lookup::Unknown => {
            let name = Name {
                text: path.clone(),
                span: value.span.clone(),
            };
            values.names.unknown(&name, Wanted::Error);
        }
    }
    None
}
