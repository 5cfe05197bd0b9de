//! Unions: one of several values.

use crate::support::{PACKAGERS, with_each_packager};
use std::collections::BTreeMap;
use yar::{Bytes, Map, Packager, Timestamp, Value};

#[derive(Debug, Clone, PartialEq, yar::Serialize, yar::Deserialize)]
#[serde(crate = "yar::serde")]
struct Circle {
    radius: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    raw: Option<Bytes>,
    #[serde(default)]
    named: BTreeMap<i64, String>,
}

#[derive(Debug, Clone, PartialEq, yar::Union)]
enum Shape {
    #[yar(name = "circle")]
    Circle(Circle),
    #[yar(name = "squareOf", value = "square")]
    Square(f64),
    #[yar(name = "point")]
    Point,
    #[yar(name = "both")]
    Both(Box<(Shape, Option<Shape>)>),
    Unknown {
        tag: String,
        value: Value,
    },
}

#[derive(Debug, Clone, PartialEq, yar::Union)]
#[yar(tag = "kind")]
enum Event {
    #[yar(name = "moved")]
    Moved(Circle),
    #[yar(name = "inside")]
    Inside(Inside),
    #[yar(name = "gone")]
    Gone,
    Unknown {
        tag: String,
        value: Value,
    },
}

#[derive(Debug, Clone, PartialEq, yar::Serialize, yar::Deserialize)]
#[serde(crate = "yar::serde")]
struct Inside {
    event: Box<Event>,
    at: Timestamp,
}

#[yar::service]
trait Shapes {
    fn mirror(&self, shapes: Vec<Shape>) -> Vec<Shape>;
    fn events(&self, events: BTreeMap<String, Event>) -> BTreeMap<String, Event>;
}

struct Mirror;

impl Shapes for Mirror {
    fn mirror(&self, shapes: Vec<Shape>) -> Vec<Shape> {
        shapes
    }

    fn events(&self, events: BTreeMap<String, Event>) -> BTreeMap<String, Event> {
        events
    }
}

fn circle() -> Circle {
    Circle {
        radius: 1.0,
        raw: Some(Bytes::from(vec![0, 255])),
        named: BTreeMap::from([(5, "five".to_owned())]),
    }
}

fn map<const N: usize>(entries: [(&str, Value); N]) -> Value {
    Value::Map(entries.into_iter().collect::<Map>())
}

#[tokio::test]
async fn unions_come_back() {
    with_each_packager(ShapesServer::new(Mirror), |client| async move {
        let client = ShapesClient::from(client);
        let shapes = vec![
            Shape::Circle(circle()),
            Shape::Square(2.5),
            Shape::Point,
            Shape::Both(Box::new((Shape::Point, Some(Shape::Square(1.0))))),
            Shape::Unknown {
                tag: "triangle".to_owned(),
                value: map([("a", Value::from(1))]),
            },
        ];
        assert_eq!(client.mirror(shapes.clone()).await.unwrap(), shapes);
        let inside = Event::Inside(Inside {
            event: Box::new(Event::Moved(circle())),
            at: Timestamp::from_millis(5),
        });
        let unknown = Event::Unknown {
            tag: "lost".to_owned(),
            value: map([("kind", Value::from("lost")), ("by", Value::from(3))]),
        };
        let events = [
            ("a", Event::Moved(circle())),
            ("b", inside),
            ("c", Event::Gone),
            ("d", unknown),
        ];
        let events: BTreeMap<_, _> = events.map(|(key, event)| (key.to_owned(), event)).into();
        assert_eq!(client.events(events.clone()).await.unwrap(), events);
    })
    .await;
}

fn pack<T: yar::Serialize>(packager: Packager, value: &T) -> Vec<u8> {
    let mut out = Vec::new();
    packager.encode(value, &mut out).unwrap();
    out
}

fn read<T: for<'de> yar::Deserialize<'de>>(
    packager: Packager,
    value: &impl yar::Serialize,
) -> Result<T, String> {
    let bytes = pack(packager, value);
    let read = packager.decode(&bytes, &Default::default());
    read.map_err(|error| error.to_string())
}

fn json<T: for<'de> yar::Deserialize<'de>>(text: &str) -> Result<T, String> {
    let read = Packager::JSON.decode(text.as_bytes(), &Default::default());
    read.map_err(|error| error.to_string())
}

