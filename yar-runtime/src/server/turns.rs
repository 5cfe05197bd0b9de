//! Answers that must not overtake one another.

use super::buffers::Scratch;
use std::collections::VecDeque;

/// A queue of places for answers; each goes out once all before it have.
#[derive(Debug, Default)]
pub(super) struct Turns {
    /// `None` for an answer that is still to come.
    answers: VecDeque<Option<Vec<u8>>>,
    /// Number of the place in front.
    first: u64,
    held: usize,
}

impl Turns {
    pub(super) fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// Bytes of the answers that wait.
    pub(super) fn held(&self) -> usize {
        self.held
    }

    /// The next place.
    pub(super) fn take(&mut self) -> u64 {
        self.answers.push_back(None);
        self.first + self.answers.len() as u64 - 1
    }

    /// Puts an answer into its place, and sends what can go.
    pub(super) fn put(&mut self, turn: u64, answer: Vec<u8>, scratch: &mut Scratch) {
        let at = usize::try_from(turn.wrapping_sub(self.first)).unwrap_or(usize::MAX);
        if let Some(place) = self.answers.get_mut(at) {
            self.held += answer.len();
            *place = Some(answer);
        }
        while let Some(answer) = self.answers.front_mut().and_then(Option::take) {
            self.answers.pop_front();
            self.first += 1;
            self.held -= answer.len();
            scratch.queue(answer);
        }
    }
}
