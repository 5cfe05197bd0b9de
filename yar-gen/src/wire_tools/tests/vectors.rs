//! All recorded frames: shown as they were recorded, and written again.

use super::super::*;
use std::collections::BTreeMap;
use yar_runtime::packager::DecodeLimits;

struct Vector {
    name: String,
    origin: String,
    packager: String,
    frame: Vec<u8>,
    /// The recorded value, tagged; a list of them for frames sent at once.
    value: Document,
}

fn vectors() -> Vec<Vector> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/vectors");
    let files = std::fs::read_dir(folder).unwrap();
    let mut vectors = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        // One body holds half of a surrogate pair, which its description repeats.
        let half = r#"{"i":7,"m":"echo","p":["\ud83d"]}"#;
        let text = text.replace(half, r#"{"$undecodable":"half of a surrogate pair"}"#);
        // Beyond 64 bits there are only floats.
        let below = "{\"$int\":\"-9223372036854775809\"}";
        let text = text.replace(below, "{\"$f64\":\"-9223372036854775809\"}");
        let limits = DecodeLimits::default().with_depth(64);
        let file: Document = Packager::JSON.decode(text.as_bytes(), &limits).unwrap();
        let Some(Document::List(entries)) = file.get("entries") else {
            panic!("no entries");
        };
        vectors.extend(entries.iter().map(vector));
    }
    assert!(vectors.len() > 1800, "{} vectors", vectors.len());
    vectors
}

fn vector(entry: &Document) -> Vector {
    let text = |key: &str| match entry.get(key) {
        Some(Document::Text(text)) => text.clone(),
        _ => String::new(),
    };
    Vector {
        name: text("name"),
        origin: text("origin"),
        packager: text("packager").to_uppercase(),
        frame: from_hex(&text("hex")).unwrap(),
        value: entry.get("value").unwrap().clone(),
    }
}

impl Vector {
    fn by_hand(&self) -> bool {
        self.name.contains("-hand-")
    }

    fn is_described(&self) -> bool {
        self.value.get("$undecodable").is_none() && self.value.get("$deep").is_none()
    }

    fn lines(&self) -> Result<Vec<String>, WireError> {
        decode(&self.frame).collect()
    }
}

/// Recorded over HTTP, where nobody looks at the length, or with a length that
/// the peer was to stumble over.
const LENGTH_IS_WRONG: [&str; 7] = [
    "tcp-hand-blen-short",
    "tcp-hand-blen-excl",
    "tcp-hand-blen-10M1",
    "tcp-hand-blen-max",
    "http-hand-hdr-blen-0",
    "http-hand-hdr-blen-max",
    "http-hand-lua-layout",
];

#[test]
fn bodies_are_shown_as_they_were_recorded() {
    let mut shown = 0;
    for vector in vectors().iter().filter(|vector| vector.is_described()) {
        let lines = match vector.lines() {
            Ok(lines) => lines,
            Err(_) if LENGTH_IS_WRONG.contains(&vector.name.as_str()) => continue,
            Err(error) => panic!("{}: {error}", vector.name),
        };
        let recorded = match (&vector.value, lines.len()) {
            (value, 1) => std::slice::from_ref(value),
            (Document::List(values), _) => values.as_slice(),
            (value, _) => panic!("{}: {value:?}", vector.name),
        };
        for (line, recorded) in lines.iter().zip(recorded) {
            let line = Document::from_tagged(line).unwrap();
            let recorded = Document::from_tagged(&json::line(recorded)).unwrap();
            let body = line.get("body").unwrap();
            assert!(
                same(body, &recorded),
                "{}: {body:?} is not {recorded:?}",
                vector.name
            );
            shown += 1;
        }
    }
    assert!(shown > 1700, "{shown} bodies");
}

/// What the recording calls undecodable is refused, save for extensions, which
/// are shown here, and for what it found only too deep to repeat.
#[test]
fn what_was_undecodable_is_an_error() {
    let mut read = Vec::new();
    for vector in vectors().iter().filter(|vector| !vector.is_described()) {
        if vector.lines().is_ok() {
            read.push(vector.name.clone());
        }
    }
    read.sort();
    let expected = [
        "http-hand-json-depth-510",
        "http-hand-msgpack-ext",
        "tcp-hand-body-ext",
    ];
    assert_eq!(read, expected);
}

