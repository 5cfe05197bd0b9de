//! Findings as a SARIF 2.1.0 log.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::finding::{Finding, Help};
use super::position::Span;
use crate::explain;

/// The whole log; a run without findings has one too, which clears what an
/// earlier one has left.
pub(super) fn log(findings: &[Finding]) -> String {
    let codes: BTreeSet<&str> = findings.iter().filter_map(|it| it.code).collect();
    let rules: Vec<Value> = codes.into_iter().map(rule).collect();
    let results: Vec<Value> = findings.iter().map(result).collect();
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": env!("CARGO_PKG_NAME"),
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

fn rule(code: &str) -> Value {
    match explain::find(code) {
        Ok(page) => json!({
            "id": code,
            "shortDescription": { "text": page.title() },
            "help": { "text": page.text(), "markdown": page.text() },
        }),
        Err(_) => json!({ "id": code }),
    }
}

fn result(finding: &Finding) -> Value {
    let details = finding.details();
    let lines: Vec<String> = [finding.message.clone()]
        .into_iter()
        .chain(details)
        .collect();
    let mut result = json!({
        "level": finding.level,
        "message": { "text": lines.join("\n") },
        "locations": [{ "physicalLocation": location(&finding.file, finding.span) }],
    });
    if let (Value::Object(members), Some(code)) = (&mut result, finding.code) {
        members.insert("ruleId".to_owned(), code.into());
    }
    let others = finding.labels.iter().skip(1);
    let others = others.map(|label| {
        json!({
            "message": { "text": label.text },
            "physicalLocation": location(label.file.as_ref().unwrap_or(&finding.file), Some(label.span)),
        })
    });
    let others: Vec<Value> = others.collect();
    if let (Value::Object(members), false) = (&mut result, others.is_empty()) {
        members.insert("relatedLocations".to_owned(), others.into());
    }
    let mended = finding.helps.iter().filter(|help| !help.edits.is_empty());
    let fixes: Vec<Value> = mended.map(|help| fix(finding, help)).collect();
    if let (Value::Object(members), false) = (&mut result, fixes.is_empty()) {
        members.insert("fixes".to_owned(), fixes.into());
    }
    result
}

fn fix(finding: &Finding, help: &Help) -> Value {
    let replacements = help.edits.iter().map(|edit| {
        json!({
            "deletedRegion": region(edit.span),
            "insertedContent": { "text": edit.new_text },
        })
    });
    json!({
        "description": { "text": help.text },
        "artifactChanges": [{
            "artifactLocation": { "uri": uri(&finding.file) },
            "replacements": replacements.collect::<Vec<_>>(),
        }],
    })
}

fn location(file: &str, span: Option<Span>) -> Value {
    let artifact = json!({ "uri": uri(file) });
    match span {
        None => json!({ "artifactLocation": artifact }),
        Some(span) => json!({
            "artifactLocation": artifact,
            "region": region(span),
        }),
    }
}

fn region(span: Span) -> Value {
    json!({
        "startLine": span.line,
        "startColumn": span.col,
        "endLine": span.end_line,
        "endColumn": span.end_col,
        "byteOffset": span.byte_start,
        "byteLength": span.byte_end - span.byte_start,
    })
}

/// A path as a reference; everything but letters, digits and a few marks is
/// written in hexadecimal.
fn uri(file: &str) -> String {
    let scheme = if file.starts_with('/') { "file://" } else { "" };
    let file = file.replace('\\', "/");
    let escaped = file.bytes().map(|byte| match byte {
        b'/' | b'.' | b'-' | b'_' | b'~' => char::from(byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    });
    scheme.to_owned() + &escaped.collect::<String>()
}
