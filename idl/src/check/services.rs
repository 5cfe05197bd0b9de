//! Services, their methods, and the errors these throw.

use std::collections::{HashMap, HashSet};

use super::names::{Names, article, check_name};
use super::{Report, check_duplicates};
use crate::ast::{self, ErrorItem, File, Item, Name, ValueKind};
use crate::codes;
use crate::diag::Diagnostic;
use crate::model::{Docs, ErrorType, MAX_PARAMS, Method, Options, Param, Service, TypeName};
use crate::names::split_words;

/// The service; parts that are wrong are left out of it.
pub(super) fn check(item: &ast::Service, names: &mut Names<'_>, report: &mut Report) -> Service {
    let owner = format!("service `{}`", item.name.text);
    check_duplicates(
        item.methods.iter().map(|method| &method.name),
        "method",
        &owner,
        report,
    );
    check_case(&item.methods, report);
    let methods = item
        .methods
        .iter()
        .filter_map(|item| method(item, names, report))
        .collect();
    Service {
        name: item.name.text.clone(),
        docs: Docs(item.docs.clone()),
        options: Options::default(),
        extends: None,
        methods,
        reserved: Vec::new(),
    }
}

/// The error, or `None` when its code is wrong.
pub(super) fn check_error(item: &ErrorItem, report: &mut Report) -> Option<ErrorType> {
    let ValueKind::Int(code) = item.code.kind else {
        return None;
    };
    let Ok(code) = i64::try_from(code) else {
        report.push(Diagnostic::new(
            codes::OUT_OF_RANGE,
            item.code.span.clone(),
            format!("code {code} does not fit `i64`"),
            "error codes are 64-bit integers",
        ));
        return None;
    };
    if code == 0 {
        report.push(zero_code(item));
        return None;
    }
    let message = match item.message.as_ref().map(|message| &message.kind) {
        None => split_words(&item.name.text).join(" "),
        Some(ValueKind::String(message)) => message.clone(),
        Some(_) => return None,
    };
    Some(ErrorType {
        name: item.name.text.clone(),
        wire: item.name.text.clone(),
        docs: Docs(item.docs.clone()),
        options: Options::default(),
        code,
        message,
        fields: Vec::new(),
        reserved: Vec::new(),
    })
}

fn zero_code(item: &ErrorItem) -> Diagnostic {
    Diagnostic::new(
        codes::ZERO_CODE,
        item.code.span.clone(),
        format!("error `{}` has code 0", item.name.text),
        "must not be 0",
    )
    .with_note("exceptions that nobody declared have code 0, and clients decide by code first")
    .with_help("take another number")
}

/// Reports errors that share a code.
pub(super) fn check_error_codes(file: &File, report: &mut Report) {
    let mut seen: HashMap<i128, &ErrorItem> = HashMap::new();
    let errors: Vec<(i128, &ErrorItem)> = file
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Error(error) => match error.code.kind {
                ValueKind::Int(code) => Some((code, error)),
                _ => None,
            },
            _ => None,
        })
        .collect();
    let used: HashSet<i128> = errors.iter().map(|(code, _)| *code).collect();
    for (code, error) in &errors {
        let Some(first) = seen.get(code) else {
            seen.insert(*code, error);
            continue;
        };
        // Equal names are reported as such.
        if first.name.text != error.name.text {
            let free = (*code..=i64::MAX.into()).find(|free| !used.contains(free));
            report.push(shared_code(*code, first, error, free));
        }
    }
}

fn shared_code(
    code: i128,
    first: &ErrorItem,
    second: &ErrorItem,
    free: Option<i128>,
) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(
        codes::SHARED_CODE,
        second.code.span.clone(),
        format!(
            "errors `{}` and `{}` share code {code}",
            first.name.text, second.name.text
        ),
        "already used",
    )
    .with_secondary(first.code.span.clone(), "first used here")
    .with_note(format!(
        "clients decide by code first, so `{}` could never be recognised",
        second.name.text
    ));
    if let Some(free) = free {
        diagnostic = diagnostic.with_help(format!("next free code in this file: {free}"));
    }
    diagnostic
}

