//! Where a call in company and the task of its connection meet.

use super::ticket::Failed;
use super::wire::Wire;
use crate::client::sync::{Mutex, MutexGuard};
use std::mem;
use std::sync::{Arc, PoisonError};
use std::task::{Context, Poll, Waker};

/// One call's outcome. Its lock is the call's own: many callers that come for
/// their answers at a time would stand in each other's way under the line's.
pub(super) struct Slot<W: Wire>(Mutex<Inside<W>>);

struct Inside<W: Wire> {
    /// Of the caller, while it waits.
    waker: Option<Waker>,
    /// The caller's, to be filled.
    answer: Vec<u8>,
    outcome: Option<Result<(), Failed<W>>>,
}

/// A slot that is kept from one call for the next, or none.
pub(crate) struct Spare<W: Wire>(Option<Arc<Slot<W>>>);

impl<W: Wire> Slot<W> {
    /// One whose caller waits with `waker`, and has lent `answer`.
    pub(super) fn new(waker: Option<Waker>, answer: Vec<u8>) -> Self {
        Self(Mutex::new(Inside {
            waker,
            answer,
            outcome: None,
        }))
    }

    /// Ends the call well, with what `fill` leaves as its answer. Gives who is
    /// to be woken.
    #[inline]
    pub(super) fn answer(&self, fill: impl FnOnce(&mut Vec<u8>)) -> Option<Waker> {
        let mut inside = self.lock();
        fill(&mut inside.answer);
        inside.outcome = Some(Ok(()));
        inside.waker.take()
    }

    /// The same for one that failed.
    pub(super) fn fail(&self, failed: Failed<W>) -> Option<Waker> {
        let mut inside = self.lock();
        inside.outcome = Some(Err(failed));
        inside.waker.take()
    }

    /// Whoever waits is to look again.
    pub(super) fn call_up(&self) -> Option<Waker> {
        self.lock().waker.take()
    }

    /// What has become of the call; its answer goes to `answer`.
    #[inline(always)]
    fn poll(&self, context: &Context<'_>, answer: &mut Vec<u8>) -> Poll<Result<(), Failed<W>>> {
        let mut inside = self.lock();
        if let Some(outcome) = inside.outcome.take() {
            mem::swap(answer, &mut inside.answer);
            return Poll::Ready(outcome);
        }
        let waker = inside.waker.as_ref();
        if !waker.is_some_and(|waker| waker.will_wake(context.waker())) {
            inside.waker = Some(context.waker().clone());
        }
        Poll::Pending
    }

    #[inline]
    fn lock(&self) -> MutexGuard<'_, Inside<W>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: Wire> Spare<W> {
    pub(crate) const fn none() -> Self {
        Self(None)
    }

    /// A slot for a call, whose caller waits with `waker`. One that is kept is
    /// used again, unless whoever has given the answer still has it.
    #[inline]
    pub(super) fn take(&mut self, waker: Waker, answer: &mut Vec<u8>) -> Arc<Slot<W>> {
        let answer = mem::take(answer);
        let kept = W::spare_slot().0;
        let mut slot = kept.unwrap_or_else(|| Arc::new(Slot::new(None, Vec::new())));
        match Arc::get_mut(&mut slot) {
            Some(Slot(inside)) => {
                let inside = inside.get_mut().unwrap_or_else(PoisonError::into_inner);
                inside.waker = Some(waker);
                inside.answer = answer;
                inside.outcome = None;
            }
            None => slot = Arc::new(Slot::new(Some(waker), answer)),
        }
        self.set(Arc::clone(&slot));
        slot
    }

    /// Has a slot that was made on behalf of the caller.
    pub(super) fn set(&mut self, slot: Arc<Slot<W>>) {
        self.0 = Some(slot);
    }

    #[inline]
    pub(super) fn poll(
        &self,
        context: &Context<'_>,
        answer: &mut Vec<u8>,
    ) -> Poll<Result<(), Failed<W>>> {
        match &self.0 {
            Some(slot) => slot.poll(context, answer),
            None => Poll::Pending,
        }
    }

    /// The caller is gone. Whether its call has no outcome yet.
    pub(super) fn give_up(&self) -> bool {
        self.0.as_ref().is_some_and(|slot| {
            let mut inside = slot.lock();
            inside.waker = None;
            inside.answer = Vec::new();
            inside.outcome.take().is_none()
        })
    }
}
