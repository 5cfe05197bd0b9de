//! JSON text: bodies, and the lines in which frames are shown.

use yar_runtime::Packager;
use yar_runtime::packager::DecodeLimits;

use super::body::{no_form, write_scalar};
use super::cursor::MAX_DEPTH;
use super::{Document, WireError};

/// A map with odd keys nests four times as deep when it is tagged.
const LINE_DEPTH: usize = 4 * (MAX_DEPTH + 1);

/// The runtime's reader does: JSON has nothing that it would hide.
pub(super) fn read(body: &[u8], offset: usize) -> Result<Document, WireError> {
    let document = Packager::JSON.decode(body, &DecodeLimits::default());
    document.map_err(|error| {
        WireError::new(format!(
            "in the JSON body, which begins at byte {offset}: {error}"
        ))
    })
}

/// A line of JSON, tagged or not.
pub(super) fn read_line(text: &str) -> Result<Document, WireError> {
    let limits = DecodeLimits::default().with_depth(LINE_DEPTH);
    let document = Packager::JSON.decode(text.as_bytes(), &limits);
    document.map_err(|error| WireError::new(error.to_string()))
}

/// What plain JSON can carry, without blanks.
pub(super) fn line(document: &Document) -> String {
    let mut out = Vec::new();
    // Whoever tags leaves nothing in that has no form.
    let written = write(document, &mut out);
    debug_assert!(written.is_ok(), "{written:?}");
    String::from_utf8(out).unwrap_or_default()
}

pub(super) fn write(document: &Document, out: &mut Vec<u8>) -> Result<(), WireError> {
    match document {
        Document::List(items) => {
            out.push(b'[');
            for (index, item) in items.iter().enumerate() {
                separate(index, out);
                write(item, out)?;
            }
            out.push(b']');
            Ok(())
        }
        Document::Map(entries) => {
            out.push(b'{');
            for (index, (key, value)) in entries.iter().enumerate() {
                let Document::Text(_) = key else {
                    return Err(WireError::new("JSON has no keys but strings"));
                };
                separate(index, out);
                write_scalar(key, Packager::JSON, out)?;
                out.push(b':');
                write(value, out)?;
            }
            out.push(b'}');
            Ok(())
        }
        // The runtime makes it a string, for the sake of its readers.
        Document::UInt(value) => {
            out.extend_from_slice(value.to_string().as_bytes());
            Ok(())
        }
        Document::Object(..) => Err(no_form(document, Packager::JSON)),
        scalar => write_scalar(scalar, Packager::JSON, out),
    }
}

fn separate(index: usize, out: &mut Vec<u8>) {
    if index > 0 {
        out.push(b',');
    }
}
