//! MSGPACK, type by type. What PHP means by a map with a null key is not
//! looked into: it is shown as the map it is.

use rmp::Marker;
use yar_runtime::Packager;

use super::body::{no_form, write_scalar};
use super::cursor::Cursor;
use super::document::Entries;
use super::{Document, WireError};

type Result<T> = std::result::Result<T, WireError>;

pub(super) fn read(body: &[u8], offset: usize) -> Result<Document> {
    let mut cursor = Cursor::new(body, offset);
    let document = value(&mut cursor)?;
    cursor.finish()?;
    Ok(document)
}

fn value(cursor: &mut Cursor<'_>) -> Result<Document> {
    let marker = match cursor.rest().first() {
        Some(byte) => Marker::from_u8(*byte),
        None => return Err(cursor.error("expected a value, found the end of the body")),
    };
    if marker == Marker::Reserved {
        return Err(cursor.error("expected a value, found c1, which begins none"));
    }
    cursor.byte()?;
    Ok(match marker {
        Marker::Null | Marker::Reserved => Document::Null,
        Marker::False => Document::Bool(false),
        Marker::True => Document::Bool(true),
        Marker::FixPos(value) => Document::Int(value.into()),
        Marker::FixNeg(value) => Document::Int(value.into()),
        Marker::U8 => Document::Int(cursor.byte()?.into()),
        Marker::U16 => Document::Int(u16::from_be_bytes(cursor.array()?).into()),
        Marker::U32 => Document::Int(u32::from_be_bytes(cursor.array()?).into()),
        Marker::U64 => {
            let value = u64::from_be_bytes(cursor.array()?);
            i64::try_from(value).map_or(Document::UInt(value), Document::Int)
        }
        Marker::I8 => Document::Int(i8::from_be_bytes(cursor.array()?).into()),
        Marker::I16 => Document::Int(i16::from_be_bytes(cursor.array()?).into()),
        Marker::I32 => Document::Int(i32::from_be_bytes(cursor.array()?).into()),
        Marker::I64 => Document::Int(i64::from_be_bytes(cursor.array()?)),
        Marker::F32 => Document::Float32(f32::from_be_bytes(cursor.array()?)),
        Marker::F64 => Document::Float(f64::from_be_bytes(cursor.array()?)),
        measured => return with_length(cursor, measured),
    })
}

fn with_length(cursor: &mut Cursor<'_>, marker: Marker) -> Result<Document> {
    let len = length(cursor, marker)?;
    match marker {
        Marker::FixStr(_) | Marker::Str8 | Marker::Str16 | Marker::Str32 => {
            Ok(Document::string(cursor.take(len)?))
        }
        Marker::Bin8 | Marker::Bin16 | Marker::Bin32 => {
            Ok(Document::Binary(cursor.take(len)?.to_vec()))
        }
        Marker::FixArray(_) | Marker::Array16 | Marker::Array32 => list(cursor, len),
        Marker::FixMap(_) | Marker::Map16 | Marker::Map32 => map(cursor, len),
        _ => {
            let kind = i8::from_be_bytes(cursor.array()?);
            Ok(Document::Extension(kind, cursor.take(len)?.to_vec()))
        }
    }
}

fn length(cursor: &mut Cursor<'_>, marker: Marker) -> Result<usize> {
    Ok(match marker {
        Marker::FixStr(len) | Marker::FixArray(len) | Marker::FixMap(len) => len.into(),
        Marker::FixExt1 => 1,
        Marker::FixExt2 => 2,
        Marker::FixExt4 => 4,
        Marker::FixExt8 => 8,
        Marker::FixExt16 => 16,
        Marker::Str8 | Marker::Bin8 | Marker::Ext8 => cursor.byte()?.into(),
        Marker::Str16 | Marker::Bin16 | Marker::Ext16 | Marker::Array16 | Marker::Map16 => {
            u16::from_be_bytes(cursor.array()?).into()
        }
        _ => {
            let len = u32::from_be_bytes(cursor.array()?);
            usize::try_from(len).map_err(|_| cursor.error("expected a length below 2^31"))?
        }
    })
}

