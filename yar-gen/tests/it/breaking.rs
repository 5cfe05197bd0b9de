//! `yar-gen breaking`, against files and against git.

use std::process::Command;

use serde_json::Value;

use crate::support::Folder;

const OLD: &str = "package p;\nservice S {\n  book(room: i64, note?: string) -> i64\n}\n";
const NEW: &str =
    "package p;\nservice S {\n  book(room: i64, guests: u8, note?: string) -> i64\n}\n";

fn git(folder: &Folder, arguments: &[&str]) {
    let output = Command::new("git")
        .current_dir(folder.path())
        .args(["-c", "user.name=test", "-c", "user.email=test@example.com"])
        .args(arguments)
        .output()
        .expect("these tests need the package git");
    assert!(output.status.success(), "{output:?}");
}

fn repository(files: &[(&str, &str)]) -> Folder {
    let folder = Folder::new();
    git(&folder, &["init", "-q", "-b", "main"]);
    for (name, text) in files {
        folder.write(name, text);
    }
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-q", "-m", "first"]);
    folder
}

#[test]
fn an_inserted_parameter_is_shown_in_both_contracts() {
    let folder = repository(&[("p.yar", OLD)]);
    folder.write("p.yar", NEW);
    let run = folder.run(&["breaking", "p.yar", "--against", "main"]);
    assert_eq!(run.code(), Some(3));
    let expected = "\
error[PARAM_INSERTED]: parameter `guests` was inserted before `note`
 --> p.yar:3:19
  |
3 |   book(room: i64, guests: u8, note?: string) -> i64
  |                   ^^^^^^ new in second place
  |
 ::: main:p.yar:3:3
  |
3 |   book(room: i64, note?: string) -> i64
  |   ------------------------------------- old signature
  |
  = note: old clients send `note` second; a PHP server would try to read it as `guests`
  = help: append it instead, optional or with a default, or bump `@version` to the next major

1 breaking change (major) between main and the working tree
`yar-gen explain PARAM_INSERTED` says more
";
    assert_eq!(run.stderr(), expected);
}

#[test]
fn json_has_the_bump_and_both_files() {
    let folder = Folder::new();
    folder.write("old.yar", OLD);
    folder.write("new.yar", NEW);
    let arguments = [
        "breaking",
        "new.yar",
        "--against",
        "old.yar",
        "--format",
        "json",
    ];
    let run = folder.run(&arguments);
    assert_eq!(run.code(), Some(3));
    let found: Value = serde_json::from_str(&run.stdout()).unwrap();
    assert_eq!(
        (&found["code"], &found["level"]),
        (&"PARAM_INSERTED".into(), &"error".into())
    );
    assert_eq!(
        (&found["bump"], &found["against"]),
        (&"major".into(), &"old.yar".into())
    );
    assert_eq!(
        (&found["file"], &found["labels"][1]["file"]),
        (&"new.yar".into(), &"old.yar".into())
    );
    assert_eq!(found["labels"][1]["span"]["col"], 3);
}

#[test]
fn a_version_that_is_too_small_is_no_change_of_its_own() {
    let folder = Folder::new();
    folder.write("old.yar", format!("@version(\"1.0.0\")\n{OLD}"));
    folder.write("new.yar", format!("@version(\"1.0.1\")\n{NEW}"));
    let run = folder.run(&["breaking", "new.yar", "--against", "old.yar"]);
    assert_eq!(run.code(), Some(3));
    let text = run.stderr();
    assert!(text.contains("error[VERSION_TOO_SMALL]"), "{text}");
    let summary = "\n1 breaking change (major) between old.yar and new.yar\n";
    assert!(text.contains(summary), "{text}");
}

#[test]
fn imports_are_compared_as_they_were() {
    let order =
        "package shop.order;\nimport \"money.yar\";\nservice S { total() -> shop.money.Money }\n";
    let order = order.replace("shop.money.Money", "money.Money");
    let order = order.replace("\"money.yar\";", "\"money.yar\" as money;");
    let money = "package shop.money;\nstruct Money { cents: i32, unit: string }\n";
    let folder = repository(&[("order.yar", &order), ("money.yar", money)]);
    let same = folder.run(&["breaking", "order.yar", "--against", "HEAD"]);
    assert_eq!(same.code(), Some(0), "{}", same.stderr());
    assert_eq!(
        same.stderr(),
        "nothing breaks since HEAD; the changes are patch\n"
    );
    folder.write("money.yar", money.replace("cents: i32, ", ""));
    let run = folder.run(&[
        "breaking",
        "order.yar",
        "--against",
        "HEAD",
        "--format",
        "short",
    ]);
    assert_eq!(run.code(), Some(3), "{}", run.stderr());
    assert!(
        run.stdout()
            .starts_with("money.yar:2:8: error[FIELD_REMOVED]: "),
        "{}",
        run.stdout()
    );
}

#[test]
fn what_git_does_not_have_is_told() {
    let folder = repository(&[("p.yar", OLD)]);
    folder.write("q.yar", NEW);
    for (file, against) in [("p.yar", "v9"), ("q.yar", "main"), ("p.yar", "--help")] {
        let against = format!("--against={against}");
        let run = folder.run(&["breaking", file, &against]);
        assert_eq!(run.code(), Some(1), "{}", run.stderr());
        assert!(
            run.stderr()
                .contains("is no file, so it was looked for in git"),
            "{}",
            run.stderr()
        );
    }
    folder.write("bad.yar", "struct A { x: Nope }");
    let run = folder.run(&["breaking", "p.yar", "--against", "bad.yar"]);
    assert_eq!(run.code(), Some(1));
    assert!(run.stderr().starts_with("error[Y0401]"), "{}", run.stderr());
}

#[test]
fn an_empty_name_is_wrong_usage_and_not_the_index_of_git() {
    let folder = repository(&[("p.yar", OLD)]);
    let run = folder.run(&["breaking", "p.yar", "--against", ""]);
    assert_eq!(run.code(), Some(2), "{}", run.stderr());
}
