//! Whole frames in either layout.

use super::header::Header;

/// Where the packager name stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Layout {
    /// Header, packager name, body; the length counts the name. PHP and yar-c.
    #[default]
    Yar,
    /// Packager name, header, body; the length leaves the name out. lua-yar.
    LuaYar,
}

/// A whole frame at the front of a buffer.
#[derive(Debug, Clone)]
pub struct Frame<'a> {
    /// Which layout it has.
    pub layout: Layout,
    /// Its header.
    pub header: Header,
    /// The eight bytes that name the packager.
    pub packager: [u8; 8],
    /// The packed body.
    pub body: &'a [u8],
    /// Bytes of the whole frame.
    pub len: usize,
}

/// Why bytes are no frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FrameError {
    /// The magic number is missing.
    Magic,
    /// The length is below that of the packager name.
    TooShort(u32),
    /// The length is above the limit.
    TooLong(u32),
}

/// Looks for a whole frame at the front of `input`. `Ok(None)`: more bytes are
/// needed. The length is checked against `max_body` as soon as the header is there.
pub fn peek(input: &[u8], max_body: usize) -> Result<Option<Frame<'_>>, FrameError> {
    let _ = (input, max_body);
    todo!()
}
