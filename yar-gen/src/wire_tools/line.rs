//! One frame as one line of JSON: the parts of the line, and of the header in it.

use yar_runtime::Packager;
use yar_runtime::wire::{
    self, FIELD_LEN, Frame, FrameError, HEADER_LEN, Header, Layout, PACKAGER_LEN,
};

use super::stack::with_room;
use super::{Document, WireError, body, json, tagged};

type Result<T> = std::result::Result<T, WireError>;

const MAGIC: &str = "80dfec60";

/// The frames of `input`, one behind the other, as lines; ends with the first
/// error. Offsets in errors count from the first byte of the input.
///
/// ```json
/// {"layout":"yar","header":{"id":7,"version":0,"magic":"80dfec60","reserved":0,"provider":"",
///  "token":"","body_len":35},"packager":"JSON","body":{"i":7,"m":"add","p":[1,2]}}
/// ```
///
/// The layout is `yar` or `lua-yar`. A fixed field (provider, token, packager)
/// is plain text when it is UTF-8 without a NUL and NULs fill the rest; any
/// other is `{"$bin":"hex"}` of the whole field. The body has the tagged form
/// of [`Document`].
pub fn decode(input: &[u8]) -> impl Iterator<Item = Result<String>> {
    let mut at = Some(0);
    std::iter::from_fn(move || {
        let start = at.take()?;
        let rest = input
            .get(start..)
            .filter(|rest| !rest.is_empty() || start == 0)?;
        Some(frame_at(rest, start).and_then(|frame| {
            let line = with_room(|| line_of(&frame, start))?;
            at = Some(start + frame.len);
            Ok(line)
        }))
    })
}

/// The frame that a line of [`decode`] stands for. All is optional but
/// `packager` and `body`; the length is computed, whatever `body_len` says, and
/// the id of the header is that of the body if there is no other.
///
/// Bodies get the canonical form of their packager: what PHP, yar-c and lua-yar
/// write in PHP and MSGPACK comes back byte for byte. In JSON the spelling may
/// differ where theirs is another: PHP escapes slashes and what is not ASCII,
/// prints `1.0e+22` and `-0`; the other two print `1e-07`.
///
/// # Errors
/// When the line is not JSON, or says what no frame can hold.
pub fn encode(line: &str) -> Result<Vec<u8>> {
    with_room(|| encode_line(line))
}

fn encode_line(line: &str) -> Result<Vec<u8>> {
    let mut found = Line::default();
    for (key, value) in object(json::read_line(line)?, "the line")? {
        match key.as_str() {
            "layout" => found.layout = layout(&value)?,
            "header" => {
                found.has_id = value.get("id").is_some();
                header(value, &mut found.header)?;
            }
            "packager" => found.packager = Some(field("packager", value)?),
            "body" => {
                found.body = Some(tagged::untag(value).map_err(|error| error.in_field("body"))?)
            }
            _ => return Err(unknown(&key, "layout, header, packager and body")),
        }
    }
    found.into_frame()
}

fn frame_at(rest: &[u8], start: usize) -> Result<Frame<'_>> {
    let end = start + rest.len();
    match wire::peek(rest, rest.len()) {
        Ok(Some(frame)) => Ok(frame),
        Ok(None) => Err(WireError::at(
            end,
            &format!(
                "expected more of the frame that begins at byte {start}, found the end of the input"
            ),
        )),
        Err(FrameError::Magic) => Err(WireError::at(
            start + 6,
            &format!(
                "expected the magic number {MAGIC} (or at byte {}, for lua-yar)",
                start + 14
            ),
        )),
        Err(FrameError::TooShort(len)) => Err(WireError::at(
            start + HEADER_LEN - 4,
            &format!("expected a body length of at least {PACKAGER_LEN}, found {len}"),
        )),
        Err(FrameError::TooLong(len)) => Err(too_long(rest, start, len)),
        Err(error) => Err(WireError::at(start, &error.to_string())),
    }
}

/// The length reaches beyond the input.
fn too_long(rest: &[u8], start: usize, len: u32) -> WireError {
    let in_front = match wire::whole(rest).map(|frame| frame.layout) {
        Ok(Layout::LuaYar) => PACKAGER_LEN + HEADER_LEN,
        _ => HEADER_LEN,
    };
    let found = rest.len().saturating_sub(in_front);
    WireError::at(
        start + in_front - 4,
        &format!("expected {len} more bytes, as the body length says, found {found}"),
    )
}

fn line_of(frame: &Frame<'_>, start: usize) -> Result<String> {
    let packager = Packager::from_wire(frame.packager).ok_or_else(|| {
        let at = match frame.layout {
            Layout::Yar => start + HEADER_LEN,
            Layout::LuaYar => start,
        };
        let name = frame.packager.escape_ascii();
        WireError::at(
            at,
            &format!("expected the packager PHP, JSON or MSGPACK, found \"{name}\""),
        )
    })?;
    let body = body::read(packager, frame.body, start + HEADER_LEN + PACKAGER_LEN)?;
    let layout = match frame.layout {
        Layout::Yar => "yar",
        Layout::LuaYar => "lua-yar",
    };
    let line = map([
        ("layout", Document::Text(layout.to_owned())),
        ("header", show_header(&frame.header)),
        ("packager", show_field(&frame.packager)),
        ("body", tagged::tag(&body)),
    ]);
    Ok(json::line(&line))
}

