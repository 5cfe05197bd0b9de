//! `yar-gen dump`, and what its documentation shows.

use std::fs;

use serde_json::Value;

use crate::support::{Folder, root};

#[test]
fn both_syntaxes_give_the_same_bytes() {
    let folder = Folder::new();
    let calc = root().join("idl/calc.yar");
    let calc = calc.to_str().unwrap();
    folder.run(&[calc, "--lang", "rust"]);
    let yar = folder.run(&["dump", calc]);
    let rust = folder.run(&["dump", "calc.rs"]);
    assert_eq!((yar.code(), yar.stderr()), (Some(0), String::new()));
    assert_eq!(yar.stdout(), rust.stdout());
    let model: Value = serde_json::from_str(&yar.stdout()).unwrap();
    assert_eq!(model["format"], yar_gen::FORMAT);
    assert_eq!(model["services"][0]["methods"].as_array().unwrap().len(), 8);
    let header = fs::read_to_string(folder.path().join("calc.rs")).unwrap();
    let contract = model["contract"].as_str().unwrap();
    assert!(header.lines().next().unwrap().contains(contract));
}

#[test]
fn a_contract_with_errors_has_no_model() {
    let folder = Folder::new();
    folder.write("a.yar", "struct A { x: Nope }");
    let run = folder.run(&["dump", "a.yar"]);
    assert_eq!((run.code(), run.stdout()), (Some(1), String::new()));
    assert!(run.stderr().starts_with("error[Y0401]"), "{}", run.stderr());
    assert_eq!(folder.run(&["dump", "a.txt"]).code(), Some(2));
}

/// The contract behind the example in `docs/model.md`.
const DEMO: &str = "\
//! What the file says of itself.
error NotFound = 404 \"not found\"
enum Op: string { add = \"plus\" }
struct User { id: i64 }
service Users { find(ids: list<i64>) -> User? throws NotFound }
";

#[test]
fn the_documentation_shows_what_is_printed() {
    let folder = Folder::new();
    folder.write("demo.yar", DEMO);
    let page = fs::read_to_string(root().join("docs/model.md")).unwrap();
    let example = page.split("```json\n").nth(1).unwrap();
    let example = example.split("```").next().unwrap();
    let shown: Value = serde_json::from_str(example).unwrap();
    let printed: Value = serde_json::from_str(&folder.run(&["dump", "demo.yar"]).stdout()).unwrap();
    assert_eq!(shown, printed);
}
