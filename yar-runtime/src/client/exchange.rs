//! One call from its packed request to its unpacked answer.

use super::balance::{Balance, Member, Peer, Peers, Picked};
use super::call::Inner;
use super::connect::open;
use super::failure::{broken, timed_out};
use super::line::{Driver, Failed, Sent, Ticket};
use super::options::CallOptions;
use super::packing::{pack, unpack};
use super::payload::{frame, payload, wrap};
use super::pool::{Place, Pool};
use super::retry::Tries;
use super::socket::{Socket, SocketLine};
use super::upkeep;
use crate::error::Error;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::future::{Future, poll_fn};
use std::sync::Arc;
use std::task::{Poll, ready};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout_at};

/// A call under way.
pub(super) struct Exchange<'a> {
    inner: &'a Arc<Inner>,
    id: u32,
    /// Ends with the frame of the request.
    request: Vec<u8>,
    /// For the answer.
    buffer: Vec<u8>,
    start: Instant,
    timeout: Duration,
    is_idempotent: bool,
    /// The server that has failed this call, where there are others.
    failed: Option<Arc<Server>>,
}

/// One of several servers.
pub(super) type Server = Member<Arc<Pool>>;

impl<'a> Exchange<'a> {
    /// Packs the request.
    #[inline]
    pub(super) fn pack<P: Serialize + ?Sized>(
        inner: &'a Arc<Inner>,
        options: &CallOptions,
        method: &str,
        params: &P,
    ) -> Result<Self, Error> {
        let (mut request, buffer) = inner.spares.take_buffers();
        let id = inner.ids.next();
        pack(&inner.settings, id, method, params, &mut request)?;
        Ok(Self::new(inner, id, options, request, buffer))
    }

    fn new(
        inner: &'a Arc<Inner>,
        id: u32,
        options: &CallOptions,
        request: Vec<u8>,
        buffer: Vec<u8>,
    ) -> Self {
        let (request, buffer) = match &inner.peers {
            Peers::One(peer) => wrap(&peer.endpoint, request, buffer),
            Peers::Many(_) => (request, buffer),
        };
        Self {
            inner,
            id,
            request,
            buffer,
            start: Instant::now(),
            timeout: options.timeout.unwrap_or(inner.settings.timeout),
            is_idempotent: options.idempotent,
            failed: None,
        }
    }

    /// Sends the request and unpacks the answer.
    pub(super) async fn run<R: DeserializeOwned>(mut self) -> Result<R, Error> {
        let inner = self.inner;
        let first = match match &inner.peers {
            Peers::One(peer) => self.attempt(peer).await,
            // Boxed, so that calls that go well with the only server need not
            // make room for it.
            Peers::Many(balance) => Box::pin(self.attempt_any(balance, &[])).await,
        } {
            Ok(result) => {
                self.put_back_buffers();
                return Ok(result);
            }
            Err(error) => error,
        };
        let outcome = Box::pin(self.try_again(first)).await;
        self.put_back_buffers();
        outcome
    }

    /// Not a field: calls are moved about, and should be small.
    fn deadline(&self) -> Instant {
        self.start + self.timeout
    }

    fn put_back_buffers(self) {
        let spares = &self.inner.spares;
        spares.put_back_buffers([self.request, self.buffer]);
    }

    async fn attempt<R: DeserializeOwned>(&mut self, peer: &Peer<Arc<Pool>>) -> Result<R, Error> {
        let mut place = match peer.pool.place(self.start) {
            Ok(place) => place,
            Err(waiting) => self.wait(peer, waiting).await?,
        };
        self.buffer = self.send(peer, &mut place).await?;
        let settings = &self.inner.settings;
        let (sent, received) = (self.request.len(), self.buffer.len());
        settings.telemetry.exchanged(sent, received);
        let outcome = unpack(settings, &peer.endpoint, self.id, &self.buffer)?;
        self.leave(place);
        outcome
    }

