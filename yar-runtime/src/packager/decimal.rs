//! Decimal digits: reading many of them at once, and the float nearest to a
//! number with a point.

/// So many digits always fit 64 bits.
pub(super) const MOST_DIGITS: usize = 19;

/// At least one digit, put behind those `before`, and what comes behind. Wrong
/// when there are more than [`MOST_DIGITS`] in all.
#[inline]
pub(super) fn digits(before: u64, bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (value, rest) = some_digits(before, bytes);
    (rest.len() < bytes.len()).then_some((value, rest))
}

/// The same where there may be none, and often are many.
#[inline]
pub(super) fn many_digits(before: u64, bytes: &[u8]) -> (u64, &[u8]) {
    let (mut value, mut rest) = (before, bytes);
    while let Some((word, behind)) = rest.split_first_chunk()
        && let Some(eight) = eight_digits(*word)
    {
        value = value.wrapping_mul(100_000_000).wrapping_add(eight);
        rest = behind;
    }
    some_digits(value, rest)
}

#[inline]
fn some_digits(before: u64, bytes: &[u8]) -> (u64, &[u8]) {
    let (mut value, mut rest) = (before, bytes);
    while let [digit @ b'0'..=b'9', behind @ ..] = rest {
        value = value.wrapping_mul(10).wrapping_add((digit - b'0').into());
        rest = behind;
    }
    (value, rest)
}

/// Less than 16 digits, how many they are, and what comes behind. `None` where
/// there are more, and near the end of the bytes.
///
/// Where the next token begins does not wait for what the digits are worth.
#[inline(always)]
pub(super) fn few_digits(bytes: &[u8]) -> Option<(u64, usize, &[u8])> {
    let (word, others) = bytes.split_first_chunk()?;
    let (digits, count) = leading_digits(*word);
    if count < 8 {
        return Some((digits, count, bytes.get(count..)?));
    }
    let (more, count) = leading_digits(*others.first_chunk()?);
    if count == 8 {
        return None;
    }
    let digits = digits * TENS.get(count)? + more;
    Some((digits, 8 + count, others.get(count..)?))
}

const TENS: [u64; 8] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];

/// The digits in front of anything else, and how many they are.
#[inline]
fn leading_digits(bytes: [u8; 8]) -> (u64, usize) {
    let values = u64::from_le_bytes(bytes) ^ (ONES * u64::from(b'0'));
    // The highest bit of a byte is set where its value is above nine; behind the
    // first of these nothing matters.
    let above = values | values.wrapping_add(ONES * (0x7f - 9));
    let bits = (above & (ONES << 7)).trailing_zeros() & !7;
    // Zeros in front, and what is no digit out of the word.
    let values = values.checked_shl(u64::BITS - bits).unwrap_or_default();
    (worth(values), bits as usize / 8)
}

/// One in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;

#[inline]
fn eight_digits(bytes: [u8; 8]) -> Option<u64> {
    let word = u64::from_le_bytes(bytes);
    let values = word.wrapping_sub(ONES * u64::from(b'0'));
    // The highest bit of a byte is set where it is below '0' or above '9'.
    let above = word.wrapping_add(ONES * u64::from(0x7f - b'9'));
    if (values | above) & (ONES << 7) != 0 {
        return None;
    }
    Some(worth(values))
}

/// Eight digits in three multiplications: neighbours are put together, first as
/// bytes, then as pairs of them, then as words.
#[inline]
fn worth(values: u64) -> u64 {
    let twos = (values * 10 + (values >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (twos * 100 + (twos >> 16)) & 0x0000_ffff_0000_ffff;
    (fours * 10_000 + (fours >> 32)) & 0xffff_ffff
}

/// The float nearest to `digits` of which `fraction` stand behind the point.
/// `None` where it cannot be told so easily.
#[inline]
pub(super) fn nearest(digits: u64, fraction: usize) -> Option<f64> {
    if digits < 1 << 53 {
        // Both numbers are exact, and so dividing them rounds only once.
        return Some(digits as f64 / POWERS.get(fraction)?);
    }
    let reciprocal = RECIPROCALS.get(fraction)?;
    let zeros = digits.leading_zeros();
    let product = u128::from(digits << zeros) * u128::from(reciprocal.mantissa);
    // The number in 63 bits is at least `low` and less than `high`. If these
    // two round to the same float, so does all that is between them.
    let low = i64::try_from(product >> 65).ok()?;
    let high = low.checked_add(2)?;
    let scale = f64::from_bits(u64::from(reciprocal.exponent - zeros) << 52);
    (low as f64 == high as f64).then_some(low as f64 * scale)
}

/// Powers of ten that a float holds exactly.
const POWERS: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
];

/// What to multiply by instead of dividing by a power of ten.
struct Reciprocal {
    /// Its first 64 bits.
    mantissa: u64,
    /// Of two, to scale the upper 63 bits of a product by, as floats have it.
    exponent: u32,
}

/// As many as are needed when a digit stands before the point.
#[rustfmt::skip]
const RECIPROCALS: [Reciprocal; MOST_DIGITS] = [
    of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7), of(8), of(9),
    of(10), of(11), of(12), of(13), of(14), of(15), of(16), of(17), of(18),
];

