#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

use std::fs;

use super::*;
use crate::folder::Folder;

impl Folder {
    fn with(contract: &str) -> Self {
        let folder = Self::new();
        fs::write(folder.path().join("calc.yar"), contract).unwrap();
        folder
    }

    fn builder(&self) -> Builder {
        let out = self.path().join("out");
        Builder::new()
            .input(self.path().join("calc.yar"))
            .out_dir(out)
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path().join("out").join(path)).unwrap()
    }
}

const CALC: &str = "//! Sums.\n//!\n//! And more.\nservice Calc { ping() }\n";

#[test]
fn cargo_is_told_of_each_input_and_nothing_else() {
    let folder = Folder::with(CALC);
    let other = folder.path().join("other.yar");
    fs::write(&other, "struct Other {}").unwrap();
    let mut lines = Vec::new();
    let builder = folder.builder().input(&other).rust().lua().php();
    let written = builder.generate_for(&mut lines).unwrap();
    let lines = String::from_utf8(lines).unwrap();
    let calc = &folder.path().join("calc.yar");
    let expected = format!(
        "cargo:rerun-if-changed={}\ncargo:rerun-if-changed={}\n",
        calc.display(),
        other.display()
    );
    assert_eq!(lines, expected);
    assert!(written.changed.contains(&folder.path().join("out/calc.rs")));
    assert!(
        written
            .changed
            .contains(&folder.path().join("out/Calc/CalcClient.php"))
    );
    let again = builder.generate_for(&mut Vec::new()).unwrap();
    assert_eq!(again.changed, Vec::<PathBuf>::new());
}

#[test]
fn file_docs_become_comments_where_a_file_is_included() {
    let folder = Folder::with(CALC);
    folder
        .builder()
        .rust()
        .generate_for(&mut Vec::new())
        .unwrap();
    assert!(
        folder
            .read("calc.rs")
            .contains("\n\n//! Sums.\n//!\n//! And more.\n\n")
    );
    folder
        .builder()
        .rust()
        .file_docs(false)
        .generate_for(&mut Vec::new())
        .unwrap();
    let text = folder.read("calc.rs");
    assert!(
        text.contains("\n\n// Sums.\n//\n// And more.\n\n"),
        "{text}"
    );
    let file = syn::parse_file(&text).unwrap();
    assert!(
        file.attrs.is_empty(),
        "`include!` takes no inner attributes"
    );
}

#[test]
fn mistakes_are_told_in_full_and_cargo_knows_the_input() {
    let folder = Folder::with("service Calc { add(a: Foo) }");
    let mut lines = Vec::new();
    let error = folder
        .builder()
        .rust()
        .generate_for(&mut lines)
        .unwrap_err();
    assert!(
        String::from_utf8(lines)
            .unwrap()
            .starts_with("cargo:rerun-if-changed=")
    );
    // `main` prints `Debug`.
    let text = format!("{error:?}");
    assert!(
        text.starts_with("1 error in 1 file\n\nerror[Y0401]: unknown type `Foo`\n"),
        "{text}"
    );
    assert!(text.contains("service Calc { add(a: Foo) }"), "{text}");
    assert!(!folder.path().join("out").exists());
}

#[test]
fn what_is_missing_is_named() {
    let incomplete = |builder: Builder| builder.generate_for(&mut Vec::new()).unwrap_err();
    let error = incomplete(Builder::new().rust());
    assert!(error.to_string().contains("call `input`"), "{error}");
    let error = incomplete(Builder::new().input("a.yar"));
    assert!(
        error.to_string().contains("`rust`, `lua` or `php`"),
        "{error}"
    );
    let folder = Folder::with(CALC);
    fs::write(folder.path().join("file"), "").unwrap();
    let error = incomplete(folder.builder().rust().out_dir(folder.path().join("file")));
    let text = format!("{error:?}");
    assert!(text.contains("file` is not a folder"), "{text}");
}

#[test]
fn cargo_is_told_of_imports_even_when_they_have_mistakes() {
    let contract =
        "package shop.order; import { Money } from \"money.yar\"; service S { m() -> Money }";
    let folder = Folder::with(contract);
    let money = folder.path().join("money.yar");
    for source in [
        "package shop.money; struct Money { cents: i32 }",
        "struct Money { cents: int }",
    ] {
        fs::write(&money, source).unwrap();
        let mut lines = Vec::new();
        let result = folder.builder().rust().generate_for(&mut lines);
        assert_eq!(result.is_ok(), source.contains("i32"));
        let lines = String::from_utf8(lines).unwrap();
        let calc = folder.path().join("calc.yar");
        let expected =
            [&calc, &money].map(|it| format!("cargo:rerun-if-changed={}\n", it.display()));
        assert_eq!(lines, expected.concat());
    }
}
