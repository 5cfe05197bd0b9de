//! Methods: parameters, results and what they throw.

use std::collections::HashMap;

use super::annotations::{self, Position, Said};
use super::fields::{check_optional, formatted};
use super::names::{Found, Lookup, Names, check_name};
use super::unknown::Wanted;
use super::{Report, check_duplicates, spell};
use crate::ast::{self, Field, Item, Name};
use crate::codes;
use crate::diag::{Confidence, Diagnostic, Edit};
use crate::model::{Docs, Literal, MAX_PARAMS, Method, Param, TypeName};
use crate::names::split_words;

/// The method, or `None` when a type in it is wrong. Defaults and examples
/// are filled in when all types are known; see `defaults`.
pub(super) fn check<'a>(
    item: &'a ast::Method,
    said: Said<'a>,
    names: &mut Names<'a>,
    report: &mut Report,
) -> Option<Method> {
    check_method_name(&item.name, &said, report);
    let owner = format!("method `{}`", item.name.text);
    let declared = item.params.iter().map(|param| &param.name);
    check_duplicates(declared, "parameter", &owner, report);
    check_number(item, report);
    check_order(&item.params, report);
    let params: Vec<Option<Param>> = item
        .params
        .iter()
        .map(|item| param(item, names, report))
        .collect();
    let returns = item.returns.as_ref().map(|ty| names.resolve(ty, report));
    let throws = throws(item, names, report);
    let returns = match returns {
        Some(returns) => Some(formatted(returns?, &said, report)),
        None => {
            check_no_format(&said, report);
            None
        }
    };
    Some(Method {
        name: item.name.text.clone(),
        wire: said.wire_or(&item.name),
        docs: Docs(item.docs.clone()),
        options: said.options,
        idempotent: said.is_idempotent,
        strict_arity: said.is_strict,
        examples: Vec::new(),
        params: params.into_iter().collect::<Option<_>>()?,
        returns,
        throws,
    })
}

fn param(item: &Field, names: &mut Names<'_>, report: &mut Report) -> Option<Param> {
    check_name(&item.name, report);
    let said = annotations::read(&item.annotations, Position::Param, report);
    let optional = check_optional(item, report);
    let ty = names.resolve(&item.ty, report)?;
    let ty = formatted(ty, &said, report);
    Some(Param {
        name: item.name.text.clone(),
        docs: Docs(item.docs.clone()),
        options: said.options,
        optional,
        ty,
        default: item.default.as_ref().map(|_| Literal::Null),
    })
}

fn check_no_format(said: &Said<'_>, report: &mut Report) {
    if let Some(place) = &said.format {
        report.push(Diagnostic::new(
            codes::ANNOTATION_VALUE,
            place.clone(),
            "`@format` needs a timestamp to format",
            "the method returns nothing",
        ));
    }
}

fn check_number(item: &ast::Method, report: &mut Report) {
    let Some(surplus) = item.params.get(MAX_PARAMS) else {
        return;
    };
    let (name, number) = (&item.name.text, item.params.len());
    report.push(
        Diagnostic::new(
            codes::MANY_PARAMS,
            surplus.name.span.clone(),
            format!("method `{name}` has {number} parameters, more than {MAX_PARAMS}"),
            "one too many",
        )
        .with_help("pass a struct"),
    );
}

fn check_method_name(name: &Name, said: &Said<'_>, report: &mut Report) {
    let is_magic = |name: &Name| name.text.starts_with("__");
    if !is_magic(name) {
        check_name(name, report);
    }
    let wire = said.wire.as_ref().filter(|name| is_magic(name));
    let own = Some(name).filter(|name| is_magic(name));
    for name in own.into_iter().chain(wire) {
        report.push(magic(name));
    }
}

fn magic(name: &Name) -> Diagnostic {
    Diagnostic::new(
        codes::MAGIC_METHOD,
        name.span.clone(),
        "method names may not start with `__`",
        "reserved by PHP servers",
    )
    .with_note(
        "Yar's PHP server gives `__auth` and `__info` a special meaning and PHP itself owns the other `__` names",
    )
    .with_help("for authentication use the client's provider/token options; else rename")
}

/// Why a parameter may be left out, if it may.
fn left_out(param: &Field) -> Option<&'static str> {
    match (&param.optional, &param.default) {
        (_, Some(_)) => Some("optional because it has a default"),
        (Some(_), None) => Some("optional because of its `?`"),
        (None, None) => None,
    }
}

