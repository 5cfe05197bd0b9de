//! The page that describes a service to people, and to programs as JSON.

use super::escaped::{Escaped, Prose};
use super::type_name::contract_type;
use crate::dispatch::{MethodInfo, ServiceInfo};
use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderValue, VARY};
use http::{Response, StatusCode};
use http_body_util::Full;
use std::fmt::{self, Write};

/// A further service and its path.
type Other<'a> = (&'a str, &'static ServiceInfo);

/// The description, as JSON where that is asked for; the page leads on to the
/// `others`.
pub(super) fn answer(
    info: &ServiceInfo,
    others: &[Other<'_>],
    headers: &HeaderMap,
) -> Response<Full<Bytes>> {
    let wants_json = headers.get_all(ACCEPT).iter().any(|accept| {
        accept
            .to_str()
            .is_ok_and(|accept| accept.contains("application/json"))
    });
    let (kind, page) = if wants_json {
        (
            "application/json",
            serde_json::to_string(info).map_err(|_| fmt::Error),
        )
    } else {
        ("text/html; charset=utf-8", html(info, others))
    };
    let Ok(page) = page else {
        let mut answer = Response::new(Full::default());
        *answer.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
        return answer;
    };
    let mut answer = Response::new(Full::from(page));
    let headers = answer.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    // Which of the two it is depends on the request.
    headers.insert(VARY, HeaderValue::from_static("Accept"));
    answer
}

fn html(info: &ServiceInfo, others: &[Other<'_>]) -> Result<String, fmt::Error> {
    let name = Escaped(info.name);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <title>{name} - Yar Server</title>\n<style>\n\
         :root {{ color-scheme: light dark }}\n\
         body {{ font: 1em/1.5 sans-serif; max-width: 50em; margin: 2em auto; padding: 0 1em }}\n\
         h2 {{ font-size: 1em; margin: 2em 0 .5em; padding-top: 1em; border-top: 1px solid #8884 }}\n\
         code {{ font-family: monospace, monospace; overflow-wrap: anywhere }}\n\
         .docs {{ white-space: pre-wrap }}\n\
         .docs code {{ background: #8882; border-radius: .2em; padding: .1em .3em }}\n\
         </style>\n</head>\n<body>\n<h1>{name}</h1>\n"
    );
    if !info.package.is_empty() {
        writeln!(
            page,
            "<p>Package <code>{}</code></p>",
            Escaped(info.package)
        )?;
    }
    docs(&mut page, info.docs)?;
    for method in info.methods {
        entry(&mut page, method)?;
    }
    for base in std::iter::successors(info.base, |info| info.base) {
        writeln!(page, "<h2>From {}</h2>", Escaped(base.name))?;
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

fn entry(page: &mut String, method: &MethodInfo) -> fmt::Result {
    write!(page, "<h2><code>{}(", Escaped(method.name))?;
    for (position, param) in method.params.iter().enumerate() {
        let comma = if position == 0 { "" } else { ", " };
        let mark = if param.optional { "?" } else { "" };
        let ty = contract_type(param.ty);
        let (name, ty) = (Escaped(param.name), Escaped(&ty));
        write!(page, "{comma}{name}{mark}: {ty}")?;
        if let Some(default) = param.default {
            write!(page, " = {}", Escaped(default))?;
        }
    }
    page.push(')');
    if !method.returns.is_empty() {
        write!(page, " -&gt; {}", Escaped(&contract_type(method.returns)))?;
    }
    page.push_str("</code></h2>\n");
    docs(page, method.docs)?;
    for thrown in method.throws {
        let (name, message) = (Escaped(thrown.name), Escaped(thrown.message));
        writeln!(
            page,
            "<p>Throws <code>{name}</code> ({}): {message}</p>",
            thrown.code
        )?;
    }
    Ok(())
}

fn docs(page: &mut String, docs: &str) -> fmt::Result {
    if docs.is_empty() {
        return Ok(());
    }
    writeln!(page, "<div class=\"docs\">{}</div>", Prose(docs))
}
