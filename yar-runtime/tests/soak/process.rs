//! What the process holds.

/// Bytes of memory in use.
pub fn resident() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages = pages.split(' ').nth(1).unwrap();
    pages.parse::<usize>().unwrap() * 4096
}

/// Open descriptors.
pub fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

/// What the memory in use came to, at each twentieth of the calls.
#[derive(Default)]
pub struct Memory(Vec<usize>);

const MIB: usize = 1024 * 1024;

/// By how much the memory in use goes up and down while large bodies come and
/// go: seen are 4 MiB. A leak of 32 bytes, the least that malloc hands out, by
/// every call comes to 15 MiB in the half million calls that lie between the
/// middles of the second and the last quarter of a million.
const NOISE: usize = 8 * MIB;

/// After so many calls all threads have the buffers that they keep for later
/// ones.
const WARM: usize = 200_000;

/// What those may add where it is not yet so; seen are 11 MiB.
const WARMING: usize = 32 * MIB;

impl Memory {
    pub fn watch(&mut self, begun: usize, calls: usize) {
        while self.0.len() < 20 && begun * 20 >= calls * (self.0.len() + 1) {
            self.0.push(resident());
        }
    }

    pub fn settle(&self, calls: usize) {
        let mib: Vec<_> = self.0.iter().map(|bytes| bytes / MIB).collect();
        println!("memory in MiB at each twentieth of the calls: {mib:?}");
        let (before, after) = (median(&self.0[5..10]), median(&self.0[15..20]));
        let grown = after.saturating_sub(before);
        let may = if calls / 4 < WARM { WARMING } else { NOISE };
        assert!(grown <= may, "memory grows, by {} KiB", grown / 1024);
    }
}

fn median(samples: &[usize]) -> usize {
    let mut sorted = samples.to_vec();
    sorted.sort_unstable();
    sorted[sorted.len() / 2]
}