fn show_header(header: &Header) -> Document {
    map([
        ("id", Document::Int(header.id.into())),
        ("version", Document::Int(header.version.into())),
        ("magic", Document::Text(MAGIC.to_owned())),
        ("reserved", Document::Int(header.reserved.into())),
        ("provider", show_field(&header.provider)),
        ("token", show_field(&header.token)),
        ("body_len", Document::Int(header.body_len.into())),
    ])
}

fn map<const N: usize>(entries: [(&str, Document); N]) -> Document {
    let entries = entries.into_iter();
    Document::Map(
        entries
            .map(|(key, value)| (Document::Text(key.to_owned()), value))
            .collect(),
    )
}

fn show_field(field: &[u8]) -> Document {
    let end = field
        .iter()
        .rposition(|byte| *byte != 0)
        .map_or(0, |last| last + 1);
    let text = field.get(..end).filter(|text| !text.contains(&0));
    match text.map(std::str::from_utf8) {
        Some(Ok(text)) => Document::Text(text.to_owned()),
        _ => tagged::tag(&Document::Bytes(field.to_vec())),
    }
}

/// What a line has brought so far.
struct Line {
    layout: Layout,
    header: Header,
    has_id: bool,
    packager: Option<[u8; PACKAGER_LEN]>,
    body: Option<Document>,
}

impl Default for Line {
    fn default() -> Self {
        let header = Header {
            id: 0,
            version: 0,
            reserved: 0,
            provider: [0; FIELD_LEN],
            token: [0; FIELD_LEN],
            body_len: 0,
        };
        Self {
            layout: Layout::Yar,
            header,
            has_id: false,
            packager: None,
            body: None,
        }
    }
}

impl Line {
    fn into_frame(mut self) -> Result<Vec<u8>> {
        let missing = |key| WireError::new(format!("expected the key {key:?}, found none"));
        let name = self.packager.ok_or_else(|| missing("packager"))?;
        let body = self.body.ok_or_else(|| missing("body"))?;
        let packager = Packager::from_wire(name).ok_or_else(|| {
            let name = name.escape_ascii();
            WireError::new(format!(
                "expected the packager PHP, JSON or MSGPACK, found \"{name}\""
            ))
        })?;
        if !self.has_id {
            self.header.id = low_bits(body.get("i"));
        }
        let mut frame = Vec::new();
        let start = wire::begin(&mut frame, self.layout, &self.header, name);
        body::write(&body, packager, &mut frame).map_err(|error| error.in_field("body"))?;
        wire::finish(&mut frame, start).map_err(|error| WireError::new(error.to_string()))?;
        Ok(frame)
    }
}

/// The header has 32 bits of the id in the body.
fn low_bits(id: Option<&Document>) -> u32 {
    let id = match id {
        Some(Document::Int(id)) => id.to_be_bytes(),
        Some(Document::UInt(id)) => id.to_be_bytes(),
        _ => [0; 8],
    };
    let [_, _, _, _, low @ ..] = id;
    u32::from_be_bytes(low)
}

fn header(value: Document, header: &mut Header) -> Result<()> {
    for (key, value) in object(value, "header")? {
        match key.as_str() {
            "id" => header.id = number(&key, &value)?,
            "version" => header.version = number(&key, &value)?,
            "reserved" => header.reserved = number(&key, &value)?,
            "provider" => header.provider = field(&key, value)?,
            "token" => header.token = field(&key, value)?,
            "magic" if value == Document::Text(MAGIC.to_owned()) => {}
            "magic" => return Err(WireError::new(format!("the magic must be \"{MAGIC}\""))),
            "body_len" => {}
            _ => {
                let known = "id, version, magic, reserved, provider, token and body_len";
                return Err(unknown(&key, known));
            }
        }
    }
    Ok(())
}

fn layout(value: &Document) -> Result<Layout> {
    match value {
        Document::Text(name) if name == "yar" => Ok(Layout::Yar),
        Document::Text(name) if name == "lua-yar" => Ok(Layout::LuaYar),
        _ => Err(WireError::new("the layout must be \"yar\" or \"lua-yar\"")),
    }
}

fn object(value: Document, what: &str) -> Result<Vec<(String, Document)>> {
    let Document::Map(entries) = value else {
        return Err(WireError::new(format!("expected {what} to be an object")));
    };
    let entries = entries.into_iter();
    entries
        .map(|(key, value)| match key {
            Document::Text(key) => Ok((key, value)),
            _ => Err(WireError::new(format!("expected {what} to have text keys"))),
        })
        .collect()
}

fn number<T: TryFrom<i64>>(key: &str, value: &Document) -> Result<T> {
    let number = match value {
        Document::Int(value) => T::try_from(*value).ok(),
        _ => None,
    };
    number.ok_or_else(|| {
        let bits = 8 * size_of::<T>();
        WireError::new(format!(
            "{key} must be an integer of {bits} bits, not negative"
        ))
    })
}

fn field<const N: usize>(key: &str, value: Document) -> Result<[u8; N]> {
    let value = tagged::untag(value).map_err(|error| error.in_field(key))?;
    let bytes = value.as_string();
    let bytes = bytes.ok_or_else(|| WireError::new(format!("{key} must be text or a $bin")))?;
    let mut field = [0; N];
    match field.get_mut(..bytes.len()) {
        Some(front) => front.copy_from_slice(bytes),
        None => {
            let len = bytes.len();
            return Err(WireError::new(format!(
                "{key} has {len} bytes, at most {N} fit"
            )));
        }
    }
    Ok(field)
}

fn unknown(key: &str, known: &str) -> WireError {
    WireError::new(format!("unknown key {key:?}: known are {known}"))
}