fn list(cursor: &mut Cursor<'_>, len: usize) -> Result<Document> {
    let len = cursor.checked(len, 1)?;
    cursor.enter()?;
    let items: Result<Vec<_>> = (0..len).map(|_| value(cursor)).collect();
    cursor.leave();
    Ok(Document::List(items?))
}

fn map(cursor: &mut Cursor<'_>, len: usize) -> Result<Document> {
    let len = cursor.checked(len, 2)?;
    cursor.enter()?;
    let entries: Result<Entries> = (0..len)
        .map(|_| Ok((value(cursor)?, value(cursor)?)))
        .collect();
    cursor.leave();
    Ok(Document::Map(entries?))
}

pub(super) fn write(document: &Document, out: &mut Vec<u8>) -> Result<()> {
    match document {
        Document::List(items) => {
            container(out, items.len(), 0x90, Marker::Array16, Marker::Array32)?;
            items.iter().try_for_each(|item| write(item, out))
        }
        Document::Map(entries) => {
            container(out, entries.len(), 0x80, Marker::Map16, Marker::Map32)?;
            entries.iter().try_for_each(|(key, value)| {
                write(key, out)?;
                write(value, out)
            })
        }
        Document::Float32(value) => {
            out.push(Marker::F32.to_u8());
            out.extend_from_slice(&value.to_be_bytes());
            Ok(())
        }
        Document::Binary(bytes) => {
            measured(
                out,
                bytes.len(),
                [Marker::Bin8, Marker::Bin16, Marker::Bin32],
            )?;
            out.extend_from_slice(bytes);
            Ok(())
        }
        Document::Extension(kind, bytes) => {
            extension(out, bytes.len())?;
            out.extend_from_slice(&kind.to_be_bytes());
            out.extend_from_slice(bytes);
            Ok(())
        }
        Document::Object(..) | Document::Case(_) | Document::Reference(_) => {
            Err(no_form(document, Packager::MSGPACK))
        }
        scalar => write_scalar(scalar, Packager::MSGPACK, out),
    }
}

fn container(out: &mut Vec<u8>, len: usize, fix: u8, two: Marker, four: Marker) -> Result<()> {
    match u8::try_from(len) {
        Ok(len @ 0..=15) => {
            out.push(fix | len);
            Ok(())
        }
        _ => measured_wide(out, len, two, four),
    }
}

fn extension(out: &mut Vec<u8>, len: usize) -> Result<()> {
    let fixed = match len {
        1 => Marker::FixExt1,
        2 => Marker::FixExt2,
        4 => Marker::FixExt4,
        8 => Marker::FixExt8,
        16 => Marker::FixExt16,
        _ => return measured(out, len, [Marker::Ext8, Marker::Ext16, Marker::Ext32]),
    };
    out.push(fixed.to_u8());
    Ok(())
}

fn measured(out: &mut Vec<u8>, len: usize, [one, two, four]: [Marker; 3]) -> Result<()> {
    match u8::try_from(len) {
        Ok(len) => {
            out.extend_from_slice(&[one.to_u8(), len]);
            Ok(())
        }
        Err(_) => measured_wide(out, len, two, four),
    }
}

fn measured_wide(out: &mut Vec<u8>, len: usize, two: Marker, four: Marker) -> Result<()> {
    if let Ok(len) = u16::try_from(len) {
        out.push(two.to_u8());
        out.extend_from_slice(&len.to_be_bytes());
    } else {
        let len = u32::try_from(len).map_err(|_| WireError::new("longer than MSGPACK can say"))?;
        out.push(four.to_u8());
        out.extend_from_slice(&len.to_be_bytes());
    }
    Ok(())
}
