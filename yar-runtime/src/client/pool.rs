//! Connections and buffers between calls.

use super::link::Link;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::Instant;

/// Idle connections, spare buffers, and room for calls under way.
///
/// A call takes an idle connection before it makes one, so there are never
/// more connections than there were calls at one time.
pub(super) struct Pool {
    pub(super) room: Semaphore,
    idle: Mutex<Vec<(Link, Instant)>>,
    buffers: Mutex<Vec<Vec<u8>>>,
    most: usize,
}

/// What a spare buffer may keep.
const KEEP: usize = 64 * 1024;

impl Pool {
    pub(super) fn new(most: usize) -> Self {
        Self {
            room: Semaphore::new(most.min(Semaphore::MAX_PERMITS)),
            idle: Mutex::default(),
            buffers: Mutex::default(),
            most,
        }
    }

    /// The connection used last, if it is still good; others are closed.
    pub(super) fn take(&self, idle_timeout: Duration) -> Option<Link> {
        loop {
            let (link, since) = lock(&self.idle).pop()?;
            let unused = since.elapsed();
            if unused <= idle_timeout && link.is_usable(unused) {
                return Some(link);
            }
        }
    }

    pub(super) fn put_back(&self, link: Link) {
        lock(&self.idle).push((link, Instant::now()));
    }

    pub(super) fn take_buffer(&self) -> Vec<u8> {
        lock(&self.buffers).pop().unwrap_or_default()
    }

    pub(super) fn put_back_buffer(&self, mut buffer: Vec<u8>) {
        buffer.clear();
        let mut buffers = lock(&self.buffers);
        if buffer.capacity() <= KEEP && buffers.len() < self.most {
            buffers.push(buffer);
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
