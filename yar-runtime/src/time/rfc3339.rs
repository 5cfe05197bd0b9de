//! A moment that travels as text.

use super::moment::{Moment, MomentVisitor, parse, text};
use super::{TimeError, Timestamp};
use serde::ser::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;
use std::time::SystemTime;

/// A moment that travels as RFC 3339 text in UTC, such as
/// `2026-11-30T12:00:00.5Z`: a `timestamp` under `@format(rfc3339)`.
///
/// Keeps microseconds, which is what PHP can. Readers take milliseconds since
/// 1970 as well. Text has years from 0 to 9999; others cannot be sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rfc3339(i64);

impl Rfc3339 {
    /// So many milliseconds after 1970 began, or before if negative. Where the
    /// number has no room, the nearest it has, which cannot be sent.
    #[must_use]
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis.saturating_mul(1000))
    }

    /// The same in microseconds.
    #[must_use]
    pub const fn from_micros(micros: i64) -> Self {
        Self(micros)
    }

    /// Milliseconds since 1970, without what is finer.
    #[must_use]
    pub const fn as_millis(self) -> i64 {
        self.0.div_euclid(1000)
    }

    /// Microseconds since 1970.
    #[must_use]
    pub const fn as_micros(self) -> i64 {
        self.0
    }

    /// This moment, by the clock of the machine.
    #[must_use]
    pub fn now() -> Self {
        SystemTime::now().into()
    }
}

impl Moment for Rfc3339 {
    fn of_millis(millis: i64) -> Self {
        Self::from_millis(millis)
    }

    fn of_micros(micros: i64) -> Self {
        Self(micros)
    }
}

impl From<Timestamp> for Rfc3339 {
    fn from(moment: Timestamp) -> Self {
        Self::from_millis(moment.as_millis())
    }
}

/// Without what is finer than a microsecond; where the number has no room, the
/// nearest it has.
impl From<SystemTime> for Rfc3339 {
    fn from(moment: SystemTime) -> Self {
        match moment.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(after) => Self(i64::try_from(after.as_micros()).unwrap_or(i64::MAX)),
            Err(before) => {
                let micros = i64::try_from(before.duration().as_nanos().div_ceil(1000));
                Self(micros.map_or(i64::MIN, |micros| -micros))
            }
        }
    }
}

impl From<Rfc3339> for SystemTime {
    fn from(moment: Rfc3339) -> Self {
        let length = std::time::Duration::from_micros(moment.0.unsigned_abs());
        let found = match moment.0 {
            0.. => Self::UNIX_EPOCH.checked_add(length),
            _ => Self::UNIX_EPOCH.checked_sub(length),
        };
        found.unwrap_or(Self::UNIX_EPOCH)
    }
}

/// What travels; milliseconds where nothing can. Either can be parsed.
impl fmt::Display for Rfc3339 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match text(self.0.into()) {
            Some(text) => f.pad(&text),
            None => self.as_millis().fmt(f),
        }
    }
}

impl FromStr for Rfc3339 {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Self, TimeError> {
        parse(text)
    }
}

impl Serialize for Rfc3339 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match text(self.0.into()) {
            Some(text) => serializer.serialize_str(&text),
            None => Err(S::Error::custom(
                "a time of RFC 3339 has a year from 0 to 9999",
            )),
        }
    }
}

impl<'de> Deserialize<'de> for Rfc3339 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MomentVisitor(PhantomData))
    }
}
