//! The entries of a book, by id.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::mem;

/// A map in which the first entry costs next to nothing: most lines carry one
/// call at a time.
pub(super) struct Calls<Call> {
    first: Option<(u32, Call)>,
    others: HashMap<u32, Call, BuildHasherDefault<ById>>,
}

impl<Call> Calls<Call> {
    pub(super) fn new() -> Self {
        Self {
            first: None,
            others: HashMap::default(),
        }
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.first.is_none() && self.others.is_empty()
    }

    /// The id of the only entry.
    #[inline]
    pub(super) fn only(&self) -> Option<u32> {
        match &self.first {
            Some((id, _)) if self.others.is_empty() => Some(*id),
            None if self.others.len() == 1 => self.others.keys().next().copied(),
            _ => None,
        }
    }

    #[inline]
    pub(super) fn get(&self, id: u32) -> Option<&Call> {
        match &self.first {
            Some((first, call)) if *first == id => Some(call),
            _ if self.others.is_empty() => None,
            _ => self.others.get(&id),
        }
    }

    pub(super) fn get_mut(&mut self, id: u32) -> Option<&mut Call> {
        match &mut self.first {
            Some((first, call)) if *first == id => Some(call),
            _ if self.others.is_empty() => None,
            _ => self.others.get_mut(&id),
        }
    }

    /// The first entry of a map that is empty, right to where it stays.
    #[inline]
    pub(super) fn begin(&mut self, id: u32, call: Call) {
        self.first = Some((id, call));
    }

    /// Removes the entry if it is the only one. Whether it was.
    #[inline]
    pub(super) fn end(&mut self, id: u32) -> bool {
        let is_first = self.first.as_ref().is_some_and(|(first, _)| *first == id);
        let is_only = is_first && self.others.is_empty();
        if is_only {
            self.first = None;
        }
        is_only
    }

    /// Gives the entry back if there is one of that id already.
    #[inline]
    pub(super) fn insert(&mut self, id: u32, call: Call) -> Result<(), Call> {
        if self.is_empty() {
            self.first = Some((id, call));
            return Ok(());
        }
        if self.first.as_ref().is_some_and(|(first, _)| *first == id) {
            return Err(call);
        }
        match self.others.insert(id, call) {
            None => Ok(()),
            Some(there) => self.keep(id, there),
        }
    }

    /// Puts an entry back that was replaced, and gives the one in its place.
    #[cold]
    fn keep(&mut self, id: u32, there: Call) -> Result<(), Call> {
        let place = self.others.get_mut(&id);
        place.map_or(Ok(()), |place| Err(mem::replace(place, there)))
    }

    #[inline]
    pub(super) fn remove(&mut self, id: u32) -> Option<Call> {
        if self.first.as_ref().is_some_and(|(first, _)| *first == id) {
            return self.first.take().map(|(_, call)| call);
        }
        if self.others.is_empty() {
            return None;
        }
        self.others.remove(&id)
    }

    /// The first one found that `is_wanted`.
    pub(super) fn find_mut(
        &mut self,
        is_wanted: impl Fn(&Call) -> bool,
    ) -> Option<(u32, &mut Call)> {
        let first = self.first.iter_mut().map(|(id, call)| (*id, call));
        let others = self.others.iter_mut().map(|(id, call)| (*id, call));
        first.chain(others).find(|(_, call)| is_wanted(call))
    }

    /// Removes the entries that are not `to_be_kept`.
    pub(super) fn retain(&mut self, mut to_be_kept: impl FnMut(&mut Call) -> bool) {
        self.first.take_if(|(_, call)| !to_be_kept(call));
        self.others.retain(|_, call| to_be_kept(call));
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Call> {
        let first = self.first.iter_mut().map(|(_, call)| call);
        first.chain(self.others.values_mut())
    }
}

/// Ids differ in their low bits already; multiplying brings that to the top.
#[derive(Default)]
pub(super) struct ById(u64);

impl Hasher for ById {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u32(u32::from(*byte));
        }
    }

    fn write_u32(&mut self, id: u32) {
        self.0 = (self.0 ^ u64::from(id)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::Calls;

    #[test]
    fn an_id_stays_with_the_entry_that_has_it() {
        let mut calls = Calls::new();
        for id in 1..=3 {
            assert_eq!(calls.insert(id, id * 10), Ok(()));
        }
        for id in 1..=3 {
            assert_eq!(calls.insert(id, 0), Err(0));
            assert_eq!(calls.get(id), Some(&(id * 10)));
        }
        for id in 1..=3 {
            assert_eq!(calls.remove(id), Some(id * 10));
        }
        assert!(calls.is_empty());
    }
}
