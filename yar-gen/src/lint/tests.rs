#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic
)]

use std::path::Path;

use super::*;
use crate::Loader;

/// Rule and marked text of everything that is found.
fn found(source: &str, setting: &Setting) -> Vec<(&'static str, String)> {
    let contract = Loader::new().check(Path::new("p.yar"), source.to_owned());
    let contract = contract.unwrap_or_else(|error| panic!("{}", error.render(false)));
    let found = lint(&contract, setting);
    let text = |it: &Diagnostic| source[it.span.clone()].to_owned();
    found.iter().map(|it| (it.code, text(it))).collect()
}

fn all(source: &str) -> Vec<(&'static str, String)> {
    found(source, &Setting::default())
}

fn rules(source: &str) -> Vec<&'static str> {
    all(source).into_iter().map(|(rule, _)| rule).collect()
}

#[test]
fn large_integers_are_told_where_lua_is_a_target() {
    let source = "package p;\nservice S {\n  get(id: u64) -> string\n}\n";
    assert_eq!(all(source), [("risky-int64", "u64".to_owned())]);
    let rust = Setting {
        targets: vec![Target::Rust, Target::Php],
        ..Setting::default()
    };
    assert_eq!(found(source, &rust), []);
    let text = source.replace("id:", "@lua(int = \"string\") id:");
    assert_eq!(rules(&text), [""; 0]);
    let result = "service S { get() -> list<i64> }";
    assert_eq!(all(result), [("risky-int64", "list<i64>".to_owned())]);
}

#[test]
fn types_without_names_or_meaning_are_told_once_each() {
    let source = "service S { m(a: (any, any), b: map<i32, bytes>) }";
    assert_eq!(
        all(source),
        [
            ("prefer-struct", "(any, any)".to_owned()),
            ("any-in-public-api", "(any, any)".to_owned()),
            ("risky-int-keys", "map<i32, bytes>".to_owned()),
            ("bytes-over-json", "map<i32, bytes>".to_owned()),
        ]
    );
    let msgpack = Setting {
        packagers: vec![Packager::Php],
        ..Setting::default()
    };
    let quiet = found(source, &msgpack).into_iter().map(|(rule, _)| rule);
    assert_eq!(
        quiet.collect::<Vec<_>>(),
        ["prefer-struct", "any-in-public-api"]
    );
}

#[test]
fn names_have_one_style_and_hidden_methods_are_told() {
    let source = "const mostItems: i32 = 1
        struct user_data { userName: string }
        service S { getIt(u: user_data) _hidden() HTTP2Get() }";
    let names: Vec<String> = all(source).into_iter().map(|(_, text)| text).collect();
    assert_eq!(
        names,
        [
            "mostItems",
            "user_data",
            "userName",
            "getIt",
            "_hidden",
            "HTTP2Get"
        ]
    );
    let fine = "const MOST_2: i32 = 1
        struct HTTPServer { sha256: string, sha_512: string }
        service S { get(s: HTTPServer) }";
    assert_eq!(rules(fine), [""; 0]);
}

#[test]
fn what_nobody_uses_is_told_unless_the_file_has_no_service() {
    let types = "struct A { b: B? } struct B { x: i32 } enum E: string { e } error Z = 1";
    assert_eq!(rules(types), [""; 0]);
    let source = format!("{types} service S {{ m(a: A) }}");
    assert_eq!(
        all(&source),
        [
            ("unused-type", "E".to_owned()),
            ("unused-type", "Z".to_owned())
        ]
    );
}

#[test]
fn deprecated_types_are_told_where_they_are_used() {
    let source = "@deprecated(\"use B\") struct A { a: A? }
        struct B { x: i32 }
        service S { @deprecated(\"old\") old(b: A) now(a: A, b: B) }";
    let told = all(source)
        .into_iter()
        .filter(|(rule, _)| *rule == "deprecated-use");
    assert!(told.clone().any(|(_, text)| text == "A"));
    assert!(told.count() <= 3);
}

#[test]
fn rules_are_allowed_on_members_owners_and_packages() {
    let member = "service S { get(@allow(risky-int64) id: u64) }";
    let method = "service S { @allow(risky-int64) get(id: u64) -> u64 }";
    let service = "@allow(risky-int64) service S { get(id: u64) }";
    let package = "@allow(risky-int64) package p; service S { get(id: u64) }";
    for source in [member, method, service, package] {
        assert_eq!(rules(source), [""; 0], "{source}");
    }
}

#[test]
fn an_allow_of_nothing_and_an_unknown_rule_are_told() {
    let source = "service S { @allow(risky-int64) get(id: u32) @allow(risky-int46) put(id: u32) }";
    assert_eq!(
        all(source),
        [
            ("unused-allow", "risky-int64".to_owned()),
            ("unused-allow", "risky-int46".to_owned()),
        ]
    );
}

#[test]
fn rules_are_sorted_and_have_pages() {
    assert!(RULES.is_sorted_by_key(|rule| rule.name));
    for rule in RULES {
        assert!(crate::explain::find(rule.name).is_ok(), "{}", rule.name);
    }
}
