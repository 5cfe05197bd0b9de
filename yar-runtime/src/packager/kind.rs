//! The packagers by name, and the way from values to bytes and back.

use super::registry::{self, Codec, PackagerNameError, Registration};
use super::{
    DecodeError, DecodeLimits, EncodeError, Json, JsonReader, MsgPack, MsgPackReader, Php,
    PhpReader, decode, encode,
};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// One way to pack a body.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Packager(pub(crate) Kind);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Php,
    Json,
    MsgPack,
    Registered(&'static Registration),
}

const PHP: [u8; 8] = *b"PHP\0\0\0\0\0";
const JSON: [u8; 8] = *b"JSON\0\0\0\0";
const MSGPACK: [u8; 8] = *b"MSGPACK\0";

impl Packager {
    /// PHP's own serialize format.
    pub const PHP: Self = Self(Kind::Php);
    /// JSON.
    pub const JSON: Self = Self(Kind::Json);
    /// MessagePack, the default.
    pub const MSGPACK: Self = Self(Kind::MsgPack);

    /// Makes a further packager known to this process, under the name it gives
    /// itself: 1 to 7 bytes of ASCII, not yet taken in any case.
    pub fn register(codec: impl Codec) -> Result<Self, PackagerNameError> {
        let registration = registry::register(Box::new(codec))?;
        Ok(Self(Kind::Registered(registration)))
    }

    /// Canonical name, upper case for the built-in ones.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Php => "PHP",
            Kind::Json => "JSON",
            Kind::MsgPack => "MSGPACK",
            Kind::Registered(registration) => registration.name(),
        }
    }

    /// The packager that the eight bytes of a frame name, case ignored,
    /// anything after the first NUL and in byte 8 ignored.
    #[must_use]
    #[inline]
    pub fn from_wire(name: [u8; 8]) -> Option<Self> {
        // The usual spelling first, compared as words: a pattern is compared
        // byte by byte.
        if name == MSGPACK {
            return Some(Self::MSGPACK);
        }
        if name == JSON {
            return Some(Self::JSON);
        }
        if name == PHP {
            return Some(Self::PHP);
        }
        Self::from_unusual(&name)
    }

    #[inline(never)]
    fn from_unusual(name: &[u8; 8]) -> Option<Self> {
        let [seven @ .., _] = name;
        let name = seven.split(|byte| *byte == 0).next()?;
        Self::named(std::str::from_utf8(name).ok()?)
    }

    /// The eight bytes for a frame.
    #[must_use]
    #[inline]
    pub fn to_wire(self) -> [u8; 8] {
        match self.0 {
            Kind::Php => PHP,
            Kind::Json => JSON,
            Kind::MsgPack => MSGPACK,
            Kind::Registered(registration) => registration.to_wire(),
        }
    }

    fn named(name: &str) -> Option<Self> {
        [Self::MSGPACK, Self::JSON, Self::PHP]
            .into_iter()
            .find(|packager| packager.name().eq_ignore_ascii_case(name))
            .or_else(|| registry::find(name).map(|found| Self(Kind::Registered(found))))
    }

    /// Appends the packed value; on an error `out` is left as it was.
    #[inline]
    pub fn encode<T: Serialize + ?Sized>(
        self,
        value: &T,
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        match self.0 {
            Kind::Php => encode::<Php, T>(value, out),
            Kind::Json => encode::<Json, T>(value, out),
            Kind::MsgPack => encode::<MsgPack<false>, T>(value, out),
            Kind::Registered(registration) => registration.encode(value, out),
        }
    }

    /// Unpacks one value. Behind it JSON takes nothing but white space; the
    /// other two do not look.
    #[inline]
    pub fn decode<'de, T: Deserialize<'de>>(
        self,
        bytes: &'de [u8],
        limits: &DecodeLimits,
    ) -> Result<T, DecodeError> {
        match self.0 {
            Kind::Php => decode::decode::<PhpReader<'_>, T>(bytes, limits),
            Kind::Json => decode::decode::<JsonReader<'_>, T>(bytes, limits),
            Kind::MsgPack => decode::decode::<MsgPackReader<'_>, T>(bytes, limits),
            Kind::Registered(registration) => registration.decode(bytes, limits.depth),
        }
    }
}

impl Default for Packager {
    fn default() -> Self {
        Self::MSGPACK
    }
}

impl FromStr for Packager {
    type Err = PackagerNameError;

    /// Finds a packager by its whole name, in any case.
    fn from_str(name: &str) -> Result<Self, PackagerNameError> {
        Self::named(name).ok_or_else(|| PackagerNameError::unknown(name))
    }
}

impl fmt::Display for Packager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Packager {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Packager({})", self.name())
    }
}