#[test]
fn the_forms_on_the_wire() {
    let text = |value: &dyn Fn() -> Vec<u8>| String::from_utf8(value()).unwrap();
    let shape = |shape: Shape| text(&|| pack(Packager::JSON, &shape));
    assert_eq!(shape(Shape::Square(1.0)), r#"{"square":1.0}"#);
    assert_eq!(shape(Shape::Point), r#"{"point":null}"#);
    let event = |event: Event| text(&|| pack(Packager::JSON, &event));
    assert_eq!(event(Event::Gone), r#"{"kind":"gone"}"#);
    assert_eq!(
        event(Event::Moved(Circle {
            raw: None,
            ..circle()
        })),
        r#"{"kind":"moved","radius":1.0,"named":{"5":"five"}}"#
    );
    assert_eq!(
        pack(Packager::PHP, &Shape::Point),
        b"a:1:{s:5:\"point\";N;}"
    );
    assert_eq!(
        pack(Packager::MSGPACK, &Event::Gone),
        b"\x81\xa4kind\xa4gone"
    );
}

#[test]
fn a_tag_is_found_wherever_it_stands() {
    let moved = Event::Moved(circle());
    for packager in PACKAGERS {
        // base64 in JSON, and what it is elsewhere.
        let raw = match packager {
            Packager::JSON => Value::from("AP8="),
            _ => Value::Bytes(vec![0, 255]),
        };
        let named = Value::from(BTreeMap::from([(5, "five")]));
        let late = map([
            ("raw", raw),
            ("named", named),
            ("more", Value::from(vec![1, 2])),
            ("kind", Value::from("moved")),
            ("radius", Value::from(1)),
        ]);
        assert_eq!(
            read::<Event>(packager, &late),
            Ok(moved.clone()),
            "{packager}"
        );
        let inside = map([
            ("event", late),
            ("at", Value::from("1970-01-01T00:00:00.005Z")),
            ("kind", Value::from("inside")),
        ]);
        let expected = Event::Inside(Inside {
            event: Box::new(moved.clone()),
            at: Timestamp::from_millis(5),
        });
        assert_eq!(read::<Event>(packager, &inside), Ok(expected), "{packager}");
    }
    // serde's other formats are read as well.
    let text = r#"{"radius":1.5,"kind":"moved"}"#;
    let event: Event = serde_json::from_str(text).unwrap();
    assert!(matches!(event, Event::Moved(Circle { radius: 1.5, .. })));
    let event: Event = serde_json::from_str(r#"{"x":1,"kind":"new"}"#).unwrap();
    assert!(matches!(event, Event::Unknown { tag, .. } if tag == "new"));
    let shape: Shape = serde_json::from_str(r#"{"square":3.0}"#).unwrap();
    assert_eq!(shape, Shape::Square(3.0));
}

#[test]
fn mistakes_list_the_known_cases() {
    let keys = "expected Shape as a map with exactly one key of circle, square, point, both";
    for (text, found) in [
        ("{}", "got none"),
        ("[]", "got none"),
        (
            r#"{"circle":{"radius":1},"square":1}"#,
            "got another key, `square`",
        ),
        (r#"{"new":1,"newer":1}"#, "got another key, `newer`"),
    ] {
        assert_eq!(json::<Shape>(text).unwrap_err(), format!("{keys}; {found}"));
    }
    for text in ["1", r#""point""#, "[1]", "null"] {
        let error = json::<Shape>(text).unwrap_err();
        assert!(error.contains(keys), "{error}");
    }
    let tag = "expected Event as a map with the key `kind`, which is one of moved, inside, gone";
    for text in ["{}", r#"{"radius":1}"#, "[]"] {
        let error = json::<Event>(text).unwrap_err();
        assert_eq!(error, format!("{tag}; got none with such a key"));
    }
    let error = json::<Event>(r#"{"kind":{}}"#).unwrap_err();
    assert!(
        error.starts_with("kind: expected one of moved, inside, gone"),
        "{error}"
    );
    let error = json::<Event>(r#"{"radius":"x","kind":"moved"}"#).unwrap_err();
    assert!(error.starts_with("radius: expected"), "{error}");
    let error = json::<Shape>(r#"{"circle":{}}"#).unwrap_err();
    assert!(
        error.starts_with("circle: missing field `radius`"),
        "{error}"
    );
}

/// Each search for a tag reads what the next one reads again.
#[test]
fn searches_do_not_multiply() {
    let mut text = r#"{"kind":"gone"}"#.to_owned();
    for _ in 0..200 {
        text = format!(r#"{{"event":{text},"at":0,"kind":"inside"}}"#);
    }
    let error = json::<Event>(&text).unwrap_err();
    assert!(
        error.contains("more than 16 unions inside one another"),
        "{error}"
    );
    let mut text = r#"{"kind":"gone"}"#.to_owned();
    for _ in 0..200 {
        text = format!(r#"{{"kind":"inside","event":{text},"at":0}}"#);
    }
    assert!(json::<Event>(&text).is_ok());
}
