//! Lists on their way in, and maps that are read as lists.

use super::access::{at_end, step};
use super::key::{KeyDecoder, is_index};
use super::reader::{Frame, Opening, Reader, Slot};
use super::{Decoder, Result};
use crate::packager::DecodeError;
use serde::de::{DeserializeSeed, SeqAccess};

/// Elements of a list, or values of a map with integer keys in wire order.
pub(super) struct Items<'d, R> {
    decoder: &'d mut Decoder<R>,
    frame: Frame,
    hint: usize,
    index: usize,
    done: bool,
}

impl<'d, 'de, R: Reader<'de>> Items<'d, R> {
    #[inline]
    pub(super) fn new(decoder: &'d mut Decoder<R>, opening: Opening) -> Result<Self> {
        let frame = decoder.enter(opening)?;
        let hint = decoder.hint(opening.len);
        Ok(Self {
            decoder,
            frame,
            hint,
            index: 0,
            done: false,
        })
    }

    #[inline(always)]
    fn more(&mut self) -> Result<bool> {
        if !step(self.decoder, &mut self.frame, &mut self.done)? {
            return Ok(false);
        }
        if self.frame.is_map() && self.decoder.reader.plain_index().is_none() {
            self.unusual_index()?;
        }
        Ok(true)
    }

    fn unusual_index(&mut self) -> Result<()> {
        let key = self.decoder.reader.key()?;
        if is_index(&key) {
            return Ok(());
        }
        Err(DecodeError::unfit(format!(
            "expected a list, got a map with the key {:?}",
            KeyDecoder::name(&key)
        )))
    }

    /// Steps over what the type did not take. Where it stands: moving it would
    /// read at once what has just been written in pieces, for which processors
    /// wait.
    #[inline]
    pub(super) fn finish(&mut self) -> Result<()> {
        if !at_end::<R>(&self.frame, self.done) {
            self.rest()?;
        }
        self.decoder.leave(&self.frame);
        Ok(())
    }

    /// For how many elements a type may make room.
    #[inline]
    pub(super) fn room(&self) -> Option<usize> {
        let hint = self.hint.min(self.frame.left);
        (hint > 0).then_some(hint)
    }

    /// Where the elements are if all are floats.
    #[inline]
    pub(super) fn float_slots(&self) -> &'de [Slot] {
        self.decoder.reader.float_slots(self.frame.left)
    }

    /// Steps over so many of those.
    pub(super) fn pass_floats(&mut self, count: usize) {
        self.decoder.reader.pass_floats(count);
        self.frame.left -= count;
        self.index += count;
    }

    #[inline(never)]
    fn rest(&mut self) -> Result<()> {
        while self.more()? {
            self.decoder.skip()?;
        }
        Ok(())
    }
}

impl<'de, R: Reader<'de>> SeqAccess<'de> for &mut Items<'_, R> {
    type Error = DecodeError;

    #[inline]
    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>> {
        if !self.more()? {
            return Ok(None);
        }
        let index = self.index;
        self.index += 1;
        match seed.deserialize(&mut *self.decoder) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(error.in_element(index)),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        self.room()
    }
}
