//! A limited number of names, and what is counted for each.

use super::OTHER;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

/// By name; what has no room any more shares [`OTHER`].
pub(super) struct Known<T>(RwLock<HashMap<Box<str>, Arc<T>>>);

/// Names that are told apart.
const MOST: usize = 256;

impl<T> Known<T> {
    /// What there is for this name, made at the first time.
    pub(super) fn find(&self, name: &str, make: impl FnOnce(&str) -> T) -> Arc<T> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        // The one for the rest is there only once there is no room for another.
        let found = known.get(name).or_else(|| known.get(OTHER)).cloned();
        drop(known);
        found.unwrap_or_else(|| self.add(name, make))
    }

    #[cold]
    fn add(&self, name: &str, make: impl FnOnce(&str) -> T) -> Arc<T> {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        let name = if known.len() < MOST { name } else { OTHER };
        let entry = known.entry(name.into());
        Arc::clone(entry.or_insert_with(|| Arc::new(make(name))))
    }
}

impl<T> Default for Known<T> {
    fn default() -> Self {
        Self(RwLock::default())
    }
}

#[cfg(test)]
mod tests {
    use super::{Known, MOST, OTHER};

    #[test]
    fn what_has_no_room_shares_a_name() {
        let known = Known::default();
        for turn in 0..2 {
            for number in 0..MOST * 2 {
                let name = number.to_string();
                let found = known.find(&name, str::to_owned);
                let expected = if number < MOST { &*name } else { OTHER };
                assert_eq!(*found, expected, "turn {turn}");
            }
        }
    }
}
