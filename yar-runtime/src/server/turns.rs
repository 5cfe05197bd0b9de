//! Answers that must not overtake one another.

use super::buffers::Output;
use crate::dispatch::Reply;
use std::collections::VecDeque;

/// A queue of places for answers; each goes out once all before it have.
/// Holds no memory before the first place is taken.
#[derive(Debug, Default)]
pub(super) struct Turns(Option<Box<Places>>);

#[derive(Debug, Default)]
struct Places {
    /// `None` for an answer that is still to come.
    answers: VecDeque<Option<Reply>>,
    /// Number of the place in front.
    first: u64,
    held: usize,
}

impl Turns {
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        let places = self.0.as_ref();
        places.is_none_or(|places| places.answers.is_empty())
    }

    /// Bytes of the answers that wait.
    #[inline]
    pub(super) fn held(&self) -> usize {
        self.0.as_ref().map_or(0, |places| places.held)
    }

    /// The next place.
    pub(super) fn take(&mut self) -> u64 {
        let places = self.0.get_or_insert_default();
        places.answers.push_back(None);
        places.first + places.answers.len() as u64 - 1
    }

    /// Puts an answer into the next place.
    #[cold]
    pub(super) fn append(&mut self, answer: Reply, output: &mut Output) {
        let turn = self.take();
        self.put(turn, answer, output);
    }

    /// Puts an answer into its place, and sends what can go.
    pub(super) fn put(&mut self, turn: u64, answer: Reply, output: &mut Output) {
        if let Some(places) = &mut self.0 {
            places.put(turn, answer, output);
        }
    }
}

impl Places {
    fn put(&mut self, turn: u64, answer: Reply, output: &mut Output) {
        let at = usize::try_from(turn.wrapping_sub(self.first)).unwrap_or(usize::MAX);
        if let Some(place) = self.answers.get_mut(at) {
            self.held += answer.frame().len();
            *place = Some(answer);
        }
        while let Some(answer) = self.answers.front_mut().and_then(Option::take) {
            self.answers.pop_front();
            self.first += 1;
            self.held -= answer.frame().len();
            output.queue(answer);
        }
    }
}
