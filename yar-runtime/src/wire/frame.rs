//! Whole frames in either layout.

use super::header::{HEADER_LEN, Header, MAGIC, PACKAGER_LEN};
use super::raw::RawFrame;
use std::fmt;

/// Where the packager name stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Layout {
    /// Header, packager name, body; the length counts the name. PHP and yar-c.
    #[default]
    Yar,
    /// Packager name, header, body; the length leaves the name out. lua-yar.
    LuaYar,
}

impl Layout {
    /// Where the header begins.
    #[inline]
    pub(super) fn header_at(self) -> usize {
        match self {
            Self::Yar => 0,
            Self::LuaYar => PACKAGER_LEN,
        }
    }
}

/// Bytes in front of a body.
const FRONT_LEN: usize = HEADER_LEN + PACKAGER_LEN;

/// A whole frame at the front of a buffer.
#[derive(Debug, Clone)]
pub struct Frame<'a> {
    /// Which layout it has.
    pub layout: Layout,
    /// Its header.
    pub header: Header,
    /// The eight bytes that name the packager.
    pub packager: [u8; PACKAGER_LEN],
    /// The packed body.
    pub body: &'a [u8],
    /// Bytes of the whole frame.
    pub len: usize,
}

impl Frame<'_> {
    /// The bytes of the whole frame, as they were read.
    #[must_use]
    pub fn to_vec(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.len);
        let FrameStart { .. } = begin(&mut bytes, self.layout, &self.header, self.packager);
        bytes.extend_from_slice(self.body);
        bytes
    }
}

/// Why bytes are no frame.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FrameError {
    /// The magic number is missing.
    Magic,
    /// The length is below that of the packager name.
    TooShort(u32),
    /// The length is above the limit.
    TooLong(u32),
    /// So many bytes are fewer than the smallest frame has ([`whole`] only).
    Cut(usize),
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Magic => write!(
                f,
                "no Yar frame: the magic number {MAGIC:08x} is not at offset 6"
            ),
            Self::TooShort(len) => write!(
                f,
                "malformed frame: body length {len}, expected at least 8 for the packager name"
            ),
            Self::TooLong(len) => {
                write!(f, "the body length {len} is above the limit of this side")
            }
            Self::Cut(len) => write!(
                f,
                "no whole frame: {len} bytes, expected at least 90 for header and packager name"
            ),
        }
    }
}

impl std::error::Error for FrameError {}

/// Looks for a whole frame at the front of `input`. `Ok(None)`: more bytes are
/// needed. The length is checked against `max_body` as soon as the header is there.
#[inline]
pub fn peek(input: &[u8], max_body: usize) -> Result<Option<Frame<'_>>, FrameError> {
    let found = RawFrame::peek(input, max_body)?;
    Ok(found.map(|frame| frame.read()))
}

/// The same for whoever hands the frame on unread: its header and its length.
#[inline]
pub(crate) fn measure(
    input: &[u8],
    max_body: usize,
) -> Result<Option<(Header, usize)>, FrameError> {
    let Some((_, header, len)) = front(input, max_body)? else {
        return Ok(None);
    };
    Ok(Some((Header::of(header), len)))
}

/// The layout, the header and the length of a whole frame.
pub(super) type Measured<'a> = (Layout, &'a [u8; HEADER_LEN], usize);

#[inline]
pub(super) fn front(input: &[u8], max_body: usize) -> Result<Option<Measured<'_>>, FrameError> {
    let Some(layout) = layout_of(input)? else {
        return Ok(None);
    };
    let at = layout.header_at();
    let Some(bytes) = input.get(at..).and_then(<[u8]>::first_chunk) else {
        return Ok(None);
    };
    let len = frame_len(layout, Header::of(bytes).body_len, max_body)?;
    Ok((len <= input.len()).then_some((layout, bytes, len)))
}

/// Packager name and body of a whole frame, whose header has been looked at.
#[inline]
pub(crate) fn open(frame: &[u8]) -> Option<([u8; PACKAGER_LEN], &[u8])> {
    let (front, body) = frame.split_first_chunk::<FRONT_LEN>()?;
    let name = match layout_of(front) {
        Ok(Some(Layout::LuaYar)) => front.first_chunk(),
        _ => front.last_chunk(),
    };
    Some((*name?, body))
}

/// Takes all of `input` for one frame and ignores the length in its header, as
/// the peers do over HTTP.
pub fn whole(input: &[u8]) -> Result<Frame<'_>, FrameError> {
    RawFrame::whole(input).map(|frame| frame.read())
}

