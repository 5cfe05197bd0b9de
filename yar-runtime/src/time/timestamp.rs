//! A moment that travels as an integer.

use super::moment::{Moment, MomentVisitor, parse, text};
use super::{Duration, Rfc3339, TimeError};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;
use std::time::{self, SystemTime};

/// A moment: milliseconds since 1970 in UTC, which is also how it travels.
///
/// Readers take RFC 3339 text as well; what is finer than a millisecond is cut
/// off.
///
/// ```
/// # use yar_runtime as yar;
/// use yar::Timestamp;
///
/// let moment: Timestamp = "2026-11-30T13:00:00.25+01:00".parse()?;
/// assert_eq!(moment, Timestamp::from_millis(1_796_040_000_250));
/// assert_eq!(moment.to_string(), "2026-11-30T12:00:00.25Z");
/// # Ok::<(), yar::TimeError>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The first moment of 1970.
    pub const UNIX_EPOCH: Self = Self(0);

    /// So many milliseconds after 1970 began, or before if negative.
    #[must_use]
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Milliseconds since 1970.
    #[must_use]
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    /// This moment, by the clock of the machine.
    #[must_use]
    pub fn now() -> Self {
        SystemTime::now().into()
    }

    /// The moment that is so much later; `None` beyond 64 bits.
    #[must_use]
    pub fn checked_add(self, length: Duration) -> Option<Self> {
        let millis = i64::try_from(length.as_millis()).ok()?;
        self.0.checked_add(millis).map(Self)
    }

    /// The moment that is so much earlier; `None` beyond 64 bits.
    #[must_use]
    pub fn checked_sub(self, length: Duration) -> Option<Self> {
        let millis = i64::try_from(length.as_millis()).ok()?;
        self.0.checked_sub(millis).map(Self)
    }

    /// How long after the `earlier` moment it is; `None` if it is before.
    #[must_use]
    pub fn duration_since(self, earlier: Self) -> Option<Duration> {
        let millis = i128::from(self.0) - i128::from(earlier.0);
        u64::try_from(millis).ok().map(Duration::from_millis)
    }
}

impl Moment for Timestamp {
    fn of_millis(millis: i64) -> Self {
        Self(millis)
    }

    fn of_micros(micros: i64) -> Self {
        Self(micros.div_euclid(1000))
    }
}

/// Without what is finer than a millisecond; where the number has no room, the
/// nearest it has.
impl From<SystemTime> for Timestamp {
    fn from(moment: SystemTime) -> Self {
        match moment.duration_since(SystemTime::UNIX_EPOCH) {
            Ok(after) => Self(i64::try_from(after.as_millis()).unwrap_or(i64::MAX)),
            Err(before) => {
                let nanos = before.duration().as_nanos();
                let millis = i64::try_from(nanos.div_ceil(1_000_000));
                Self(millis.map_or(i64::MIN, |millis| -millis))
            }
        }
    }
}

/// Where the operating system has no such moment, 1970.
impl From<Timestamp> for SystemTime {
    fn from(moment: Timestamp) -> Self {
        let length = time::Duration::from_millis(moment.0.unsigned_abs());
        let found = match moment.0 {
            0.. => Self::UNIX_EPOCH.checked_add(length),
            _ => Self::UNIX_EPOCH.checked_sub(length),
        };
        found.unwrap_or(Self::UNIX_EPOCH)
    }
}

impl From<Rfc3339> for Timestamp {
    fn from(moment: Rfc3339) -> Self {
        Self::of_micros(moment.as_micros())
    }
}

/// RFC 3339 in UTC; milliseconds where the year has not four digits. Either
/// can be parsed.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match text(i128::from(self.0) * 1000) {
            Some(text) => f.pad(&text),
            None => self.0.fmt(f),
        }
    }
}

impl FromStr for Timestamp {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Self, TimeError> {
        parse(text)
    }
}

impl Serialize for Timestamp {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_i64(self.0)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(MomentVisitor(PhantomData))
    }
}
