//! Every construct of the language is in the tree: its words, its docs and
//! its place.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod support;

use support::words;
use yar_idl::ast::{File, Item, Value, ValueKind};

const WHOLE: &str = include_str!("whole.yar");

fn read(source: &str) -> File {
    let (file, found) = yar_idl::parse(source);
    assert!(found.is_empty(), "{found:#?}\n{source}");
    assert_eq!(words::read(&file), words::written(source), "{source}");
    file
}

#[test]
fn every_construct() {
    let file = read(WHOLE);
    assert_eq!(file.docs, "A shop.");
    assert_eq!(file.annotations.len(), 2);
}

/// The value of a constant.
fn value(literal: &str) -> ValueKind {
    let file = read(&format!("const A: any = {literal}"));
    let [Item::Const(item)] = &file.items[..] else {
        panic!("{file:#?}")
    };
    assert_eq!(item.value.span, 15..15 + literal.len());
    item.value.kind.clone()
}

#[test]
fn values() {
    let text = |text: &str| ValueKind::String(text.to_owned());
    let path = |text: &str| ValueKind::Path(text.to_owned());
    for (literal, expected) in [
        ("null", ValueKind::Null),
        ("true", ValueKind::Bool(true)),
        ("false", ValueKind::Bool(false)),
        ("-0", ValueKind::Int(0)),
        ("1_000", ValueKind::Int(1000)),
        ("-0x7F", ValueKind::Int(-127)),
        ("0b1010_1010", ValueKind::Int(170)),
        ("18446744073709551615", ValueKind::Int(u64::MAX.into())),
        ("1.5", ValueKind::Float(1.5)),
        ("-2.5e-3", ValueKind::Float(-0.0025)),
        ("1e3", ValueKind::Float(1000.0)),
        ("1E+3", ValueKind::Float(1000.0)),
        ("1_0.2_5", ValueKind::Float(10.25)),
        (r#""""#, text("")),
        (r#""\n\t\r\\\"\0\u{1F980}é""#, text("\n\t\r\\\"\0🦀é")),
        (
            r#""é\xff\x00\n""#,
            ValueKind::Bytes(vec![0xc3, 0xa9, 0xff, 0, b'\n']),
        ),
        (r#""\\x41""#, text("\\x41")),
        ("add", path("add")),
        ("Op.add", path("Op.add")),
        ("nullable", path("nullable")),
        ("[]", ValueKind::List(Vec::new())),
        ("{}", ValueKind::Map(Vec::new())),
    ] {
        assert_eq!(value(literal), expected, "{literal}");
    }
    let ValueKind::List(values) = value("[1, [2,], {a: b, \"c d\": null,},]") else {
        panic!()
    };
    let inner = |value: &Value| (value.kind.clone(), value.span.clone());
    assert_eq!(inner(&values[0]), (ValueKind::Int(1), 16..17));
    assert_eq!(values[1].span, 19..23);
    let ValueKind::Map(pairs) = &values[2].kind else {
        panic!("{values:#?}")
    };
    let keys: Vec<_> = pairs
        .iter()
        .map(|(key, _)| (key.text.as_str(), key.span.clone()))
        .collect();
    assert_eq!(keys, [("a", 26..27), ("c d", 32..37)]);
}
