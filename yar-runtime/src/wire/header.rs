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
        let (id, rest) = bytes.split_first_chunk()?;
        let (version, rest) = rest.split_first_chunk()?;
        let (magic, rest) = rest.split_first_chunk()?;
        if u32::from_be_bytes(*magic) != MAGIC {
            return None;
        }
        let (reserved, rest) = rest.split_first_chunk()?;
        let (provider, rest) = rest.split_first_chunk()?;
        let (token, rest) = rest.split_first_chunk()?;
        let (body_len, _) = rest.split_first_chunk()?;
        Some(Self {
            id: u32::from_be_bytes(*id),
            version: u16::from_be_bytes(*version),
            reserved: u32::from_be_bytes(*reserved),
            provider: *provider,
            token: *token,
            body_len: u32::from_be_bytes(*body_len),
        })
    }

    /// Puts the 82 bytes where they belong.
    #[inline]
    pub(super) fn fill(&self, place: &mut [u8; HEADER_LEN]) {
        let mut rest = place.as_mut_slice();
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

/// Fills the front of `rest` and moves on.
#[inline]
fn put<const N: usize>(rest: &mut &mut [u8], field: [u8; N]) {
    if let Some((front, behind)) = std::mem::take(rest).split_first_chunk_mut() {
        *front = field;
        *rest = behind;
    }
}

fn until_nul(field: &[u8]) -> &[u8] {
    field.split(|byte| *byte == 0).next().unwrap_or_default()
}
