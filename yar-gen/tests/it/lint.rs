//! `yar-gen lint`.

use serde_json::Value;

use crate::support::Folder;

const SOURCE: &str = "package p;\nservice S {\n  get(id: u64) -> string\n}\n";

#[test]
fn a_risky_integer_is_told_at_its_type() {
    let folder = Folder::new();
    folder.write("a.yar", SOURCE);
    let run = folder.run(&["lint", "a.yar", "--format", "json"]);
    assert_eq!(run.code(), Some(0), "{}", run.stderr());
    let found: Value = serde_json::from_str(&run.stdout()).unwrap();
    assert_eq!(found["code"], "risky-int64");
    assert_eq!(found["level"], "warning");
    let message = "`u64` values above 2^53 cannot be exact in Lua 5.1 numbers";
    assert_eq!(found["message"], message);
    assert_eq!(
        (&found["span"]["line"], &found["span"]["col"]),
        (&3.into(), &11.into())
    );
    let help = &found["helps"][0];
    assert_eq!(help["confidence"], "maybe");
    assert_eq!(help["edits"][0]["new_text"], "@lua(int = \"string\") ");
    assert_eq!(help["edits"][0]["span"]["col"], 7);
    assert!(
        run.stderr().starts_with("1 warning in 1 file\n"),
        "{}",
        run.stderr()
    );
}

#[test]
fn targets_packagers_and_deny_are_options() {
    let folder = Folder::new();
    folder.write("a.yar", SOURCE);
    let rust = folder.run(&["lint", "a.yar", "--lang", "rust,php"]);
    assert_eq!((rust.code(), rust.stderr()), (Some(0), String::new()));
    assert_eq!(folder.run(&["lint", "a.yar", "--deny"]).code(), Some(1));
    assert_eq!(
        folder
            .run(&["lint", "a.yar", "--deny", "--lang", "rust"])
            .code(),
        Some(0)
    );
    folder.write("b.yar", "service S { get() -> bytes }");
    assert_eq!(
        folder
            .run(&["lint", "b.yar", "--deny", "--packager", "msgpack"])
            .code(),
        Some(0)
    );
    assert_eq!(
        folder
            .run(&["lint", "b.yar", "--deny", "--packager", "json"])
            .code(),
        Some(1)
    );
    assert_eq!(
        folder.run(&["lint", "a.yar", "--packager", "xml"]).code(),
        Some(2)
    );
}

#[test]
fn rules_are_listed() {
    let folder = Folder::new();
    let run = folder.run(&["lint", "--rules"]);
    assert_eq!(run.code(), Some(0), "{}", run.stderr());
    assert_eq!(run.stdout().lines().count(), yar_gen::lint::RULES.len());
    assert!(
        run.stdout().contains("risky-int64        64-bit"),
        "{}",
        run.stdout()
    );
}
