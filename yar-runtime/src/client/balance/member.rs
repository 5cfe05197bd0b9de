//! One of several servers.

use super::Peer;
use super::health::Health;
use crate::client::settings::Settings;
use crate::error::Error;
use crate::telemetry::{Server, Tried};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// A server, how busy it is and how it is.
pub(in crate::client) struct Member<Pool> {
    pub(in crate::client) peer: Peer<Pool>,
    pending: AtomicUsize,
    health: Health,
    telemetry: Server,
}

/// The server of a call that is under way.
pub(in crate::client) struct Picked<Pool> {
    pub(in crate::client) member: Arc<Member<Pool>>,
    tried: Tried,
}

/// The task to see whether a server is back.
pub(in crate::client) struct Probe<Pool> {
    pub(in crate::client) member: Arc<Member<Pool>>,
}

impl<Pool> Member<Pool> {
    pub(super) fn new(settings: &Settings, peer: Peer<Pool>) -> Arc<Self> {
        Arc::new(Self {
            telemetry: settings.telemetry.server(&peer.endpoint.told()),
            peer,
            pending: AtomicUsize::new(0),
            health: Health::default(),
        })
    }

    /// Calls under way.
    pub(super) fn pending(&self) -> usize {
        self.pending.load(Ordering::Relaxed)
    }

    /// Whether calls should go to it.
    pub(super) fn is_up(&self) -> bool {
        self.health.is_up()
    }

    /// How long it will still be left alone.
    #[cfg(test)]
    pub(super) fn rest(&self) -> Option<Duration> {
        self.health.rest()
    }

    pub(super) fn probe(self: &Arc<Self>) -> Option<Probe<Pool>> {
        // A probe that is dropped is one that has been given up.
        let probe = || Probe {
            member: Arc::clone(self),
        };
        self.health.wants_probe().then(probe)
    }
}

impl<Pool> Picked<Pool> {
    pub(super) fn new(member: Arc<Member<Pool>>) -> Self {
        member.pending.fetch_add(1, Ordering::Relaxed);
        let tried = member.telemetry.begin();
        Self { member, tried }
    }

    /// The call is over.
    pub(in crate::client) fn end(
        mut self,
        outcome: Result<(), &Error>,
        ejection: (Duration, Duration),
    ) {
        self.tried.end(outcome);
        self.tell(outcome, ejection);
    }

    /// Tells how the call went.
    pub(super) fn tell(&self, outcome: Result<(), &Error>, ejection: (Duration, Duration)) {
        match outcome {
            Ok(()) => self.member.health.succeeded(),
            Err(error) => self.member.health.failed(error, ejection),
        }
    }
}

impl<Pool> Drop for Picked<Pool> {
    fn drop(&mut self) {
        self.member.pending.fetch_sub(1, Ordering::Relaxed);
    }
}

impl<Pool> Probe<Pool> {
    /// Tells whether the server could be connected to.
    pub(in crate::client) fn tell(self, is_back: bool, ejection: (Duration, Duration)) {
        if is_back {
            self.member.health.passed_probe();
        } else {
            self.member.health.failed_probe(ejection);
        }
    }
}

impl<Pool> Drop for Probe<Pool> {
    fn drop(&mut self) {
        self.member.health.give_up_probe();
    }
}
