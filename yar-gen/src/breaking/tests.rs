#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

use std::path::Path;

use super::*;
use crate::{Contract, Loader};

fn contract(source: &str) -> Contract {
    let contract = Loader::new().check(Path::new("p.yar"), source.to_owned());
    contract.unwrap_or_else(|error| panic!("{source}\n{}", error.render(false)))
}

fn of(old: &str, new: &str) -> Comparison {
    compare(&contract(old), &contract(new))
}

/// Rules that are found, and what all changes ask for.
fn rules(old: &str, new: &str) -> (Vec<&'static str>, Bump) {
    let found = of(old, new);
    let rules = found.changes.iter().map(|it| it.diagnostic.code);
    (rules.collect(), found.required)
}

/// A method that takes and one that gives a `T`.
fn both_ways(declaration: &str) -> String {
    format!("{declaration} service S {{ put(t: T) get() -> T }}")
}

fn input(declaration: &str) -> String {
    format!("{declaration} service S {{ put(t: T) }}")
}

fn output(declaration: &str) -> String {
    format!("{declaration} service S {{ get() -> T }}")
}

#[test]
fn an_inserted_parameter_is_shown_beside_the_old_signature() {
    let old = "package p;\nservice S {\n  book(room: i64, note?: string) -> i64\n}\n";
    let new = "package p;\nservice S {\n  book(room: i64, guests: u8, note?: string) -> i64\n}\n";
    let found = of(old, new);
    assert_eq!(found.changes.len(), 1);
    let change = &found.changes[0];
    assert_eq!(
        (change.bump, change.diagnostic.code),
        (Bump::Major, "PARAM_INSERTED")
    );
    assert!(change.is_error());
    let place = &change.diagnostic;
    assert_eq!(
        place.message,
        "parameter `guests` was inserted before `note`"
    );
    assert_eq!(&new[place.span.clone()], "guests");
    assert_eq!(place.label, "new in second place");
    let label = &place.secondary[0];
    let source = &found.sources[label.file.unwrap().0];
    assert_eq!(
        &source.text[label.span.clone()],
        "book(room: i64, note?: string) -> i64"
    );
}

#[test]
fn the_table_of_parameters() {
    let of = |old: &str, new: &str| {
        let wrap = |params: &str| format!("service S {{ m({params}) }}");
        rules(&wrap(old), &wrap(new))
    };
    let major = |rule| (vec![rule], Bump::Major);
    let minor = |rule| (vec![rule], Bump::Minor);
    assert_eq!(of("a: i32", "a: i32, b?: i32"), (vec![], Bump::Minor));
    assert_eq!(of("a: i32", "a: i32, b: i32 = 1"), (vec![], Bump::Minor));
    assert_eq!(of("a: i32", "a: i32, b: i32"), major("PARAM_REQUIRED"));
    assert_eq!(
        of("a: i32, b: i32", "b: i32, a: i32"),
        major("PARAM_REORDERED")
    );
    assert_eq!(of("b: i32", "a: i32, b: i32"), major("PARAM_INSERTED"));
    assert_eq!(of("a: i32, b: i32", "b: i32"), major("PARAM_REMOVED"));
    assert_eq!(of("a: i32, b: i32", "a: i32"), major("PARAM_REMOVED"));
    assert_eq!(of("a: i32, b?: i32", "a: i32"), minor("PARAM_REMOVED"));
    assert_eq!(of("a: i32", "z: i32"), minor("PARAM_RENAMED"));
    assert_eq!(of("a: i32 = 1", "a: i32 = 2"), minor("DEFAULT_CHANGED"));
    assert_eq!(of("a?: i32", "a: i32"), major("PARAM_REQUIRED"));
    assert_eq!(of("a: i32", "a?: i32"), (vec![], Bump::Minor));
    assert_eq!(of("a: i32", "a: string"), major("TYPE_CHANGED"));
    assert_eq!(of("a: i32", "a: i32?"), (vec![], Bump::Minor));
    assert_eq!(of("a: i32?", "a: i32"), major("NULL_REMOVED"));
    assert_eq!(of("a: i32", "a: i64"), (vec![], Bump::Minor));
    assert_eq!(of("a: i64", "a: i32"), major("INT_NARROWED"));
    assert_eq!(of("a: i32", "a: i32"), (vec![], Bump::Patch));
}

#[test]
fn the_table_of_results() {
    let of = |old: &str, new: &str| {
        let wrap = |ty: &str| format!("service S {{ m(){ty} }}");
        rules(&wrap(old), &wrap(new))
    };
    let major = |rule| (vec![rule], Bump::Major);
    assert_eq!(of(" -> i32", " -> i32?"), major("NULL_ADDED"));
    assert_eq!(of(" -> i32?", " -> i32"), (vec![], Bump::Minor));
    assert_eq!(of(" -> i32", " -> i64"), major("INT_WIDENED"));
    assert_eq!(of(" -> i8", " -> i32"), (vec!["INT_WIDENED"], Bump::Minor));
    assert_eq!(
        of(" -> f32", " -> f64"),
        (vec!["FLOAT_CHANGED"], Bump::Minor)
    );
    assert_eq!(of(" -> i32", " -> f64"), major("TYPE_CHANGED"));
    assert_eq!(of(" -> string", " -> bytes"), major("TYPE_CHANGED"));
    assert_eq!(of(" -> i32", ""), major("RESULT_REMOVED"));
    assert_eq!(of("", " -> i32"), (vec![], Bump::Minor));
    assert_eq!(of(" -> list<i8>", " -> list<u8>"), major("TYPE_CHANGED"));
    assert_eq!(
        of(" -> map<string, i32>", " -> map<string, i32?>"),
        major("NULL_ADDED")
    );
}

