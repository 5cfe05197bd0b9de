//! The tagged form: documents of any packager as plain JSON and back. A JSON
//! object whose first key begins with `$` stands for what JSON cannot carry;
//! the tags are listed at [`Document`].

use std::collections::HashSet;
use std::fmt::Display;
use std::str::FromStr;

use super::document::Entries;
use super::{Document, WireError, from_hex, to_hex};

type Result<T> = std::result::Result<T, WireError>;

/// Up to here JSON's integers are safe with every reader.
const SAFE: u64 = 1 << 53;

pub(super) fn tag(document: &Document) -> Document {
    match document {
        Document::Int(value) if value.unsigned_abs() > SAFE => tagged("$int", text(value)),
        Document::UInt(value) => tagged("$int", text(value)),
        Document::Float(value) if !value.is_finite() || value.fract() == 0.0 => {
            tagged("$f64", text(&float_text(*value)))
        }
        Document::Float32(value) if value.is_nan() => tagged("$f32", text(&"nan")),
        Document::Float32(value) => tagged("$f32", text(&format!("{value:?}"))),
        Document::Bytes(bytes) => tagged("$bin", hex(bytes)),
        Document::Binary(bytes) => tagged("$msgpack_bin", hex(bytes)),
        Document::Extension(kind, bytes) => {
            let parts = vec![Document::Int((*kind).into()), hex(bytes)];
            tagged("$ext", Document::List(parts))
        }
        Document::List(items) => Document::List(items.iter().map(tag).collect()),
        Document::Map(entries) if is_plain(entries) => Document::Map(
            entries
                .iter()
                .map(|(key, value)| (key.clone(), tag(value)))
                .collect(),
        ),
        Document::Map(entries) => tagged("$map", pairs(entries)),
        Document::Object(class, properties) => Document::Map(vec![
            (text(&"$obj"), tag(class)),
            (text(&"props"), pairs(properties)),
        ]),
        Document::Case(case) => tagged("$enum", tag(case)),
        Document::Reference(reference) => tagged("$phpref", text(reference)),
        plain => plain.clone(),
    }
}

/// True for a map that a JSON object can stand for.
fn is_plain(entries: &Entries) -> bool {
    let mut seen = HashSet::new();
    let mut keys = entries.iter().map(|(key, _)| key);
    !entries.is_empty()
        && keys.all(|key| match key {
            Document::Text(key) => !key.starts_with('$') && seen.insert(key),
            _ => false,
        })
}

fn tagged(tag: &str, content: Document) -> Document {
    Document::Map(vec![(text(&tag), content)])
}

fn text(text: &impl Display) -> Document {
    Document::Text(text.to_string())
}

fn hex(bytes: &[u8]) -> Document {
    Document::Text(to_hex(bytes))
}

fn float_text(value: f64) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    format!("{value:?}")
}

fn pairs(entries: &Entries) -> Document {
    let pair = |(key, value)| Document::List(vec![tag(key), tag(value)]);
    Document::List(
        entries
            .iter()
            .map(|(key, value)| pair((key, value)))
            .collect(),
    )
}

/// The document that a tagged one stands for. Errors say where, as `p[0].name`.
pub(super) fn untag(document: Document) -> Result<Document> {
    match document {
        Document::Map(entries) => match tag_of(&entries) {
            Some(tag) => from_tag(&tag, entries),
            None => entries
                .into_iter()
                .map(|(key, value)| {
                    let value = untag(value).map_err(|error| inside(error, &key))?;
                    Ok((key, value))
                })
                .collect::<Result<_>>()
                .map(Document::Map),
        },
        Document::List(items) => untag_all(items).map(Document::List),
        plain => Ok(plain),
    }
}

fn untag_all(items: Vec<Document>) -> Result<Vec<Document>> {
    let items = items.into_iter().enumerate();
    items
        .map(|(index, item)| untag(item).map_err(|error| error.in_element(index)))
        .collect()
}

fn tag_of(entries: &Entries) -> Option<String> {
    match entries.first() {
        Some((Document::Text(key), _)) if key.starts_with('$') => Some(key.clone()),
        _ => None,
    }
}

