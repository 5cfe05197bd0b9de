//! A timer that is left alone while all goes well.

use crate::timer::timer;
use std::future::Future;
use std::pin::{Pin, pin};
use std::task::Context;
use std::time::{Duration, Instant};
use tokio::task::unconstrained;
use tokio::time::Sleep;

/// Ticks in a deadline, so that it is kept to an eighth, and a millisecond a tick.
const TICKS: u32 = 8;
/// Ticks must not become a load of their own.
const SHORTEST: u32 = 10;

/// Wakes its task at intervals for as long as somebody wants it to.
///
/// Moving a timer for every request costs more than all the rest of the
/// bookkeeping, so deadlines are counted in ticks instead.
#[derive(Debug)]
pub(super) struct Ticker {
    /// In milliseconds, since every connection has a few of these.
    period: u32,
    timer: Option<Pin<Box<Sleep>>>,
}

impl Ticker {
    /// Ticks often enough for the shortest of these deadlines.
    pub(super) fn new(deadlines: &[Duration]) -> Self {
        let shortest = deadlines.iter().min().copied().unwrap_or_default();
        Self {
            period: u32::try_from((shortest / TICKS).as_millis())
                .unwrap_or(u32::MAX)
                .max(SHORTEST),
            timer: None,
        }
    }

    /// Whether it has ticked. It must stay with one task, and runs on only if
    /// it is `wanted`.
    #[inline]
    pub(super) fn ticked(&mut self, wanted: bool, context: &mut Context<'_>) -> bool {
        !self.is_quiet(wanted) && self.wind_up(wanted, context)
    }

    /// It has not ticked, and runs if it is wanted.
    #[inline]
    pub(super) fn is_quiet(&self, wanted: bool) -> bool {
        match &self.timer {
            None => !wanted,
            Some(timer) => !timer.is_elapsed(),
        }
    }

    #[cold]
    fn wind_up(&mut self, wanted: bool, context: &mut Context<'_>) -> bool {
        let period = self.period();
        let ticked = match &mut self.timer {
            _ if !wanted => {
                self.timer = None;
                return true;
            }
            Some(timer) => {
                timer.as_mut().reset((Instant::now() + period).into());
                true
            }
            None => {
                self.timer = Some(timer(Instant::now() + period));
                false
            }
        };
        if let Some(timer) = &mut self.timer {
            wake_by(timer.as_mut(), context);
        }
        ticked
    }

    /// Lets go of its memory until it is wanted again.
    #[cfg(feature = "http")]
    pub(super) fn stop(&mut self) {
        self.timer = None;
    }

    /// Starts it if it does not run.
    pub(super) fn start(&mut self, context: &mut Context<'_>) {
        if self.timer.as_ref().is_none_or(|timer| timer.is_elapsed()) {
            self.wind_up(true, context);
        }
    }

    fn period(&self) -> Duration {
        Duration::from_millis(self.period.into())
    }

    /// A deadline, to be counted down by ticks.
    pub(super) fn deadline(&self, limit: Duration) -> Deadline {
        let ticks = limit.as_nanos().div_ceil(self.period().as_nanos().max(1));
        Deadline {
            passed: 0,
            // The first tick may come right after the start.
            most: u32::try_from(ticks).unwrap_or(u32::MAX - 1) + 1,
        }
    }
}

/// Has the task woken when the timer goes off.
fn wake_by(timer: Pin<&mut Sleep>, context: &mut Context<'_>) {
    // Polled once, it wakes the task by itself, unless that is kept from it
    // because the task has run for long.
    if pin!(unconstrained(timer)).poll(context).is_ready() {
        // The thread was held up since it was set, that of the timers was not,
        // and there was nobody to wake.
        context.waker().wake_by_ref();
    }
}

/// How many ticks of a deadline have passed: late by an eighth, never early.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline {
    passed: u32,
    most: u32,
}

impl Deadline {
    pub(super) fn restart(&mut self) {
        self.passed = 0;
    }

    /// Counts a tick; `true` when it was the last.
    pub(super) fn count(&mut self) -> bool {
        self.passed = self.passed.saturating_add(1);
        self.passed >= self.most
    }
}

#[cfg(test)]
mod tests {
    use super::{Ticker, wake_by};
    use crate::timer::timer;
    use std::future::{Future, poll_fn};
    use std::pin::pin;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::task::{Context, Poll, Wake, Waker};
    use std::time::{Duration, Instant};
    use tokio::task::coop;

    #[tokio::test]
    async fn it_ticks_in_a_task_that_had_run_for_long() {
        let mut ticker = Ticker::new(&[Duration::ZERO]);
        for _ in 0..3 {
            let ticked = poll_fn(|context| {
                while coop::has_budget_remaining() {
                    let _ = pin!(coop::consume_budget()).poll(context);
                }
                if ticker.ticked(true, context) {
                    Poll::Ready(())
                } else {
                    Poll::Pending
                }
            });
            let waited = tokio::time::timeout(Duration::from_secs(10), ticked).await;
            assert!(waited.is_ok());
        }
    }

    /// The runtime must not have to look after it.
    #[test]
    fn it_ticks_in_a_runtime_without_timers() -> std::io::Result<()> {
        let mut ticker = Ticker::new(&[Duration::ZERO]);
        let runtime = tokio::runtime::Builder::new_current_thread().build()?;
        runtime.block_on(poll_fn(|context| match ticker.ticked(true, context) {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }));
        Ok(())
    }

    /// Between the setting and the waiting a thread may be held up for as long.
    #[tokio::test]
    async fn one_that_went_off_before_it_was_waited_for_wakes_all_the_same() {
        struct Woken(AtomicBool);
        impl Wake for Woken {
            fn wake(self: Arc<Self>) {
                self.0.store(true, Ordering::Relaxed);
            }
        }
        let start = Instant::now();
        timer(start + Duration::from_millis(20)).await;
        // By the clock of the timers it is late as soon as it is set.
        let mut late = timer(start);
        let woken = Arc::new(Woken(AtomicBool::new(false)));
        let waker = Waker::from(Arc::clone(&woken));
        wake_by(late.as_mut(), &mut Context::from_waker(&waker));
        assert!(woken.0.load(Ordering::Relaxed));
    }
}
