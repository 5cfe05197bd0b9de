//! What the settings of a client say of its connections.

use crate::client::settings::Settings;
use crate::client::socket::{Socket, SocketLine};
use std::time::Duration;

/// Times are in nanoseconds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    pub(super) connections: usize,
    /// Calls at a time over one connection that can be shared.
    pub(super) sharing: usize,
    idle: u64,
    /// So long after a call its connection is taken for open. Whoever sends
    /// over it sees what the runtime knows of it.
    fresh: u64,
}

/// A system call for every call would be felt where one follows another. Where
/// none does it is not, and a runtime that was kept from looking may not know
/// that the peer is gone.
const FRESH: Duration = Duration::from_millis(5);

impl Limits {
    pub(super) fn of(settings: &Settings) -> Self {
        Self {
            connections: settings.max_connections,
            sharing: settings.max_sharing,
            idle: nanos(settings.idle_timeout),
            fresh: nanos(settings.idle_timeout.min(FRESH)),
        }
    }

    /// Whether a connection that was used at `used` can be used again without
    /// a look at it.
    #[inline]
    pub(super) fn is_fresh(&self, used: u64, now: u64) -> bool {
        now.saturating_sub(used) < self.fresh
    }

    /// Whether a connection has been unused for too long.
    pub(super) fn is_old(&self, used: u64, now: u64) -> bool {
        now >= self.old_at(used)
    }

    /// When it will have been.
    pub(super) fn old_at(&self, used: u64) -> u64 {
        used.saturating_add(self.idle).saturating_add(1)
    }

    pub(super) fn is_usable(&self, line: &SocketLine, used: u64, now: u64) -> bool {
        self.is_fresh(used, now) || self.is_open(line, used, now)
    }

    #[cold]
    pub(super) fn is_open(&self, line: &SocketLine, used: u64, now: u64) -> bool {
        !self.is_old(used, now) && line.is_sound(Socket::is_usable)
    }
}

#[inline]
pub(super) fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}
