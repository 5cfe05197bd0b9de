//! What the process holds.

use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// Bytes that were allocated and not given back. What the allocator keeps for later
/// of what it was given back is not in it, which goes up and down by more.
pub fn allocated() -> usize {
    let stats = ALLOCATOR.stats();
    (stats.bytes_allocated).saturating_sub(stats.bytes_deallocated)
}

/// Open descriptors.
pub fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

/// What was allocated when all began, and at each hundredth of the calls.
pub struct Memory {
    before: usize,
    samples: Vec<usize>,
}

const HUNDRED: usize = 100;

/// What threads and tables of the process keep to its end, whatever the number of
/// calls; seen are 11 KiB.
const KEPT: usize = 64 * 1024;

/// By how much the middle of the last quarter differs from that of the second
/// while large bodies come and go; seen are 5 MiB.
const NOISE: usize = 16 * 1024 * 1024;

impl Memory {
    pub fn start() -> Self {
        let samples = Vec::with_capacity(HUNDRED);
        Self {
            before: allocated(),
            samples,
        }
    }

    pub fn watch(&mut self, begun: usize, calls: usize) {
        let due = |taken: usize| taken < HUNDRED && begun * HUNDRED >= calls * (taken + 1);
        while due(self.samples.len()) {
            self.samples.push(allocated());
        }
    }

    /// Everything is over.
    pub fn settle(&self) {
        let left = allocated().saturating_sub(self.before);
        let [before, after] = [25..50, 75..HUNDRED].map(|part| median(&self.samples[part]));
        let kib = |bytes: usize| bytes / 1024;
        let (early, late, left_kib) = (kib(before), kib(after), kib(left));
        println!("memory in KiB: {early} early, {late} late, {left_kib} left at the end");
        assert!(left <= KEPT, "{left} bytes are left");
        assert!(after <= before + NOISE, "memory grows while calls are made");
    }
}

fn median(samples: &[usize]) -> usize {
    let mut sorted = samples.to_vec();
    sorted.sort_unstable();
    sorted[sorted.len() / 2]
}