/// A frame being written: where it began and how.
#[derive(Debug, Clone, Copy)]
#[must_use]
pub struct FrameStart {
    at: usize,
    layout: Layout,
}

/// Appends header and packager name; the body is to be appended behind them,
/// then [`finish`] puts its length in.
#[inline]
pub fn begin(
    out: &mut Vec<u8>,
    layout: Layout,
    header: &Header,
    packager: [u8; PACKAGER_LEN],
) -> FrameStart {
    let at = out.len();
    // Room for all of it at once, and each field right to where it belongs: what
    // is put together elsewhere is copied once more.
    out.extend_from_slice(&[0; FRONT_LEN]);
    let front = out.get_mut(at..).and_then(<[u8]>::first_chunk_mut);
    if let Some(front) = front {
        fill(front, layout, header, packager);
    }
    FrameStart { at, layout }
}

/// What stands in front of bodies, for frames that differ in id and length
/// alone.
#[derive(Debug, Clone)]
pub(crate) struct Front {
    bytes: [u8; FRONT_LEN],
    layout: Layout,
}

impl Front {
    pub(crate) const fn new(layout: Layout, header: &Header, packager: [u8; PACKAGER_LEN]) -> Self {
        let mut bytes = [0; FRONT_LEN];
        fill(&mut bytes, layout, header, packager);
        Self { bytes, layout }
    }

    /// As [`begin`] does, with another id.
    #[inline]
    pub(crate) fn begin(&self, out: &mut Vec<u8>, id: u32) -> FrameStart {
        let (at, layout) = (out.len(), self.layout);
        out.extend_from_slice(&self.bytes);
        let place = at + layout.header_at();
        let field = out.get_mut(place..).and_then(<[u8]>::first_chunk_mut);
        if let Some(field) = field {
            *field = id.to_be_bytes();
        }
        FrameStart { at, layout }
    }
}

#[inline]
const fn fill(
    front: &mut [u8; FRONT_LEN],
    layout: Layout,
    header: &Header,
    packager: [u8; PACKAGER_LEN],
) {
    let (place, name) = match layout {
        Layout::Yar => front.split_at_mut(HEADER_LEN),
        Layout::LuaYar => {
            let (name, place) = front.split_at_mut(PACKAGER_LEN);
            (place, name)
        }
    };
    if let (Some(place), Some(name)) = (place.first_chunk_mut(), name.first_chunk_mut()) {
        header.fill(place);
        *name = packager;
    }
}

/// Puts the length of everything written since [`begin`] into the header.
/// Fails when it does not fit its 32 bits.
#[inline]
pub fn finish(out: &mut [u8], start: FrameStart) -> Result<(), FrameError> {
    // Either layout counts what comes behind the header, which ends with the count.
    let header_end = start.at + start.layout.header_at() + HEADER_LEN;
    let Some((front, counted)) = out.split_at_mut_checked(header_end) else {
        return Ok(());
    };
    let length = u32::try_from(counted.len()).map_err(|_| FrameError::TooLong(u32::MAX))?;
    if let Some(field) = front.last_chunk_mut() {
        *field = length.to_be_bytes();
    }
    Ok(())
}

/// `None` while there are too few bytes to tell.
#[inline]
pub(super) fn layout_of(input: &[u8]) -> Result<Option<Layout>, FrameError> {
    let magic_at = |at: usize| {
        input
            .get(at..at + 4)
            .map(|four| four == MAGIC.to_be_bytes())
    };
    // No name has byte 80 where the usual layout has its magic number.
    match magic_at(6) {
        Some(true) => Ok(Some(Layout::Yar)),
        None => Ok(None),
        Some(false) => match magic_at(14) {
            Some(true) => Ok(Some(Layout::LuaYar)),
            Some(false) => Err(FrameError::Magic),
            None => Ok(None),
        },
    }
}

#[inline]
fn frame_len(layout: Layout, body_len: u32, max_body: usize) -> Result<usize, FrameError> {
    let counted = usize::try_from(body_len).map_err(|_| FrameError::TooLong(body_len))?;
    if counted > max_body {
        return Err(FrameError::TooLong(body_len));
    }
    let in_front = match layout {
        Layout::Yar if counted < PACKAGER_LEN => return Err(FrameError::TooShort(body_len)),
        Layout::Yar => HEADER_LEN,
        Layout::LuaYar => PACKAGER_LEN + HEADER_LEN,
    };
    counted
        .checked_add(in_front)
        .ok_or(FrameError::TooLong(body_len))
}
