//! How long a call may still take.

use std::time::{Duration, Instant};

/// The deadline of a call.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    pub(super) start: Instant,
    /// What it has for all of it.
    pub(super) timeout: Duration,
}

impl Clock {
    #[inline]
    pub(super) fn start(timeout: Duration) -> Self {
        Self {
            start: Instant::now(),
            timeout,
        }
    }

    pub(super) fn deadline(self) -> Instant {
        self.start + self.timeout
    }

    /// `None` when the time is up.
    pub(super) fn left(self) -> Option<Duration> {
        self.left_at(Instant::now())
    }

    /// The same for who knows what time it is.
    #[inline]
    pub(super) fn left_at(self, now: Instant) -> Option<Duration> {
        let left = if now == self.start {
            self.timeout
        } else {
            self.deadline().saturating_duration_since(now)
        };
        (!left.is_zero()).then_some(left)
    }
}
