//! Finds what is there twice, in a time that grows with the list and not with
//! its square.

use std::collections::HashMap;
use std::hash::Hash;

/// Each item whose key an earlier one has, behind the first such one.
pub(super) fn repeated<T, K: Eq + Hash>(
    items: &[T],
    key: impl Fn(&T) -> K,
) -> impl Iterator<Item = (&T, &T)> {
    let mut seen: HashMap<K, &T> = HashMap::new();
    items.iter().filter_map(move |item| {
        let first = *seen.entry(key(item)).or_insert(item);
        (!std::ptr::eq(first, item)).then_some((first, item))
    })
}
