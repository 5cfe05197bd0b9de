//! Numbers in text, as JSON has them and PHP writes them: exact integers, and
//! floats to the nearest.

use super::decimal::{MOST_DIGITS, digits, few_digits, many_digits, nearest};
use super::decode::{PlainNumber, Token};

/// A number as it is written, with what was learnt while reading it.
pub(crate) struct Number<'de> {
    text: &'de [u8],
    negative: bool,
    /// Its digits, without point and exponent; `None` beyond 64 bits.
    digits: Option<u64>,
    /// Digits behind the point.
    fraction: usize,
    /// Neither fraction nor exponent.
    integral: bool,
    exponent: bool,
}

impl<'de> Number<'de> {
    /// Reads the number at the front of `bytes`, and tells what comes behind.
    #[inline]
    pub(crate) fn read(bytes: &'de [u8]) -> Option<(Self, &'de [u8])> {
        let (negative, start) = match bytes {
            [b'-', rest @ ..] => (true, rest),
            rest => (false, rest),
        };
        let (mut digits, mut rest) = digits(0, start)?;
        let mut count = start.len() - rest.len();
        if start.first() == Some(&b'0') && count > 1 {
            return None;
        }
        let (mut fraction, mut integral, mut exponent) = (0, true, false);
        if let [b'.', behind @ ..] = rest {
            let (more, end) = self::digits(digits, behind)?;
            fraction = behind.len() - end.len();
            count += fraction;
            (digits, rest, integral) = (more, end, false);
        }
        if let [b'e' | b'E', behind @ ..] = rest {
            let behind = match behind {
                [b'+' | b'-', behind @ ..] => behind,
                behind => behind,
            };
            (_, rest) = self::digits(0, behind)?;
            (integral, exponent) = (false, true);
        }
        let text = bytes.get(..bytes.len() - rest.len())?;
        let number = Self {
            text,
            negative,
            digits: match count {
                0..=MOST_DIGITS => Some(digits),
                _ if integral => std::str::from_utf8(text).ok()?.parse().ok(),
                _ => None,
            },
            fraction,
            integral,
            exponent,
        };
        Some((number, rest))
    }

    /// The integer, if it is one of 64 bits; -0 is none.
    #[inline]
    pub(crate) fn integer(&self) -> Option<i64> {
        let digits = self.digits.filter(|_| self.integral)?;
        match self.negative {
            false => i64::try_from(digits).ok(),
            true if digits == 0 => None,
            true => 0i64.checked_sub_unsigned(digits),
        }
    }

    /// The float nearest to it.
    #[inline]
    pub(crate) fn float(&self) -> f64 {
        match self.digits {
            Some(digits) if !self.exponent => match nearest(digits, self.fraction) {
                Some(value) if self.negative => -value,
                Some(value) => value,
                None => self.parse(),
            },
            _ => self.parse(),
        }
    }

    pub(crate) fn token(&self) -> Token<'de> {
        match (self.integer(), self.digits) {
            (Some(value), _) => Token::Int(value),
            (None, Some(digits)) if self.integral && !self.negative => Token::UInt(digits),
            _ => Token::Float(self.float()),
        }
    }

    fn parse(&self) -> f64 {
        let text = std::str::from_utf8(self.text).unwrap_or_default();
        // It has been read as a number: what fails to parse cannot get here.
        text.parse().unwrap_or(f64::NAN)
    }
}

/// An integer of 64 bits at the front of `bytes`, and what comes behind. `None`
/// for anything odd, which [`Number::read`] then looks at.
#[inline]
pub(crate) fn integer(bytes: &[u8]) -> Option<(i64, &[u8])> {
    Whole::read(bytes)?.integer()
}

/// The same for integers of less than 16 digits, not too near the end of the
/// bytes. It calls nothing, so that nothing must be saved for it.
#[inline]
pub(crate) fn short_integer(bytes: &[u8]) -> Option<(i64, &[u8])> {
    let (negative, start) = match bytes {
        [b'-', rest @ ..] => (true, rest),
        rest => (false, rest),
    };
    let (digits, count, rest) = few_digits(start)?;
    let zero = start.first() == Some(&b'0');
    if count == 0 || zero && (negative || count > 1) || matches!(rest, [b'.' | b'e' | b'E', ..]) {
        return None;
    }
    let value = i64::try_from(digits).ok()?;
    Some((if negative { -value } else { value }, rest))
}

/// A number with a fraction or an exponent at the front of `bytes`, to the
/// nearest float, and what comes behind. `None` for anything else, which
/// [`Number::read`] then looks at.
#[inline]
pub(crate) fn float(bytes: &[u8]) -> Option<(f64, &[u8])> {
    Whole::read(bytes)?.float(bytes)
}

/// Either of them, in as few passes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn integer_or_float(bytes: &[u8]) -> Option<(PlainNumber, &[u8])> {
    let whole = Whole::read(bytes)?;
    if let Some((value, rest)) = whole.integer() {
        return Some((PlainNumber::Int(value), rest));
    }
    let (value, rest) = whole.float(bytes)?;
    Some((value.into(), rest))
}

/// The digits in front of a point or an exponent.
struct Whole<'a> {
    negative: bool,
    /// Wrong when there are too many.
    value: u64,
    count: usize,
    /// They begin with a zero.
    zero: bool,
    rest: &'a [u8],
}

