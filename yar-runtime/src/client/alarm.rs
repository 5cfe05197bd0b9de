//! The timer of a connection.

use crate::timer::timer;
use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, RawWakerVTable, Waker};
use std::time::Instant;
use tokio::task::unconstrained;
use tokio::time::Sleep;

/// Wakes whoever uses a connection, from its making on.
///
/// To set a timer takes the lock of all timers, and may wake the thread that
/// sleeps until the next of them. So there is one for all that a
/// connection is waited for, and it is set anew when it goes off and not from
/// call to call.
#[derive(Default)]
pub(super) struct Alarm {
    timer: Option<Pin<Box<Sleep>>>,
    /// Whom it wakes. The timer keeps that one's waker for as long as it runs,
    /// so that nobody else can be meant; a second one kept here would keep the
    /// memory of tasks that have ended.
    whom: Option<Identity>,
}

/// Addresses of what a waker points to and of what it can do.
type Identity = (usize, usize);

impl Alarm {
    /// Ready once `time` has come.
    #[inline]
    pub(super) fn poll_until(&mut self, context: &mut Context<'_>, time: Instant) -> Poll<()> {
        if let Some(timer) = &self.timer
            && timer.deadline() <= time.into()
            && self.whom == Some(identity(context.waker()))
            && !timer.is_elapsed()
        {
            return Poll::Pending;
        }
        self.set(context, time)
    }

    #[cold]
    fn set(&mut self, context: &mut Context<'_>, time: Instant) -> Poll<()> {
        let timer = self.timer.get_or_insert_with(|| timer(time));
        let time = time.into();
        if timer.deadline() > time {
            timer.as_mut().reset(time);
        }
        // One that was set for an earlier call goes off early. And one that is
        // polled by a task that has run for long would not be set at all.
        while pin!(unconstrained(timer.as_mut())).poll(context).is_ready() {
            if timer.deadline() >= time {
                self.whom = None;
                return Poll::Ready(());
            }
            timer.as_mut().reset(time);
        }
        self.whom = Some(identity(context.waker()));
        Poll::Pending
    }
}

fn identity(waker: &Waker) -> Identity {
    let vtable: *const RawWakerVTable = waker.vtable();
    (waker.data().addr(), vtable.addr())
}

#[cfg(test)]
mod tests {
    use super::Alarm;
    use std::future::{Future, poll_fn};
    use std::pin::pin;
    use std::task::{Context, Waker};
    use std::time::{Duration, Instant};
    use tokio::runtime::Builder;
    use tokio::task::coop;

    #[tokio::test]
    async fn one_that_was_set_for_somebody_else_goes_off_for_whoever_waits_now() {
        let mut alarm = Alarm::default();
        let start = Instant::now();
        let mut nobody = Context::from_waker(Waker::noop());
        let soon = start + Duration::from_millis(20);
        assert!(alarm.poll_until(&mut nobody, soon).is_pending());
        assert!(alarm.poll_until(&mut nobody, soon).is_pending());
        let later = start + Duration::from_millis(60);
        poll_fn(|context| alarm.poll_until(context, later)).await;
        assert!(Instant::now() >= later);
    }

    #[tokio::test]
    async fn one_that_was_set_for_later_goes_off_earlier_when_that_is_wanted() {
        let mut alarm = Alarm::default();
        let start = Instant::now();
        let waiting = poll_fn(|context| {
            // It must be set anew although the same task waits.
            let _ = alarm.poll_until(context, start + Duration::from_secs(600));
            alarm.poll_until(context, start + Duration::from_millis(20))
        });
        let waited = tokio::time::timeout(Duration::from_secs(60), waiting).await;
        assert!(waited.is_ok());
        assert!(Instant::now() >= start + Duration::from_millis(20));
    }

    #[tokio::test]
    async fn one_goes_off_that_was_set_by_a_task_that_had_run_for_long() {
        let mut alarm = Alarm::default();
        let time = Instant::now() + Duration::from_millis(20);
        let waiting = poll_fn(|context| {
            while coop::has_budget_remaining() {
                let _ = pin!(coop::consume_budget()).poll(context);
            }
            alarm.poll_until(context, time)
        });
        let waited = tokio::time::timeout(Duration::from_secs(10), waiting).await;
        assert!(waited.is_ok() && Instant::now() >= time);
    }

    #[test]
    fn one_goes_off_in_whichever_runtime_it_is_waited_for() -> std::io::Result<()> {
        let mut alarm = Alarm::default();
        let wait = |alarm: &mut Alarm, millis| {
            let time = Instant::now() + Duration::from_millis(millis);
            alarm.poll_until(&mut Context::from_waker(Waker::noop()), time)
        };
        let runtime = || Builder::new_current_thread().enable_time().build();
        let (stopped, still) = (runtime()?, runtime()?);
        let pending = stopped.block_on(async { wait(&mut alarm, 1000) });
        assert!(pending.is_pending());
        drop(stopped);
        // The one that it was set in is gone, and the next one is not driven.
        let pending = still.block_on(async { wait(&mut alarm, 20) });
        assert!(pending.is_pending());
        runtime()?.block_on(async {
            let time = Instant::now() + Duration::from_millis(30);
            let waiting = poll_fn(|context| alarm.poll_until(context, time));
            let waited = tokio::time::timeout(Duration::from_secs(60), waiting).await;
            assert!(waited.is_ok() && Instant::now() >= time);
        });
        Ok(())
    }
}
