//! One call from its packed request to its unpacked answer.

use super::client::Inner;
use super::clock::Clock;
use super::connection::Connection;
use super::pool::{Place, Pool};
use super::upkeep;
use crate::client::balance::{Balance, Member, Peer, Peers, Picked};
use crate::client::failure::timed_out;
use crate::client::ids::next_id;
use crate::client::options::CallOptions;
use crate::client::packing::{pack, unpack};
use crate::client::payload::wrap;
use crate::client::retry::Tries;
use crate::error::{Error, Stage};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A call under way.
pub(super) struct Exchange<'a> {
    inner: &'a Arc<Inner>,
    id: u32,
    request: Vec<u8>,
    /// For lines in front of the request.
    spare: Vec<u8>,
    clock: Clock,
    is_idempotent: bool,
}

/// One of several servers.
pub(super) type Server = Member<Pool>;

impl<'a> Exchange<'a> {
    /// Packs the request, sends it and unpacks the answer.
    pub(super) fn make<P: Serialize + ?Sized, R: DeserializeOwned>(
        inner: &'a Arc<Inner>,
        options: &CallOptions,
        method: &str,
        params: &P,
    ) -> Result<R, Error> {
        let mut exchange = Self::begin(inner, options, method, params)?;
        let now = exchange.clock.start;
        exchange.run(now)
    }

    /// Packs the request.
    #[inline]
    pub(super) fn begin<P: Serialize + ?Sized>(
        inner: &'a Arc<Inner>,
        options: &CallOptions,
        method: &str,
        params: &P,
    ) -> Result<Self, Error> {
        let (mut request, mut spare) = inner.spares.take_buffers();
        let id = next_id();
        pack(&inner.settings, options, id, method, params, &mut request)?;
        if inner.settings.is_http
            && let Peers::One(peer) = &inner.peers
        {
            (request, spare) = wrap(&peer.endpoint, request, spare);
        }
        Ok(Self::new(inner, id, options, request, spare))
    }

    #[inline]
    pub(super) fn new(
        inner: &'a Arc<Inner>,
        id: u32,
        options: &CallOptions,
        request: Vec<u8>,
        spare: Vec<u8>,
    ) -> Self {
        Self {
            inner,
            id,
            request,
            spare,
            clock: Clock::start(options.timeout.unwrap_or(inner.settings.timeout)),
            is_idempotent: options.idempotent,
        }
    }

    /// Sends the request and unpacks the answer, where there was time since the
    /// request was packed.
    pub(super) fn run_late<R: DeserializeOwned>(mut self) -> Result<R, Error> {
        let now = Instant::now();
        match self.clock.left_at(now) {
            Some(_) => self.run(now),
            None => Err(self.not_made()),
        }
    }

    /// No server had part in it.
    #[cold]
    fn not_made(&self) -> Error {
        let (names, timeout) = (self.inner.settings.names(), self.clock.timeout);
        let what = "waiting for other calls of its batch";
        let text = format!("{names}: timed out after {timeout:?} while {what}");
        Error::new(Stage::Timeout, text).unsent()
    }

    /// Sends the request and unpacks the answer. It is `now`.
    fn run<R: DeserializeOwned>(&mut self, now: Instant) -> Result<R, Error> {
        let outcome = match &self.inner.peers {
            Peers::One(peer) => match self.attempt(peer, now) {
                Err(error) => self.persist(Some(error)),
                outcome => outcome,
            },
            Peers::Many(_) => self.persist(None),
        };
        let spares = &self.inner.spares;
        spares.put_back_buffers(&mut self.request, &mut self.spare);
        outcome
    }

    /// One try, made `now`.
    fn attempt<R: DeserializeOwned>(&self, peer: &Peer<Pool>, now: Instant) -> Result<R, Error> {
        let mut place = self.place(peer, now)?;
        self.send(peer, &mut place)?;
        let settings = &self.inner.settings;
        let (endpoint, answer) = (&peer.endpoint, place.answer());
        settings
            .telemetry
            .exchanged(self.request.len(), answer.len());
        let mut is_answer = false;
        let outcome = unpack(settings, endpoint, self.id, answer, || is_answer = true);
        if is_answer {
            self.keep(&mut place);
        }
        outcome
    }

    /// Tries until it works or nothing more may be tried, `first` having come of
    /// the first try if there has been one.
    fn persist<R: DeserializeOwned>(&mut self, first: Option<Error>) -> Result<R, Error> {
        let inner = self.inner;
        let mut tries = Tries::new(self.is_idempotent);
        let mut tried = Vec::new();
        let mut failed = first;
        loop {
            if let Some(error) = failed {
                let left = self.clock.left().unwrap_or(Duration::ZERO);
                let is_elsewhere = inner.peers.has_others(&tried);
                let retry = &inner.settings.retry;
                match tries.next(retry, &inner.spares, &error, is_elsewhere, left) {
                    Some(pause) => std::thread::sleep(pause),
                    None => return Err(error),
                }
            }
            let outcome = match &inner.peers {
                Peers::One(peer) => self.attempt(peer, Instant::now()),
                Peers::Many(balance) => self.attempt_any(balance, &mut tried),
            };
            failed = match outcome {
                Ok(result) => return Ok(result),
                Err(error) => Some(error),
            };
        }
    }

