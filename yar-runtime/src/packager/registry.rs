//! Packagers beyond the three built-in ones, known to the whole process.

use super::{DecodeError, EncodeError, untyped};
use crate::value::Value;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{PoisonError, RwLock};

/// A further way to pack a body, by way of untyped values.
pub trait Codec: Send + Sync + 'static {
    /// Its name in frames: 1 to 7 bytes of printable ASCII.
    fn name(&self) -> &str;

    /// Appends the packed value.
    fn encode(&self, value: &Value, out: &mut Vec<u8>) -> Result<(), EncodeError>;

    /// Unpacks one value. Must neither panic nor reserve memory by lengths
    /// that it has not checked: the bytes come from a peer.
    fn decode(&self, bytes: &[u8]) -> Result<Value, DecodeError>;
}

/// A packager name that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackagerNameError {
    name: String,
    reason: &'static str,
}

impl PackagerNameError {
    pub(super) fn unknown(name: &str) -> Self {
        Self::new(
            name,
            "unknown, expected PHP, JSON, MSGPACK or a registered name",
        )
    }

    fn new(name: &str, reason: &'static str) -> Self {
        let name = name.chars().take(32).collect();
        Self { name, reason }
    }
}

impl fmt::Display for PackagerNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "packager {:?}: {}", self.name, self.reason)
    }
}

impl std::error::Error for PackagerNameError {}

/// A registered packager; it lives as long as the process.
pub(crate) struct Registration {
    name: String,
    codec: Box<dyn Codec>,
}

impl Registration {
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    #[cold]
    pub(super) fn to_wire(&self) -> [u8; 8] {
        let mut field = [0; 8];
        for (to, from) in field.iter_mut().zip(self.name.bytes()) {
            *to = from;
        }
        field
    }

    #[cold]
    pub(super) fn encode<T: Serialize + ?Sized>(
        &self,
        value: &T,
        out: &mut Vec<u8>,
    ) -> Result<(), EncodeError> {
        let before = out.len();
        let result = self.codec.encode(&untyped::to_value(value)?, out);
        if result.is_err() {
            out.truncate(before);
        }
        result
    }

    #[cold]
    pub(super) fn decode<'de, T: Deserialize<'de>>(
        &self,
        bytes: &[u8],
        depth: usize,
    ) -> Result<T, DecodeError> {
        untyped::from_value(self.codec.decode(bytes)?, depth)
    }
}

// Names are unique, so they stand for the registration.
impl PartialEq for Registration {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Registration {}

impl Hash for Registration {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

static REGISTERED: RwLock<Vec<&'static Registration>> = RwLock::new(Vec::new());
const BUILT_IN: [&str; 3] = ["PHP", "JSON", "MSGPACK"];

pub(super) fn register(codec: Box<dyn Codec>) -> Result<&'static Registration, PackagerNameError> {
    let name = codec.name().to_owned();
    if name.is_empty() || name.len() > 7 || !name.bytes().all(|byte| byte.is_ascii_graphic()) {
        let reason = "a name has 1 to 7 bytes of printable ASCII";
        return Err(PackagerNameError::new(&name, reason));
    }
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    let mut taken = registered.iter().map(|registration| registration.name());
    if BUILT_IN
        .into_iter()
        .any(|built_in| built_in.eq_ignore_ascii_case(&name))
        || taken.any(|other| other.eq_ignore_ascii_case(&name))
    {
        return Err(PackagerNameError::new(&name, "the name is taken"));
    }
    let registration: &'static Registration = Box::leak(Box::new(Registration { name, codec }));
    registered.push(registration);
    Ok(registration)
}

/// The names of all packagers, for people.
pub(crate) fn names() -> String {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    let registered = registered.iter().map(|registration| registration.name());
    let names: Vec<_> = BUILT_IN.into_iter().chain(registered).collect();
    names.join(", ")
}

pub(super) fn find(name: &str) -> Option<&'static Registration> {
    let registered = REGISTERED.read().unwrap_or_else(PoisonError::into_inner);
    registered
        .iter()
        .copied()
        .find(|registration| registration.name().eq_ignore_ascii_case(name))
}
