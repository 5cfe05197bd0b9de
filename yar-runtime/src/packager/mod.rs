//! Packagers: how the body of a frame is packed.
//!
//! Three are built in, PHP, JSON and MSGPACK. The rules that hold for all of
//! them stand once, in the adapters beside the codecs.

use serde::{Deserialize, Serialize};

/// One way to pack a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Packager(Kind);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    Php,
    Json,
    MsgPack,
}

/// Limits of a decoder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct DecodeLimits {
    /// Containers inside one another; 512 by default.
    pub depth: usize,
}

/// A value that a packager cannot carry.
#[derive(Debug)]
pub struct EncodeError(());

/// Bytes that are not what was expected.
#[derive(Debug)]
pub struct DecodeError(());

impl Packager {
    /// PHP's own serialize format.
    pub const PHP: Self = Self(Kind::Php);
    /// JSON.
    pub const JSON: Self = Self(Kind::Json);
    /// MessagePack, the default.
    pub const MSGPACK: Self = Self(Kind::MsgPack);

    /// Canonical name, upper case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Php => "PHP",
            Kind::Json => "JSON",
            Kind::MsgPack => "MSGPACK",
        }
    }

    /// The packager that the eight bytes of a frame name, case ignored,
    /// anything after the first NUL and in byte 8 ignored.
    #[must_use]
    pub fn from_wire(name: [u8; 8]) -> Option<Self> {
        let _ = name;
        todo!()
    }

    /// The eight bytes for a frame.
    #[must_use]
    pub fn to_wire(self) -> [u8; 8] {
        todo!()
    }

    /// Appends the packed value; on an error `out` is left as it was.
    pub fn encode<T: Serialize + ?Sized>(
        self,
        value: &T,
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        let _ = (value, out);
        todo!()
    }

    /// Unpacks one value.
    pub fn decode<'de, T: Deserialize<'de>>(
        self,
        bytes: &'de [u8],
        limits: &DecodeLimits,
    ) -> Result<T, DecodeError> {
        let _ = (bytes, limits);
        todo!()
    }
}

impl Default for DecodeLimits {
    fn default() -> Self {
        Self { depth: 512 }
    }
}
