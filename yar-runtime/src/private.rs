//! What the code of `#[yar::service]` and of the derives calls. Not for people:
//! nothing here is covered by the promises of a version number.

use crate::client::{CallOptions, Client, blocking};
use crate::dispatch::{ParamInfo, ServiceInfo};
use crate::error::{Error, Stage};
use crate::fault::{MethodError, ThrownInfo};
use crate::packager::{from_value, to_value};
use crate::value::Map;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::future::Future;

mod arguments;
mod raw;
mod union;

pub use arguments::{Given, Lent, Many, Prefix, arguments, left_out, lend, refuse_surplus};
pub use raw::{RawInteger, UnknownCase, closed_integer, closed_string, raw_integer, raw_string};
pub use union::{
    Cases, Tagged, Union, no_case, nothing, read_tagged, read_union, write_case, write_tagged,
};

pub use crate::client::Begun;
pub use crate::dispatch::{DefaultInfo, Reply};
pub use crate::fault::{DeprecationInfo, FieldInfo, MethodResult};
pub use crate::message::Params;
pub use crate::value::Value;
pub use futures_util::future::Either;
pub use std::borrow::Cow;
pub use std::string::String;
pub use std::sync::Arc;

/// Knows the description of a service. Clients do, since it is the same for all
/// that serve it.
pub trait Described {
    /// The description.
    const INFO: &'static ServiceInfo;
}

/// What a client's method returns where the trait's method returns `R`.
pub type ClientResult<R> =
    Result<<R as MethodResult>::Value, <<R as MethodResult>::Error as MethodError>::Client>;

/// Begins to call a method. The call is made by [`answer`]: a future made here
/// would be moved to where it is awaited, with all the room that it needs later.
pub fn call<'a, P>(client: &'a Client, method: &str, params: &P) -> Begun<'a>
where
    P: Serialize + ?Sized,
{
    client.begin(&CallOptions::new(), method, params)
}

/// The same for a method that does no harm when it runs twice: the call is made
/// again when it is not known whether it ran.
pub fn call_idempotent<'a, P>(client: &'a Client, method: &str, params: &P) -> Begun<'a>
where
    P: Serialize + ?Sized,
{
    client.begin(&CallOptions::new().idempotent(true), method, params)
}

/// Makes a call of a method that returns `R` in the trait.
#[inline]
pub fn answer<R>(call: &mut Begun<'_>) -> impl Future<Output = ClientResult<R>> + Send
where
    R: MethodResult,
    R::Value: DeserializeOwned,
{
    call.finish::<R::Value, R::Error>()
}

/// The same with a client that blocks.
pub fn call_blocking<R, P>(client: &blocking::Client, method: &str, params: &P) -> ClientResult<R>
where
    R: MethodResult,
    R::Value: DeserializeOwned,
    P: Serialize + ?Sized,
{
    client.call::<P, R::Value, R::Error>(method, params)
}

/// The same for a method that does no harm when it runs twice.
pub fn call_blocking_idempotent<R, P>(
    client: &blocking::Client,
    method: &str,
    params: &P,
) -> ClientResult<R>
where
    R: MethodResult,
    R::Value: DeserializeOwned,
    P: Serialize + ?Sized,
{
    let options = CallOptions::new().idempotent(true);
    client.call_with::<P, R::Value, R::Error>(&options, method, params)
}

/// The error of a method number that no method has.
#[must_use]
pub fn unknown_method(info: &ServiceInfo, method: usize) -> Error {
    let text = format!("{} has no method number {method}", info.name);
    Error::new(Stage::Packager, text)
}

/// Describes a parameter, and demands of its type what travelling takes.
#[must_use]
pub const fn param<T>(
    name: &'static str,
    ty: &'static str,
    optional: bool,
    default: Option<DefaultInfo>,
) -> ParamInfo
where
    T: Serialize + DeserializeOwned + Send + 'static,
{
    ParamInfo {
        name,
        ty,
        optional,
        default,
    }
}

/// What a default is as it travels.
pub fn default_value<T: Serialize>(default: &T) -> Option<Value> {
    to_value(default).ok()
}

/// The data of an error, `None` where no field has a value.
pub fn error_data<T: Serialize>(fields: &T) -> Option<Value> {
    match to_value(fields).ok()? {
        Value::Map(map) if map.entries.is_empty() => None,
        Value::List(_) => None,
        data => Some(data),
    }
}

/// The data that came with an error, or else fields that have no value: a
/// declared error is recognised, whatever a peer makes of its data.
pub fn read_error_data<T: DeserializeOwned>(error: &Error) -> Option<T> {
    let nothing = || from_value(Value::Map(Map::new()), 1).ok();
    error.data().or_else(nothing)
}

/// The errors that a method with this result declares.
#[must_use]
pub const fn declared<R: MethodResult>() -> &'static [ThrownInfo] {
    <R::Error as MethodError>::DECLARED
}

/// All declared errors of several lists, in order.
#[must_use]
pub const fn join<const N: usize>(lists: &[&[ThrownInfo]]) -> [ThrownInfo; N] {
    let mut joined = [ThrownInfo::new("", 0); N];
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
/// const GONE: ThrownInfo = ThrownInfo::new("Gone", 1);
/// const LATE: ThrownInfo = ThrownInfo::new("Late", 1);
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