fn method(item: &ast::Method, names: &mut Names<'_>, report: &mut Report) -> Option<Method> {
    check_method_name(&item.name, report);
    let owner = format!("method `{}`", item.name.text);
    check_duplicates(
        item.params.iter().map(|param| &param.name),
        "parameter",
        &owner,
        report,
    );
    check_number(item, report);
    let params: Vec<Option<Param>> = item
        .params
        .iter()
        .map(|param| {
            check_name(&param.name, report);
            Some(Param {
                name: param.name.text.clone(),
                options: Options::default(),
                optional: false,
                default: None,
                ty: names.resolve(&param.ty, report)?,
            })
        })
        .collect();
    let returns = item.returns.as_ref().map(|ty| names.resolve(ty, report));
    let throws = throws(item, names, report);
    Some(Method {
        name: item.name.text.clone(),
        wire: item.name.text.clone(),
        docs: Docs(item.docs.clone()),
        options: Options::default(),
        idempotent: false,
        strict_arity: false,
        examples: Vec::new(),
        params: params.into_iter().collect::<Option<_>>()?,
        returns: match returns {
            Some(returns) => Some(returns?),
            None => None,
        },
        throws,
    })
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

fn check_method_name(name: &Name, report: &mut Report) {
    if !name.text.starts_with("__") {
        check_name(name, report);
        return;
    }
    report.push(
        Diagnostic::new(
            codes::MAGIC_METHOD,
            name.span.clone(),
            "method names may not start with `__`",
            "reserved by PHP servers",
        )
        .with_note(
            "Yar's PHP server gives `__auth` and `__info` a special meaning and PHP itself owns the other `__` names",
        )
        .with_help("for authentication use the client's provider/token options; else rename"),
    );
}

/// Methods whose names differ by letter case only.
fn check_case(methods: &[ast::Method], report: &mut Report) {
    let mut seen: HashMap<String, &Name> = HashMap::new();
    for method in methods {
        let name = &method.name;
        let Some(first) = seen.get(&name.text.to_ascii_lowercase()) else {
            seen.insert(name.text.to_ascii_lowercase(), name);
            continue;
        };
        if first.text == name.text {
            continue;
        }
        report.push(
            Diagnostic::new(
                codes::SAME_METHOD,
                name.span.clone(),
                format!("methods `{}` and `{}` are the same name for a PHP server", first.text, name.text),
                "differs only by letter case",
            )
            .with_secondary(first.span.clone(), "first method")
            .with_note(
                "the Yar PHP server looks methods up without regard to case, so calls would reach only one of them",
            )
            .with_help("rename one; if the other spelling must stay on the wire no PHP server can host both"),
        );
    }
}

fn throws(item: &ast::Method, names: &mut Names<'_>, report: &mut Report) -> Vec<TypeName> {
    let mut thrown: Vec<&Name> = Vec::new();
    for name in &item.throws {
        match names.item(&name.text) {
            Some(Item::Error(_)) => match thrown.iter().find(|first| first.text == name.text) {
                None => thrown.push(name),
                Some(first) => report.push(thrown_twice(name, first, &item.name.text)),
            },
            Some(other) => report.push(not_an_error(name, other)),
            None if names.is_broken(&name.text) => {}
            None => names.unknown(name, true),
        }
    }
    thrown
        .into_iter()
        .map(|name| name.text.as_str().into())
        .collect()
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

fn not_an_error(name: &Name, item: &Item) -> Diagnostic {
    let kind = format!("{} {}", article(item), item.kind());
    let diagnostic = Diagnostic::new(
        codes::NOT_AN_ERROR,
        name.span.clone(),
        format!("`{}` is {kind}, not an error", name.text),
        "cannot be thrown",
    );
    let diagnostic = match item.name() {
        Some(declared) => {
            diagnostic.with_secondary(declared.span.clone(), format!("declared as {kind} here"))
        }
        None => diagnostic,
    };
    let words = split_words(&name.text).join(" ");
    diagnostic
        .with_note("errors need a code: it is what travels")
        .with_help(format!("declare `error {} = 404 \"{words}\"`", name.text))
}
