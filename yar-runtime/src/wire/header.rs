//! The 82 bytes in front of every body.

/// Bytes of a header.
pub const HEADER_LEN: usize = 82;
/// Bytes of the packager name.
pub const PACKAGER_LEN: usize = 8;
/// Bytes of the provider and of the token.
pub const FIELD_LEN: usize = 32;
/// Bytes 6 to 9 of every header.
pub const MAGIC: u32 = 0x80df_ec60;
/// Bit of the reserved field that asks to keep the connection.
pub const RESERVED_KEEP: u32 = 1;
/// Bit of the reserved field by which a client says that it matches answers by
/// their ids, so that they may come in any order. An answer that carries it
/// says that the server has understood.
pub const RESERVED_ANY_ORDER: u32 = 1 << 16;

/// A decoded header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// Id of the request.
    pub id: u32,
    /// 0, or anything: nobody checks it.
    pub version: u16,
    /// [`RESERVED_KEEP`] and [`RESERVED_ANY_ORDER`]; no other bit means anything.
    pub reserved: u32,
    /// NUL filled.
    pub provider: [u8; FIELD_LEN],
    /// NUL filled.
    pub token: [u8; FIELD_LEN],
    /// Length as the frame gives it (in the usual layout it counts the packager name).
    pub body_len: u32,
}

impl Header {
    /// Decodes a header; `None` when the magic number is missing.
    #[must_use]
    #[inline]
    pub fn read(bytes: &[u8; HEADER_LEN]) -> Option<Self> {
        (field(bytes, 6) == MAGIC.to_be_bytes()).then(|| Self::of(bytes))
    }

    /// The same, whatever stands in place of the magic number.
    #[inline]
    pub(super) fn of(bytes: &[u8; HEADER_LEN]) -> Self {
        Self {
            id: u32::from_be_bytes(field(bytes, 0)),
            version: u16::from_be_bytes(field(bytes, 4)),
            reserved: u32::from_be_bytes(field(bytes, 10)),
            provider: field(bytes, 14),
            token: field(bytes, 46),
            body_len: u32::from_be_bytes(field(bytes, 78)),
        }
    }

    /// Puts the 82 bytes where they belong.
    #[inline]
    pub(super) const fn fill(&self, place: &mut [u8; HEADER_LEN]) {
        let mut rest: &mut [u8] = place;
        put(&mut rest, self.id.to_be_bytes());
        put(&mut rest, self.version.to_be_bytes());
        put(&mut rest, MAGIC.to_be_bytes());
        put(&mut rest, self.reserved.to_be_bytes());
        put(&mut rest, self.provider);
        put(&mut rest, self.token);
        put(&mut rest, self.body_len.to_be_bytes());
    }

    /// The provider up to its first NUL, or all 32 bytes.
    #[must_use]
    pub fn provider(&self) -> &[u8] {
        until_nul(&self.provider)
    }

    /// The token up to its first NUL, or all 32 bytes.
    #[must_use]
    pub fn token(&self) -> &[u8] {
        until_nul(&self.token)
    }

    /// True when the sender wants the connection kept.
    #[must_use]
    pub fn keeps_connection(&self) -> bool {
        self.reserved & RESERVED_KEEP != 0
    }

    /// True when answers may come in any order (in an answer: when they do).
    #[must_use]
    pub fn allows_any_order(&self) -> bool {
        self.reserved & RESERVED_ANY_ORDER != 0
    }

    /// A provider or token field with `text` in front, NUL filled. What does
    /// not fit is cut; check the length first where that matters.
    #[must_use]
    #[inline]
    pub const fn field(text: &[u8]) -> [u8; FIELD_LEN] {
        let mut field = [0; FIELD_LEN];
        let mut rest: (&mut [u8], &[u8]) = (&mut field, text);
        while let ([to, room @ ..], [from, text @ ..]) = rest {
            *to = *from;
            rest = (room, text);
        }
        field
    }
}

/// The field that begins at `at`.
#[inline(always)]
pub(super) fn field<const N: usize>(bytes: &[u8; HEADER_LEN], at: usize) -> [u8; N] {
    let field = bytes.get(at..).and_then(<[u8]>::first_chunk);
    field.copied().unwrap_or([0; N])
}

/// Fills the front of `rest` and moves on.
#[inline]
#[expect(clippy::mem_replace_with_default, reason = "`take` is no `const fn`")]
const fn put<const N: usize>(rest: &mut &mut [u8], field: [u8; N]) {
    if let Some((front, behind)) = std::mem::replace(rest, &mut []).split_first_chunk_mut() {
        *front = field;
        *rest = behind;
    }
}

pub(super) fn until_nul(field: &[u8]) -> &[u8] {
    field.split(|byte| *byte == 0).next().unwrap_or_default()
}
