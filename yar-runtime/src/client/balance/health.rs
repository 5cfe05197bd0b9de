//! Whether a server is to be left alone.

use crate::error::{Error, Stage};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What the calls to one server say of it.
#[derive(Debug, Default)]
pub(super) struct Health {
    /// What a call that goes well has to know.
    is_down: AtomicBool,
    has_record: AtomicBool,
    record: Mutex<Record>,
}

#[derive(Debug, Default)]
struct Record {
    /// Calls that failed on end.
    strikes: u32,
    /// Times it was left alone since it last answered.
    ejections: u32,
    until: Option<Instant>,
    is_probed: bool,
}

/// A server that takes calls and does not answer them is no use either.
const STRIKES: u32 = 3;

impl Health {
    pub(super) fn is_up(&self) -> bool {
        !self.is_down.load(Ordering::Relaxed)
    }

    /// It has answered.
    #[inline]
    pub(super) fn succeeded(&self) {
        if self.has_record.load(Ordering::Relaxed) {
            let mut record = self.lock();
            *record = Record {
                is_probed: record.is_probed,
                ..Record::default()
            };
            self.mark(&record);
        }
    }

    /// A call has failed. `ejection` is how long it is left alone for that, at
    /// first and at most.
    pub(super) fn failed(&self, error: &Error, ejection: (Duration, Duration)) {
        let is_gone = error.is_connect();
        let may_be_gone = matches!(
            error.stage(),
            Stage::Tls | Stage::Send | Stage::Receive | Stage::Timeout | Stage::Protocol
        );
        if error.is_remote() {
            self.succeeded();
        } else if is_gone || (may_be_gone && !error.is_unsent()) {
            let mut record = self.lock();
            record.strikes += 1;
            // While it is left alone, one more failure says nothing new.
            if record.until.is_none() && (is_gone || record.strikes >= STRIKES) {
                record.eject(ejection);
            }
            self.mark(&record);
        }
    }

    /// Whether somebody should see if it is back, who then tells the outcome
    /// or [gives up](Self::give_up_probe).
    pub(super) fn wants_probe(&self) -> bool {
        if self.is_up() {
            return false;
        }
        let mut record = self.lock();
        let is_due = record.until.is_some_and(|until| until <= Instant::now());
        let wants = is_due && !record.is_probed;
        record.is_probed |= wants;
        wants
    }

    /// It can be connected to. If that is all it can do it will be left alone
    /// again, and for longer.
    pub(super) fn passed_probe(&self) {
        let mut record = self.lock();
        record.until = None;
        record.strikes = 0;
        self.mark(&record);
    }

    pub(super) fn failed_probe(&self, ejection: (Duration, Duration)) {
        let mut record = self.lock();
        // A call may have got through meanwhile.
        if record.until.is_some() {
            record.eject(ejection);
        }
        self.mark(&record);
    }

    pub(super) fn give_up_probe(&self) {
        self.lock().is_probed = false;
    }

    #[cfg(test)]
    pub(super) fn rest(&self) -> Option<Duration> {
        let until = self.lock().until?;
        Some(until.saturating_duration_since(Instant::now()))
    }

    fn mark(&self, record: &Record) {
        let is_down = record.until.is_some();
        let has_record = is_down || record.strikes > 0 || record.ejections > 0;
        self.is_down.store(is_down, Ordering::Relaxed);
        self.has_record.store(has_record, Ordering::Relaxed);
    }

    fn lock(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Record {
    fn eject(&mut self, (shortest, longest): (Duration, Duration)) {
        let time = shortest.saturating_mul(1 << self.ejections.min(20));
        self.until = Some(Instant::now() + time.min(longest));
        self.ejections += 1;
        self.strikes = 0;
    }
}
