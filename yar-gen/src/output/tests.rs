#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

use super::*;
use crate::folder::Folder;

impl Folder {
    fn has(&self, path: &str) -> bool {
        self.path().join(path).exists()
    }

    /// Paths below the folder.
    fn drifts(&self, output: &Output) -> Vec<(String, DriftKind)> {
        let drifts = output.check(self.path()).unwrap().into_iter();
        let below = |path: &Path| {
            path.strip_prefix(self.path())
                .unwrap()
                .display()
                .to_string()
        };
        drifts.map(|it| (below(&it.path), it.kind)).collect()
    }
}

fn output(contracts: &[&str], targets: &[Target]) -> Output {
    let mut output = Output::default();
    for source in contracts {
        let package = yar_idl::load(source, "none").unwrap();
        for target in targets {
            output.add(&package, *target, &Options::default()).unwrap();
        }
    }
    output
}

const TWO: &str = "package a; struct Old { x: i64 } struct Kept { x: i64 }";
const ONE: &str = "package a; struct Kept { x: i64 }";

#[test]
fn a_type_that_disappears_takes_its_file_with_it() {
    let folder = Folder::new();
    output(&[TWO], &[Target::Php]).write(folder.path()).unwrap();
    fs::write(folder.path().join("A/Mine.php"), "<?php // mine").unwrap();
    let written = output(&[ONE], &[Target::Php]).write(folder.path()).unwrap();
    assert_eq!(written.removed, [folder.path().join("A/Old.php")]);
    assert!(folder.has("A/Kept.php") && folder.has("A/Mine.php"));
}

#[test]
fn other_packages_and_languages_keep_their_files() {
    let folder = Folder::new();
    let other = "package b; struct Old { x: i64 }";
    output(&[TWO, other], &[Target::Php, Target::Lua])
        .write(folder.path())
        .unwrap();
    let lua = output(&[ONE], &[Target::Lua]).write(folder.path()).unwrap();
    assert!(lua.removed.is_empty());
    let php = output(&[ONE], &[Target::Php]).write(folder.path()).unwrap();
    assert_eq!(php.removed, [folder.path().join("A/Old.php")]);
    assert!(folder.has("B/Old.php") && folder.has("b.lua") && folder.has("a.lua"));
    let all = output(&[ONE, other], &[Target::Php, Target::Lua]);
    assert_eq!(folder.drifts(&all), []);
}

#[test]
fn a_file_that_was_taken_over_is_not_removed() {
    let folder = Folder::new();
    output(&[TWO], &[Target::Php]).write(folder.path()).unwrap();
    fs::write(folder.path().join("A/Old.php"), "<?php // by hand now").unwrap();
    let next = output(&[ONE], &[Target::Php]);
    assert!(
        !folder
            .drifts(&next)
            .iter()
            .any(|(path, _)| path == "A/Old.php")
    );
    assert!(next.write(folder.path()).unwrap().removed.is_empty());
    assert!(folder.has("A/Old.php"));
}

#[test]
fn folders_that_become_empty_go_away() {
    let folder = Folder::new();
    let sole = "package a.b; service Sole { ping() }";
    output(&[sole], &[Target::Php])
        .write(folder.path())
        .unwrap();
    assert!(folder.has("A/B/Sole.php"));
    let nothing = "package a.b; type T = i64";
    let written = output(&[nothing], &[Target::Php])
        .write(folder.path())
        .unwrap();
    assert_eq!(written.removed.len(), 3);
    assert!(!folder.has("A") && folder.has(manifest::NAME));
}

