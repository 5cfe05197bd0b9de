//! What typed clients take for a parameter: what the caller has.

use crate::value::Bytes;
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::sync::Arc;

/// What a typed client takes for a parameter of type `T`. Nothing is copied
/// before it is written into the request, and what is lent stays the caller's.
///
/// | parameter | argument |
/// |---|---|
/// | any `T` | `T`, `&T`, `&&T`, `&mut T`, `Box<T>`, `Arc<T>` and references to these two |
/// | `String` | also `&str`, `Cow<str>`, `Box<str>`, `Arc<str>` |
/// | `Vec<T>` | also `&[T]`, an array of `T` or a reference to one, `Cow<[T]>`, `Box<[T]>`, `Arc<[T]>` |
/// | `Vec<String>` | also `&[&str]`, an array of `&str` or a reference to one |
/// | [`Bytes`] | also `&[u8]`, `Vec<u8>`, an array of bytes or a reference to one |
///
/// Numbers, `bool` and `char` are taken as they are, and what may be left out
/// as an `Option`. What the argument is must be known without the parameter:
/// an `"a".into()`, a `collect()`, or a `[]` for a `Vec<String>`, is not.
///
/// A type of your own that travels as another one may say so:
///
/// ```
/// # use yar_runtime as yar;
/// use yar::serde::{Serialize, Serializer};
///
/// struct Name(String);
///
/// impl yar::Argument<String> for &Name {
///     fn serialize_argument<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
///         self.0.serialize(serializer)
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "a parameter of type `{T}` does not take `{Self}`",
    label = "neither `{T}` nor a reference to one",
    note = "texts may be `&str`, lists slices or arrays, bytes `&[u8]`; `yar::Argument` lists all"
)]
pub trait Argument<T> {
    /// Writes it as a `T` is written.
    ///
    /// # Errors
    ///
    /// Those of the serializer.
    fn serialize_argument<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
}

/// What dereferences to the parameter's type.
macro_rules! values {
    ($($argument:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: Serialize> Argument<T> for $argument {
            #[inline]
            fn serialize_argument<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let value: &T = self;
                value.serialize(serializer)
            }
        }
    )*};
}

/// What stands for a value of the parameter's type by its `AsRef`.
macro_rules! views {
    ($($parameter:ty, as $view:ty: $([$($generics:tt)*] $argument:ty),*;)*) => {$($(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Argument<$parameter> for $argument {
            #[inline]
            fn serialize_argument<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let view: &$view = self.as_ref();
                view.serialize(serializer)
            }
        }
    )*)*};
}

/// The same for bytes, which serde would take for a list of numbers.
macro_rules! bytes {
    ($([$($generics:tt)*] $argument:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($generics)*> Argument<Bytes> for $argument {
            #[inline]
            fn serialize_argument<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_bytes(self.as_ref())
            }
        }
    )*};
}

values!(T, &T, &&T, &mut T, Box<T>, &Box<T>, Arc<T>, &Arc<T>);

views! {
    String, as str:
        [] &str, [] &&str, [] Cow<'_, str>, [] &Cow<'_, str>, [] Box<str>, [] &Box<str>,
        [] Arc<str>, [] &Arc<str>;
    Vec<T>, as [T]:
        [T: Serialize] &[T], [T: Serialize, const N: usize] [T; N],
        [T: Serialize, const N: usize] &[T; N], [T: Serialize + Clone] Cow<'_, [T]>,
        [T: Serialize + Clone] &Cow<'_, [T]>, [T: Serialize] Box<[T]>, [T: Serialize] &Box<[T]>,
        [T: Serialize] Arc<[T]>, [T: Serialize] &Arc<[T]>;
    Vec<String>, as [&str]:
        [] &[&str], [const N: usize] [&str; N], [const N: usize] &[&str; N];
}

bytes!(
    [] &[u8],
    [] Vec<u8>,
    [] &Vec<u8>,
    [const N: usize] [u8; N],
    [const N: usize] &[u8; N]
);