/// Why a frame comes back with other bytes: the body was not in the one form
/// that is written here.
fn spelling(vector: &Vector, body: &[u8]) -> Option<&'static str> {
    let text = String::from_utf8_lossy(body);
    let has = |texts: &[&str]| texts.iter().any(|part| text.contains(part));
    let is_php = vector.origin.starts_with("PHP");
    let reason = match vector.packager.as_str() {
        "JSON" if is_php && has(&["\\/", "\\u"]) => "PHP escapes slashes and what is not ASCII",
        "JSON" if is_php && has(&[".0e+", ".0e-"]) => "PHP writes 1.0e+22 for 1e+22",
        "JSON" if is_php && has(&["-0]", "-0,"]) => "PHP writes -0 for -0.0",
        "JSON" if !vector.by_hand() && has(&["e+", "e-"]) => "C writes 1e-07 for 1e-7",
        "JSON" if vector.by_hand() && has(&["\\u"]) => "escapes by hand",
        "JSON" if vector.by_hand() && has(&[" ", "\n"]) => "blanks by hand",
        "JSON" if vector.by_hand() && has(&["1e2,"]) => "numbers by hand",
        "MSGPACK" if vector.by_hand() && has(&["\u{fffd}\u{0}"]) => "longer than need be by hand",
        _ => return None,
    };
    Some(reason)
}

#[test]
fn frames_come_back_byte_for_byte_or_for_a_known_reason() {
    let mut reasons = BTreeMap::new();
    let (mut same, mut canonical) = (0, 0);
    for vector in vectors() {
        let Ok(lines) = vector.lines() else { continue };
        if vector.name == "http-hand-json-1e400" {
            // Beyond all floats; what it is read as cannot be written in JSON.
            encode(&lines[0]).unwrap_err();
            continue;
        }
        let written: Vec<_> = lines.iter().map(|line| encode(line).unwrap()).collect();
        if written.concat() == vector.frame {
            same += 1;
            canonical += usize::from(!vector.by_hand() && vector.packager != "JSON");
            continue;
        }
        let [line] = lines.as_slice() else {
            panic!("{}: several frames", vector.name);
        };
        let reason = spelling(&vector, &vector.frame[90..]);
        let reason = reason.unwrap_or_else(|| panic!("{}: {line}", vector.name));
        *reasons.entry(reason).or_insert(0) += 1;
        // Only the spelling differs: what is written is shown alike.
        let again = decode(&written[0]).next().unwrap().unwrap();
        assert_eq!(
            without_length(&again),
            without_length(line),
            "{}",
            vector.name
        );
    }
    // Whatever real programs write in PHP and MSGPACK is canonical.
    let real = |vector: &Vector| !vector.by_hand() && vector.packager != "JSON";
    assert_eq!(
        canonical,
        vectors().iter().filter(|vector| real(vector)).count()
    );
    assert!(same > 1700, "{same} frames");
    let expected = BTreeMap::from([
        ("PHP escapes slashes and what is not ASCII", 20),
        ("PHP writes 1.0e+22 for 1e+22", 7),
        ("PHP writes -0 for -0.0", 2),
        ("C writes 1e-07 for 1e-7", 6),
        ("escapes by hand", 1),
        ("blanks by hand", 5),
        ("numbers by hand", 1),
        ("longer than need be by hand", 1),
    ]);
    assert_eq!(reasons, expected);
}

fn without_length(line: &str) -> String {
    let (before, rest) = line.split_once("\"body_len\":").unwrap();
    let (_, after) = rest.split_once('}').unwrap();
    format!("{before}{after}")
}

/// Equality under which NaN is itself and a float of 32 bits is one of 64.
fn same(one: &Document, other: &Document) -> bool {
    let all = |one: &[(Document, Document)], other: &[(Document, Document)]| {
        let mut pairs = one.iter().zip(other);
        one.len() == other.len()
            && pairs.all(|(one, other)| same(&one.0, &other.0) && same(&one.1, &other.1))
    };
    match (one, other) {
        (Document::Float(one), Document::Float(other)) => {
            one.to_bits() == other.to_bits() || one.is_nan() && other.is_nan()
        }
        (Document::Float32(one), Document::Float(_)) => {
            same(&Document::Float((*one).into()), other)
        }
        (Document::List(one), Document::List(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Document::Map(one), Document::Map(other)) => all(one, other),
        (Document::Object(class, one), Document::Object(other_class, other)) => {
            class == other_class && all(one, other)
        }
        _ => one == other,
    }
}
