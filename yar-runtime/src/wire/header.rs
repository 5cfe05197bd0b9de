//! The 82 bytes in front of every body.

/// Bytes of a header.
pub const HEADER_LEN: usize = 82;
/// Bytes of the packager name.
pub const PACKAGER_LEN: usize = 8;
/// Bytes 6 to 9 of every header.
pub const MAGIC: u32 = 0x80df_ec60;

/// A decoded header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// Id of the request.
    pub id: u32,
    /// 0, or anything: nobody checks it.
    pub version: u16,
    /// Bit 0: keep the connection.
    pub reserved: u32,
    /// NUL filled.
    pub provider: [u8; 32],
    /// NUL filled.
    pub token: [u8; 32],
    /// Length as the frame gives it (in the usual layout it counts the packager name).
    pub body_len: u32,
}
