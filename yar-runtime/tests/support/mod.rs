//! The recorded vectors: frames of the real programs, and what is in them.

#![allow(dead_code, unreachable_pub)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::cast_possible_truncation
)]

use std::path::Path;
use yar_runtime::packager::DecodeLimits;
use yar_runtime::wire::peek;
use yar_runtime::{Key, Packager, Value};

pub struct Vector {
    pub name: String,
    pub frame: Vec<u8>,
    pub entry: Value,
    pub expected: Value,
    pub is_request: bool,
    /// Made by hand, mostly malformed.
    pub by_hand: bool,
}

pub fn vectors() -> Vec<Vector> {
    let above = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let mut folders = above.map(|folder| folder.join("tests/vectors"));
    let folder = folders.find(|folder| folder.is_dir()).unwrap();
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
        .collect();
    files.sort();
    let vectors: Vec<_> = files.iter().flat_map(|path| read(path)).collect();
    assert!(vectors.len() > 1800, "{} vectors", vectors.len());
    vectors
}

fn read(path: &Path) -> Vec<Vector> {
    // One body holds half of a surrogate pair, which its description repeats.
    let text = std::fs::read_to_string(path).unwrap();
    let half = r#"{"i":7,"m":"echo","p":["\ud83d"]}"#;
    let tagged = r#"{"$undecodable":"half of a surrogate pair"}"#;
    let text = text.replace(half, tagged);
    let text = text.as_bytes();
    let file: Value = Packager::JSON
        .decode(text, &DecodeLimits::default())
        .unwrap();
    let entries = file.get("entries").unwrap().as_list().unwrap();
    entries.iter().flat_map(vector).collect()
}

/// One frame, or several that were written at once.
fn vector(entry: &Value) -> Vec<Vector> {
    let text = |key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default();
    let name = text("name");
    let make = |frame: &[u8], expected: &Value| Vector {
        name: name.to_owned(),
        frame: frame.to_vec(),
        entry: entry.clone(),
        expected: expected.clone(),
        is_request: text("direction") == "request",
        by_hand: name.contains("-hand-"),
    };
    let bytes = from_hex(text("hex"));
    let value = entry.get("value").unwrap();
    if !name.contains("pipeline") {
        return vec![make(&bytes, value)];
    }
    let mut rest = &bytes[..];
    let mut vectors = Vec::new();
    for value in value.as_list().unwrap() {
        let len = peek(rest, 1 << 20).unwrap().unwrap().len;
        vectors.push(make(&rest[..len], value));
        rest = &rest[len..];
    }
    assert!(rest.is_empty());
    vectors
}

pub fn from_hex(hex: &str) -> Vec<u8> {
    let digits: Vec<_> = hex.chars().map(|c| c.to_digit(16).unwrap()).collect();
    let pairs = digits.chunks(2);
    pairs.map(|pair| (pair[0] << 4 | pair[1]) as u8).collect()
}

/// The tag of an expected value and what it says.
pub fn tag(value: &Value) -> Option<(&str, &Value)> {
    let (key, content) = value.as_map()?.entries.first()?;
    let key = key.as_str()?;
    key.starts_with('$').then_some((key, content))
}

/// Compares decoded values with the tagged ones of a vector.
pub struct Comparison<'a> {
    packager: Packager,
    /// Values in the order of their numbers, for references.
    numbered: Vec<&'a Value>,
}

impl<'a> Comparison<'a> {
    pub fn new(packager: Packager, body: &'a Value) -> Self {
        let mut comparison = Self {
            packager,
            numbered: Vec::new(),
        };
        comparison.number(body);
        comparison
    }

    /// Gives every value its number, as PHP counts them.
    fn number(&mut self, value: &'a Value) {
        let is_container = matches!(value, Value::List(_))
            || matches!(value, Value::Map(_))
                && !matches!(
                    tag(value),
                    Some(("$int" | "$f64" | "$bin" | "$msgpack_bin", _))
                );
        let uncounted = match tag(value) {
            Some(("$phpref", reference)) => reference.as_str().unwrap().starts_with('R'),
            Some(("$map", pairs)) => matches!(back_reference(pairs), Some((2 | 5, _))),
            _ => false,
        };
        if !uncounted && (is_container || self.packager == Packager::PHP) {
            self.numbered.push(value);
        }
        match (tag(value), value) {
            (Some(("$map", pairs)), _) if back_reference(pairs).is_none() => {
                self.number_pairs(pairs);
            }
            (Some(("$obj", _)), _) => self.number_pairs(value.get("props").unwrap()),
            (None, Value::List(items)) => items.iter().for_each(|item| self.number(item)),
            (None, Value::Map(map)) => {
                for (_, value) in &map.entries {
                    self.number(value);
                }
            }
            _ => {}
        }
    }

    fn number_pairs(&mut self, pairs: &'a Value) {
        for pair in pairs.as_list().unwrap() {
            self.number(&pair.as_list().unwrap()[1]);
        }
    }

