//! A day.

use super::{TimeError, refuse_map};
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;
use time::Month;

/// A day of the calendar, without a time zone; travels as `2026-11-30`. Years
/// go from 0 to 9999.
///
/// ```
/// # use yar_runtime as yar;
/// use yar::Date;
///
/// assert_eq!(Date::from_ymd(2026, 2, 29), None);
/// assert_eq!("2026-11-30".parse(), Ok(Date::from_days(20_787)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(time::Date);

const EXPECTED: &str = "a day such as \"2026-11-30\"";
const FIRST: i32 = -719_528;
const LAST: i32 = 2_932_896;
/// Number of the day 1970-01-01 as astronomers count.
const JULIAN_EPOCH: i32 = 2_440_588;

impl Date {
    /// 1970-01-01.
    pub const UNIX_EPOCH: Self = Self(time::OffsetDateTime::UNIX_EPOCH.date());

    /// The day, if there is such a one.
    #[must_use]
    pub const fn from_ymd(year: u16, month: u8, day: u8) -> Option<Self> {
        if year > 9999 || month == 0 || month > 12 {
            return None;
        }
        let month = Month::January.nth_next(month - 1);
        match time::Date::from_calendar_date(year as i32, month, day) {
            Ok(date) => Some(Self(date)),
            Err(_) => None,
        }
    }

    /// The day that is so many days after 1970-01-01, or before if negative;
    /// the nearest there is where the year would not be one of 0 to 9999.
    #[must_use]
    pub const fn from_days(days: i32) -> Self {
        let days = match days {
            ..FIRST => FIRST,
            FIRST..=LAST => days,
            _ => LAST,
        };
        match time::Date::from_julian_day(JULIAN_EPOCH + days) {
            Ok(date) => Self(date),
            Err(_) => Self::UNIX_EPOCH,
        }
    }

    /// Days since 1970-01-01.
    #[must_use]
    pub const fn as_days(self) -> i32 {
        self.0.to_julian_day() - JULIAN_EPOCH
    }

    /// From 0 to 9999.
    #[must_use]
    pub fn year(self) -> u16 {
        u16::try_from(self.0.year()).unwrap_or_default()
    }

    /// From 1 to 12.
    #[must_use]
    pub fn month(self) -> u8 {
        self.0.month().into()
    }

    /// From 1 to 31.
    #[must_use]
    pub const fn day(self) -> u8 {
        self.0.day()
    }
}

/// Two, or four, digits and nothing else.
fn digits<T: FromStr>(text: &str) -> Option<T> {
    let are_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    are_digits.then(|| text.parse().ok()).flatten()
}

fn parse(text: &str) -> Option<Date> {
    let mut parts = text.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || (year.len(), month.len(), day.len()) != (4, 2, 2) {
        return None;
    }
    Date::from_ymd(digits(year)?, digits(month)?, digits(day)?)
}

impl FromStr for Date {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Self, TimeError> {
        parse(text).ok_or_else(|| TimeError::new(EXPECTED, text))
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = (self.year(), self.month(), self.day());
        f.pad(&format!("{year:04}-{month:02}-{day:02}"))
    }
}

impl fmt::Debug for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Date({self})")
    }
}

impl Serialize for Date {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(DateVisitor)
    }
}

struct DateVisitor;

impl<'de> Visitor<'de> for DateVisitor {
    type Value = Date;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(EXPECTED)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Date, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Date, A::Error> {
        Err(refuse_map(&self, map, "$date->format('Y-m-d')"))
    }
}
