//! `--format` and `yar-gen check`: what goes where, and with which code.

use crate::support::Folder;

const GOOD: &str = "package calc;\nservice Calculator { add(a: i64, b: i64) -> i64 }\n";
const BAD: &str = "package calc;\nservice Calculator { add(a: Foo) -> i64 }\n";

fn folder(text: &str) -> Folder {
    let folder = Folder::new();
    folder.write("calc.yar", text);
    folder
}

#[test]
fn check_only_checks() {
    let folder = folder(GOOD);
    folder.write(
        "more.rs",
        "#[yar::service] trait Echo { fn echo(&self, text: String) -> String; }",
    );
    let run = folder.run(&["check", "calc.yar", "more.rs"]);
    assert_eq!((run.code(), run.stdout()), (Some(0), String::new()));
    assert_eq!(run.stderr(), "no errors in 2 files\n");
    assert_eq!(folder.run(&["check", "-q", "calc.yar"]).stderr(), "");
    assert_eq!(folder.names(), ["calc.yar", "more.rs"]);
}

#[test]
fn check_shows_mistakes_as_generating_does() {
    let folder = folder(BAD);
    let check = folder.run(&["check", "calc.yar"]);
    let generate = folder.run(&["calc.yar", "--lang", "lua"]);
    assert_eq!((check.code(), generate.code()), (Some(1), Some(1)));
    assert_eq!(check.stderr(), generate.stderr());
}

#[test]
fn formats_for_machines_go_to_stdout_and_the_summary_to_stderr() {
    let folder = folder(BAD);
    let table = [
        ("short", "calc.yar:2:29: error[Y0401]: unknown type `Foo`\n"),
        (
            "json",
            "{\"code\":\"Y0401\",\"level\":\"error\",\"message\":\"unknown type `Foo`\",\"file\":\"calc.yar\",",
        ),
        (
            "github",
            "::error file=calc.yar,line=2,endLine=2,col=29,endColumn=31,title=Y0401::unknown type `Foo`",
        ),
        (
            "sarif",
            "{\n  \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\"",
        ),
    ];
    for (format, start) in table {
        for command in [&["check"][..], &["--lang", "lua"]] {
            let run = folder.run(&[command, &["calc.yar", "--format", format]].concat());
            assert_eq!(run.code(), Some(1));
            assert_eq!(run.stderr(), "1 error in 1 file\n");
            assert!(run.stdout().starts_with(start), "{}", run.stdout());
        }
    }
    assert_eq!(folder.names(), ["calc.yar"]);
}

#[test]
fn a_clean_run_has_a_sarif_log_and_no_other_lines() {
    let folder = folder(GOOD);
    for (format, is_empty) in [
        ("short", true),
        ("json", true),
        ("github", true),
        ("sarif", false),
    ] {
        let run = folder.run(&["check", "calc.yar", "--format", format]);
        assert_eq!(
            (run.code(), run.stdout().is_empty()),
            (Some(0), is_empty),
            "{format}"
        );
        let run = folder.run(&["calc.yar", "--lang", "lua", "--format", format]);
        assert_eq!(
            (run.code(), run.stdout().is_empty()),
            (Some(0), is_empty),
            "{format}"
        );
    }
}

#[test]
fn drift_comes_in_every_format() {
    let folder = folder(GOOD);
    let arguments = ["calc.yar", "--lang", "lua", "--check", "--format"];
    let drift = |format| folder.run(&[&arguments[..], &[format]].concat());
    let run = drift("short");
    assert_eq!(run.code(), Some(3));
    let expected = "\
.yar-gen.json: error[FILE_MISSING]: `.yar-gen.json` is missing
calc.lua: error[FILE_MISSING]: `calc.lua` is missing
";
    assert_eq!(run.stdout(), expected);
    assert!(
        drift("json")
            .stdout()
            .starts_with("{\"code\":\"FILE_MISSING\"")
    );
    assert!(
        drift("github")
            .stdout()
            .starts_with("::error file=.yar-gen.json,title=FILE_MISSING::")
    );
    assert!(
        drift("sarif")
            .stdout()
            .contains("\"ruleId\": \"FILE_MISSING\"")
    );
}

#[test]
fn an_unknown_format_is_wrong_usage() {
    let run = folder(GOOD).run(&["check", "calc.yar", "--format", "xml"]);
    assert_eq!(run.code(), Some(2));
    assert!(
        run.stderr()
            .contains("[possible values: text, short, json, sarif, github]"),
        "{}",
        run.stderr()
    );
}
