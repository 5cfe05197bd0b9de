//! The forms in which moments come, whichever of them a contract prefers.

use super::{TimeError, refuse_map};
use serde::de::{Error, MapAccess, Unexpected, Visitor};
use std::fmt;
use std::marker::PhantomData;
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

/// From here on a float no longer tells every integer from the next.
const EXACT: f64 = 9_007_199_254_740_992.0;

const EXPECTED: &str = "milliseconds since 1970 or a time such as \"2026-11-30T12:00:00Z\"";

/// What stands for a moment.
pub(super) trait Moment: Sized {
    fn of_millis(millis: i64) -> Self;
    fn of_micros(micros: i64) -> Self;
}

/// Reads milliseconds as digits, or RFC 3339 text. What is finer than a
/// microsecond is cut off.
pub(super) fn parse<M: Moment>(text: &str) -> Result<M, TimeError> {
    if let Ok(millis) = text.parse() {
        return Ok(M::of_millis(millis));
    }
    let parsed = OffsetDateTime::parse(text, &Rfc3339).ok();
    let micros = parsed.map(|moment| moment.unix_timestamp_nanos().div_euclid(1000));
    match micros.and_then(|micros| i64::try_from(micros).ok()) {
        Some(micros) => Ok(M::of_micros(micros)),
        None => Err(TimeError::new(EXPECTED, text)),
    }
}

/// RFC 3339 text in UTC, with as many digits as it takes; `None` where the
/// year has not four digits.
pub(super) fn text(micros: i128) -> Option<String> {
    let nanos = micros.checked_mul(1000)?;
    let moment = OffsetDateTime::from_unix_timestamp_nanos(nanos).ok()?;
    moment.format(&Rfc3339).ok()
}

/// Reads any of the forms.
pub(super) struct MomentVisitor<M>(pub(super) PhantomData<M>);

impl<'de, M: Moment> Visitor<'de> for MomentVisitor<M> {
    type Value = M;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(EXPECTED)
    }

    #[inline]
    fn visit_i64<E: Error>(self, millis: i64) -> Result<M, E> {
        Ok(M::of_millis(millis))
    }

    fn visit_u64<E: Error>(self, millis: u64) -> Result<M, E> {
        match i64::try_from(millis) {
            Ok(millis) => Ok(M::of_millis(millis)),
            Err(_) => Err(E::invalid_value(Unexpected::Unsigned(millis), &self)),
        }
    }

    #[allow(clippy::cast_possible_truncation)] // It has been looked at.
    fn visit_f64<E: Error>(self, millis: f64) -> Result<M, E> {
        if millis.fract() == 0.0 && millis.abs() < EXACT {
            return Ok(M::of_millis(millis as i64));
        }
        Err(E::invalid_value(Unexpected::Float(millis), &self))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<M, E> {
        parse(text).map_err(E::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<M, A::Error> {
        Err(refuse_map(&self, map, "(int) $date->format('Uv')"))
    }
}
