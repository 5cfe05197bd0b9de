//! The deadlines of an HTTP connection.

use super::pulse::Pulse;
use crate::server::Limits;
use crate::server::clock::{Activity, Clock, Tick};
use crate::server::ticker::{Deadline, Ticker};
use std::sync::Arc;
use std::task::Context;
use std::time::{Duration, Instant};

/// Looks after the deadlines. One timer for all requests of a connection:
/// hyper would set one for each.
pub(super) struct Watch {
    clock: Clock,
    /// Ticks only while a handler waits.
    ticker: Ticker,
    call: Deadline,
    requests: u32,
    /// When hyper was let go of.
    rested: Option<Instant>,
    /// A request came soon after that.
    is_brisk: bool,
    /// Ticks only while hyper is kept therefore.
    rest: Ticker,
    /// Requests at the last of those ticks.
    before: u32,
    pulse: Arc<Pulse>,
}

/// Requests that come within this time keep hyper at hand.
const BRISK: Duration = Duration::from_millis(400);

/// For what it is too late.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Late {
    Nothing,
    Call,
    Connection,
}

impl Watch {
    pub(super) fn new(limits: &Limits, pulse: &Arc<Pulse>) -> Self {
        let ticker = Ticker::new(&[limits.call()]);
        Self {
            clock: Clock::new(limits),
            call: ticker.deadline(limits.call()),
            ticker,
            requests: 0,
            rested: None,
            is_brisk: false,
            rest: Ticker::new(&[BRISK]),
            before: 0,
            pulse: Arc::clone(pulse),
        }
    }

    /// The first bytes after a rest have come.
    pub(super) fn wakes(&mut self) {
        self.is_brisk = self.rested.is_some_and(|rested| rested.elapsed() < BRISK);
    }

    /// Whether the connection should rest: at once, but where requests follow
    /// one another only when none has come for a little while.
    pub(super) fn sees_rest(&mut self, context: &mut Context<'_>) -> bool {
        let mut rests = self.pulse.is_at_rest();
        if self.is_brisk {
            let ticked = self.rest.ticked(true, context);
            if !ticked {
                return false;
            }
            let requests = self.pulse.requests();
            rests &= requests == std::mem::replace(&mut self.before, requests);
        }
        if rests {
            self.rest.stop();
            self.rested = Some(Instant::now());
        }
        rests
    }

    /// Looks at the time; what is too late is told to the pulse as well.
    pub(super) fn look(&mut self, context: &mut Context<'_>) -> Late {
        if self.pulse.has_moved() {
            self.clock.moved();
        }
        let requests = self.pulse.requests();
        if requests != self.requests {
            self.requests = requests;
            self.clock.frame_done();
            self.call.restart();
        }
        let activity = self.pulse.activity();
        let working = activity == Activity::Working;
        if self.ticker.ticked(working, context) && working && self.call.count() {
            self.pulse.take_too_long();
            return Late::Call;
        }
        match self.clock.tick(activity, context) {
            Tick::Late => {
                self.pulse.be_late();
                Late::Connection
            }
            Tick::Slow | Tick::None => Late::Nothing,
        }
    }
}
