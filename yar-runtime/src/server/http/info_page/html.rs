//! The page as HTML. Every text in it is somebody's, and so is escaped.

use super::Other;
use super::escaped::{Escaped, Prose};
use crate::dispatch::{MethodInfo, ParamInfo, ServiceInfo};
use crate::fault::{DeprecationInfo, FieldInfo, ThrownInfo};
use std::fmt::{self, Write};

/// Within the page, so that nothing has to be fetched for it.
const STYLE: &str = include_str!("style.css");

pub(super) fn page(info: &ServiceInfo, others: &[Other<'_>]) -> Result<String, fmt::Error> {
    let name = Escaped(info.name);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{name} - Yar Server</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <h1>{name}"
    );
    if !info.package.is_empty() {
        write!(
            page,
            " <small>package <code>{}</code></small>",
            Escaped(info.package)
        )?;
    }
    page.push_str("</h1>\n");
    deprecation(&mut page, info.deprecated)?;
    docs(&mut page, info.docs)?;
    contents(&mut page, info)?;
    for method in info.methods {
        entry(&mut page, method)?;
    }
    for base in std::iter::successors(info.base, |info| info.base) {
        writeln!(page, "<h2>From {}</h2>", Escaped(base.name))?;
        deprecation(&mut page, base.deprecated)?;
        docs(&mut page, base.docs)?;
        for method in base.methods {
            entry(&mut page, method)?;
        }
    }
    for (path, other) in others {
        let (path, name) = (Escaped(path), Escaped(other.name));
        writeln!(page, "<p>Also here: <a href=\"{path}\">{name}</a></p>")?;
    }
    page.push_str("</body>\n</html>\n");
    Ok(page)
}

/// Links to the methods, where there are enough to look for one.
fn contents(page: &mut String, info: &ServiceInfo) -> fmt::Result {
    if info.all_methods().nth(2).is_none() {
        return Ok(());
    }
    page.push_str("<nav><ul>\n");
    for method in info.all_methods() {
        let name = Escaped(method.name);
        let shown = match method.deprecated {
            Some(_) => format!("<del>{name}</del>"),
            None => name.to_string(),
        };
        writeln!(
            page,
            "<li><a href=\"#{name}\"><code>{shown}</code></a></li>"
        )?;
    }
    page.push_str("</ul></nav>\n");
    Ok(())
}

fn entry(page: &mut String, method: &MethodInfo) -> fmt::Result {
    let name = Escaped(method.name);
    write!(page, "<section id=\"{name}\">\n<h3><code>{name}(")?;
    for (position, it) in method.params.iter().enumerate() {
        if position > 0 {
            page.push_str(", ");
        }
        param(page, it)?;
    }
    page.push(')');
    if !method.returns.is_empty() {
        write!(page, " -&gt; {}", Escaped(method.returns))?;
    }
    page.push_str("</code></h3>\n");
    marks(page, method)?;
    deprecation(page, method.deprecated)?;
    docs(page, method.docs)?;
    errors(page, method.throws)?;
    page.push_str("</section>\n");
    Ok(())
}

fn param(page: &mut String, param: &ParamInfo) -> fmt::Result {
    let mark = if param.optional { "?" } else { "" };
    let (name, ty) = (Escaped(param.name), Escaped(param.ty));
    write!(page, "{name}{mark}: {ty}")?;
    match param.default.map(|default| default.json()) {
        Some(Ok(json)) => write!(page, " = {}", Escaped(&json.to_string())),
        Some(Err(rust)) => write!(page, " = {}", Escaped(rust)),
        None => Ok(()),
    }
}

/// What callers may rely on beside the types.
fn marks(page: &mut String, method: &MethodInfo) -> fmt::Result {
    let marks = [
        (
            method.idempotent,
            "idempotent",
            "Running it twice does what running it once does, so it may be tried again.",
        ),
        (
            method.strict_arity,
            "strict arity",
            "More arguments than these are refused.",
        ),
    ];
    if !marks.iter().any(|(holds, ..)| *holds) {
        return Ok(());
    }
    page.push_str("<p>");
    for (_, mark, meaning) in marks.iter().filter(|(holds, ..)| *holds) {
        write!(
            page,
            "<span class=\"mark\" title=\"{meaning}\">{mark}</span>"
        )?;
    }
    page.push_str("</p>\n");
    Ok(())
}

fn errors(page: &mut String, errors: &[ThrownInfo]) -> fmt::Result {
    if errors.is_empty() {
        return Ok(());
    }
    page.push_str("<dl>\n");
    for error in errors {
        let (name, message) = (Escaped(error.name), Escaped(error.message));
        writeln!(
            page,
            "<dt>Throws <code>{name}</code>, code <code>{}</code>: {message}</dt>\n<dd>",
            error.code
        )?;
        deprecation(page, error.deprecated)?;
        docs(page, error.docs)?;
        data(page, error.data)?;
        page.push_str("</dd>\n");
    }
    page.push_str("</dl>\n");
    Ok(())
}

fn data(page: &mut String, fields: &[FieldInfo]) -> fmt::Result {
    if fields.is_empty() {
        return Ok(());
    }
    page.push_str("<div>Data:</div>\n<ul>\n");
    for field in fields {
        let mark = if field.optional { "?" } else { "" };
        let (name, ty) = (Escaped(field.name), Escaped(field.ty));
        writeln!(page, "<li><code>{name}{mark}: {ty}</code>")?;
        deprecation(page, field.deprecated)?;
        docs(page, field.docs)?;
        page.push_str("</li>\n");
    }
    page.push_str("</ul>\n");
    Ok(())
}

fn deprecation(page: &mut String, deprecated: Option<DeprecationInfo>) -> fmt::Result {
    let Some(DeprecationInfo { note, since }) = deprecated else {
        return Ok(());
    };
    page.push_str("<div class=\"docs old\"><strong>Deprecated</strong>");
    if !since.is_empty() {
        write!(page, " since {}", Escaped(since))?;
    }
    if !note.is_empty() {
        write!(page, ": {}", Prose(note))?;
    }
    page.push_str("</div>\n");
    Ok(())
}

fn docs(page: &mut String, docs: &str) -> fmt::Result {
    if docs.is_empty() {
        return Ok(());
    }
    writeln!(page, "<div class=\"docs\">{}</div>", Prose(docs))
}

#[cfg(test)]
mod tests;
