//! What the code of `#[yar::service]` and of the derives calls. Not for people:
//! nothing here is covered by the promises of a version number.

use crate::client::{CallOptions, Client};
use crate::dispatch::ServiceInfo;
use crate::error::{Error, Stage, status};
use crate::fault::{MethodError, ThrownInfo};
use crate::packager::DecodeError;
use serde::de::{DeserializeOwned, Deserializer, Unexpected, Visitor};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::future::Future;
use std::marker::PhantomData;

pub use crate::dispatch::{ParamInfo, Reply};
pub use crate::fault::MethodResult;
pub use crate::message::Params;
pub use std::borrow::Cow;
pub use std::string::String;
pub use std::sync::Arc;

/// What a client's method returns where the trait's method returns `R`.
pub type ClientResult<R> =
    Result<<R as MethodResult>::Value, <<R as MethodResult>::Error as MethodError>::Client>;

/// Calls a method that returns `R` in the trait.
pub fn call<'a, R, P>(
    client: &'a Client,
    method: &str,
    params: &P,
) -> impl Future<Output = ClientResult<R>> + Send + use<'a, R, P>
where
    R: MethodResult,
    R::Value: DeserializeOwned,
    P: Serialize + ?Sized,
{
    client.call::<P, R::Value, R::Error>(method, params)
}

/// The same for a method that does no harm when it runs twice: the call is made
/// again when it is not known whether it ran.
pub fn call_idempotent<'a, R, P>(
    client: &'a Client,
    method: &str,
    params: &P,
) -> impl Future<Output = ClientResult<R>> + Send + use<'a, R, P>
where
    R: MethodResult,
    R::Value: DeserializeOwned,
    P: Serialize + ?Sized,
{
    let options = CallOptions::new().idempotent(true);
    client.call_with::<P, R::Value, R::Error>(&options, method, params)
}

/// Decodes the arguments of the method with this number.
pub fn arguments<'a, T: Deserialize<'a>>(
    params: &Params<'a>,
    info: &ServiceInfo,
    method: usize,
) -> Result<T, Error> {
    params
        .read()
        .map_err(|error| bad_argument(&error, info, method))
}

/// The error of a method number that no method has.
#[must_use]
pub fn unknown_method(info: &ServiceInfo, method: usize) -> Error {
    let text = format!("{} has no method number {method}", info.name);
    Error::new(Stage::Packager, text)
}

/// Describes a parameter, and demands of its type what travelling takes.
#[must_use]
pub const fn param<T>(name: &'static str, ty: &'static str) -> ParamInfo
where
    T: Serialize + DeserializeOwned + Send + 'static,
{
    ParamInfo { name, ty }
}

/// The errors that a method with this result declares.
#[must_use]
pub const fn declared<R: MethodResult>() -> &'static [ThrownInfo] {
    <R::Error as MethodError>::DECLARED
}

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

/// All declared errors of several lists, in order.
#[must_use]
pub const fn join<const N: usize>(lists: &[&[ThrownInfo]]) -> [ThrownInfo; N] {
    let mut joined = [ThrownInfo {
        name: "",
        code: 0,
        message: "",
        docs: "",
    }; N];
    let mut rest = lists;
    let mut at = 0;
    while let [list, others @ ..] = rest {
        let mut left = *list;
        while let [info, more @ ..] = left {
            let (_, tail) = joined.split_at_mut(at);
            if let [slot, ..] = tail {
                *slot = *info;
            }
            at += 1;
            left = more;
        }
        rest = others;
    }
    joined
}

/// Fails to compile where two errors share a code: the second could never be
/// recognised.
///
/// ```compile_fail,E0080
/// use yar_runtime::{ThrownInfo, private::assert_distinct};
/// const GONE: ThrownInfo = ThrownInfo { name: "Gone", code: 1, message: "", docs: "" };
/// const LATE: ThrownInfo = ThrownInfo { name: "Late", code: 1, message: "", docs: "" };
/// const _: () = assert_distinct(&[GONE, LATE]);
/// ```
pub const fn assert_distinct(errors: &[ThrownInfo]) {
    let mut rest = errors;
    while let [first, others @ ..] = rest {
        let mut others_left = others;
        while let [second, more @ ..] = others_left {
            assert!(
                first.code != second.code,
                "two of these errors share a code, so that the second could never be recognised"
            );
            others_left = more;
        }
        rest = others;
    }
}

#[cold]
fn bad_argument(error: &DecodeError, info: &ServiceInfo, method: usize) -> Error {
    if error.is_malformed() {
        // Nothing was wrong with what the caller meant, so no name helps.
        return Error::remote(status::PACKAGER, 0, "", error.to_string());
    }
    let method = info.methods.get(method);
    let param = error
        .index()
        .and_then(|index| method.and_then(|method| method.params.get(index)));
    let text = match (method, param) {
        (Some(method), Some(param)) => {
            let path = error.path();
            let inner = path.split_once(']').map_or("", |(_, inner)| inner);
            let place = format!("{}{inner}", param.name);
            format!(
                "argument `{place}` of {}::{}(): {}",
                info.name,
                method.name,
                error.message()
            )
        }
        (Some(method), None) => format!("arguments of {}::{}(): {error}", info.name, method.name),
        (None, _) => error.to_string(),
    };
    Error::new(Stage::Packager, text)
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
