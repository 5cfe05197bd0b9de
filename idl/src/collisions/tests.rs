#![allow(clippy::indexing_slicing)]

use super::*;

fn named<'a>(names: &[&'a str]) -> Vec<Named<'a>> {
    names.iter().map(|name| Named::from(*name)).collect()
}

fn spelled(scope: Scope, names: &[&str]) -> Vec<String> {
    find(scope, &named(names))
        .into_iter()
        .map(|clash| clash.spelled)
        .collect()
}

#[test]
fn each_scope_knows_its_spellings() {
    assert_eq!(spelled(Scope::Variables, &["b_1", "b1"]), ["`b1` in PHP"]);
    assert_eq!(
        spelled(Scope::Cases, &["low", "LOW"]),
        ["`Low` in Rust and PHP"]
    );
    assert_eq!(spelled(Scope::Methods, &["a_b", "AB"]), ["`ab` in PHP"]);
    assert_eq!(spelled(Scope::Types, &["Http", "HTTP"]), ["`Http` in PHP"]);
    assert_eq!(spelled(Scope::Types, &["A", "B"]), [""; 0]);
}

#[test]
fn equal_names_are_no_clash() {
    assert!(find(Scope::Variables, &named(&["a", "a"])).is_empty());
}

#[test]
fn given_names_count_instead_of_derived_ones() {
    let mended = Named {
        rust: Some("user_id2"),
        php: Some("userId2"),
        ..Named::from("user_id")
    };
    assert!(find(Scope::Variables, &["userID".into(), mended]).is_empty());
    let broken = Named {
        lua: Some("a"),
        ..Named::from("b")
    };
    let clashes = find(Scope::Variables, &["a".into(), broken]);
    assert_eq!(clashes[0].spelled, "`a` in Lua");
}

#[test]
fn indices_are_those_of_the_lists() {
    let names = named(&["x", "userID", "y", "user_id", "userId"]);
    let clashes = find(Scope::Variables, &names);
    let places: Vec<_> = clashes
        .iter()
        .map(|clash| (clash.first, clash.second))
        .collect();
    assert_eq!(places, [(1, 3), (1, 4)]);
    let clash = &find_generated(
        Made::ForService,
        &named(&["A", "Calc"]),
        &named(&["A", "B", "CalcClient"]),
    )[0];
    assert_eq!((clash.first, clash.second), (1, 2));
    assert_eq!(clash.spelled, "`CalcClient` in Rust and PHP");
    let services = named(&["ABlocking", "B", "A"]);
    let clash = &find_made_twice(Made::ForService, &services)[0];
    assert_eq!((clash.first, clash.second), (0, 2));
    assert_eq!(clash.spelled, "`ABlockingClient` in Rust");
}
