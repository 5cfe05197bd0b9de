//! What calls leave behind for later ones: buffers, and tries not made.

use super::retry::Budget;
use std::cell::RefCell;
use std::mem;

/// Buffers of the thread, and a client's budget for further tries.
pub(super) struct Spares(Budget);

thread_local! {
    /// Of the thread and not of a client: every call takes two and puts two
    /// back, and a lock would be felt where many calls are made at a time.
    static PAIRS: RefCell<Vec<Pair>> = const { RefCell::new(Vec::new()) };
}

/// A buffer for the request and one for the answer.
type Pair = (Vec<u8>, Vec<u8>);

/// Spare pairs of a thread at most.
const SPARE: usize = 128;
/// What a spare buffer may keep.
const KEEP: usize = 64 * 1024;

impl Spares {
    pub(super) fn new(budget: Budget) -> Self {
        Self(budget)
    }

    /// Buffers for a new call.
    #[inline]
    pub(super) fn take_buffers(&self) -> Pair {
        self.0.earn();
        // A thread that is about to end has none.
        let taken = PAIRS.try_with(|pairs| pairs.borrow_mut().pop());
        taken.ok().flatten().unwrap_or_default()
    }

    /// Takes buffers back from a call.
    pub(super) fn put_back_buffers(&self, request: &mut Vec<u8>, answer: &mut Vec<u8>) {
        request.clear();
        answer.clear();
        if request.capacity().max(answer.capacity()) > KEEP {
            let_go_of_large(request, answer);
        }
        let _ = PAIRS.try_with(|pairs| {
            let mut pairs = pairs.borrow_mut();
            if pairs.len() < SPARE {
                pairs.push((mem::take(request), mem::take(answer)));
            }
        });
    }

    /// Whether another try may be made.
    pub(super) fn spend_on_retry(&self) -> bool {
        self.0.spend()
    }
}

#[cold]
fn let_go_of_large(request: &mut Vec<u8>, answer: &mut Vec<u8>) {
    for buffer in [request, answer] {
        if buffer.capacity() > KEEP {
            *buffer = Vec::new();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{KEEP, Spares};
    use crate::client::retry::Budget;

    #[test]
    fn buffers_come_back_empty_and_large_ones_do_not() {
        let spares = Spares::new(Budget::new(1));
        spares.put_back_buffers(&mut vec![1; 100], &mut vec![2; KEEP + 1]);
        let (request, answer) = spares.take_buffers();
        assert!(request.is_empty() && answer.is_empty());
        assert!(request.capacity() >= 100);
        assert_eq!(answer.capacity(), 0);
    }

    #[test]
    fn calls_earn_tries_up_to_what_can_be_saved() {
        let spares = Spares::new(Budget::new(1));
        assert!(spares.spend_on_retry());
        assert!(!spares.spend_on_retry());
        for _ in 0..9 {
            spares.take_buffers();
        }
        assert!(!spares.spend_on_retry());
        for _ in 0..30 {
            spares.take_buffers();
        }
        assert!(spares.spend_on_retry());
        assert!(!spares.spend_on_retry());
    }
}
