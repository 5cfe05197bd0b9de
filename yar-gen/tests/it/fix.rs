//! `yar-gen fix`.

use crate::support::Folder;

#[test]
fn what_is_certain_is_mended_and_the_rest_is_told() {
    let folder = Folder::new();
    folder.write(
        "a.yar",
        "@php(namspace = \"A\")\npackage p;\nstruct A { x: Nope }\nstruct B { x: f64 = \"0.5\" }\n",
    );
    let check = folder.run(&["fix", "--check", "a.yar"]);
    assert!(
        check.stderr().contains("would mend 2 findings in a.yar\n"),
        "{}",
        check.stderr()
    );
    assert!(folder.files()[0].1.contains("namspace"));
    let run = folder.run(&["fix", "a.yar"]);
    assert_eq!(run.code(), Some(1));
    assert!(
        run.stderr().contains("mended 2 findings in a.yar\n"),
        "{}",
        run.stderr()
    );
    assert!(
        run.stderr().contains("unknown type `Nope`"),
        "{}",
        run.stderr()
    );
    let mended =
        "@php(namespace = \"A\")\npackage p;\nstruct A { x: Nope }\nstruct B { x: f64 = 0.5 }\n";
    assert_eq!(folder.files()[0].1, mended);
    folder.write("a.yar", mended.replace("Nope", "i32"));
    let clean = folder.run(&["fix", "a.yar"]);
    assert_eq!((clean.code(), clean.stderr()), (Some(0), String::new()));
}

#[test]
fn check_leaves_with_three_when_all_can_be_mended() {
    let folder = Folder::new();
    folder.write("a.yar", "struct A { x: f64 = \"0.5\" }\n");
    assert_eq!(folder.run(&["fix", "--check", "a.yar"]).code(), Some(3));
    assert_eq!(folder.run(&["fix", "a.yar"]).code(), Some(0));
    assert_eq!(folder.run(&["fix", "--check", "a.yar"]).code(), Some(0));
    assert_eq!(folder.files()[0].1, "struct A { x: f64 = 0.5 }\n");
}

#[test]
fn a_forgotten_import_is_added() {
    let folder = Folder::new();
    folder.write(
        "money.yar",
        "package shop.money;\nstruct Money { cents: i64 }\n",
    );
    folder.write(
        "a.yar",
        "package shop.order;\nservice S {\n  total() -> Money\n}\n",
    );
    let run = folder.run(&["fix", "a.yar"]);
    let text = folder.files()[0].1.clone();
    assert_eq!(run.code(), Some(0), "{}{text}", run.stderr());
    assert!(text.contains("\"money.yar\";"), "{text}");
    assert_eq!(folder.run(&["check", "a.yar"]).code(), Some(0));
}
