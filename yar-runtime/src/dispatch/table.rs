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
    buckets: Vec<Vec<Entry>>,
    /// Distinct names.
    count: usize,
}

#[derive(Debug, Clone)]
struct Entry {
    ends: Ends,
    name: &'static str,
    number: usize,
}

/// The length, the first and the last bytes of a name, which is where names of
/// methods differ. Names of up to 16 bytes have no others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Ends {
    length: usize,
    first: u64,
    last: u64,
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
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        if let Some(number) = self.exact.find(name.as_bytes()) {
            return Some(number);
        }
        if name.len() > self.longest {
            return None;
        }
        self.find_spelling(name)
    }

    /// The same where it is spelt as there; what is found is text.
    #[inline]
    pub(crate) fn find_exact(&self, name: &[u8]) -> Option<usize> {
        self.exact.find(name)
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
        if self.find(name.as_bytes()).is_some() {
            return;
        }
        let ends = Ends::of(name.as_bytes());
        let place = self.place(ends);
        if let Some(bucket) = self.buckets.get_mut(place) {
            bucket.push(Entry { ends, name, number });
            self.count += 1;
        }
    }

    #[inline]
    fn find(&self, name: &[u8]) -> Option<usize> {
        let ends = Ends::of(name);
        let bucket = self.buckets.get(self.place(ends))?;
        let found = bucket.iter().find(|entry| {
            entry.ends == ends
                && (ends.length <= 2 * size_of::<u64>() || entry.name.as_bytes() == name)
        });
        found.map(|entry| entry.number)
    }

    #[inline]
    fn place(&self, ends: Ends) -> usize {
        let mixed = ends.first ^ ends.last.rotate_left(23) ^ ends.length as u64;
        let mixed = mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let high = usize::try_from(mixed >> 40).unwrap_or_default();
        high & (self.buckets.len() - 1)
    }
}

impl Ends {
    #[inline]
    fn of(bytes: &[u8]) -> Self {
        let (first, last) = match (bytes.first_chunk(), bytes.last_chunk()) {
            (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
            _ => Self::of_short(bytes),
        };
        Self {
            length: bytes.len(),
            first,
            last,
        }
    }

    #[inline]
    fn of_short(bytes: &[u8]) -> (u64, u64) {
        if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
            let number = |bytes: &[u8; 4]| u64::from(u32::from_le_bytes(*bytes));
            return (number(first), number(last));
        }
        let byte = |at| u64::from(bytes.get(at).copied().unwrap_or_default());
        (byte(0) | byte(1) << 8, byte(2))
    }
}

#[cfg(test)]
mod tests;
