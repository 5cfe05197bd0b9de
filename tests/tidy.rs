//! House rules that a machine can check.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs
)]

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// What each crate may use of ours outside tests; ARCHITECTURE.md gives the reasons.
const MAY_USE: [(&str, &[&str]); 5] = [
    ("yar", &["yar-runtime", "yar-macros"]),
    ("yar-idl", &[]),
    ("yar-macros", &["yar-idl"]),
    ("yar-runtime", &[]),
    ("yar-gen", &["yar-idl", "yar-runtime"]),
];

/// What each crate must not use of others, and why it would be wrong.
const MUST_NOT_USE: [(&str, &[&str]); 3] = [
    ("yar-idl", &["askama", "tokio", "serde", "clap"]),
    ("yar-macros", &["pest", "pest_derive", "askama", "clap"]),
    (
        "yar-runtime",
        &["syn", "quote", "proc-macro2", "pest", "askama"],
    ),
];

#[test]
fn crates_depend_only_on_what_they_may() {
    let packages = packages();
    let ours: BTreeSet<&str> = MAY_USE.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        packages.keys().map(String::as_str).collect::<BTreeSet<_>>(),
        ours,
        "a crate is missing from the table"
    );
    for (name, allowed) in MAY_USE {
        for dependency in &packages[name] {
            assert!(
                !ours.contains(dependency.as_str()) || allowed.contains(&dependency.as_str()),
                "{name} depends on {dependency}, which ARCHITECTURE.md does not allow"
            );
        }
    }
    for (name, forbidden) in MUST_NOT_USE {
        for dependency in forbidden {
            assert!(
                !packages[name].contains(*dependency),
                "{name} must not depend on {dependency}"
            );
        }
    }
}

#[test]
fn the_macro_builds_without_the_grammar() {
    let output = cargo(&[
        "tree",
        "-p",
        "yar-macros",
        "-e",
        "normal,build",
        "--prefix",
        "none",
        "--offline",
    ]);
    assert!(
        !output.lines().any(|line| line.starts_with("pest")),
        "the macro pulls in pest:\n{output}"
    );
}

#[test]
fn the_macro_knows_nothing_of_proc_macro_below_its_entry() {
    let mut left = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("yar-macros/src/expand")];
    while let Some(path) = left.pop() {
        if path.is_dir() {
            let inside = std::fs::read_dir(&path).expect("a folder");
            left.extend(inside.map(|entry| entry.unwrap().path()));
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(
            !text.contains("proc_macro::"),
            "{} names proc_macro",
            path.display()
        );
    }
}

/// Names of our crates, with their dependencies outside tests.
fn packages() -> BTreeMap<String, BTreeSet<String>> {
    let metadata: Value = serde_json::from_str(&cargo(&[
        "metadata",
        "--no-deps",
        "--format-version",
        "1",
        "--offline",
    ]))
    .unwrap();
    let dependencies = |package: &Value| {
        let all = package["dependencies"].as_array().unwrap().iter();
        let shipped = all.filter(|dependency| dependency["kind"] != "dev");
        shipped
            .map(|dependency| dependency["name"].as_str().unwrap().to_owned())
            .collect()
    };
    let packages = metadata["packages"].as_array().unwrap().iter();
    packages
        .map(|package| {
            (
                package["name"].as_str().unwrap().to_owned(),
                dependencies(package),
            )
        })
        .collect()
}

fn cargo(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("run cargo");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("cargo prints UTF-8")
}
