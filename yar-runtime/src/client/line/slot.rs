//! Where a call in company and the task of its connection meet.

use super::core::Request;
use super::ticket::Failed;
use super::wire::Wire;
use crate::client::sync::{Mutex, MutexGuard};
use std::mem;
use std::sync::{Arc, PoisonError};
use std::task::{Context, Poll, Waker};

/// One call's outcome. Its lock is the call's own: many callers that come for
/// their answers at a time would stand in each other's way under the line's.
pub(super) struct Slot<W: Wire>(Mutex<Inside<W>>);

pub(super) struct Inside<W: Wire> {
    /// Of the caller, while it waits.
    pub(super) waker: Option<Waker>,
    pub(super) id: u32,
    pub(super) deadline: Option<W::Time>,
    /// To be sent.
    pub(super) request: Vec<u8>,
    /// The caller's, to be filled.
    answer: Vec<u8>,
    outcome: Option<Result<(), Failed<W>>>,
    /// Its caller is gone.
    pub(super) is_given_up: bool,
}

/// A slot that is kept from one call for the next, or none.
pub(crate) struct Spare<W: Wire>(Option<Arc<Slot<W>>>);

/// What the buffer of a slot that is kept may hold.
const KEEP: usize = 64 * 1024;

impl<W: Wire> Slot<W> {
    pub(super) fn new(id: u32, waker: Option<Waker>) -> Self {
        Self(Mutex::new(Inside {
            waker,
            id,
            deadline: None,
            request: Vec::new(),
            answer: Vec::new(),
            outcome: None,
            is_given_up: false,
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
    #[inline]
    fn poll(&self, context: &Context<'_>, answer: &mut Vec<u8>) -> Poll<Result<(), Failed<W>>> {
        let mut inside = self.lock();
        if let Some(outcome) = inside.outcome.take() {
            mem::swap(answer, &mut inside.answer);
            if inside.request.capacity() > KEEP {
                inside.request = Vec::new();
            }
            return Poll::Ready(outcome);
        }
        let waker = inside.waker.as_ref();
        if !waker.is_some_and(|waker| waker.will_wake(context.waker())) {
            inside.waker = Some(context.waker().clone());
        }
        Poll::Pending
    }

    #[inline]
    pub(super) fn lock(&self) -> MutexGuard<'_, Inside<W>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: Wire> Spare<W> {
    pub(crate) const fn none() -> Self {
        Self(None)
    }

    /// A slot for a call, whose caller waits with `waker`. One that is kept is
    /// used again, unless its call was given up and the peer still works on it.
    pub(super) fn take(
        &mut self,
        request: &Request<'_, W>,
        waker: Waker,
        answer: &mut Vec<u8>,
    ) -> Arc<Slot<W>> {
        let mut kept = W::spare_slot().0;
        let slot = kept.take_if(|slot| Arc::get_mut(slot).is_some());
        let slot = slot.unwrap_or_else(|| Arc::new(Slot::new(0, None)));
        let mut inside = slot.lock();
        inside.waker = Some(waker);
        inside.id = request.id;
        inside.deadline = Some(request.deadline);
        inside.request.clear();
        inside.request.extend_from_slice(request.bytes);
        inside.answer = mem::take(answer);
        inside.outcome = None;
        inside.is_given_up = false;
        drop(inside);
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
            inside.is_given_up = true;
            inside.outcome.take().is_none()
        })
    }
}
