//! An allocator that refuses to go beyond a limit.
//!
//! The only unsafe code of the repository: it hands every call on to the
//! system's allocator, and only counts.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

struct Capped;

#[global_allocator]
static ALLOCATOR: Capped = Capped;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static LIMIT: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Memory whatever the input: the text of an error, buffers, first reservations.
const BASE: usize = 1 << 20;

/// What reading an input of `len` bytes into things like `T` may take. A byte
/// is worth a `T` at most, such as an empty map of MSGPACK, in a vector that is
/// being doubled.
#[must_use]
pub fn budget<T>(len: usize) -> usize {
    BASE + 4 * len * size_of::<T>().max(64)
}

/// Runs `work`, which may hold `budget` bytes more than is held now; more of
/// it ends the process.
pub fn within<T>(budget: usize, work: impl FnOnce() -> T) -> T {
    LIMIT.store(LIVE.load(Relaxed) + budget, Relaxed);
    let result = work();
    LIMIT.store(usize::MAX, Relaxed);
    result
}

// SAFETY: `System` does the work; a null pointer is how an allocator refuses.
unsafe impl GlobalAlloc for Capped {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let live = LIVE.fetch_add(layout.size(), Relaxed) + layout.size();
        if live > LIMIT.load(Relaxed) {
            // So that the report of the failure has room.
            LIMIT.store(usize::MAX, Relaxed);
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's promise about `layout` is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: `pointer` came from `System` with this `layout`.
        unsafe { System.dealloc(pointer, layout) }
    }
}
