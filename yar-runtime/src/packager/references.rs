//! References to values sent before, followed within bounds: what they are
//! read again for is counted, so that a short body cannot stand for a huge value.

use super::DecodeError;
use super::decode::{Index, Reader, Reference, Token};

/// What a reader of PHP's formats keeps to follow references, and to tell more
/// of the container just begun.
#[derive(Debug)]
pub(crate) struct References<'de> {
    /// Where the array just begun begins.
    pub(crate) array: usize,
    /// Class of the object just begun.
    pub(crate) class: &'de [u8],
    index: Option<Index>,
    /// Bytes that may still be read again.
    budget: usize,
}

impl<'de> References<'de> {
    /// May read so many bytes again.
    #[inline]
    pub(crate) fn new(budget: usize) -> Self {
        Self {
            array: 0,
            class: b"",
            index: None,
            budget,
        }
    }

    /// The index of the whole body, which `fresh` is at the start of.
    pub(crate) fn index<R: Reader<'de>>(
        &mut self,
        fresh: impl FnOnce() -> R,
        counts: impl Fn(&Token<'de>) -> bool,
    ) -> Result<&Index, DecodeError> {
        let index = match self.index.take() {
            Some(index) => index,
            None => Index::build(&mut fresh(), counts)?,
        };
        Ok(self.index.insert(index))
    }

    /// Where the value begins that a reference ending at `here` stands for.
    pub(crate) fn target(
        &mut self,
        reference: Reference,
        here: usize,
    ) -> Result<usize, DecodeError> {
        let Some(index) = &self.index else {
            return Err(DecodeError::malformed("a reference without an index"));
        };
        let (start, len) = index.target(reference, here)?;
        self.budget = self.budget.checked_sub(len).ok_or_else(|| {
            DecodeError::malformed(
                "references stand for more than the limit of this side allows to expand",
            )
        })?;
        Ok(start)
    }
}
