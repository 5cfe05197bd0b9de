//! Whole frames whose headers stay where they were received.

use super::frame::{Frame, FrameError, Layout, front, layout_of};
use super::header::{
    FIELD_LEN, HEADER_LEN, Header, PACKAGER_LEN, RESERVED_ANY_ORDER, RESERVED_KEEP, field,
    until_nul,
};

/// A [`Frame`] for who wants little of its header: a copy of it would be felt.
#[derive(Debug)]
pub(crate) struct RawFrame<'a> {
    /// Which layout it has.
    pub(crate) layout: Layout,
    header: &'a [u8; HEADER_LEN],
    /// The eight bytes that name the packager.
    pub(crate) packager: [u8; PACKAGER_LEN],
    /// The packed body.
    pub(crate) body: &'a [u8],
    /// Bytes of the whole frame.
    pub(crate) len: usize,
}

impl<'a> RawFrame<'a> {
    /// As [`peek`](super::peek) does.
    #[inline]
    pub(crate) fn peek(input: &'a [u8], max_body: usize) -> Result<Option<Self>, FrameError> {
        let Some((layout, header, len)) = front(input, max_body)? else {
            return Ok(None);
        };
        let frame = input.get(..len).unwrap_or_default();
        Ok(Self::take_apart(layout, header, frame))
    }

    /// As [`whole`](super::whole) does.
    pub(crate) fn whole(input: &'a [u8]) -> Result<Self, FrameError> {
        let cut = || FrameError::Cut(input.len());
        let layout = layout_of(input)?.ok_or_else(cut)?;
        let header = input.get(layout.header_at()..);
        let header = header.and_then(<[u8]>::first_chunk).ok_or_else(cut)?;
        Self::take_apart(layout, header, input).ok_or_else(cut)
    }

    #[inline]
    fn take_apart(layout: Layout, header: &'a [u8; HEADER_LEN], frame: &'a [u8]) -> Option<Self> {
        let (front, body) = frame.split_at_checked(HEADER_LEN + PACKAGER_LEN)?;
        let packager = match layout {
            Layout::Yar => front.last_chunk()?,
            Layout::LuaYar => front.first_chunk()?,
        };
        Some(Self {
            layout,
            header,
            packager: *packager,
            body,
            len: frame.len(),
        })
    }

    /// The same with its header read; the layout tells that the magic number is
    /// there.
    #[inline]
    pub(super) fn read(&self) -> Frame<'a> {
        Frame {
            layout: self.layout,
            header: Header::of(self.header),
            packager: self.packager,
            body: self.body,
            len: self.len,
        }
    }

    /// Bytes of it as the header has it, come or not.
    pub(crate) fn announced(&self) -> usize {
        let counted = u32::from_be_bytes(field(self.header, 78));
        let counted = usize::try_from(counted).unwrap_or(usize::MAX);
        counted.saturating_add(self.layout.header_at() + HEADER_LEN)
    }

    /// Id of the request.
    #[inline]
    pub(crate) fn id(&self) -> u32 {
        u32::from_be_bytes(field(self.header, 0))
    }

    /// True when the sender wants the connection kept.
    #[inline]
    pub(crate) fn keeps_connection(&self) -> bool {
        self.reserved() & RESERVED_KEEP != 0
    }

    /// True when answers may come in any order.
    #[inline]
    pub(crate) fn allows_any_order(&self) -> bool {
        self.reserved() & RESERVED_ANY_ORDER != 0
    }

    #[inline]
    fn reserved(&self) -> u32 {
        u32::from_be_bytes(field(self.header, 10))
    }

    /// The provider up to its first NUL, or all 32 bytes.
    pub(crate) fn provider(&self) -> &'a [u8] {
        self.text(14)
    }

    /// The token up to its first NUL, or all 32 bytes.
    pub(crate) fn token(&self) -> &'a [u8] {
        self.text(14 + FIELD_LEN)
    }

    fn text(&self, at: usize) -> &'a [u8] {
        until_nul(self.header.get(at..at + FIELD_LEN).unwrap_or_default())
    }
}
