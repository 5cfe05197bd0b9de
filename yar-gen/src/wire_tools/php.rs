//! PHP's serialize format. References are shown, not followed.

use std::str::FromStr;

use yar_runtime::Packager;

use super::body::{no_form, write_scalar};
use super::cursor::Cursor;
use super::document::Entries;
use super::{Document, WireError};

type Result<T> = std::result::Result<T, WireError>;

/// The shortest entry of an array: `i:0;N;`.
const SHORTEST_ENTRY: usize = 6;

pub(super) fn read(body: &[u8], offset: usize) -> Result<Document> {
    let mut cursor = Cursor::new(body, offset);
    let document = value(&mut cursor)?;
    cursor.finish()?;
    Ok(document)
}

fn value(cursor: &mut Cursor<'_>) -> Result<Document> {
    let tag = match cursor.rest() {
        [b'N', b';', ..] => b'N',
        [
            tag @ (b'b' | b'i' | b'd' | b's' | b'a' | b'O' | b'E' | b'r' | b'R'),
            b':',
            ..,
        ] => *tag,
        [] => return Err(cursor.error("expected a value, found the end of the body")),
        _ => return Err(cursor.error("expected a value, such as `i:5;`, `s:1:\"x\";` or `a:0:{}`")),
    };
    cursor.take(2)?;
    Ok(match tag {
        b'N' => Document::Null,
        b'b' => boolean(cursor)?,
        b'i' => integer(cursor)?,
        b'd' => float(cursor)?,
        b's' => ended(cursor)?,
        b'a' => array(entries(cursor)?),
        b'O' => {
            let class = quoted(cursor)?;
            cursor.expect(b':')?;
            Document::Object(Box::new(class), entries(cursor)?)
        }
        b'E' => Document::Case(Box::new(ended(cursor)?)),
        reference => {
            let number: u64 = parse(cursor, b';', "a reference's number")?;
            Document::Reference(format!("{}{number}", char::from(reference)))
        }
    })
}

fn boolean(cursor: &mut Cursor<'_>) -> Result<Document> {
    let value: u8 = parse(cursor, b';', "0 or 1")?;
    match value {
        0 | 1 => Ok(Document::Bool(value == 1)),
        _ => Err(cursor.error("expected b:0; or b:1;")),
    }
}

fn integer(cursor: &mut Cursor<'_>) -> Result<Document> {
    let value: i128 = parse(cursor, b';', "an integer")?;
    let int = i64::try_from(value).map(Document::Int);
    int.or_else(|_| u64::try_from(value).map(Document::UInt))
        .map_err(|_| cursor.error("expected an integer of 64 bits before this"))
}

fn float(cursor: &mut Cursor<'_>) -> Result<Document> {
    // Rust reads PHP's NAN, INF and -INF as well.
    parse(cursor, b';', "a float").map(Document::Float)
}

/// Text up to `end`, which is stepped over.
fn parse<T: FromStr>(cursor: &mut Cursor<'_>, end: u8, what: &str) -> Result<T> {
    // No number has more characters than a float printed in full.
    let window = cursor.rest().get(..400).unwrap_or(cursor.rest());
    let len = window.iter().position(|byte| *byte == end);
    let text = len.and_then(|len| window.get(..len));
    let text = text.and_then(|text| std::str::from_utf8(text).ok());
    let parsed = text.and_then(|text| Some((text.len(), text.parse().ok()?)));
    let Some((len, value)) = parsed else {
        let end = char::from(end);
        return Err(cursor.error(&format!("expected {what} and `{end}`")));
    };
    cursor.take(len + 1)?;
    Ok(value)
}

/// `len:"text"`.
fn quoted(cursor: &mut Cursor<'_>) -> Result<Document> {
    let len = parse(cursor, b':', "a length in bytes")?;
    cursor.expect(b'"')?;
    let text = cursor.take(len)?;
    cursor.expect(b'"')?;
    Ok(Document::string(text))
}

fn ended(cursor: &mut Cursor<'_>) -> Result<Document> {
    let text = quoted(cursor)?;
    cursor.expect(b';')?;
    Ok(text)
}

/// `len:{key value ...}`.
fn entries(cursor: &mut Cursor<'_>) -> Result<Entries> {
    let len = parse(cursor, b':', "a number of entries")?;
    cursor.expect(b'{')?;
    let len = cursor.checked(len, SHORTEST_ENTRY)?;
    cursor.enter()?;
    let entries: Result<_> = (0..len)
        .map(|_| Ok((key(cursor)?, value(cursor)?)))
        .collect();
    let entries = entries?;
    cursor.leave();
    cursor.expect(b'}')?;
    Ok(entries)
}

fn key(cursor: &mut Cursor<'_>) -> Result<Document> {
    match cursor.rest() {
        [b'i' | b's', b':', ..] => value(cursor),
        _ => Err(cursor.error("expected a key, such as `i:5;` or `s:1:\"x\";`")),
    }
}

/// PHP's arrays are lists when they look like one.
fn array(entries: Entries) -> Document {
    let mut keys = (0..).zip(&entries);
    if keys.all(|(index, (key, _))| *key == Document::Int(index)) {
        return Document::List(entries.into_iter().map(|(_, value)| value).collect());
    }
    Document::Map(entries)
}

pub(super) fn write(document: &Document, out: &mut Vec<u8>) -> Result<()> {
    match document {
        Document::UInt(value) => print(out, &format!("i:{value};")),
        Document::List(items) => {
            print(out, &format!("a:{}:{{", items.len()));
            for (index, item) in items.iter().enumerate() {
                print(out, &format!("i:{index};"));
                write(item, out)?;
            }
            out.push(b'}');
        }
        Document::Map(entries) => {
            print(out, "a:");
            write_entries(entries, out)?;
        }
        Document::Object(class, properties) => {
            write_quoted(out, "O:", class);
            out.push(b':');
            write_entries(properties, out)?;
        }
        Document::Case(case) => {
            write_quoted(out, "E:", case);
            out.push(b';');
        }
        Document::Reference(reference) => {
            let (kind, number) = reference.split_at_checked(1).unwrap_or_default();
            print(out, &format!("{kind}:{number};"));
        }
        scalar => write_scalar(scalar, Packager::PHP, out)?,
    }
    Ok(())
}

fn write_entries(entries: &Entries, out: &mut Vec<u8>) -> Result<()> {
    print(out, &format!("{}:{{", entries.len()));
    for (key, value) in entries {
        match key {
            Document::Int(_) | Document::Text(_) | Document::Bytes(_) => write(key, out)?,
            _ => return Err(no_form(&Document::Null, Packager::PHP)),
        }
        write(value, out)?;
    }
    out.push(b'}');
    Ok(())
}

fn write_quoted(out: &mut Vec<u8>, tag: &str, text: &Document) {
    let text = text.as_string().unwrap_or_default();
    print(out, &format!("{tag}{}:\"", text.len()));
    out.extend_from_slice(text);
    out.push(b'"');
}

fn print(out: &mut Vec<u8>, text: &str) {
    out.extend_from_slice(text.as_bytes());
}