    /// With any server, preferably none of those `tried`.
    fn attempt_any<R: DeserializeOwned>(
        &mut self,
        balance: &Balance<Pool>,
        tried: &mut Vec<Arc<Server>>,
    ) -> Result<R, Error> {
        let picked = upkeep::pick(self.inner, balance, tried)?;
        let peer = &picked.member.peer;
        let len = self.request.len();
        self.wrap_for(peer);
        let outcome = self.attempt(peer, Instant::now());
        // The next server may want other lines in front of it.
        let in_front = self.request.len().saturating_sub(len);
        self.request.drain(..in_front);
        self.tell(picked, outcome.as_ref().map(|_| ()), tried);
        outcome
    }

    /// Puts in front of the request what the server that was picked wants there.
    pub(super) fn wrap_for(&mut self, peer: &Peer<Pool>) {
        let request = std::mem::take(&mut self.request);
        let spare = std::mem::take(&mut self.spare);
        (self.request, self.spare) = wrap(&peer.endpoint, request, spare);
    }

    /// Tells other calls, and this one, how its server did.
    pub(super) fn tell(
        &self,
        picked: Picked<Pool>,
        outcome: Result<(), &Error>,
        tried: &mut Vec<Arc<Server>>,
    ) {
        if outcome.is_err() {
            tried.push(Arc::clone(&picked.member));
        }
        picked.end(outcome, self.inner.settings.ejection);
    }

    /// Over a pooled connection if there is one. Where that turns out closed
    /// before a byte was sent, over a new one, once.
    #[inline]
    pub(super) fn send(&self, peer: &Peer<Pool>, place: &mut Place<'_>) -> Result<(), Error> {
        let (request, endpoint, clock) = (&self.request, &peer.endpoint, &self.clock);
        if let Some(connection) = &mut place.connection {
            match connection.exchange(request, endpoint, clock, place.now) {
                Ok(()) => return Ok(()),
                Err(failed) if failed.is_unsent => place.connection = None,
                Err(failed) => return Err(failed.error),
            }
        }
        self.send_anew(peer, place)
    }

    #[cold]
    fn send_anew(&self, peer: &Peer<Pool>, place: &mut Place<'_>) -> Result<(), Error> {
        let (request, endpoint, clock) = (&self.request, &peer.endpoint, &self.clock);
        let connection = Connection::open(&self.inner.settings, endpoint, clock)?;
        let connection = place.connection.insert(connection);
        match connection.exchange(request, endpoint, clock, Instant::now()) {
            Ok(()) => Ok(()),
            Err(failed) if failed.is_unsent => Err(failed.error.unsent()),
            Err(failed) => Err(failed.error),
        }
    }

    /// Opens a connection for the calls to come; with several servers, to the
    /// first of them that takes one.
    pub(super) fn connect_first(inner: &'a Arc<Inner>) -> Result<(), Error> {
        let exchange = Self::new(inner, 0, &CallOptions::new(), Vec::new(), Vec::new());
        let balance = match &inner.peers {
            Peers::One(peer) => return exchange.connect_to(peer),
            Peers::Many(balance) => balance,
        };
        let mut tried = Vec::new();
        loop {
            let picked = upkeep::pick(inner, balance, &tried)?;
            let outcome = exchange.connect_to(&picked.member.peer);
            exchange.tell(picked, outcome.as_ref().copied(), &mut tried);
            if outcome.is_ok() || !balance.has_others(&tried) {
                return outcome;
            }
        }
    }

    /// Opens a connection to see whether the server of `peer` is there.
    pub(super) fn probe(inner: &'a Arc<Inner>, peer: &Peer<Pool>) -> bool {
        let exchange = Self::new(inner, 0, &CallOptions::new(), Vec::new(), Vec::new());
        exchange.connect_to(peer).is_ok()
    }

    fn connect_to(&self, peer: &Peer<Pool>) -> Result<(), Error> {
        let mut place = self.place(peer, self.clock.start)?;
        let connection = Connection::open(&self.inner.settings, &peer.endpoint, &self.clock)?;
        place.connection = Some(connection);
        self.keep(&mut place);
        Ok(())
    }

    #[inline]
    pub(super) fn place<'b>(&self, peer: &'b Peer<Pool>, now: Instant) -> Result<Place<'b>, Error> {
        let place = peer.pool.place(&self.clock, now);
        place.ok_or_else(|| self.no_place(peer))
    }

    #[cold]
    fn no_place(&self, peer: &Peer<Pool>) -> Error {
        let what = format!(
            "waiting for one of {} connections to get free",
            self.inner.settings.max_connections
        );
        timed_out(&peer.endpoint, self.clock.timeout, &what).unsent()
    }

    #[inline]
    pub(super) fn keep(&self, place: &mut Place<'_>) {
        if self.inner.settings.persistent
            && let Some(connection) = &mut place.connection
            && connection.is_clean()
        {
            connection.finish();
            place.is_good = true;
        }
    }
}