    pub fn check(&self, expected: &Value, got: &Value) -> Result<(), String> {
        let same = match (tag(expected), expected) {
            (Some((tag, content)), _) => return self.check_tagged(tag, content, expected, got),
            (None, Value::List(items)) => {
                let found = got.as_list().ok_or(format!("no list: {got:?}"))?;
                if found.len() != items.len() {
                    return Err(format!("{} elements, not {}", found.len(), items.len()));
                }
                let mut both = items.iter().zip(found);
                return both.try_for_each(|(item, found)| self.check(item, found));
            }
            (None, Value::Map(map)) => {
                let pairs: Vec<_> = map
                    .entries
                    .iter()
                    .map(|(key, value)| (key.clone(), value))
                    .collect();
                return self.check_entries(&pairs, None, got);
            }
            (None, scalar) => scalar == got,
        };
        same.then_some(())
            .ok_or_else(|| format!("expected {expected:?}, got {got:?}"))
    }

    fn check_tagged(
        &self,
        tag: &str,
        content: &Value,
        expected: &Value,
        got: &Value,
    ) -> Result<(), String> {
        let text = content.as_str().unwrap_or_default();
        let same = match tag {
            "$int" => match (text.parse(), text.parse()) {
                (Ok(value), _) => *got == Value::Int(value),
                (_, Ok(value)) => *got == Value::UInt(value),
                // Beyond 64 bits there are only floats.
                _ => *got == Value::Float(text.parse().unwrap()),
            },
            "$f64" => {
                let wanted: f64 = text.parse().unwrap();
                matches!(got, Value::Float(found) if found.to_bits() == wanted.to_bits()
                    || wanted.is_nan() && found.is_nan())
            }
            "$bin" | "$msgpack_bin" => *got == Value::Bytes(from_hex(text)),
            "$phpref" => {
                let number: usize = text[1..].parse().unwrap();
                return self.check(self.numbered[number - 1], got);
            }
            "$obj" => {
                let pairs = pairs(expected.get("props").unwrap());
                return self.check_entries(&pairs, Some(text), got);
            }
            "$map" => return self.check_map(content, got),
            _ => return Err(format!("unknown tag {tag}")),
        };
        same.then_some(())
            .ok_or_else(|| format!("expected {expected:?}, got {got:?}"))
    }

    fn check_map(&self, content: &Value, got: &Value) -> Result<(), String> {
        if let (Some((_, number)), Packager::MSGPACK) = (back_reference(content), self.packager) {
            let number = usize::try_from(number).unwrap();
            return self.check(self.numbered[number - 1], got);
        }
        let items = content.as_list().unwrap();
        let marker = items.first().map(|pair| pair.as_list().unwrap());
        match marker {
            Some([Value::Null, Value::String(class)]) => {
                self.check_entries(&pairs(content)[1..], Some(class), got)
            }
            Some([Value::Null, Value::Int(1)]) => {
                let values = pairs(content)[1..]
                    .iter()
                    .map(|(_, v)| (*v).clone())
                    .collect();
                self.check(&Value::List(values), got)
            }
            _ => self.check_entries(&pairs(content), None, got),
        }
    }

    fn check_entries(
        &self,
        pairs: &[(Key, &Value)],
        class: Option<&str>,
        got: &Value,
    ) -> Result<(), String> {
        let Value::Map(map) = got else {
            return Err(format!("no map: {got:?}"));
        };
        let entries = &map.entries;
        if map.class() != class || entries.len() != pairs.len() {
            return Err(format!("class {class:?}, {} entries: {got:?}", pairs.len()));
        }
        for ((key, value), (found_key, found)) in pairs.iter().zip(entries) {
            if key != found_key {
                return Err(format!("expected key {key:?}, got {found_key:?}"));
            }
            self.check(value, found)?;
        }
        Ok(())
    }
}

/// `[[null, 4], [0, N]]`: kind and number of a reference.
fn back_reference(pairs: &Value) -> Option<(i64, i64)> {
    match pairs.as_list()? {
        [first, second] => match (first.as_list()?, second.as_list()?) {
            ([Value::Null, Value::Int(kind)], [Value::Int(0), Value::Int(number)])
                if *kind != 1 =>
            {
                Some((*kind, *number))
            }
            _ => None,
        },
        _ => None,
    }
}

fn pairs(list: &Value) -> Vec<(Key, &Value)> {
    let pair = |pair: &'_ Value| -> Key { key(&pair.as_list().unwrap()[0]) };
    let items = list.as_list().unwrap();
    items
        .iter()
        .map(|item| (pair(item), &item.as_list().unwrap()[1]))
        .collect()
}

/// A key as this side keeps it: PHP's casts for what is neither text nor integer.
fn key(key: &Value) -> Key {
    match (tag(key), key) {
        (Some(("$bin" | "$msgpack_bin", hex)), _) => {
            match String::from_utf8(from_hex(hex.as_str().unwrap())) {
                Ok(text) => Key::String(text),
                Err(error) => Key::Bytes(error.into_bytes()),
            }
        }
        (_, Value::Int(key)) => Key::Int(*key),
        (_, Value::Bool(key)) => Key::Int((*key).into()),
        (_, Value::Float(key)) => Key::String(key.to_string()),
        (_, Value::Null) => Key::from(""),
        (_, Value::String(key)) => Key::String(key.clone()),
        (_, other) => panic!("key {other:?}"),
    }
}