/// Required parameters come first; the first that does not is reported.
fn check_order(params: &[Field], report: &mut Report) {
    let Some(at) = params.iter().position(|param| left_out(param).is_some()) else {
        return;
    };
    let mut behind = params.iter().enumerate().skip(at + 1);
    let wrong = behind.find(|(_, param)| left_out(param).is_none());
    if let (Some(optional), Some((place, required))) = (params.get(at), wrong) {
        let before = params.get(place - 1).unwrap_or(optional);
        report.push(disordered(optional, required, before, place));
    }
}

fn disordered(optional: &Field, required: &Field, before: &Field, place: usize) -> Diagnostic {
    let (name, first) = (&required.name.text, &optional.name.text);
    let diagnostic = Diagnostic::new(
        codes::REQUIRED_AFTER_OPTIONAL,
        required.name.span.clone(),
        format!("required parameter `{name}` follows an optional one"),
        format!("required, but comes {}", ordinal(place + 1)),
    )
    .with_secondary(
        optional.name.span.clone(),
        left_out(optional).unwrap_or_default(),
    )
    .with_note("arguments travel by position; only trailing ones can be left out");
    let help = format!("move `{name}` before `{first}`, or give `{name}` a default");
    let is_plain = |it: &Field| it.annotations.is_empty() && it.docs.is_empty();
    match spell::ty(&required.ty) {
        Some(ty) if is_plain(optional) && is_plain(required) => {
            let start = optional.name.span.start;
            let moved = vec![
                Edit::new(start..start, format!("{name}: {ty}, ")),
                Edit::new(before.span.end..required.span.end, ""),
            ];
            diagnostic.with_edits(help, moved, Confidence::Maybe)
        }
        _ => diagnostic.with_help(help),
    }
}

fn ordinal(number: usize) -> String {
    match number {
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        _ => format!("as number {number}"),
    }
}

fn throws(item: &ast::Method, names: &mut Names<'_>, report: &mut Report) -> Vec<TypeName> {
    let mut thrown: Vec<TypeName> = Vec::new();
    let mut seen: HashMap<TypeName, &Name> = HashMap::new();
    for name in &item.throws {
        let found = match names.find(&name.text) {
            Lookup::Found(found) => found,
            Lookup::Broken => continue,
            Lookup::Unknown => {
                names.unknown(name, Wanted::Error);
                continue;
            }
        };
        if !matches!(found.item, Item::Error(_)) {
            report.push(not_an_error(name, &found));
            continue;
        }
        let known = found.type_name();
        match seen.get(&known) {
            Some(first) => report.push(thrown_twice(name, first, &item.name.text)),
            None => {
                seen.insert(known.clone(), name);
                thrown.push(known);
            }
        }
    }
    thrown
}

fn thrown_twice(name: &Name, first: &Name, method: &str) -> Diagnostic {
    Diagnostic::new(
        codes::DUPLICATE,
        name.span.clone(),
        format!("method `{method}` throws `{}` twice", name.text),
        "named again here",
    )
    .with_secondary(first.span.clone(), "first named here")
    .with_help("delete one of them")
}

fn not_an_error(name: &Name, found: &Found<'_>) -> Diagnostic {
    let diagnostic = found.show(Diagnostic::new(
        codes::NOT_AN_ERROR,
        name.span.clone(),
        format!("`{}` is {}, not an error", name.text, found.kind()),
        "cannot be thrown",
    ));
    let diagnostic = diagnostic.with_note("errors need a code: it is what travels");
    let words = split_words(&name.text).join(" ");
    let head = format!("error {} = 404 \"{words}\"", name.text);
    match found.item {
        // What is known of it becomes the data that goes along.
        Item::Struct(item) if found.home.is_none() => {
            let fields = item.fields.iter().filter_map(spell::optional_field);
            let fields: Vec<_> = fields.collect();
            let data = match fields.is_empty() {
                true => String::new(),
                false => format!(" {{ {} }}", fields.join(", ")),
            };
            diagnostic.with_edit(
                format!("declare `{head}{data}`"),
                item.span.clone(),
                format!("{head}{data}"),
                Confidence::Placeholder,
            )
        }
        _ => diagnostic.with_help(format!("declare `{head}`")),
    }
}
