//! Ids of requests.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};

/// Random 32-bit ids, never zero: peers take zero for "no id".
#[derive(Debug)]
pub(super) struct Ids(AtomicU64);

impl Ids {
    pub(super) fn new() -> Self {
        Self(AtomicU64::new(RandomState::new().hash_one(0_u8)))
    }

    /// Splitmix64: a counter with its bits well mixed.
    pub(super) fn next(&self) -> u32 {
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut mixed = self.0.fetch_add(STEP, Ordering::Relaxed);
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        u32::try_from(mixed >> 32).unwrap_or_default().max(1)
    }
}
