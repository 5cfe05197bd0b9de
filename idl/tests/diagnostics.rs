//! What every mistake is answered with: code, place, sentence, label, other
//! places, notes and helps.
//!
//! Each file in `tests/diagnostics/` is a list of cases: a contract, a line
//! `>>>>`, what is said about it, a line `----`. Lines `//// path` begin files
//! that a contract may import. With `UPDATE_EXPECT=1` the
//! test writes the files anew; read the difference before you keep it.
#![allow(clippy::unwrap_used, clippy::panic)]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use support::{diagnose, render};
use yar_idl::diag::{Confidence, Diagnostic, FileId};

const CODES: &str = include_str!("../src/codes.rs");

#[test]
fn every_mistake_is_answered_as_expected() {
    let mut wrong = Vec::new();
    for path in files() {
        let text = fs::read_to_string(&path).unwrap();
        let actual: String = sources(&text).map(|source| answered(&source)).collect();
        if actual == text {
            continue;
        }
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&path, actual).unwrap();
        } else {
            let pairs = text.split("----\n").zip(actual.split("----\n"));
            wrong.extend(pairs.filter(|(expected, actual)| expected != actual).map(
                |(expected, actual)| format!("{path:?}\nexpected:\n{expected}\nactual:\n{actual}"),
            ));
            assert!(
                !wrong.is_empty(),
                "{path:?} does not end with a line `----`"
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_code_is_given_for_some_case() {
    let declared = CODES
        .lines()
        .filter_map(|line| line.strip_suffix("\";")?.rsplit('"').next())
        .map(str::to_owned)
        .collect::<BTreeSet<_>>();
    let mut given = BTreeSet::new();
    for path in files() {
        let text = fs::read_to_string(&path).unwrap();
        for source in sources(&text) {
            given.extend(
                diagnose(&source)
                    .into_iter()
                    .map(|found| found.code.to_owned()),
            );
        }
    }
    // These need sources that do not fit in a text file; see `hostile.rs`.
    given.extend(["Y0106", "Y0107", "Y0108", "Y0704", "Y0708"].map(str::to_owned));
    // These are about Rust sources.
    given.extend(["Y0290", "Y0510"].map(str::to_owned));
    assert_eq!(declared, given);
}

/// A tool may apply every edit that is certain without looking.
#[test]
fn certain_edits_mend_more_than_they_break() {
    let (mut cases, mut mended) = (0, 0);
    for path in files() {
        let text = fs::read_to_string(&path).unwrap();
        for source in sources(&text) {
            let before = diagnose(&source);
            let Some(fixed) = with_certain_edits(&source, &before) else {
                continue;
            };
            let after = diagnose(&fixed);
            // What was hidden behind a mistake may come to light.
            assert!(
                after.len() <= before.len(),
                "{fixed}\nbefore: {before:#?}\nafter: {after:#?}"
            );
            cases += 1;
            mended += before.len() - after.len();
        }
    }
    assert!(cases > 15 && mended > cases, "{mended} in {cases} cases");
}

/// The first file with all of its certain edits, if there are any; of edits at
/// one place the first counts.
fn with_certain_edits(source: &str, found: &[Diagnostic]) -> Option<String> {
    let helps = found.iter().filter(|it| it.file == FileId(0));
    let helps = helps.flat_map(|it| &it.helps);
    let certain = helps.filter(|help| help.confidence == Confidence::Certain);
    let mut edits: Vec<_> = certain.flat_map(|help| &help.edits).collect();
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    edits.dedup();
    let mut fixed = String::new();
    let mut end = 0;
    for edit in &edits {
        if edit.span.start < end {
            continue;
        }
        fixed.push_str(source.get(end..edit.span.start)?);
        fixed.push_str(&edit.text);
        end = edit.span.end;
    }
    fixed.push_str(source.get(end..)?);
    (!edits.is_empty()).then_some(fixed)
}

/// A contract may come from an editor on any system.
#[test]
fn line_ends_and_byte_order_marks_change_nothing() {
    for path in files() {
        let text = fs::read_to_string(&path).unwrap();
        for source in sources(&text) {
            let plain = said(&source);
            assert_eq!(said(&source.replace('\n', "\r\n")), plain, "{source}");
            assert_eq!(said(&format!("\u{feff}{source}")), plain, "{source}");
        }
    }
}

#[test]
fn a_file_name_must_do_as_a_package_name() {
    let service = "service S { ping() }";
    for (name, is_fine) in [
        ("calc", true),
        ("a.b_1", true),
        ("my-file", false),
        ("1a", false),
        ("", false),
        ("a..b", false),
    ] {
        assert_eq!(yar_idl::load(service, name).is_ok(), is_fine, "{name}");
    }
    let found = yar_idl::load(service, "my-file").unwrap_err();
    assert_eq!(found.first().unwrap().code, "Y0704");
    assert!(yar_idl::load("package p; service S {}", "my-file").is_ok());
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/diagnostics");
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

fn sources(text: &str) -> impl Iterator<Item = String> {
    text.split("----\n")
        .filter(|case| !case.is_empty())
        .map(|case| case.split(">>>>\n").next().unwrap_or_default().to_owned())
}

fn answered(source: &str) -> String {
    let said = render(source);
    let end = if said.is_empty() { "" } else { "\n" };
    format!("{source}>>>>\n{said}{end}----\n")
}

fn said(source: &str) -> Vec<(&'static str, String)> {
    diagnose(source)
        .into_iter()
        .map(|found| (found.code, found.message))
        .collect()
}