#[test]
fn the_table_of_fields_knows_the_direction() {
    let major = |rule| (vec![rule], Bump::Major);
    let (old, new) = ("struct T { a: i32 }", "struct T { a: i32, b: i32 }");
    assert_eq!(rules(&input(old), &input(new)), major("FIELD_REQUIRED"));
    let told = rules(&output(old), &output(new));
    assert_eq!(told, (vec!["FIELD_REQUIRED"], Bump::Minor));
    let new = "struct T { a: i32, b?: i32, c: i32 = 3 }";
    assert_eq!(
        rules(&both_ways(old), &both_ways(new)),
        (vec![], Bump::Minor)
    );
    let (old, new) = ("struct T { a: i32, b?: i32 }", "struct T { a: i32 }");
    assert_eq!(
        rules(&both_ways(old), &both_ways(new)),
        major("FIELD_REMOVED")
    );
    let new = "struct T { a: i32, reserved b }";
    assert_eq!(
        rules(&both_ways(old), &both_ways(new)),
        (vec![], Bump::Minor)
    );
    let new = "struct T { a: i32, reserved b }";
    let old = "struct T { a: i32, b: i32 }";
    assert_eq!(
        rules(&both_ways(old), &both_ways(new)),
        major("FIELD_REMOVED")
    );
    let (old, new) = ("struct T { a: i32 }", "struct T { a: i32? }");
    assert_eq!(rules(&output(old), &output(new)), major("NULL_ADDED"));
    assert_eq!(rules(&input(old), &input(new)), (vec![], Bump::Minor));
    let new = "struct T { @wire(\"b\") a: i32 }";
    assert_eq!(
        rules(&both_ways(old), &both_ways(new)),
        major("WIRE_NAME_CHANGED")
    );
    let new = "struct T { @wire(\"a\") z: i32 }";
    let told = rules(&both_ways(old), &both_ways(new));
    assert_eq!(told, (vec!["FIELD_RENAMED"], Bump::Minor));
    let new = "struct T { a?: i32 }";
    assert_eq!(rules(&output(old), &output(new)), major("FIELD_OPTIONAL"));
    assert_eq!(
        rules(&output(new), &output(old)),
        (vec!["FIELD_REQUIRED"], Bump::Minor)
    );
    assert_eq!(rules(&input(new), &input(old)), major("FIELD_REQUIRED"));
}

#[test]
fn the_table_of_cases() {
    let major = |rule| (vec![rule], Bump::Major);
    let of = |old: &str, new: &str| rules(&both_ways(old), &both_ways(new));
    let old = "enum T: i32 { a = 1, b = 2 }";
    assert_eq!(
        of(old, "enum T: i32 { a = 1, b = 2, c = 3 }"),
        (vec![], Bump::Minor)
    );
    assert_eq!(of(old, "enum T: i32 { a = 1 }"), major("CASE_REMOVED"));
    assert_eq!(
        of(old, "enum T: i32 { a = 1, reserved 2 }"),
        (vec![], Bump::Minor)
    );
    assert_eq!(
        of(old, "enum T: i32 { a = 1, b = 3 }"),
        major("CASE_VALUE_CHANGED")
    );
    assert_eq!(
        of(old, "enum T: i64 { a = 1, b = 2 }"),
        major("TYPE_CHANGED")
    );
    assert_eq!(of(old, &format!("@closed {old}")), major("ENUM_CLOSED"));
    let (old, new) = (
        "@closed enum T: string { a }",
        "@closed enum T: string { a, b }",
    );
    assert_eq!(of(old, new), major("CASE_ADDED"));
    let old = "union T { a: i32, b }";
    assert_eq!(
        of(old, "union T { a: i32, b, c: string }"),
        (vec![], Bump::Minor)
    );
    assert_eq!(of(old, "union T { a: i32 }"), major("CASE_REMOVED"));
    assert_eq!(
        of(old, "union T { a: i32, reserved b }"),
        (vec![], Bump::Minor)
    );
    assert_eq!(of(old, "union T { a: string, b }"), major("TYPE_CHANGED"));
    assert_eq!(of(old, "union T { a: i32, b: i32 }"), major("TYPE_CHANGED"));
    let old = "struct X { x: i32 } @tag(\"kind\") union T { x: X }";
    assert_eq!(of(old, &old.replace("kind", "type")), major("TAG_CHANGED"));
}

