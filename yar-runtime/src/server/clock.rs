//! The two deadlines of a connection, at the price of a few ticks.

use super::Limits;
use std::future::Future;
use std::pin::Pin;
use std::task::Context;
use std::time::Duration;
use tokio::time::{Instant, Sleep};

/// Ends connections that are silent, and requests that drip.
///
/// Moving a timer for every request costs more than all the rest of the
/// bookkeeping. So the timer ticks slowly, and requests only reset counters:
/// a deadline is kept to an eighth, late and never early.
#[derive(Debug)]
pub(super) struct Clock {
    tick: Duration,
    timer: Pin<Box<Sleep>>,
    armed: bool,
    idle: Counter,
    frame: Counter,
}

#[derive(Debug)]
struct Counter {
    ticks: u32,
    limit: u32,
}

/// What the connection is doing while a tick passes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Activity {
    /// A handler runs, and may take its time.
    Working,
    /// A part of a request has come.
    InFrame,
    /// Nothing is under way, or the peer takes no answers.
    Idle,
}

/// Ticks in the shorter of the two deadlines.
const TICKS: u32 = 8;

impl Clock {
    pub(super) fn new(limits: &Limits) -> Self {
        let (idle, frame) = (limits.idle(), limits.frame());
        let tick = (idle.min(frame) / TICKS).max(Duration::from_millis(10));
        Self {
            tick,
            timer: Box::pin(tokio::time::sleep(tick)),
            armed: false,
            idle: Counter::new(idle, tick),
            frame: Counter::new(frame, tick),
        }
    }

    /// Bytes moved.
    pub(super) fn moved(&mut self) {
        self.idle.ticks = 0;
    }

    /// A whole request came in.
    pub(super) fn frame_done(&mut self) {
        self.frame.ticks = 0;
    }

    /// Whether a deadline has passed.
    pub(super) fn has_expired(&mut self, activity: Activity, context: &mut Context<'_>) -> bool {
        // A timer that is armed and has not fired wakes this task by itself.
        if self.armed && !self.timer.is_elapsed() {
            return false;
        }
        self.armed = true;
        while self.timer.as_mut().poll(context).is_ready() {
            self.timer.as_mut().reset(Instant::now() + self.tick);
            match activity {
                Activity::Working => self.idle.ticks = 0,
                Activity::InFrame => {
                    self.idle.ticks += 1;
                    self.frame.ticks += 1;
                }
                Activity::Idle => self.idle.ticks += 1,
            }
        }
        self.idle.is_over() || self.frame.is_over()
    }
}

impl Counter {
    fn new(deadline: Duration, tick: Duration) -> Self {
        let ticks = deadline.as_nanos().div_ceil(tick.as_nanos().max(1));
        Self {
            ticks: 0,
            // The first tick may come right after the counter was reset.
            limit: u32::try_from(ticks).unwrap_or(u32::MAX - 1) + 1,
        }
    }

    fn is_over(&self) -> bool {
        self.ticks >= self.limit
    }
}
