//! Where the values of a body begin and end, numbered as PHP numbers them.
//! Built only when a reference, or an array of untyped use, needs it.

use super::reader::{Frame, Reader, Reference, Token};
use crate::packager::DecodeError;

/// What one pass over a body finds out.
#[derive(Debug, Default)]
pub(crate) struct Index {
    slots: Vec<Slot>,
}

#[derive(Debug)]
struct Slot {
    start: usize,
    /// Past the last byte.
    end: usize,
    /// Its keys are 0, 1, 2...
    is_list: bool,
}

/// A container that the pass has entered.
struct Open {
    frame: Frame,
    slot: Option<usize>,
    next_key: i64,
    is_list: bool,
}

impl Index {
    /// Walks over one value. `counts` tells which tokens take a number.
    pub(crate) fn build<'de, R: Reader<'de>>(
        reader: &mut R,
        counts: impl Fn(&Token<'de>) -> bool,
    ) -> Result<Self, DecodeError> {
        let mut index = Self::default();
        let mut open: Vec<Open> = Vec::new();
        loop {
            let start = reader.position();
            let token = reader.next()?;
            let slot = counts(&token).then(|| index.add(start, reader.position()));
            if let Token::List(opening) | Token::Map(opening) = token {
                open.push(Open {
                    frame: Frame::new(opening, None),
                    slot,
                    next_key: 0,
                    is_list: true,
                });
            }
            if !index.advance(reader, &mut open)? {
                return Ok(index);
            }
        }
    }

    fn add(&mut self, start: usize, end: usize) -> usize {
        self.slots.push(Slot {
            start,
            end,
            is_list: false,
        });
        self.slots.len() - 1
    }

    /// Steps to the next value; false when the last container has ended.
    fn advance<'de, R: Reader<'de>>(
        &mut self,
        reader: &mut R,
        open: &mut Vec<Open>,
    ) -> Result<bool, DecodeError> {
        while let Some(container) = open.last_mut() {
            if reader.more(&mut container.frame)? {
                if container.frame.is_map() {
                    let in_order =
                        matches!(reader.key()?, Token::Int(key) if key == container.next_key);
                    container.is_list &= in_order;
                    container.next_key += 1;
                }
                return Ok(true);
            }
            let slot = container.slot.and_then(|slot| self.slots.get_mut(slot));
            if let Some(slot) = slot {
                slot.end = reader.position();
                slot.is_list = container.is_list;
            }
            open.pop();
        }
        Ok(false)
    }

    pub(crate) fn is_list(&self, start: usize) -> bool {
        let found = self.slots.binary_search_by_key(&start, |slot| slot.start);
        found
            .ok()
            .and_then(|at| self.slots.get(at))
            .is_some_and(|slot| slot.is_list)
    }

    /// First byte and length of the value that `reference`, which ends at
    /// `here`, stands for.
    pub(crate) fn target(
        &self,
        reference: Reference,
        here: usize,
    ) -> Result<(usize, usize), DecodeError> {
        let slot = usize::try_from(reference.number)
            .ok()
            .and_then(|number| number.checked_sub(1))
            .and_then(|at| self.slots.get(at));
        match slot {
            Some(slot) if slot.end < here => Ok((slot.start, slot.end - slot.start)),
            Some(slot) if slot.start < here => Err(DecodeError::malformed(format!(
                "the reference to value {} stands inside that value: cycles cannot be decoded",
                reference.number
            ))),
            _ => Err(DecodeError::malformed(format!(
                "a reference to value {}, which does not come before it",
                reference.number
            ))),
        }
    }
}
