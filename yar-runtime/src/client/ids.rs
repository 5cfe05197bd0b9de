//! Ids of requests.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU32, Ordering};

/// Ids from a random start on, none twice in four thousand million, and never
/// zero: peers take zero for "no id".
#[derive(Debug)]
pub(super) struct Ids(AtomicU32);

/// Odd, so that all numbers come up, and large, so that they look unlike.
const STEP: u32 = 0x9e37_79b1;

impl Ids {
    pub(super) fn new() -> Self {
        let [a, b, c, d, ..] = RandomState::new().hash_one(0_u8).to_be_bytes();
        Self(AtomicU32::new(u32::from_be_bytes([a, b, c, d])))
    }

    #[inline]
    pub(super) fn next(&self) -> u32 {
        match self.0.fetch_add(STEP, Ordering::Relaxed) {
            0 => self.0.fetch_add(STEP, Ordering::Relaxed),
            id => id,
        }
    }
}
