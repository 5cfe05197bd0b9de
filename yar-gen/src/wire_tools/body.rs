//! Bodies by their packager, and the scalars that all packagers share.

use yar_runtime::{Bytes, Packager};

use super::{Document, WireError, json, msgpack, php};

/// Reads the body that lies at `offset` of the input.
pub(super) fn read(packager: Packager, body: &[u8], offset: usize) -> Result<Document, WireError> {
    match packager {
        Packager::JSON => json::read(body, offset),
        Packager::PHP => php::read(body, offset),
        Packager::MSGPACK => msgpack::read(body, offset),
        other => Err(unsupported(other)),
    }
}

pub(super) fn write(
    document: &Document,
    packager: Packager,
    out: &mut Vec<u8>,
) -> Result<(), WireError> {
    match packager {
        Packager::JSON => json::write(document, out),
        Packager::PHP => php::write(document, out),
        Packager::MSGPACK => msgpack::write(document, out),
        other => Err(unsupported(other)),
    }
}

/// Writes what the runtime has a canonical form for, and no container.
pub(super) fn write_scalar(
    document: &Document,
    packager: Packager,
    out: &mut Vec<u8>,
) -> Result<(), WireError> {
    let written = match document {
        Document::Null => packager.encode(&(), out),
        Document::Bool(value) => packager.encode(value, out),
        Document::Int(value) => packager.encode(value, out),
        Document::UInt(value) => packager.encode(value, out),
        Document::Float(value) => packager.encode(value, out),
        Document::Text(text) => packager.encode(text, out),
        Document::Bytes(bytes) if packager != Packager::JSON => {
            packager.encode(&Bytes(bytes.clone()), out)
        }
        _ => return Err(no_form(document, packager)),
    };
    written.map_err(|error| WireError::new(error.to_string()))
}

pub(super) fn no_form(document: &Document, packager: Packager) -> WireError {
    let what = match document {
        Document::UInt(_) => "an integer above 9223372036854775807",
        Document::Float32(_) => "a float of 32 bits",
        Document::Bytes(_) => "a string that is not UTF-8",
        Document::Binary(_) => "a binary",
        Document::Extension(..) => "an extension",
        Document::Object(..) => "an object with a class",
        Document::Case(_) => "a case of an enumeration",
        Document::Reference(_) => "a reference",
        _ => "such a key",
    };
    WireError::new(format!("{packager} has no form for {what}"))
}

fn unsupported(packager: Packager) -> WireError {
    WireError::new(format!(
        "bodies of the packager {packager} are not known here"
    ))
}
