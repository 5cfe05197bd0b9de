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
    exact: HashMap<&'static str, usize, RandomState>,
    folded: HashMap<String, usize, RandomState>,
    longest: usize,
    found: RwLock<HashMap<Box<str>, usize, RandomState>>,
}

/// Spellings remembered for each method.
const SPELLINGS: usize = 4;

impl MethodTable {
    pub(crate) fn new(info: &ServiceInfo) -> Self {
        let mut table = Self {
            exact: HashMap::default(),
            folded: HashMap::default(),
            longest: 0,
            found: RwLock::default(),
        };
        for (number, method) in info.methods.iter().enumerate() {
            table.exact.entry(method.name).or_insert(number);
            let folded = method.name.to_ascii_lowercase();
            table.folded.entry(folded).or_insert(number);
            table.longest = table.longest.max(method.name.len());
        }
        table
    }

    /// The position of the method in its service's description.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        if let Some(number) = self.exact.get(name) {
            return Some(*number);
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
        let room = remembered.len() < self.exact.len().saturating_mul(SPELLINGS);
        drop(remembered);
        let number = *self.folded.get(&name.to_ascii_lowercase())?;
        if room {
            let mut found = self.found.write().unwrap_or_else(PoisonError::into_inner);
            if found.len() < self.exact.len().saturating_mul(SPELLINGS) {
                found.insert(name.into(), number);
            }
        }
        Some(number)
    }
}

#[cfg(test)]
mod tests;