/// Of ten to a power below 28: of five, since the twos go to the exponent.
const fn of(power: u32) -> Reciprocal {
    let five = 5u64.pow(power);
    let bits = u64::BITS - five.leading_zeros();
    let quotient = ((1 << (63 + bits)) - 1) / five as u128;
    #[expect(clippy::cast_possible_truncation, reason = "five has so many bits")]
    let mantissa = quotient as u64;
    Reciprocal {
        mantissa,
        exponent: 1023 + 2 - bits - power,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]

    use super::{MOST_DIGITS, eight_digits, few_digits, many_digits, nearest};

    /// Digits at and around the borders, and many others of every length.
    fn samples() -> impl Iterator<Item = u64> {
        let powers = (0..64).map(|power| 1 << power);
        let tens = (0..20).map(|power| 10u64.pow(power));
        let borders = powers.chain(tens).chain([0, u64::MAX]);
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        let random = (0..20_000).map(move |shift| {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            bits >> (shift % 32)
        });
        let around = |value: u64| (0..5).map(move |n| value.saturating_add(n).saturating_sub(2));
        borders.flat_map(around).chain(random)
    }

    #[test]
    fn the_nearest_float_is_found_or_none() {
        let (mut found, mut all) = (0, 0);
        for digits in samples() {
            for fraction in 0..=23 {
                let Some(value) = nearest(digits, fraction) else {
                    continue;
                };
                let expected: f64 = format!("{digits}e-{fraction}").parse().unwrap();
                assert_eq!(value.to_bits(), expected.to_bits(), "{digits}e-{fraction}");
                found += usize::from(fraction < MOST_DIGITS);
            }
            all += MOST_DIGITS;
        }
        assert!(found > all / 100 * 98, "{found} of {all}");
    }

    #[test]
    fn what_is_not_known_to_be_the_nearest_is_none() {
        // In the middle of two floats.
        assert_eq!(nearest((1 << 53) + 1, 0), None);
        assert_eq!(nearest(90_071_992_547_409_930, 1), None);
        // Smaller than what there is a power for.
        assert_eq!(nearest(1, 23), None);
        assert_eq!(nearest(1 << 53, MOST_DIGITS), None);
    }

    #[test]
    fn eight_digits_are_digits_only() {
        assert_eq!(eight_digits(*b"00000000"), Some(0));
        assert_eq!(eight_digits(*b"12345678"), Some(12_345_678));
        assert_eq!(eight_digits(*b"99999999"), Some(99_999_999));
        for place in 0..8 {
            for byte in 0..=u8::MAX {
                for filler in [b'0', b'9'] {
                    let mut bytes = [filler; 8];
                    bytes[place] = byte;
                    let text = std::str::from_utf8(&bytes).unwrap_or_default();
                    let expected = byte.is_ascii_digit().then(|| text.parse().unwrap());
                    assert_eq!(eight_digits(bytes), expected, "{byte} at {place}");
                }
            }
        }
    }

    #[test]
    fn few_digits_end_where_the_digits_do() {
        for len in 0..=MOST_DIGITS {
            for byte in 0..=u8::MAX {
                if byte.is_ascii_digit() {
                    continue;
                }
                let mut text = vec![b'9'; len];
                text.push(byte);
                text.resize(32, b'5');
                let expected = (len < 16).then(|| {
                    let digits = 10u64.pow(u32::try_from(len).unwrap()) - 1;
                    (digits, len, &text[len..])
                });
                assert_eq!(few_digits(&text), expected, "{len} before {byte}");
            }
        }
        for end in 0..=32 {
            let text = &b"12345678901234,678901234567890123"[..end];
            let expected = match end {
                0..16 => None,
                _ => Some((12_345_678_901_234, 14, &text[14..])),
            };
            assert_eq!(few_digits(text), expected, "{end}");
        }
    }

    #[test]
    fn many_digits_end_where_the_digits_do() {
        for len in 0..=MOST_DIGITS {
            let text = "9".repeat(len);
            let expected = text.parse().unwrap_or(0);
            for behind in ["", ",", "e", ":", "/", "\u{80}"] {
                let all = text.clone() + behind;
                let found = many_digits(0, all.as_bytes());
                assert_eq!(found, (expected, behind.as_bytes()), "{all}");
            }
        }
    }
}