    /// With any server, preferably none of those `tried`.
    async fn attempt_any<R: DeserializeOwned>(
        &mut self,
        balance: &Balance<Arc<Pool>>,
        tried: &[Arc<Server>],
    ) -> Result<R, Error> {
        let picked = self.pick(balance, tried).await?;
        let peer = &picked.member.peer;
        let frame = std::mem::take(&mut self.request);
        let buffer = std::mem::take(&mut self.buffer);
        let len = frame.len();
        (self.request, self.buffer) = wrap(&peer.endpoint, frame, buffer);
        let outcome = self.attempt(peer).await;
        // The next server may want other lines in front of it.
        let in_front = self.request.len().saturating_sub(len);
        self.request.drain(..in_front);
        self.tell(&picked, outcome.as_ref().map(|_| ()));
        outcome
    }

    async fn try_again<R: DeserializeOwned>(&mut self, first: Error) -> Result<R, Error> {
        let inner = self.inner;
        let mut tries = Tries::new(self.is_idempotent);
        let mut tried = Vec::new();
        let mut error = first;
        loop {
            tried.extend(self.failed.take());
            let left = self.deadline().saturating_duration_since(Instant::now());
            let is_elsewhere = inner.peers.has_others(&tried);
            let retry = &inner.settings.retry;
            let Some(pause) = tries.next(retry, &inner.spares, &error, is_elsewhere, left) else {
                return Err(error);
            };
            if !pause.is_zero() {
                tokio::time::sleep(pause).await;
            }
            let outcome = match &inner.peers {
                Peers::One(peer) => self.attempt(peer).await,
                Peers::Many(balance) => self.attempt_any(balance, &tried).await,
            };
            error = match outcome {
                Ok(result) => return Ok(result),
                Err(error) => error,
            };
        }
    }

    async fn pick(
        &self,
        balance: &Balance<Arc<Pool>>,
        tried: &[Arc<Server>],
    ) -> Result<Picked<Arc<Pool>>, Error> {
        upkeep::pick(self.inner, balance, tried, self.deadline(), self.timeout).await
    }

    /// Tells the others, and this call, how its server did.
    fn tell(&mut self, picked: &Picked<Arc<Pool>>, outcome: Result<(), &Error>) {
        if outcome.is_err() {
            self.failed = Some(Arc::clone(&picked.member));
        }
        picked.tell(outcome, self.inner.settings.ejection);
    }

    /// Sends a request that is framed already and gives the answer unread.
    pub(super) async fn relay(inner: &'a Arc<Inner>, request: Vec<u8>) -> Result<Vec<u8>, Error> {
        let options = CallOptions::new();
        let mut exchange = Self::new(inner, 0, &options, request, Vec::new());
        let balance = match &inner.peers {
            Peers::One(peer) => return exchange.relay_to(peer).await,
            Peers::Many(balance) => balance,
        };
        let picked = exchange.pick(balance, &[]).await?;
        let peer = &picked.member.peer;
        (exchange.request, exchange.buffer) =
            wrap(&peer.endpoint, exchange.request, exchange.buffer);
        let outcome = exchange.relay_to(peer).await;
        exchange.tell(&picked, outcome.as_ref().map(|_| ()));
        outcome
    }

    async fn relay_to(&mut self, peer: &Peer<Arc<Pool>>) -> Result<Vec<u8>, Error> {
        let mut place = self.place(peer).await?;
        // Over a connection of its own no id can clash with another call's.
        place.lose_shared_line();
        let answer = self.send(peer, &mut place).await?;
        self.leave(place);
        let payload = payload(&peer.endpoint, &answer)?;
        Ok(frame(&self.inner.settings, &peer.endpoint, &payload)?.to_vec())
    }

    /// Opens a connection for the calls to come; with several servers, to the
    /// first of them that takes one.
    pub(super) async fn connect_first(inner: &'a Arc<Inner>) -> Result<(), Error> {
        let options = CallOptions::new();
        let mut exchange = Self::new(inner, 0, &options, Vec::new(), Vec::new());
        let balance = match &inner.peers {
            Peers::One(peer) => return exchange.connect_to(peer).await,
            Peers::Many(balance) => balance,
        };
        let mut tried = Vec::new();
        loop {
            let picked = exchange.pick(balance, &tried).await?;
            let outcome = exchange.connect_to(&picked.member.peer).await;
            exchange.tell(&picked, outcome.as_ref().copied());
            tried.extend(exchange.failed.take());
            if outcome.is_ok() || !balance.has_others(&tried) {
                return outcome;
            }
        }
    }

