//! Raw values of enums.

use serde::de::{Deserializer, Error as _, Unexpected, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// A closed integer type that an enum may have as its raw value.
pub trait RawInteger: TryFrom<i64> + TryFrom<u64> + std::str::FromStr {
    /// Name of the type, for messages.
    const NAME: &'static str;
}

/// Reads the raw value of an enum of strings.
pub fn raw_string<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    from: fn(&str) -> T,
) -> Result<T, D::Error> {
    deserializer.deserialize_str(RawString(from))
}

/// Reads the raw value of an enum of integers; decimal text is accepted,
/// because it is what PHP and JSON make of integer keys and large numbers.
pub fn raw_integer<'de, D: Deserializer<'de>, N: RawInteger>(
    deserializer: D,
) -> Result<N, D::Error> {
    deserializer.deserialize_any(RawNumber(PhantomData))
}

/// A raw value that a closed enum does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownCase(String);

impl UnknownCase {
    /// The enum's name in the contract, its values, and the one that came.
    #[cold]
    pub fn new<V: fmt::Debug, R: fmt::Debug + ?Sized>(name: &str, known: &[V], raw: &R) -> Self {
        let known: Vec<String> = known.iter().map(|value| format!("{value:?}")).collect();
        let raw: String = format!("{raw:?}").chars().take(80).collect();
        Self(format!(
            "{raw} is no value of {name}, which has {}",
            known.join(", ")
        ))
    }
}

impl fmt::Display for UnknownCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UnknownCase {}

/// Reads the raw value of a closed enum of strings.
pub fn closed_string<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    from: fn(&str) -> Result<T, UnknownCase>,
) -> Result<T, D::Error> {
    raw_string(deserializer, from)?.map_err(D::Error::custom)
}

/// Reads the raw value of a closed enum of integers.
pub fn closed_integer<'de, D: Deserializer<'de>, N: RawInteger, T>(
    deserializer: D,
    from: fn(N) -> Result<T, UnknownCase>,
) -> Result<T, D::Error> {
    from(raw_integer(deserializer)?).map_err(D::Error::custom)
}

struct RawString<T>(fn(&str) -> T);

impl<T> Visitor<'_> for RawString<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        Ok((self.0)(text))
    }
}

struct RawNumber<N>(PhantomData<N>);

impl<N: RawInteger> Visitor<'_> for RawNumber<N> {
    type Value = N;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an integer of type {}", N::NAME)
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<N, E> {
        N::try_from(number).map_err(|_| E::invalid_value(Unexpected::Signed(number), &self))
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<N, E> {
        N::try_from(number).map_err(|_| E::invalid_value(Unexpected::Unsigned(number), &self))
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<N, E> {
        text.parse()
            .map_err(|_| E::invalid_value(Unexpected::Str(text), &self))
    }
}

macro_rules! raw_integers {
    ($($name:ident)*) => {$(
        impl RawInteger for $name {
            const NAME: &'static str = stringify!($name);
        }
    )*};
}

raw_integers!(i8 i16 i32 i64 u8 u16 u32 u64);
