//! Arguments on their way out and in: more of them than serde's tuples have,
//! and those that may be left out.

use super::{ClientResult, MethodResult};
use crate::client::Argument;
use crate::dispatch::ServiceInfo;
use crate::error::{Error, Stage, status};
use crate::fault::MethodError;
use crate::message::Params;
use crate::packager::{DecodeError, GIVEN};
use serde::de::{Deserializer, Error as _, SeqAccess, Visitor};
use serde::ser::{SerializeSeq, Serializer};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::marker::PhantomData;

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

/// Refuses a call with more arguments than the method with this number has
/// parameters.
pub fn refuse_surplus(params: &Params<'_>, info: &ServiceInfo, method: usize) -> Result<(), Error> {
    let count = params
        .count()
        .map_err(|error| bad_argument(&error, info, method))?;
    match info.methods.get(method) {
        Some(method) if count > method.params.len() => {
            let (wanted, name) = (method.params.len(), method.name);
            let text = format!(
                "{}::{name}() takes at most {wanted} arguments, got {count}",
                info.name
            );
            Err(Error::new(Stage::Packager, text))
        }
        _ => Ok(()),
    }
}

/// What a client returns in place of a call with a hole in its arguments:
/// `missing` was left out and has no default, and `given` comes after it.
#[cold]
pub fn left_out<R: MethodResult>(method: &str, missing: &str, given: &str) -> ClientResult<R> {
    let text = format!(
        "argument `{missing}` of {method}() cannot be left out where `{given}` is given: \
         it has no default, and arguments are told apart by their positions"
    );
    let error = Error::new(Stage::Packager, text).unsent();
    Err(R::Error::from_call(error))
}

/// An argument that is written as a `T`.
#[derive(Debug)]
pub struct Lent<'a, T, A> {
    argument: &'a A,
    parameter: PhantomData<fn() -> T>,
}

/// Lends an argument for the time of packing.
#[inline]
pub const fn lend<T, A: Argument<T>>(argument: &A) -> Lent<'_, T, A> {
    Lent {
        argument,
        parameter: PhantomData,
    }
}

impl<T, A: Argument<T>> Serialize for Lent<'_, T, A> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.argument.serialize_argument(serializer)
    }
}

/// The first of some arguments, as a list.
#[derive(Debug)]
pub struct Prefix<T> {
    count: usize,
    arguments: T,
}

impl<T> Prefix<T> {
    /// The first `count` of `arguments`: a tuple, or [`Many`].
    pub const fn new(count: usize, arguments: T) -> Self {
        Self { count, arguments }
    }
}

impl<T: Write> Serialize for Prefix<T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.count))?;
        self.arguments.write(&mut list, self.count)?;
        list.end()
    }
}

/// More arguments than serde's tuples have: a tuple of tuples.
#[derive(Debug)]
pub struct Many<T>(pub T);

impl<'de, T: ReadAll<'de>> Deserialize<'de> for Many<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_tuple(T::LEN, All(PhantomData))
            .map(Self)
    }
}

struct All<T>(PhantomData<T>);

impl<'de, T: ReadAll<'de>> Visitor<'de> for All<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} arguments", T::LEN)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<T, A::Error> {
        T::read_all(&mut list)
    }
}

/// Arguments that can be written one after another.
pub trait Write {
    /// Writes the first `left` of them; returns how many are left after that.
    fn write<S: SerializeSeq>(&self, list: &mut S, left: usize) -> Result<usize, S::Error>;
}

/// Arguments that can be read one after another.
pub trait Read<'de>: Sized {
    /// How many there are.
    const LEN: usize;

    /// Reads all of them.
    fn read<A: SeqAccess<'de>>(list: &mut A) -> Result<Self, A::Error>;
}

/// The same for a tuple of tuples.
pub trait ReadAll<'de>: Sized {
    /// How many arguments there are.
    const LEN: usize;

    /// Reads all of them.
    fn read_all<A: SeqAccess<'de>>(list: &mut A) -> Result<Self, A::Error>;
}

macro_rules! tuples {
    ($($($name:ident)*;)*) => {$(
        #[allow(non_snake_case)]
        impl<$($name: Serialize),*> Write for ($($name,)*) {
            #[inline]
            fn write<S: SerializeSeq>(
                &self,
                list: &mut S,
                mut left: usize,
            ) -> Result<usize, S::Error> {
                let ($($name,)*) = self;
                $(
                    if left == 0 {
                        return Ok(0);
                    }
                    list.serialize_element($name)?;
                    left -= 1;
                )*
                Ok(left)
            }
        }

        #[allow(non_snake_case)]
        impl<'de, $($name: Deserialize<'de>),*> Read<'de> for ($($name,)*) {
            const LEN: usize = [$(stringify!($name)),*].len();

            fn read<A: SeqAccess<'de>>(list: &mut A) -> Result<Self, A::Error> {
                $(
                    let $name = list
                        .next_element()?
                        .ok_or_else(|| A::Error::custom("the argument is missing"))?;
                )*
                Ok(($($name,)*))
            }
        }
    )*};
}

macro_rules! tuples_of_tuples {
    ($($($name:ident)*;)*) => {$(
        #[allow(non_snake_case)]
        impl<$($name: Write),*> Write for Many<($($name,)*)> {
            #[inline]
            fn write<S: SerializeSeq>(
                &self,
                list: &mut S,
                mut left: usize,
            ) -> Result<usize, S::Error> {
                let ($($name,)*) = &self.0;
                $(left = $name.write(list, left)?;)*
                Ok(left)
            }
        }

        #[allow(non_snake_case)]
        impl<'de, $($name: Read<'de>),*> ReadAll<'de> for ($($name,)*) {
            const LEN: usize = 0 $(+ $name::LEN)*;

            fn read_all<A: SeqAccess<'de>>(list: &mut A) -> Result<Self, A::Error> {
                Ok(($($name::read(list)?,)*))
            }
        }
    )*};
}

tuples! {
    T0;
    T0 T1;
    T0 T1 T2;
    T0 T1 T2 T3;
    T0 T1 T2 T3 T4;
    T0 T1 T2 T3 T4 T5;
    T0 T1 T2 T3 T4 T5 T6;
    T0 T1 T2 T3 T4 T5 T6 T7;
    T0 T1 T2 T3 T4 T5 T6 T7 T8;
    T0 T1 T2 T3 T4 T5 T6 T7 T8 T9;
    T0 T1 T2 T3 T4 T5 T6 T7 T8 T9 T10;
    T0 T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11;
    T0 T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12;
    T0 T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13;
    T0 T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14;
    T0 T1 T2 T3 T4 T5 T6 T7 T8 T9 T10 T11 T12 T13 T14 T15;
}

tuples_of_tuples! {
    T0 T1;
    T0 T1 T2;
    T0 T1 T2 T3;
    T0 T1 T2 T3 T4;
    T0 T1 T2 T3 T4 T5;
    T0 T1 T2 T3 T4 T5 T6;
    T0 T1 T2 T3 T4 T5 T6 T7;
}

/// An argument of which it matters whether it was left out or null.
#[derive(Debug)]
pub struct Given<T>(Option<T>);

impl<T> Given<T> {
    /// The argument, if there is one.
    pub fn into_value(self) -> Option<T> {
        self.0
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Given<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(GIVEN, GivenVisitor(PhantomData))
    }
}

struct GivenVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for GivenVisitor<T> {
    type Value = Given<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an argument")
    }

    fn visit_none<E>(self) -> Result<Given<T>, E> {
        Ok(Given(None))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Given<T>, D::Error> {
        T::deserialize(deserializer).map(|value| Given(Some(value)))
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
