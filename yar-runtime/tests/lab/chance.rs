//! Chance that repeats: mutations for tests that throw bytes at a peer.

/// Xorshift, seeded.
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % limit.max(1)
    }

    /// A few bytes changed, cut out or put in.
    pub fn mutate(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.below(4) {
            let at = self.below(bytes.len());
            let byte = u8::try_from(self.below(256)).unwrap();
            match self.below(4) {
                0 if at < bytes.len() => drop(bytes.drain(at..(at + 3).min(bytes.len()))),
                1 => bytes.insert(at, byte),
                2 if at < bytes.len() => bytes.truncate(at),
                _ if at < bytes.len() => bytes[at] = byte,
                _ => bytes.push(byte),
            }
        }
    }
}

/// Counts panics in the crate's own code; those of tests and of handlers
/// happen elsewhere.
pub fn count_panics() -> &'static std::sync::atomic::AtomicUsize {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static PANICS: AtomicUsize = AtomicUsize::new(0);
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if info
            .location()
            .is_some_and(|place| !place.file().contains("tests"))
        {
            PANICS.fetch_add(1, Ordering::SeqCst);
        }
        before(info);
    }));
    &PANICS
}
