//! From the name in a request to the number of a method.

use super::ServiceInfo;
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

/// Methods by name: the exact spelling first, then ASCII case ignored as PHP
/// does.
///
/// Other spellings that were found are remembered, so that a client which
/// always writes `GETUSER` pays for the folding once. The memory is bounded,
/// first come first kept: strange spellings can fill it but not grow it.
#[derive(Debug)]
pub(crate) struct MethodTable {
    exact: Exact,
    folded: HashMap<String, usize, RandomState>,
    longest: usize,
    found: RwLock<HashMap<Box<str>, usize, RandomState>>,
}

/// Names in buckets. The hash is a few instructions and need not withstand an
/// attack: what is in the buckets comes from a contract.
#[derive(Debug)]
struct Exact {
    buckets: Vec<Vec<(&'static str, usize)>>,
    /// Distinct names.
    count: usize,
}

/// Spellings remembered for each method.
const SPELLINGS: usize = 4;

impl MethodTable {
    pub(crate) fn new(info: &ServiceInfo) -> Self {
        let mut table = Self {
            exact: Exact::with_room(info.all_methods().count()),
            folded: HashMap::default(),
            longest: 0,
            found: RwLock::default(),
        };
        for (number, method) in info.all_methods().enumerate() {
            table.exact.insert(method.name, number);
            let folded = method.name.to_ascii_lowercase();
            table.folded.entry(folded).or_insert(number);
            table.longest = table.longest.max(method.name.len());
        }
        table
    }

    /// The position of the method in its service's description.
    #[inline]
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        if let Some(number) = self.exact.find(name) {
            return Some(number);
        }
        if name.len() > self.longest {
            return None;
        }
        self.find_spelling(name)
    }

    fn find_spelling(&self, name: &str) -> Option<usize> {
        let remembered = self.found.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = remembered.get(name) {
            return Some(*number);
        }
        let room = remembered.len() < self.exact.count.saturating_mul(SPELLINGS);
        drop(remembered);
        let number = *self.folded.get(&name.to_ascii_lowercase())?;
        if room {
            let mut found = self.found.write().unwrap_or_else(PoisonError::into_inner);
            if found.len() < self.exact.count.saturating_mul(SPELLINGS) {
                found.insert(name.into(), number);
            }
        }
        Some(number)
    }
}

impl Exact {
    fn with_room(names: usize) -> Self {
        let size = (names * 2).next_power_of_two().max(16);
        Self {
            buckets: vec![Vec::new(); size],
            count: 0,
        }
    }

    /// The first number of a name stays.
    fn insert(&mut self, name: &'static str, number: usize) {
        if self.find(name).is_some() {
            return;
        }
        let place = self.place(name);
        if let Some(bucket) = self.buckets.get_mut(place) {
            bucket.push((name, number));
            self.count += 1;
        }
    }

    #[inline]
    fn find(&self, name: &str) -> Option<usize> {
        let bucket = self.buckets.get(self.place(name))?;
        bucket
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, number)| *number)
    }

    /// Mixes the length with the first and the last bytes, which is where
    /// names of methods differ.
    #[inline]
    fn place(&self, name: &str) -> usize {
        let bytes = name.as_bytes();
        let ends = match (bytes.first_chunk(), bytes.last_chunk()) {
            (Some(first), Some(last)) => {
                u64::from_le_bytes(*first) ^ u64::from_le_bytes(*last).rotate_left(23)
            }
            _ => bytes
                .iter()
                .fold(0, |mixed: u64, byte| mixed << 8 | u64::from(*byte)),
        };
        let mixed = (ends ^ (bytes.len() as u64)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let high = usize::try_from(mixed >> 40).unwrap_or_default();
        high & (self.buckets.len() - 1)
    }
}

#[cfg(test)]
mod tests;
