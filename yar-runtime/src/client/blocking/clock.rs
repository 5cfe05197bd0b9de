//! How long a call may still take.

use std::time::{Duration, Instant};

/// The deadline of a call.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    pub(super) deadline: Instant,
    /// What it had for all of it.
    pub(super) timeout: Duration,
}

impl Clock {
    pub(super) fn start(timeout: Duration) -> Self {
        Self {
            deadline: Instant::now() + timeout,
            timeout,
        }
    }

    /// `None` when the time is up.
    pub(super) fn left(self) -> Option<Duration> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        (!left.is_zero()).then_some(left)
    }
}
