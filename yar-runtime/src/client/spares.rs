//! What calls leave behind for later ones: buffers, and tries not made.

use super::retry::Budget;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Buffers and the budget for further tries.
pub(super) struct Spares(Mutex<State>);

struct State {
    buffers: Vec<Vec<u8>>,
    budget: Budget,
}

/// Spare buffers at most.
const SPARE: usize = 256;
/// What a spare buffer may keep.
const KEEP: usize = 64 * 1024;

impl Spares {
    pub(super) fn new(budget: Budget) -> Self {
        Self(Mutex::new(State {
            buffers: Vec::new(),
            budget,
        }))
    }

    /// Buffers for the request and the answer of a new call.
    pub(super) fn take_buffers(&self) -> (Vec<u8>, Vec<u8>) {
        let mut state = self.lock();
        state.budget.earn();
        let request = state.buffers.pop().unwrap_or_default();
        (request, state.buffers.pop().unwrap_or_default())
    }

    pub(super) fn put_back_buffers(&self, returned: [Vec<u8>; 2]) {
        let mut state = self.lock();
        for mut buffer in returned {
            if buffer.capacity() <= KEEP && state.buffers.len() < SPARE {
                buffer.clear();
                state.buffers.push(buffer);
            }
        }
    }

    /// Whether another try may be made.
    pub(super) fn spend_on_retry(&self) -> bool {
        self.lock().budget.spend()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
