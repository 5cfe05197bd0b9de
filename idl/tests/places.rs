//! Every declaration can be pointed at.
#![allow(clippy::unwrap_used)]

mod support;

use support::read;
use yar_idl::diag::FileId;
use yar_idl::{Loaded, Place};

const SOURCE: &str = r#"@version("1.0.0")
@allow(any)
package demo.calc;
import "common.yar";
const MAX: u32 = 64
type Id = u64
enum Op: string { add = "+", sub }
struct Term { value: f64, op: Op = add, common: common.Base }
union Shape { circle: Term, point }
error Gone = 410 "gone" { id?: Id }
service Calc {
  @allow(risky-int64, "other") add(a: i64, b: i64 = MAX) -> list<i64> throws Gone
  ping()
}
//// common.yar
struct Base { id: u8 }
"#;

fn text<'a>(loaded: &'a Loaded, place: &Place, span: &std::ops::Range<usize>) -> &'a str {
    &loaded.sources.get(place.file.0).unwrap().text[span.clone()]
}

#[test]
fn every_path_has_its_places() {
    let loaded = read(SOURCE);
    assert_eq!(loaded.diagnostics, []);
    // Path, then name, type and value.
    for (path, name, ty, value) in [
        ("", "demo.calc", None, Some("\"1.0.0\"")),
        ("MAX", "MAX", Some("u32"), Some("64")),
        ("Id", "Id", Some("u64"), None),
        ("Op", "Op", Some("string"), None),
        ("Op.add", "add", None, Some("\"+\"")),
        ("Op.sub", "sub", None, None),
        ("Term.op", "op", Some("Op"), Some("add")),
        ("Shape.circle", "circle", Some("Term"), None),
        ("Shape.point", "point", None, None),
        ("Gone", "Gone", None, Some("410")),
        ("Gone.id", "id", Some("Id"), None),
        ("Calc.add", "add", Some("list<i64>"), None),
        ("Calc.add.b", "b", Some("i64"), Some("MAX")),
        ("Calc.add->", "list<i64>", Some("list<i64>"), None),
        ("Calc.ping", "ping", None, None),
    ] {
        let place = loaded.places.get("demo.calc", path).unwrap();
        let shown = |span: &Option<std::ops::Range<usize>>| {
            span.as_ref().map(|span| text(&loaded, place, span))
        };
        assert_eq!(text(&loaded, place, &place.name), name, "{path}");
        assert_eq!(
            (shown(&place.ty), shown(&place.value)),
            (ty, value),
            "{path}"
        );
    }
    assert!(loaded.places.get("demo.calc", "Calc.ping->").is_none());
    assert!(loaded.places.get("demo.calc", "Nope").is_none());
    let item = &loaded.places.get("demo.calc", "Op").unwrap();
    assert_eq!(
        text(&loaded, item, &item.item),
        "enum Op: string { add = \"+\", sub }"
    );
}

#[test]
fn imported_packages_have_places_of_their_own() {
    let loaded = read(SOURCE);
    let place = loaded.places.get("common", "Base.id").unwrap();
    assert_eq!(place.file, FileId(1));
    assert_eq!(text(&loaded, place, &place.name), "id");
    assert_eq!(loaded.places.of("common").count(), 3);
    assert_eq!(loaded.places.of("nowhere").count(), 0);
}

#[test]
fn names_in_allow_have_places() {
    let loaded = read(SOURCE);
    let allowed = |path: &str| {
        let place = loaded.places.get("demo.calc", path).unwrap();
        let names = place.allow.iter();
        names
            .map(|(name, span)| (name.clone(), text(&loaded, place, span).to_owned()))
            .collect::<Vec<_>>()
    };
    let pair = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    assert_eq!(allowed(""), [pair("any", "any")]);
    assert_eq!(
        allowed("Calc.add"),
        [
            pair("risky-int64", "risky-int64"),
            pair("other", "\"other\"")
        ]
    );
}
