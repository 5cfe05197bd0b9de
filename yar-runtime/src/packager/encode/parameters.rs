//! The parameters of a call.

use super::{EncodeError, Encoder, Format};
use serde::Serialize;

/// Appends the parameters of a call, in a map: a list or a map, and nothing at
/// all as an empty list, since a null kills PHP servers.
#[inline]
pub(crate) fn parameters<F: Format, T: Serialize + ?Sized>(
    out: &mut Vec<u8>,
    value: &T,
) -> Result<(), EncodeError> {
    let start = out.len();
    value.serialize(Encoder::<F>::at(out, 1))?;
    match out.get(start) {
        Some(first) if F::begins_container(*first) => Ok(()),
        _ => no_parameters::<F>(out, start),
    }
}

/// What has been written from `start` on is no list and no map.
#[cold]
fn no_parameters<F: Format>(out: &mut Vec<u8>, start: usize) -> Result<(), EncodeError> {
    let mut null = Vec::new();
    F::null(&mut null);
    if out.get(start..) != Some(null.as_slice()) {
        return Err(EncodeError::new(
            "the parameters must be a list, a tuple or a map: of one argument `(argument,)` is a tuple",
        ));
    }
    out.truncate(start);
    F::empty_list(out);
    Ok(())
}