    async fn connect_to(&self, peer: &Peer<Arc<Pool>>) -> Result<(), Error> {
        let mut place = self.place(peer).await?;
        if place.line().is_none() {
            let settings = &self.inner.settings;
            let line = open(settings, &peer.endpoint, self.deadline(), self.timeout).await?;
            place.set_line(line);
        }
        self.leave(place);
        Ok(())
    }

    /// Opens a connection to see whether the server of `peer` is there.
    pub(super) async fn probe(inner: &'a Arc<Inner>, peer: &Peer<Arc<Pool>>) -> bool {
        let options = CallOptions::new();
        let exchange = Self::new(inner, 0, &options, Vec::new(), Vec::new());
        let settings = &inner.settings;
        let line = open(
            settings,
            &peer.endpoint,
            exchange.deadline(),
            exchange.timeout,
        )
        .await;
        let Ok(line) = line else {
            return false;
        };
        if let Ok(mut place) = peer.pool.place(exchange.start) {
            place.lose_line();
            place.set_line(line);
            exchange.leave(place);
        }
        true
    }

    async fn place(&self, peer: &Peer<Arc<Pool>>) -> Result<Place, Error> {
        match peer.pool.place(self.start) {
            Ok(place) => Ok(place),
            Err(waiting) => self.wait(peer, waiting).await,
        }
    }

    async fn wait(
        &self,
        peer: &Peer<Arc<Pool>>,
        waiting: oneshot::Receiver<Place>,
    ) -> Result<Place, Error> {
        match timeout_at(self.deadline(), waiting).await {
            Ok(Ok(place)) => Ok(place),
            // The pool outlives those who wait, so this is the deadline.
            Ok(Err(_)) | Err(_) => {
                let what = format!(
                    "waiting for one of {} connections to get free",
                    self.inner.settings.max_connections
                );
                Err(timed_out(&peer.endpoint, self.timeout, &what).unsent())
            }
        }
    }

    /// Over a pooled connection if there is one. Where that turns out closed
    /// before a byte was sent, over a new one, once.
    async fn send(&mut self, peer: &Peer<Arc<Pool>>, place: &mut Place) -> Result<Vec<u8>, Error> {
        if let Some(line) = place.line() {
            match self.send_over(line).await {
                Ok(answer) => return Ok(answer),
                Err(Failed::Ended(_, Sent::Nothing)) => place.lose_line(),
                Err(failed) => return Err(broken(&peer.endpoint, self.timeout, &failed)),
            }
        }
        Box::pin(self.send_over_new(peer, place)).await
    }

    async fn send_over_new(
        &mut self,
        peer: &Peer<Arc<Pool>>,
        place: &mut Place,
    ) -> Result<Vec<u8>, Error> {
        let settings = &self.inner.settings;
        let line = open(settings, &peer.endpoint, self.deadline(), self.timeout).await?;
        let sent = self.send_over(place.set_line(line)).await;
        sent.map_err(|failed| broken(&peer.endpoint, self.timeout, &failed))
    }

    fn send_over<'b>(
        &'b mut self,
        line: &'b Arc<SocketLine>,
    ) -> impl Future<Output = Result<Vec<u8>, Failed<Socket>>> + 'b {
        let buffer = std::mem::take(&mut self.buffer);
        let mut ticket = Ticket::new(line, self.id, &self.request, self.deadline(), buffer);
        poll_fn(move |context| {
            ready!(ticket.poll(context, start_task))?;
            Poll::Ready(Ok(ticket.take_answer()))
        })
    }

    /// After an answer that was one.
    fn leave(&self, mut place: Place) {
        if self.inner.settings.persistent {
            place.keep_line();
        }
    }
}

fn start_task(mut driver: Driver<Socket>) {
    tokio::spawn(poll_fn(move |context| driver.poll(context)));
}
