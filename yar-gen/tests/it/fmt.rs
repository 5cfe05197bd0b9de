//! `yar-gen fmt`: golden files, and what is written where.

use std::fs;
use std::io::Write as _;
use std::process::{Output, Stdio};

use crate::support::{Folder, golden, root};

const RAW: &str = "struct S{x:i64,// note\ny:i64}";
const FORMATTED: &str = "struct S {\n  x: i64 // note\n  y: i64\n}\n";

fn stdin(folder: &Folder, arguments: &[&str], text: &str) -> Output {
    let mut command = folder.command();
    let command = command.args(arguments).stdin(Stdio::piped());
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    child.wait_with_output().unwrap()
}

/// `SNAPSHOTS=overwrite` brings `neat.yar` up to date.
#[test]
fn a_messy_contract_becomes_a_neat_one() {
    let source = fs::read_to_string(golden("fmt").join("messy.yar")).unwrap();
    let text = yar_gen::format(&source).unwrap();
    let path = golden("fmt").join("neat.yar");
    if std::env::var("SNAPSHOTS").is_ok_and(|value| value == "overwrite") {
        fs::write(&path, &text).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    snapbox::assert_data_eq!(&text, snapbox::Data::text(expected).raw());
    assert_eq!(yar_gen::format(&text).unwrap(), text);
}

#[test]
fn contracts_of_the_repository_are_in_canonical_layout() {
    let folder = Folder::new();
    for path in ["idl/calc.yar", "examples/build_script/idl/greeter.yar"] {
        let path = root().join(path);
        let run = folder.run(&["fmt", "--check", path.to_str().unwrap()]);
        assert_eq!(run.code(), Some(0), "{}", run.stderr());
    }
}

#[test]
fn files_are_changed_in_place_and_only_where_needed() {
    let folder = Folder::new();
    folder.write("a.yar", RAW);
    folder.write("b.yar", FORMATTED);
    let run = folder.run(&["fmt", "a.yar", "b.yar"]);
    assert_eq!((run.code(), run.stdout()), (Some(0), String::new()));
    assert_eq!(
        run.stderr(),
        "formatted a.yar\n1 file formatted, 1 unchanged\n"
    );
    assert_eq!(
        fs::read_to_string(folder.path().join("a.yar")).unwrap(),
        FORMATTED
    );
    assert_eq!(folder.names(), ["a.yar", "b.yar"]);
    assert_eq!(folder.run(&["fmt", "-q", "a.yar"]).stderr(), "");
}

#[test]
fn check_lists_files_and_changes_none() {
    let folder = Folder::new();
    folder.write("a.yar", RAW);
    folder.write("b.yar", FORMATTED);
    folder.write("c.yar", FORMATTED.replace('\n', "\r\n"));
    let before = folder.files();
    let run = folder.run(&["fmt", "--check", "a.yar", "b.yar", "c.yar"]);
    assert_eq!((run.code(), run.stdout()), (Some(3), String::new()));
    let expected = "\
error[NOT_FORMATTED]: `a.yar` is not in canonical layout, from line 1 on
error[LINE_ENDS]: `c.yar` differs by line endings only: it has CRLF where LF belongs
2 errors in 2 files
`yar-gen explain NOT_FORMATTED` says more
";
    assert_eq!(run.stderr(), expected);
    assert_eq!(folder.files(), before);
}

#[test]
fn standard_input_goes_to_standard_output() {
    let folder = Folder::new();
    let output = stdin(&folder, &["fmt"], RAW);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8(output.stdout).unwrap(), FORMATTED);
    let output = stdin(&folder, &["fmt", "--check", "--format", "short"], RAW);
    assert_eq!(output.status.code(), Some(3));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.starts_with("<stdin>: error[NOT_FORMATTED]: "),
        "{text}"
    );
}

#[test]
fn nothing_is_written_when_one_file_has_mistakes() {
    let folder = Folder::new();
    folder.write("a.yar", RAW);
    folder.write("b.yar", "struct B { x: }");
    let before = folder.files();
    let run = folder.run(&["fmt", "a.yar", "b.yar"]);
    assert_eq!(run.code(), Some(1));
    assert!(run.stderr().contains(" --> b.yar:1:"), "{}", run.stderr());
    assert_eq!(folder.files(), before);
}

#[test]
fn rust_is_left_to_rustfmt() {
    let folder = Folder::new();
    folder.write("a.rs", "");
    let run = folder.run(&["fmt", "a.rs"]);
    assert_eq!(run.code(), Some(2));
    assert!(run.stderr().contains("rustfmt"), "{}", run.stderr());
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = Folder::new();
    folder.write("real.yar", RAW);
    let real = folder.path().join("real.yar");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).unwrap();
    let link = folder.path().join("link.yar");
    symlink("real.yar", &link).unwrap();
    assert_eq!(folder.run(&["fmt", "link.yar"]).code(), Some(0));
    assert!(link.is_symlink());
    assert_eq!(fs::read_to_string(&real).unwrap(), FORMATTED);
    assert_eq!(
        fs::metadata(&real).unwrap().permissions().mode() & 0o777,
        0o640
    );
}