impl<'a> Whole<'a> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(bytes: &'a [u8]) -> Option<Self> {
        let (negative, start) = match bytes {
            [b'-', rest @ ..] => (true, rest),
            rest => (false, rest),
        };
        let (value, rest) = digits(0, start)?;
        Some(Self {
            negative,
            value,
            count: start.len() - rest.len(),
            zero: start.first() == Some(&b'0'),
            rest,
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn integer(&self) -> Option<(i64, &'a [u8])> {
        if let [b'.' | b'e' | b'E', ..] = self.rest {
            return None;
        }
        if self.count > MOST_DIGITS || self.zero && (self.negative || self.count > 1) {
            return None;
        }
        let value = match self.negative {
            false => i64::try_from(self.value).ok()?,
            true => 0i64.checked_sub_unsigned(self.value)?,
        };
        Some((value, self.rest))
    }

    /// `bytes` is what it was read from.
    #[inline]
    fn float(self, bytes: &'a [u8]) -> Option<(f64, &'a [u8])> {
        if self.zero && self.count > 1 {
            return None;
        }
        let ([b'.', b'0'..=b'9', ..] | [b'e' | b'E', ..]) = self.rest else {
            return None;
        };
        if let Some(found) = self.short_float() {
            return Some(found);
        }
        // What the library takes besides, text and bare points, is ruled out now.
        let (value, len) = fast_float2::parse_partial(bytes).ok()?;
        Some((value, bytes.get(len..)?))
    }

    /// A float as most are: few digits, and no exponent.
    #[inline]
    fn short_float(&self) -> Option<(f64, &'a [u8])> {
        let [b'.', behind @ ..] = self.rest else {
            return None;
        };
        let (digits, rest) = many_digits(self.value, behind);
        let fraction = behind.len() - rest.len();
        if self.count + fraction > MOST_DIGITS || matches!(rest, [b'e' | b'E', ..]) {
            return None;
        }
        let value = nearest(digits, fraction)?;
        Some((if self.negative { -value } else { value }, rest))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::{Number, float, integer, short_integer};

    #[test]
    fn floats_are_the_nearest_and_end_where_the_number_does() {
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        let random = (0..20_000).map(|_| {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            f64::from_bits(bits)
        });
        let texts = random
            .filter(|value| value.is_finite())
            .flat_map(|value| [format!("{value:?}"), format!("{value:e}")])
            .chain(BORDERS.map(str::to_owned));
        for text in texts {
            let nearest: f64 = text.parse().unwrap();
            for behind in ["", ",", "]", " 1", "-1"] {
                let all = format!("{text}{behind}");
                let number = Number::read(all.as_bytes()).unwrap();
                let slower = (number.0.float(), number.1);
                let faster = float(all.as_bytes());
                let is_integer = !text.contains('.') && !text.contains('e');
                assert_eq!(faster.is_none(), is_integer, "{all}");
                for (value, rest) in faster.into_iter().chain([slower]) {
                    assert_eq!(value.to_bits(), nearest.to_bits(), "{all}");
                    assert_eq!(rest, behind.as_bytes(), "{all}");
                }
            }
        }
    }

    const BORDERS: [&str; 30] = [
        "-0.0",
        "0.0",
        "0.000000000000000000",
        "-0.0000000000000000000",
        "-0e5",
        "0.1",
        "0.3",
        "-0.000000000000000001",
        "0.0000000000000000000000001",
        // Around 2 to the 53rd, and in the middle of two floats.
        "9007199254740991.0",
        "9007199254740992.0",
        "9007199254740993.0",
        "-9007199254740993.5",
        "9007199254740993.001",
        "900719925474.09910",
        "900719925474.0992",
        "9.007199254740993",
        "4503599627370496.5",
        "4503599627370497.5",
        // As many digits as fit, and more.
        "1.844674407370955161",
        "9.999999999999999999",
        "999999999999999999.9",
        "1.8446744073709551616",
        "0.99999999999999999999999999999999999999999",
        "123456789012345678901234567890.5",
        // Exponents of both signs, and beyond what floats hold.
        "1.5e22",
        "1.5E+23",
        "12345678.25e-22",
        "2.4703282292062327e-324",
        "1e400",
    ];

    #[test]
    fn short_integers_are_what_longer_ones_are() {
        let mut found = 0;
        for len in 0..=18 {
            for (digits, sign) in ["0", "10", "987654321"]
                .iter()
                .flat_map(|it| [(it, ""), (it, "-")])
            {
                let digits: String = digits.chars().cycle().take(len).collect();
                for behind in ["", ",", "]}", ".5", "e1", "E1", ", 12345678901234567890"] {
                    let text = format!("{sign}{digits}{behind}");
                    let Some(short) = short_integer(text.as_bytes()) else {
                        continue;
                    };
                    assert_eq!(Some(short), integer(text.as_bytes()), "{text}");
                    found += 1;
                }
            }
        }
        assert!(found > 50, "{found}");
    }

    /// What one reader takes for a number, the other does as well.
    #[test]
    fn nothing_else_is_a_float() {
        for text in [
            "", "-", "+1.5", ".5", "-.5", "1.", "1.e5", "00.5", "-01e5", "inf", "-inf", "nan",
            "NaN", "e5", "-e5", "0x1p3", "1_0.5",
        ] {
            assert!(float(text.as_bytes()).is_none(), "{text}");
        }
        for text in [
            "1.5e", "1.5e+", "2e", "2e-", "1.5.5", "0.5x", "1.5e5.5", "1.5_0",
        ] {
            let rest = float(text.as_bytes()).map(|(_, rest)| rest);
            let number = Number::read(text.as_bytes()).map(|(_, rest)| rest);
            // Where the other finds no number, something is left that nothing takes.
            assert!(
                rest == number || number.is_none() && rest.unwrap() != b"",
                "{text}"
            );
        }
    }
}
