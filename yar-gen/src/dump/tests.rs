#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

use super::*;

const CONTRACT: &str = "\
//! Everything.
package demo.all;
/// Gone.
error Gone = -3 \"gone\\n\"
enum Op: string { /// Adds.
 add, sub = \"subtract\" }
enum Wide: u64 { least = 0, most = 18446744073709551615 }
struct T {
  /// Scalars.
  a: bool, b: i8, c: u64, d: f32, e: f64, f: string, g: bytes, h: any
  i: list<T?>, j: map<Op, Wide>, k: (i64, string)
}
service S { /// Docs.
 get(id: i64) -> T? throws Gone
 ping() }
";

fn package(source: &str) -> Package {
    yar_idl::load(source, "stem").expect("the contract of this test is valid")
}

#[test]
fn every_part_of_the_model_is_told() {
    let text = dump(&package(CONTRACT));
    assert!(!text.contains("unknown"), "{text}");
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["package"], "demo.all");
    assert_eq!(value["docs"], "Everything.");
    assert_eq!(value["errors"][0]["code"], -3);
    assert_eq!(value["errors"][0]["message"], "gone\n");
    assert_eq!(value["enums"][0]["cases"][1]["value"], "subtract");
    assert_eq!(value["enums"][1]["repr"], "u64");
    assert_eq!(value["enums"][1]["cases"][1]["value"], u64::MAX);
    let fields = value["structs"][0]["fields"].as_array().unwrap();
    let types: Vec<String> = fields.iter().map(|it| it["type"].to_string()).collect();
    let expected = [
        r#"{"kind":"bool"}"#,
        r#"{"kind":"i8"}"#,
        r#"{"kind":"u64"}"#,
        r#"{"kind":"f32"}"#,
        r#"{"kind":"f64"}"#,
        r#"{"kind":"string"}"#,
        r#"{"kind":"bytes"}"#,
        r#"{"kind":"any"}"#,
        r#"{"kind":"list","of":[{"kind":"nullable","of":[{"kind":"struct","name":"T"}]}]}"#,
        r#"{"kind":"map","of":[{"kind":"enum","name":"Op"},{"kind":"enum","name":"Wide"}]}"#,
        r#"{"kind":"tuple","of":[{"kind":"i64"},{"kind":"string"}]}"#,
    ];
    assert_eq!(types, expected);
    let methods = &value["services"][0]["methods"];
    assert_eq!(methods[0]["params"][0]["name"], "id");
    assert_eq!(methods[0]["returns"]["kind"], "nullable");
    assert_eq!(methods[0]["throws"][0], "Gone");
    assert!(methods[1]["returns"].is_null());
}

#[test]
fn members_keep_their_order() {
    let text = dump(&package(CONTRACT));
    let places = [
        "format", "package", "contract", "docs", "errors", "enums", "structs", "services",
    ]
    .map(|key| text.find(&format!("\n  \"{key}\": ")).unwrap());
    assert!(places.is_sorted(), "{text}");
    assert_eq!(dump(&package(CONTRACT)), text);
}

#[test]
fn a_fingerprint_changes_with_every_word_and_with_nothing_else() {
    let first = fingerprint(&package(CONTRACT));
    for (old, new) in [
        ("Everything", "Anything"),
        ("demo.all", "demo.some"),
        ("= -3", "= 3"),
        ("subtract", "minus"),
        ("i: list", "z: list"),
        ("T? throws", "T throws"),
        ("/// Docs.", "/// Documentation."),
    ] {
        let other = fingerprint(&package(&CONTRACT.replace(old, new)));
        assert_ne!(first, other, "{new}");
    }
    let spaced = CONTRACT
        .replace(' ', "  ")
        .replace("///  ", "/// ")
        .replace("//!  ", "//! ");
    assert_eq!(first, fingerprint(&package(&spaced)));
}

#[test]
fn fingerprints_are_those_of_the_published_algorithm() {
    assert_eq!(fnv_1a(b""), 0xcbf2_9ce4_8422_2325);
    assert_eq!(fnv_1a(b"a"), 0xaf63_dc4c_8601_ec8c);
    assert_eq!(fnv_1a(b"foobar"), 0x8594_4171_f739_67e8);
}
