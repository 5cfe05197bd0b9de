#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

use std::path::PathBuf;

use serde_json::{Value, json};

use super::*;
use crate::DriftKind;
use crate::report::position::Positions;

/// The report on one contract, under the name `dir/a b.yar`.
fn report(source: &str) -> Report {
    let diagnostics = yar_idl::load(source, "a").expect_err("the contract has mistakes");
    let source = Source {
        path: "dir/a b.yar".to_owned(),
        text: source.to_owned(),
    };
    let path = PathBuf::from("./dir/a b.yar");
    let mut report = Report::default();
    report.add_error(LoadError::invalid(path, vec![source], diagnostics));
    report
}

const TWICE: &str = "package p;\nstruct P {\n  id: i64\n  id: string\n}\n";

#[test]
fn short_is_one_line_each() {
    let text = report("struct A { x: Nope, y: list<Usr> }").render(Format::Short, false);
    let expected = "\
dir/a b.yar:1:15: error[Y0401]: unknown type `Nope`
dir/a b.yar:1:29: error[Y0401]: unknown type `Usr`
";
    assert_eq!(text, expected);
}

#[test]
fn json_has_every_field_of_every_place() {
    let text = report(TWICE).render(Format::Json, false);
    assert_eq!(text.lines().count(), 1);
    let value: Value = serde_json::from_str(&text).unwrap();
    let here = json!({
        "byte_start": 34, "byte_end": 36, "line": 4, "col": 3, "end_line": 4, "end_col": 5,
    });
    let first = json!({
        "byte_start": 24, "byte_end": 26, "line": 3, "col": 3, "end_line": 3, "end_col": 5,
    });
    let expected = json!({
        "code": "Y0301",
        "level": "error",
        "message": "field `id` is declared twice in struct `P`",
        "file": "dir/a b.yar",
        "span": here,
        "labels": [
            { "span": here, "text": "declared again here" },
            { "span": first, "text": "first declared here" },
        ],
        "notes": [],
        "helps": [{ "text": "rename one of them, or delete this one" }],
    });
    assert_eq!(value, expected);
}

#[test]
fn github_escapes_what_would_end_a_field() {
    let mut report = report(TWICE);
    report.add_drift(Drift {
        path: PathBuf::from("a,b:100%\n.lua"),
        kind: DriftKind::Missing,
    });
    let expected = "\
::error file=dir/a b.yar,line=4,endLine=4,col=3,endColumn=4,title=Y0301::field `id` is declared twice \
in struct `P`%0Adeclared again here%0Ahelp: rename one of them, or delete this one
::error file=a%2Cb%3A100%25%0A.lua,title=FILE_MISSING::`a,b:100%25%0A.lua` is missing
";
    assert_eq!(report.render(Format::Github, false), expected);
}

#[test]
fn sarif_has_rules_results_and_places() {
    let text = report(TWICE).render(Format::Sarif, false);
    let log: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let rule = &run["tool"]["driver"]["rules"][0];
    assert_eq!(rule["id"], "Y0301");
    assert_eq!(rule["shortDescription"]["text"], "a name is declared twice");
    let result = &run["results"][0];
    assert_eq!(result["ruleId"], "Y0301");
    assert_eq!(result["level"], "error");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "dir/a%20b.yar");
    let region = json!({
        "startLine": 4, "startColumn": 3, "endLine": 4, "endColumn": 5,
        "byteOffset": 34, "byteLength": 2,
    });
    assert_eq!(place["region"], region);
    let related = &result["relatedLocations"][0];
    assert_eq!(related["message"]["text"], "first declared here");
    assert_eq!(related["physicalLocation"]["region"]["startLine"], 3);
}

#[test]
fn a_sarif_log_without_findings_is_still_a_log() {
    let text = Report::default().render(Format::Sarif, false);
    let log: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(log["runs"][0]["results"], json!([]));
}

#[test]
fn columns_are_characters_and_bytes_are_bytes() {
    // Text before the word, and its column: CJK, emoji and tabs are one each.
    let table = [
        ("/* 価格 */ ", 10),
        ("/* 🦀 */\t", 9),
        ("/* e\u{301} */ ", 10),
        ("\u{feff}", 1),
        ("x\r\n", 1),
    ];
    for (before, column) in table {
        let source = format!("{before}Foo\r\n");
        let start = before.len();
        let span = Positions::of(&source).span(&(start..start + 3));
        assert_eq!((span.byte_start, span.byte_end), (start, start + 3));
        assert_eq!((span.col, span.end_col), (column, column + 3), "{before:?}");
        let line = 1 + before.matches('\n').count();
        assert_eq!((span.line, span.end_line), (line, line));
    }
}

#[test]
fn no_span_makes_a_position_panic() {
    for source in ["", "\n", "a", "é\r\n🦀\n", "\u{feff}x"] {
        for start in 0..12 {
            for end in 0..12 {
                let span = Positions::of(source).span(&(start..end));
                assert!(span.line >= 1 && span.col >= 1);
                assert!((span.line, span.col) <= (span.end_line, span.end_col));
            }
        }
    }
}

#[test]
fn what_cannot_be_read_has_no_place() {
    let mut report = Report::default();
    report.add_error(LoadError::unknown_extension("x\u{1b}[31m\u{202e}.txt"));
    let short = report.render(Format::Short, false);
    assert!(short.contains(": error: `x"), "{short}");
    assert!(!short.contains(['\u{1b}', '\u{202e}']), "{short:?}");
    let json: Value = serde_json::from_str(&report.render(Format::Json, false)).unwrap();
    assert_eq!(json.get("span"), None);
    assert_eq!(json.get("code"), None);
    assert!(
        report
            .render(Format::Github, false)
            .starts_with("::error file=x")
    );
}
