//! Wakes that come while the woken future is being polled.

use futures_util::task::AtomicWaker;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};
use std::task::{Context, Poll, Wake, Waker};

/// Polls a future again when it was woken while it was being polled.
///
/// Hyper hands a request's body over within one task and wakes that task for
/// it. A runtime of several threads takes a task that wakes itself for work
/// that others should help with: every request would wake another thread, which
/// costs more than all that is done with the request.
pub(super) struct Again {
    doorbell: Arc<Doorbell>,
    waker: Waker,
}

/// Polls in one turn; a future that wants more shares the thread with others.
const TURNS: usize = 4;

#[derive(Debug, Default)]
struct Doorbell {
    stage: AtomicU8,
    task: AtomicWaker,
}

/// Nobody is polling: a wake is one for the task.
const AWAY: u8 = 0;
const POLLING: u8 = 1;
/// Woken since it became `POLLING`.
const RUNG: u8 = 2;

impl Again {
    pub(super) fn new() -> Self {
        let doorbell = Arc::<Doorbell>::default();
        Self {
            waker: Arc::clone(&doorbell).into(),
            doorbell,
        }
    }

    /// Polls the future; it must be the same one every time.
    pub(super) fn poll<F: Future + Unpin>(
        &self,
        future: &mut F,
        context: &mut Context<'_>,
    ) -> Poll<F::Output> {
        let Doorbell { stage, task } = &*self.doorbell;
        // Before anything can be missed.
        task.register(context.waker());
        for _ in 0..TURNS {
            stage.store(POLLING, Ordering::SeqCst);
            let polled = Pin::new(&mut *future).poll(&mut Context::from_waker(&self.waker));
            let rung = stage.swap(AWAY, Ordering::SeqCst) == RUNG;
            if polled.is_ready() || !rung {
                return polled;
            }
        }
        context.waker().wake_by_ref();
        Poll::Pending
    }
}

impl Wake for Doorbell {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        let order = Ordering::SeqCst;
        let rung = self.stage.compare_exchange(POLLING, RUNG, order, order);
        if rung == Err(AWAY) {
            self.task.wake();
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::{Again, TURNS};
    use std::future::{Future, poll_fn};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Context, Poll, Wake, Waker};

    /// Counts the wakes of a task.
    #[derive(Default)]
    pub(in super::super) struct Wakes(AtomicUsize);

    impl Wakes {
        pub(in super::super) fn count(&self) -> usize {
            self.0.load(Ordering::SeqCst)
        }
    }

    impl Wake for Wakes {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }

    fn poll<F: Future + Unpin>(
        again: &Again,
        future: &mut F,
        wakes: &Arc<Wakes>,
    ) -> Poll<F::Output> {
        let waker = Waker::from(Arc::clone(wakes));
        again.poll(future, &mut Context::from_waker(&waker))
    }

    #[test]
    fn a_future_that_wakes_itself_goes_on_at_once() {
        let (again, wakes) = (Again::new(), Arc::default());
        let mut polls = 0;
        let mut future = poll_fn(|context| {
            polls += 1;
            context.waker().wake_by_ref();
            match polls {
                3 => Poll::Ready(()),
                _ => Poll::Pending,
            }
        });
        assert!(poll(&again, &mut future, &wakes).is_ready());
        assert_eq!(wakes.count(), 0);
    }

    #[test]
    fn a_later_wake_is_one_for_the_task() {
        let (again, wakes) = (Again::new(), Arc::default());
        let mut kept = None;
        let mut future = poll_fn(|context| {
            kept = Some(context.waker().clone());
            Poll::<()>::Pending
        });
        for expected in 1..=2 {
            assert!(poll(&again, &mut future, &wakes).is_pending());
            assert_eq!(wakes.count(), expected - 1);
            let waker = again.waker.clone();
            waker.wake();
            assert_eq!(wakes.count(), expected);
        }
        assert!(kept.is_some_and(|kept| kept.will_wake(&again.waker)));
    }

    #[test]
    fn a_future_that_never_stops_waking_itself_lets_others_run() {
        let (again, wakes) = (Again::new(), Arc::default());
        let mut polls = 0;
        let mut future = poll_fn(|context| {
            polls += 1;
            context.waker().wake_by_ref();
            Poll::<()>::Pending
        });
        assert!(poll(&again, &mut future, &wakes).is_pending());
        assert_eq!(wakes.count(), 1);
        assert_eq!(polls, TURNS);
    }
}
