//! `--check`, and what a run leaves of earlier runs.

use std::fs;

use crate::support::Folder;

const CALC: &str = "package calc;\nstruct Old { x: i64 }\nservice Calc { ping() }\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("calc.yar", CALC);
    let run = folder.run(&["calc.yar", "--lang", "rust,lua,php", "-o", "out"]);
    assert_eq!(run.code(), Some(0), "{}", run.stderr());
    folder
}

const CHECK: [&str; 6] = ["calc.yar", "--lang", "rust,lua,php", "-o", "out", "--check"];

#[test]
fn what_was_just_generated_is_up_to_date() {
    let folder = folder();
    let before = folder.files();
    let run = folder.run(&CHECK);
    assert_eq!((run.code(), run.stdout()), (Some(0), String::new()));
    assert_eq!(run.stderr(), "6 files are up to date\n");
    assert_eq!(folder.run(&[&CHECK[..], &["-q"]].concat()).stderr(), "");
    assert_eq!(folder.files(), before);
}

#[test]
fn every_kind_of_drift_is_listed_and_leaves_with_three() {
    let folder = folder();
    let out = folder.path().join("out");
    fs::remove_file(out.join("Calc/Calc.php")).unwrap();
    let lua = fs::read_to_string(out.join("calc.lua")).unwrap();
    fs::write(out.join("calc.lua"), lua.replace('\n', "\r\n")).unwrap();
    let rust = fs::read_to_string(out.join("calc.rs")).unwrap();
    fs::write(out.join("calc.rs"), format!("{rust}// more\n")).unwrap();
    let before = folder.files();
    let run = folder.run(&CHECK);
    assert_eq!((run.code(), run.stdout()), (Some(3), String::new()));
    let lines = rust.lines().count() + 1;
    let expected = format!(
        "\
error[FILE_MISSING]: `out/Calc/Calc.php` is missing
error[LINE_ENDS]: `out/calc.lua` differs by line endings only: it has CRLF where LF belongs
error[FILE_DIFFERS]: `out/calc.rs` is not what would be generated, from line {lines} on
3 files are out of date; run the same command without `--check`
`yar-gen explain FILE_MISSING` says more
"
    );
    assert_eq!(run.stderr(), expected);
    assert_eq!(folder.files(), before);
}

#[test]
fn a_changed_contract_makes_files_stale_until_the_next_run() {
    let folder = folder();
    folder.write("calc.yar", "package calc;\nservice Calc { ping() }\n");
    let run = folder.run(&CHECK);
    assert_eq!(run.code(), Some(3));
    let stale =
        "error[FILE_STALE]: `out/Calc/Old.php` is stale: what it was generated from is gone\n";
    assert!(run.stderr().contains(stale), "{}", run.stderr());

    let run = folder.run(&CHECK[..5]);
    assert!(
        run.stderr().contains("\nremoved out/Calc/Old.php\n"),
        "{}",
        run.stderr()
    );
    assert_eq!(folder.run(&CHECK).code(), Some(0));
}

#[test]
fn the_list_of_files_is_the_same_for_both_syntaxes_and_any_folder() {
    let folder = folder();
    folder.run(&["out/calc.rs", "--lang", "lua,php,rust", "-o", "deep/er"]);
    let read = |path: &str| fs::read_to_string(folder.path().join(path)).unwrap();
    let list = read("out/.yar-gen.json");
    assert_eq!(list, read("deep/er/.yar-gen.json"));
    let expected = "\
{
  \"generator\": \"yar-gen\",
  \"format\": 1,
  \"packages\": {
    \"calc\": {
      \"lua\": [
        \"calc.lua\"
      ],
      \"php\": [
        \"Calc/Calc.php\",
        \"Calc/CalcClient.php\",
        \"Calc/CalcServer.php\",
        \"Calc/Old.php\"
      ],
      \"rust\": [
        \"calc.rs\"
      ]
    }
  }
}
";
    assert_eq!(list, expected);
}

#[test]
fn errors_in_the_contract_come_before_drift() {
    let folder = folder();
    folder.write("calc.yar", "struct A { x: Nope }");
    let run = folder.run(&CHECK);
    assert_eq!(run.code(), Some(1));
    assert!(run.stderr().starts_with("error[Y0401]"), "{}", run.stderr());
}