#[test]
fn drift_is_named() {
    let folder = Folder::new();
    let two = output(&[TWO], &[Target::Php, Target::Lua]);
    two.write(folder.path()).unwrap();
    assert_eq!(folder.drifts(&two), []);

    let lua = folder.path().join("a.lua");
    let text = fs::read_to_string(&lua).unwrap();
    fs::write(&lua, text.replace('\n', "\r\n")).unwrap();
    fs::remove_file(folder.path().join("A/Kept.php")).unwrap();
    fs::write(folder.path().join("A/Old.php"), "<?php\n\n").unwrap();
    let expected = [
        ("A/Kept.php".to_owned(), DriftKind::Missing),
        ("A/Old.php".to_owned(), DriftKind::Differs { line: 3 }),
        ("a.lua".to_owned(), DriftKind::LineEnds),
    ];
    assert_eq!(folder.drifts(&two), expected);

    two.clone().with_force(true).write(folder.path()).unwrap();
    let one = output(&[ONE], &[Target::Php]);
    let drifts = folder.drifts(&one);
    assert_eq!(
        drifts.last().unwrap(),
        &("A/Old.php".to_owned(), DriftKind::Stale)
    );
    assert!(drifts.iter().any(|(path, _)| path == manifest::NAME));
    assert!(folder.has("A/Old.php"), "a check removes nothing");
}

#[test]
fn a_file_that_nobody_generated_is_not_replaced() {
    let folder = Folder::new();
    let two = output(&[TWO], &[Target::Php, Target::Lua]);
    fs::write(folder.path().join("a.lua"), "return 'mine'\n").unwrap();
    let error = two.write(folder.path()).unwrap_err().to_string();
    assert!(error.contains("a.lua` exists") && error.contains("`--force`"));
    assert!(!folder.has("A") && !folder.has(manifest::NAME), "{error}");
    two.clone().with_force(true).write(folder.path()).unwrap();
    assert_eq!(folder.drifts(&two), []);
}

#[test]
fn a_runtime_is_ours_when_it_is_equal_or_listed() {
    let folder = Folder::new();
    let package = yar_idl::load(ONE, "none").unwrap();
    let mut copied = Output::default();
    let options = Options::default().with_runtime(true);
    copied.add(&package, Target::Lua, &options).unwrap();
    let runtime = folder.path().join("yar.lua");
    fs::write(&runtime, "return 'mine'\n").unwrap();
    assert!(matches!(
        copied.write(folder.path()),
        Err(OutputError::Foreign { path, .. }) if path == runtime
    ));
    fs::write(&runtime, copied.files().get("yar.lua").unwrap()).unwrap();
    let written = copied.write(folder.path()).unwrap();
    assert!(!written.runtime.is_empty() && written.changed.len() == 2);

    // A run without the runtime keeps it on the list.
    output(&[ONE], &[Target::Php]).write(folder.path()).unwrap();
    fs::write(&runtime, "-- of an earlier version\n").unwrap();
    assert_eq!(copied.write(folder.path()).unwrap().runtime, [runtime]);
}

#[test]
fn a_list_that_leads_out_is_refused() {
    let folder = Folder::new();
    fs::create_dir(folder.path().join("out")).unwrap();
    fs::write(folder.path().join("victim.php"), "// @generated by yar-gen").unwrap();
    let list = r#"{"generator":"yar-gen","format":1,"packages":{"a":{"php":["../victim.php"]}}}"#;
    fs::write(folder.path().join("out").join(manifest::NAME), list).unwrap();
    let result = output(&[ONE], &[Target::Php]).write(&folder.path().join("out"));
    let error = result.unwrap_err().to_string();
    assert!(error.contains("victim.php"), "{error}");
    assert!(folder.has("victim.php"));
}

#[test]
fn a_list_that_is_none_is_an_error_that_says_what_to_do() {
    let folder = Folder::new();
    for (text, expected) in [
        ("", "delete it and run again"),
        ("[1]", "delete it and run again"),
        (r#"{"format":2,"things":[]}"#, "update yar-gen"),
        (r#"{"format":1,"packages":[]}"#, "delete it and run again"),
    ] {
        fs::write(folder.path().join(manifest::NAME), text).unwrap();
        let error = output(&[ONE], &[Target::Php])
            .write(folder.path())
            .unwrap_err();
        let source = std::error::Error::source(&error).unwrap().to_string();
        assert!(source.contains(expected), "{source}");
        assert!(!folder.has("A"));
    }
}
