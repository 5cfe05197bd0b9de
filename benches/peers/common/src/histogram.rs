//! A log-linear histogram of nanoseconds: 64 steps per power of two, so a
//! quantile is off by at most 1.6 %.

pub(crate) struct Histogram {
    buckets: Vec<u32>,
    count: u64,
}

const STEPS: usize = 64;
const BUCKETS: usize = STEPS * 40;

impl Default for Histogram {
    fn default() -> Self {
        Self {
            buckets: vec![0; BUCKETS],
            count: 0,
        }
    }
}

impl Histogram {
    #[inline]
    pub(crate) fn add(&mut self, nanoseconds: u64) {
        self.buckets[index(nanoseconds)] += 1;
        self.count += 1;
    }

    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        for (mine, theirs) in self.buckets.iter_mut().zip(&other.buckets) {
            *mine += theirs;
        }
        self.count += other.count;
    }

    pub(crate) fn quantile(&self, share: f64) -> u64 {
        let goal = (self.count as f64 * share).ceil().max(1.0) as u64;
        let mut seen = 0;
        for (at, count) in self.buckets.iter().enumerate() {
            seen += u64::from(*count);
            if seen >= goal {
                return value(at);
            }
        }
        0
    }
}

fn index(nanoseconds: u64) -> usize {
    if nanoseconds < STEPS as u64 {
        return nanoseconds as usize;
    }
    let top = 63 - nanoseconds.leading_zeros() as usize;
    let step = (nanoseconds >> (top - 6)) as usize & (STEPS - 1);
    ((top - 5) * STEPS + step).min(BUCKETS - 1)
}

fn value(index: usize) -> u64 {
    if index < STEPS {
        return index as u64;
    }
    let top = index / STEPS + 5;
    let step = (index % STEPS) as u64;
    (STEPS as u64 + step) << (top - 6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_lands_in_its_own_bucket() {
        for nanoseconds in [
            0, 5, 63, 64, 65, 127, 128, 1000, 12_345, 999_999, 50_000_000,
        ] {
            let low = value(index(nanoseconds));
            assert!(low <= nanoseconds && nanoseconds - low <= nanoseconds / 64 + 1);
        }
    }
}
