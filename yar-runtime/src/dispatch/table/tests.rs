#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use super::MethodTable;
use crate::dispatch::{MethodInfo, ServiceInfo};

const fn method(name: &'static str) -> MethodInfo {
    MethodInfo::new(name)
}

static INFO: ServiceInfo = ServiceInfo::new(
    "Users",
    &[method("getUser"), method("GETUSER"), method("add")],
);

#[test]
fn the_exact_spelling_wins_over_the_folded_one() {
    let table = MethodTable::new(&INFO);
    assert_eq!(table.find("getUser"), Some(0));
    assert_eq!(table.find("GETUSER"), Some(1));
    assert_eq!(table.find("getuser"), Some(0));
    assert_eq!(table.find("ADD"), Some(2));
}

#[test]
fn names_of_every_length_are_told_apart() {
    let names: Vec<&'static str> = (0..600)
        .map(|number| {
            let name = format!("{}{number}", "method_of_the_service".repeat(number % 3));
            let name: &'static str = name.leak();
            &name[name.len().saturating_sub(number % 23 + 3)..]
        })
        .collect();
    let methods: &'static [MethodInfo] =
        names.iter().copied().map(method).collect::<Vec<_>>().leak();
    let table = MethodTable::new(&ServiceInfo::new("Many", methods));
    for name in &names {
        let number = table.find(name).unwrap();
        assert_eq!(
            number,
            names.iter().position(|other| other == name).unwrap()
        );
    }
    assert_eq!(table.find("method_of_the_service601"), None);
}

#[test]
fn unknown_and_overlong_names_are_not_found() {
    let table = MethodTable::new(&INFO);
    for name in ["", "get", "getUser2", "addé", &"x".repeat(10_000)] {
        assert_eq!(table.find(name), None, "{name:.20}");
    }
}

#[test]
fn remembered_spellings_are_bounded() {
    let table = MethodTable::new(&INFO);
    for bits in 0_u32..128 {
        let name: String = "getuser"
            .chars()
            .enumerate()
            .map(|(at, letter)| match bits >> at & 1 {
                1 => letter.to_ascii_uppercase(),
                _ => letter,
            })
            .collect();
        assert!(table.find(&name).is_some(), "{name}");
        assert!(table.find(&name).is_some(), "{name} again");
    }
    assert_eq!(table.found.read().map(|found| found.len()).ok(), Some(12));
}
