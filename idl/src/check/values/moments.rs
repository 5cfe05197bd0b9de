//! Timestamps, dates and durations.

use super::{Use, Values};
use crate::ast::{Value, ValueKind};
use crate::codes;
use crate::diag::Diagnostic;
use crate::model::{Literal, Type};

const DAY: i128 = 24 * 60 * 60 * 1000;

impl Values<'_, '_> {
    pub(super) fn moment(&mut self, value: &Value, ty: &Type, used: Use) -> Option<Literal> {
        let literal = match (&value.kind, ty) {
            (ValueKind::Int(number), Type::Timestamp(_)) if is_moment(*number) => {
                Some(Literal::Int(*number))
            }
            (ValueKind::String(text), Type::Timestamp(_)) => moment(text).map(Literal::Int),
            (ValueKind::String(text), Type::Date) => {
                date(text).map(|_| Literal::String(text.clone()))
            }
            (ValueKind::Int(number), Type::Duration) if (0..=i64::MAX.into()).contains(number) => {
                Some(Literal::Int(*number))
            }
            (ValueKind::Int(_), Type::Timestamp(_) | Type::Duration) => {
                self.report.push(out_of_range(value, ty, used));
                return None;
            }
            _ => None,
        };
        if literal.is_none() {
            return self.refuse(value, ty, used);
        }
        literal
    }
}

fn out_of_range(value: &Value, ty: &Type, used: Use) -> Diagnostic {
    let label = match ty {
        Type::Duration => "a duration is not negative, and has 63 bits",
        _ => "a timestamp lies in the years 0 to 9999",
    };
    Diagnostic::new(
        codes::OUT_OF_RANGE,
        value.span.clone(),
        format!(
            "{} {} does not fit `{ty}`",
            used.name(),
            super::described(value)
        ),
        label,
    )
}

/// Whether a timestamp lies in years of four digits.
fn is_moment(milliseconds: i128) -> bool {
    (days(0, 1, 1) * DAY..days(10_000, 1, 1) * DAY).contains(&milliseconds)
}

/// Days from 1970-01-01 in the Gregorian calendar.
fn days(year: i128, month: i128, day: i128) -> i128 {
    // Counted in years that begin in March, so that a leap day comes last.
    let shifted = if month <= 2 { year - 1 } else { year };
    let since_march = (month + 9) % 12;
    let in_year = (153 * since_march + 2) / 5 + day - 1;
    let leaps = shifted.div_euclid(4) - shifted.div_euclid(100) + shifted.div_euclid(400);
    365 * shifted + leaps + in_year - 719_468
}

fn number(text: &str) -> Option<i128> {
    let is_digits = !text.is_empty() && text.chars().all(|it| it.is_ascii_digit());
    is_digits.then(|| text.parse().ok())?
}

/// `YYYY-MM-DD`, a day that there is, as days from 1970.
fn date(text: &str) -> Option<i128> {
    let (year, rest) = text.split_once('-')?;
    let (month, day) = rest.split_once('-')?;
    if (year.len(), month.len(), day.len()) != (4, 2, 2) {
        return None;
    }
    let (year, month, day) = (number(year)?, number(month)?, number(day)?);
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    (1..=last).contains(&day).then(|| days(year, month, day))
}

/// RFC 3339, to the millisecond, as milliseconds from 1970.
fn moment(text: &str) -> Option<i128> {
    let (day, time) = text.split_once(['T', 't', ' '])?;
    let day = date(day)?;
    let zone = time.find(['Z', 'z', '+', '-'])?;
    let (clock, zone) = time.split_at_checked(zone)?;
    let offset = match zone {
        "Z" | "z" => 0,
        _ => {
            let minutes = minutes(zone.get(1..)?)?;
            if zone.starts_with('-') {
                -minutes
            } else {
                minutes
            }
        }
    };
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    let (hour, seconds) = clock.split_at_checked(5)?;
    let seconds = seconds.strip_prefix(':')?;
    if seconds.len() != 2 {
        return None;
    }
    let seconds = number(seconds).filter(|it| *it < 60)?;
    let milliseconds = milliseconds(fraction)?;
    let minutes = minutes(hour)? - offset;
    let moment = day * DAY + minutes * 60_000 + seconds * 1000 + milliseconds;
    is_moment(moment).then_some(moment)
}

/// `HH:MM` in minutes.
fn minutes(text: &str) -> Option<i128> {
    let (hours, minutes) = text.split_once(':')?;
    if (hours.len(), minutes.len()) != (2, 2) {
        return None;
    }
    let hours = number(hours).filter(|it| *it < 24)?;
    let minutes = number(minutes).filter(|it| *it < 60)?;
    Some(hours * 60 + minutes)
}

/// Digits behind the point; finer ones than milliseconds must be zeros.
fn milliseconds(fraction: &str) -> Option<i128> {
    number(fraction.get(..fraction.len().min(9))?)?;
    let (kept, rest) = fraction.split_at_checked(fraction.len().min(3))?;
    if fraction.len() > 9 || rest.chars().any(|it| it != '0') {
        return None;
    }
    number(&format!("{kept:0<3}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_a_moment() {
        for (text, expected) in [
            ("1970-01-01T00:00:00Z", Some(0)),
            ("2026-11-30T12:00:00Z", Some(1_796_040_000_000)),
            ("2026-11-30T12:00:00.25+01:00", Some(1_796_036_400_250)),
            ("2026-11-30T12:00:00.250000000z", Some(1_796_040_000_250)),
            ("1969-12-31T23:59:59.999Z", Some(-1)),
            ("2024-02-29T00:00:00Z", Some(1_709_164_800_000)),
            ("0000-01-01T00:00:00Z", Some(-62_167_219_200_000)),
            ("2026-02-29T00:00:00Z", None),
            ("2026-11-30T12:00:00", None),
            ("2026-11-30T24:00:00Z", None),
            ("2026-11-30T12:00:60Z", None),
            ("2026-11-30T12:00Z", None),
            ("2026-11-30T12:00:00.0001Z", None),
            ("2026-11-30T12:00:00.Z", None),
            ("0000-01-01T00:00:00+00:01", None),
            ("2026-11-30", None),
            ("", None),
        ] {
            assert_eq!(moment(text), expected, "{text}");
        }
    }
}