fn from_tag(tag: &str, entries: Entries) -> Result<Document> {
    let mut contents = entries.into_iter().map(|(_, content)| content);
    let content = contents.next().unwrap_or(Document::Null);
    let second = contents.next();
    if second.is_some() != (tag == "$obj") || contents.next().is_some() {
        return Err(WireError::new(format!(
            "{tag} must be the only key, save for `props` behind $obj"
        )));
    }
    match tag {
        "$int" => integer(content),
        "$f64" => number(tag, content).map(Document::Float),
        "$f32" => number(tag, content).map(Document::Float32),
        "$bin" => bytes(tag, content).map(Document::Bytes),
        "$msgpack_bin" => bytes(tag, content).map(Document::Binary),
        "$ext" => extension(content),
        "$map" => entries_of(tag, content).map(Document::Map),
        "$obj" => {
            let properties = entries_of("props", second.unwrap_or(Document::Null))?;
            Ok(Document::Object(string(tag, content)?, properties))
        }
        "$enum" => string(tag, content).map(Document::Case),
        "$phpref" => reference(content),
        unknown => Err(WireError::new(format!(
            "expected a tag such as $bin, found {unknown}: keys that begin with $ go into a $map"
        ))),
    }
}

fn integer(content: Document) -> Result<Document> {
    let text = text_of("$int", content)?;
    let int = text.parse().map(Document::Int);
    int.or_else(|_| text.parse().map(Document::UInt))
        .map_err(|_| WireError::new(format!("$int wants an integer of 64 bits, found {text:?}")))
}

fn number<T: FromStr>(tag: &str, content: Document) -> Result<T> {
    let text = text_of(tag, content)?;
    let number = text.parse();
    number.map_err(|_| WireError::new(format!("{tag} wants a float, found {text:?}")))
}

fn bytes(tag: &str, content: Document) -> Result<Vec<u8>> {
    let text = text_of(tag, content)?;
    from_hex(&text).map_err(|error| WireError::new(format!("{tag}: {error}")))
}

fn extension(content: Document) -> Result<Document> {
    if let Document::List(parts) = content
        && let Ok([Document::Int(kind), data]) = <[Document; 2]>::try_from(parts)
        && let Ok(kind) = i8::try_from(kind)
    {
        return Ok(Document::Extension(kind, bytes("$ext", data)?));
    }
    Err(WireError::new(
        "$ext wants [type, \"hex\"], the type within -128..=127",
    ))
}

fn entries_of(tag: &str, content: Document) -> Result<Entries> {
    let wanted = || WireError::new(format!("{tag} wants a list of [key, value] pairs"));
    let Document::List(pairs) = content else {
        return Err(wanted());
    };
    pairs
        .into_iter()
        .map(|pair| match pair {
            Document::List(pair) => {
                let [key, value] = <[Document; 2]>::try_from(pair).map_err(|_| wanted())?;
                let key = untag(key)?;
                let value = untag(value).map_err(|error| inside(error, &key))?;
                Ok((key, value))
            }
            _ => Err(wanted()),
        })
        .collect()
}

fn string(tag: &str, content: Document) -> Result<Box<Document>> {
    match untag(content)? {
        string @ (Document::Text(_) | Document::Bytes(_)) => Ok(Box::new(string)),
        _ => Err(WireError::new(format!("{tag} wants a string"))),
    }
}

fn reference(content: Document) -> Result<Document> {
    let text = text_of("$phpref", content)?;
    let is_number = |digits: &str| {
        let number = digits.parse::<u64>();
        number.is_ok_and(|number| number.to_string() == digits)
    };
    match text.split_at_checked(1) {
        Some(("R" | "r", digits)) if is_number(digits) => Ok(Document::Reference(text)),
        _ => Err(WireError::new(format!(
            "$phpref wants R or r and a number, found {text:?}"
        ))),
    }
}

fn text_of(tag: &str, content: Document) -> Result<String> {
    match content {
        Document::Text(text) => Ok(text),
        _ => Err(WireError::new(format!(
            "{tag} wants its content as a string"
        ))),
    }
}

fn inside(error: WireError, key: &Document) -> WireError {
    match key {
        Document::Text(key) => error.in_field(key),
        other => error.in_field(&other.to_tagged()),
    }
}
