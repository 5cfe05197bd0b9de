//! The deadlines of a connection, at the price of a few ticks.

use super::Limits;
use super::ticker::{Deadline, Ticker};
use std::task::Context;

/// Ends connections that are silent, and requests that drip.
#[derive(Debug)]
pub(super) struct Clock {
    /// Ticks all the time, but seldom: idle connections should sleep.
    slow: Ticker,
    idle: Deadline,
    /// Ticks only while a request is coming in piece by piece.
    quick: Ticker,
    header: Deadline,
    frame: Deadline,
}

/// What the connection is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Activity {
    /// A handler runs, and may take its time.
    Working,
    /// The start of a request has come.
    InHeader,
    /// All of its header has come, and not all of its body.
    InBody,
    /// Nothing is under way, or the peer takes no answers.
    Idle,
}

/// What the time brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tick {
    /// Nothing to do.
    None,
    /// A good while has passed.
    Slow,
    /// A deadline has passed.
    Late,
}

impl Clock {
    pub(super) fn new(limits: &Limits) -> Self {
        let (idle, header, frame) = (limits.idle(), limits.header(), limits.frame());
        let (slow, quick) = (Ticker::new(&[idle]), Ticker::new(&[header, frame]));
        Self {
            idle: slow.deadline(idle),
            header: quick.deadline(header),
            frame: quick.deadline(frame),
            slow,
            quick,
        }
    }

    /// Bytes moved.
    pub(super) fn moved(&mut self) {
        self.idle.restart();
    }

    /// A whole request came in.
    pub(super) fn frame_done(&mut self) {
        self.header.restart();
        self.frame.restart();
    }

    /// There is nothing to [tick](Clock::tick) for, whether or not a request is
    /// coming in.
    #[inline]
    pub(super) fn is_quiet(&self, reading: bool) -> bool {
        self.quick.is_quiet(reading) && self.slow.is_quiet(true)
    }

    /// Lets time pass; it must be told what the connection is doing now.
    pub(super) fn tick(&mut self, activity: Activity, context: &mut Context<'_>) -> Tick {
        let reading = matches!(activity, Activity::InHeader | Activity::InBody);
        if self.quick.ticked(reading, context) {
            let in_header = activity == Activity::InHeader && self.header.count();
            let in_frame = reading && self.frame.count();
            if in_header || in_frame {
                return Tick::Late;
            }
        }
        if !self.slow.ticked(true, context) {
            return Tick::None;
        }
        if activity == Activity::Working {
            self.idle.restart();
        } else if self.idle.count() {
            return Tick::Late;
        }
        Tick::Slow
    }
}
