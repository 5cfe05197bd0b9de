//! Text of values that stand for themselves: keys, class names, untyped strings.

use super::EncodeError;
use serde::Serialize;
use std::fmt;

/// An untyped string must be text where only text can travel.
pub(super) fn text_of(value: &[u8]) -> Result<&str, EncodeError> {
    std::str::from_utf8(value).map_err(|_| {
        EncodeError::new(
            "JSON cannot carry a string that is not UTF-8: send bytes or choose another packager",
        )
    })
}

/// Text of a simple value: serde's own way to print strings and numbers.
struct Show<'a, T: ?Sized>(&'a T);

impl<T: Serialize + ?Sized> fmt::Display for Show<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.serialize(f)
    }
}

/// For errors and the classes of objects, both of which are rare.
#[cold]
pub(super) fn show<T: Serialize + ?Sized>(value: &T) -> String {
    use fmt::Write as _;
    let mut text = String::new();
    match write!(text, "{}", Show(value)) {
        Ok(()) => text,
        Err(_) => "?".to_owned(),
    }
}
