//! The entries of a book, by id.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

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

    /// `false` if there is one of that id already.
    #[inline]
    pub(super) fn insert(&mut self, id: u32, call: Call) -> bool {
        if self.is_empty() {
            self.first = Some((id, call));
            return true;
        }
        self.insert_beside(id, call)
    }

    fn insert_beside(&mut self, id: u32, call: Call) -> bool {
        if self.first.as_ref().is_some_and(|(first, _)| *first == id) {
            return false;
        }
        let Entry::Vacant(place) = self.others.entry(id) else {
            return false;
        };
        if self.first.is_none() {
            self.first = Some((id, call));
        } else {
            place.insert(call);
        }
        true
    }

    pub(super) fn remove(&mut self, id: u32) {
        if self.first.as_ref().is_some_and(|(first, _)| *first == id) {
            self.first = None;
        } else {
            self.others.remove(&id);
        }
    }

    /// Removes the entry if it stands alone and `is_wanted`. Whether it did.
    #[inline]
    pub(super) fn end(&mut self, id: u32, is_wanted: impl FnOnce(&Call) -> bool) -> bool {
        let is_it = |(first, call): &(u32, Call)| *first == id && is_wanted(call);
        let is_found = self.others.is_empty() && self.first.as_ref().is_some_and(is_it);
        if is_found {
            self.first = None;
        }
        is_found
    }

    /// Takes out what `is_wanted`.
    pub(super) fn remove_if(
        &mut self,
        id: u32,
        is_wanted: impl FnOnce(&Call) -> bool,
    ) -> Option<Call> {
        if self.first.as_ref().is_some_and(|(first, _)| *first == id) {
            let wanted = self.first.take_if(|(_, call)| is_wanted(call));
            return wanted.map(|(_, call)| call);
        }
        match self.others.entry(id) {
            Entry::Occupied(entry) if is_wanted(entry.get()) => Some(entry.remove()),
            _ => None,
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Call> {
        let first = self.first.iter().map(|(_, call)| call);
        first.chain(self.others.values())
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
