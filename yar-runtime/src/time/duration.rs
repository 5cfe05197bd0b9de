//! A length of time.

use super::TimeError;
use serde::de::{self, Unexpected, Visitor};
use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::ops::Deref;
use std::str::FromStr;
use std::time;

/// A length of time: a [`std::time::Duration`] that travels as milliseconds.
/// What is finer does not travel.
///
/// ```
/// # use yar_runtime as yar;
/// use yar::Duration;
///
/// let pause = Duration::from_millis(1500);
/// assert_eq!(pause.as_secs_f64(), 1.5);
/// assert_eq!(pause, std::time::Duration::from_millis(1500).into());
/// assert_eq!("1500ms".parse(), Ok(pause));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Duration(time::Duration);

const EXPECTED: &str = "a length of time in milliseconds";

impl Duration {
    /// So many milliseconds.
    #[must_use]
    pub const fn from_millis(millis: u64) -> Self {
        Self(time::Duration::from_millis(millis))
    }

    /// So many seconds.
    #[must_use]
    pub const fn from_secs(seconds: u64) -> Self {
        Self(time::Duration::from_secs(seconds))
    }
}

impl From<time::Duration> for Duration {
    fn from(length: time::Duration) -> Self {
        Self(length)
    }
}

impl From<Duration> for time::Duration {
    fn from(length: Duration) -> Self {
        length.0
    }
}

impl Deref for Duration {
    type Target = time::Duration;

    fn deref(&self) -> &time::Duration {
        &self.0
    }
}

/// Whole milliseconds, `1500ms`.
impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}ms", self.0.as_millis()))
    }
}

/// Milliseconds, with or without `ms` behind them.
impl FromStr for Duration {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Self, TimeError> {
        let millis = text.strip_suffix("ms").unwrap_or(text).parse();
        let millis = millis.map_err(|_| TimeError::new(EXPECTED, text))?;
        Ok(Self::from_millis(millis))
    }
}

impl Serialize for Duration {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match i64::try_from(self.0.as_millis()) {
            Ok(millis) => serializer.serialize_i64(millis),
            Err(_) => Err(S::Error::custom("a length of time of more than 2^63 ms")),
        }
    }
}

impl<'de> Deserialize<'de> for Duration {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Integral floats and digits are read as integers everywhere.
        deserializer.deserialize_u64(DurationVisitor)
    }
}

struct DurationVisitor;

impl Visitor<'_> for DurationVisitor {
    type Value = Duration;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(EXPECTED)
    }

    fn visit_i64<E: de::Error>(self, millis: i64) -> Result<Duration, E> {
        match u64::try_from(millis) {
            Ok(millis) => Ok(Duration::from_millis(millis)),
            Err(_) => Err(E::invalid_value(Unexpected::Signed(millis), &self)),
        }
    }

    fn visit_u64<E: de::Error>(self, millis: u64) -> Result<Duration, E> {
        Ok(Duration::from_millis(millis))
    }
}
