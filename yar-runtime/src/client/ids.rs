//! Ids of requests.

use std::cell::Cell;
use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Odd, so that all numbers come up, and large, so that they look unlike.
const STEP: u32 = 0x9e37_79b1;
/// What a thread takes at a time: one counter for all of them would go back
/// and forth between processors with every call.
const BLOCK: u32 = 64;

static START: LazyLock<u32> = LazyLock::new(|| {
    let [a, b, c, d, ..] = RandomState::new().hash_one(0_u8).to_be_bytes();
    u32::from_be_bytes([a, b, c, d])
});
static TAKEN: AtomicU32 = AtomicU32::new(0);

thread_local! {
    /// The last id, and how many the thread may still have.
    static LAST: Cell<(u32, u32)> = const { Cell::new((0, 0)) };
}

/// The next id, from a random start on: never zero, which peers take for "no
/// id", and none twice as long as the process has taken fewer than 2³² of them,
/// each thread 64 at a time.
#[inline]
pub(super) fn next_id() -> u32 {
    let (last, left) = LAST.get();
    let (id, left) = match left {
        0 => (first_of_block(), BLOCK - 1),
        left => (last.wrapping_add(STEP), left - 1),
    };
    LAST.set((id, left));
    if id == 0 { after_zero() } else { id }
}

#[cold]
fn after_zero() -> u32 {
    next_id()
}

#[cold]
fn first_of_block() -> u32 {
    let taken = TAKEN.fetch_add(BLOCK, Ordering::Relaxed);
    START.wrapping_add(taken).wrapping_mul(STEP)
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, next_id};
    use std::collections::HashSet;
    use std::thread;

    #[test]
    fn no_id_comes_twice_whichever_thread_asks() -> thread::Result<()> {
        let some = || Vec::from_iter((0..=BLOCK * 3).map(|_| next_id()));
        let threads = Vec::from_iter((0..4).map(|_| thread::spawn(some)));
        let mut ids = some();
        for thread in threads {
            ids.append(&mut thread.join()?);
        }
        assert!(!ids.contains(&0));
        let different = HashSet::<u32>::from_iter(ids.iter().copied());
        assert_eq!(different.len(), ids.len());
        Ok(())
    }
}
