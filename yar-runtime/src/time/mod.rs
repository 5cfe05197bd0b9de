//! Moments, days and lengths of time, as contracts have them.
//!
//! The calendar is the crate `time`'s; only numbers and text travel, and no
//! type of that crate is part of ours.

mod date;
mod duration;
mod moment;
mod rfc3339;
#[cfg(test)]
mod tests;
mod timestamp;

pub use date::Date;
pub use duration::Duration;
pub use rfc3339::Rfc3339;
pub use timestamp::Timestamp;

use serde::de::{Error, IgnoredAny, MapAccess, Unexpected, Visitor};
use std::fmt;

/// Text that is no moment, day or length of time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeError(String);

impl TimeError {
    #[cold]
    fn new(expected: &str, text: &str) -> Self {
        let shown: String = text.chars().take(64).collect();
        Self(format!("expected {expected}, got {shown:?}"))
    }
}

impl fmt::Display for TimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TimeError {}

/// Why a map is no time: PHP sends its date objects as maps, whatever the
/// packager.
#[cold]
fn refuse_map<'de, V, A>(visitor: &V, mut map: A, format: &str) -> A::Error
where
    V: Visitor<'de>,
    A: MapAccess<'de>,
{
    let mut is_date = false;
    loop {
        match map.next_entry::<String, IgnoredAny>() {
            Ok(Some((key, _))) => is_date |= key == "timezone_type",
            Ok(None) => break,
            Err(error) => return error,
        }
    }
    if is_date {
        let expected = visitor as &dyn serde::de::Expected;
        return A::Error::custom(format_args!(
            "expected {expected}, got a date object of PHP: let the other side send `{format}`"
        ));
    }
    A::Error::invalid_type(Unexpected::Map, visitor)
}