#[test]
fn the_table_of_services_and_errors() {
    let major = |rule| (vec![rule], Bump::Major);
    let old = "service S { getUrl() put() }";
    assert_eq!(
        rules(old, "service S { getUrl() put() more() }"),
        (vec![], Bump::Minor)
    );
    assert_eq!(
        rules(old, "service S { getUrl() }"),
        major("METHOD_REMOVED")
    );
    assert_eq!(
        rules(old, "service S { getURL() put() }"),
        major("METHOD_CASE_CHANGED")
    );
    let moved = "service B { put() } service S extends B { getUrl() }";
    assert_eq!(rules(old, moved).0, [""; 0]);
    assert_eq!(
        rules(moved, "service B { } service S extends B { getUrl() }").0,
        ["METHOD_REMOVED", "METHOD_REMOVED"]
    );
    let renamed = "service S { @wire(\"getUrl\") get_url() put() }";
    assert_eq!(rules(old, renamed), (vec!["METHOD_RENAMED"], Bump::Minor));
    let rewired = "service S { @wire(\"get\") getUrl() put() }";
    assert_eq!(rules(old, rewired), major("WIRE_NAME_CHANGED"));
    assert_eq!(rules(rewired, old), major("WIRE_NAME_CHANGED"));
    // `put` travels on, as what was `getUrl`.
    let swapped = "service S { @wire(\"getUrl\") put() }";
    assert_eq!(rules(old, swapped).0, ["METHOD_REMOVED", "METHOD_RENAMED"]);
    assert_eq!(
        rules(moved, &moved.replace("put", "@wire(\"set\") put")).0,
        ["WIRE_NAME_CHANGED", "WIRE_NAME_CHANGED"]
    );
    assert_eq!(rules(old, "service Z { }"), major("DECLARATION_REMOVED"));
    let once = "service S { getUrl() @idempotent put() }";
    assert_eq!(rules(once, old), (vec!["IDEMPOTENCE_REMOVED"], Bump::Minor));
    let strict = "service S { getUrl() @strict_arity put() }";
    assert_eq!(
        rules(old, strict),
        (vec!["STRICT_ARITY_ADDED"], Bump::Minor)
    );
    let old = "error E = 1 service S { m() throws E }";
    assert_eq!(
        rules(old, "error E = 2 service S { m() throws E }"),
        major("ERROR_CODE_CHANGED")
    );
    let more = "error E = 1 error F = 2 service S { m() throws E, F }";
    assert_eq!(rules(old, more), (vec![], Bump::Minor));
    let old = "const A: i32 = 1 service S { }";
    let told = rules(old, "const A: i32 = 2 service S { }");
    assert_eq!(told, (vec!["CONSTANT_CHANGED"], Bump::Minor));
    let told = rules("package a; service S { }", "package b; service S { }");
    assert_eq!(told, major("PACKAGE_RENAMED"));
}

#[test]
fn a_large_enough_version_allows_what_breaks() {
    let of = |old: &str, new: &str| {
        let old = format!("@version(\"{old}\") package p; service S {{ a() b() }}");
        let new = format!("@version(\"{new}\") package p; service S {{ a() }}");
        let found = compare(&contract(&old), &contract(&new));
        let errors = found.changes.iter().filter(|it| it.is_error());
        errors.map(|it| it.diagnostic.code).collect::<Vec<_>>()
    };
    assert_eq!(
        of("1.2.0", "1.3.0"),
        ["VERSION_TOO_SMALL", "METHOD_REMOVED"]
    );
    assert_eq!(of("1.2.0", "2.0.0"), [""; 0]);
}

#[test]
fn every_rule_has_a_page() {
    let text = ["compare", "items", "methods", "params", "types", "version"].map(|name| {
        let path = format!("{}/src/breaking/{name}.rs", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).unwrap()
    });
    let mut rules: Vec<&str> = text.iter().flat_map(|text| text.split('"')).collect();
    rules
        .retain(|it| it.contains('_') && it.chars().all(|at| at.is_ascii_uppercase() || at == '_'));
    rules.sort_unstable();
    rules.dedup();
    assert!(rules.len() > 20, "{rules:?}");
    for rule in rules {
        assert!(crate::explain::find(rule).is_ok(), "{rule}");
    }
}

#[test]
fn a_method_that_travels_under_another_name_is_told_with_both() {
    let old = "package p;\nservice S {\n  add(a: i32)\n}\n";
    let new = "package p;\nservice S {\n  @wire(\"plus\") add(a: i32, b: i32)\n}\n";
    let found = of(old, new);
    let told: Vec<_> = found.changes.iter().map(|it| &it.diagnostic).collect();
    let codes: Vec<_> = told.iter().map(|it| it.code).collect();
    assert_eq!(codes, ["WIRE_NAME_CHANGED", "PARAM_REQUIRED"]);
    assert_eq!(told[0].message, "method `add` travels as `plus` now");
    assert_eq!(&new[told[0].span.clone()], "add");
    assert_eq!(told[0].secondary[0].text, "was `add`");
    assert_eq!(
        told[0].helps[0].text,
        "keep the name: take `@wire(\"plus\")` away"
    );
    let back = of(new, old);
    assert_eq!(
        back.changes[0].diagnostic.helps[0].text,
        "keep the name: `@wire(\"plus\")`"
    );
}
