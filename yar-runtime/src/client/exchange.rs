//! One call from its packed request to its unpacked answer.

use super::balance::{Balance, Member, Peer, Peers, Picked};
use super::call::Inner;
use super::connect::open;
use super::failure::{broken, timed_out};
use super::ids::next_id;
use super::line::{Driver, Failed, Sent, Ticket};
use super::options::CallOptions;
use super::packing::{pack, unpack};
use super::payload::wrap;
use super::pool::{Given, Place, Pool};
use super::retry::Tries;
use super::socket::{Socket, SocketLine};
use super::upkeep;
use crate::error::Error;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::future::{Future, poll_fn};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout_at};

/// A call under way.
pub(super) struct Exchange<'a> {
    inner: &'a Arc<Inner>,
    id: u32,
    /// Ends with the frame of the request.
    pub(super) request: Vec<u8>,
    /// For the answer.
    pub(super) buffer: Vec<u8>,
    pub(super) start: Instant,
    pub(super) timeout: Duration,
    is_idempotent: bool,
}

/// One of several servers.
pub(super) type Server = Member<Arc<Pool>>;

impl<'a> Exchange<'a> {
    /// One whose request is still to be packed.
    #[inline]
    pub(super) fn new(inner: &'a Arc<Inner>, options: &CallOptions) -> Self {
        let (request, buffer) = inner.spares.take_buffers();
        Self {
            inner,
            id: next_id(),
            request,
            buffer,
            start: Instant::now(),
            timeout: options.timeout.unwrap_or(inner.settings.timeout),
            is_idempotent: options.idempotent,
        }
    }

    /// One whose request is a frame already.
    pub(super) fn of(inner: &'a Arc<Inner>, request: Vec<u8>) -> Self {
        let mut exchange = Self {
            inner,
            id: 0,
            request,
            buffer: Vec::new(),
            start: Instant::now(),
            timeout: inner.settings.timeout,
            is_idempotent: false,
        };
        exchange.wrap();
        exchange
    }

    /// Packs the request.
    #[inline]
    pub(super) fn pack<P: Serialize + ?Sized>(
        &mut self,
        method: &str,
        params: &P,
    ) -> Result<(), Error> {
        let settings = &self.inner.settings;
        pack(settings, self.id, method, params, &mut self.request)?;
        self.wrap();
        Ok(())
    }

    /// Puts in front of the request what its server wants there, where that
    /// is known.
    #[inline]
    fn wrap(&mut self) {
        let inner = self.inner;
        if inner.settings.is_http
            && let Peers::One(peer) = &inner.peers
        {
            self.wrap_for(peer);
        }
    }

    /// The same for a server that was picked.
    pub(super) fn wrap_for(&mut self, peer: &Peer<Arc<Pool>>) {
        let request = std::mem::take(&mut self.request);
        let buffer = std::mem::take(&mut self.buffer);
        (self.request, self.buffer) = wrap(&peer.endpoint, request, buffer);
    }

    /// Sends the request and unpacks the answer.
    pub(super) async fn run<R: DeserializeOwned>(&mut self) -> Result<R, Error> {
        let first = match &self.inner.peers {
            Peers::One(peer) => {
                let mut place = peer.pool.place(self.start);
                let sent = match place.as_ref().ok().and_then(Place::line) {
                    Some(line) => Some(self.send_over_used(line).await),
                    None => None,
                };
                // All else is boxed, so that calls that go well over a pooled
                // connection need not make room for it.
                let outcome = if let (Some(Ok(())), Ok(place)) = (&sent, &mut place) {
                    self.received(peer, place)
                } else {
                    Box::pin(self.go_on(peer, place, sent)).await
                };
                match outcome {
                    Ok(result) => {
                        self.put_back_buffers();
                        return Ok(result);
                    }
                    Err(error) => Some(error),
                }
            }
            Peers::Many(_) => None,
        };
        let outcome = Box::pin(self.persist(first)).await;
        self.put_back_buffers();
        outcome
    }

    /// Not a field: calls are moved about, and should be small.
    #[inline]
    pub(super) fn deadline(&self) -> Instant {
        self.start + self.timeout
    }

    #[inline]
    fn put_back_buffers(&mut self) {
        let request = std::mem::take(&mut self.request);
        let buffers = (request, std::mem::take(&mut self.buffer));
        self.inner.spares.put_back_buffers(buffers);
    }

    async fn attempt<R: DeserializeOwned>(&mut self, peer: &Peer<Arc<Pool>>) -> Result<R, Error> {
        let place = peer.pool.place(self.start);
        self.go_on(peer, place, None).await
    }

    /// Goes on with an attempt, `sent` being what came of a pooled connection
    /// if there was one.
    async fn go_on<R: DeserializeOwned>(
        &mut self,
        peer: &Peer<Arc<Pool>>,
        place: Result<Place<'_>, oneshot::Receiver<Given>>,
        sent: Option<Result<(), Failed<Socket>>>,
    ) -> Result<R, Error> {
        let mut place = match place {
            Ok(place) => place,
            Err(waiting) => self.wait(peer, waiting).await?,
        };
        match sent {
            None => self.send(peer, &mut place).await?,
            sent => self.send_on(peer, &mut place, sent).await?,
        }
        self.received(peer, &mut place)
    }

    fn received<R: DeserializeOwned>(
        &mut self,
        peer: &Peer<Arc<Pool>>,
        place: &mut Place<'_>,
    ) -> Result<R, Error> {
        let settings = &self.inner.settings;
        let (sent, received) = (self.request.len(), self.buffer.len());
        settings.telemetry.exchanged(sent, received);
        let outcome = unpack(settings, &peer.endpoint, self.id, &self.buffer)?;
        self.leave(place);
        outcome
    }

    /// Tries until it works or nothing more may be tried, `first` having come of
    /// the first try if there has been one.
    async fn persist<R: DeserializeOwned>(&mut self, first: Option<Error>) -> Result<R, Error> {
        let inner = self.inner;
        let mut tries = Tries::new(self.is_idempotent);
        let mut tried = Vec::new();
        let mut failed = first;
        loop {
            if let Some(error) = failed {
                let left = self.deadline().saturating_duration_since(Instant::now());
                let is_elsewhere = inner.peers.has_others(&tried);
                let retry = &inner.settings.retry;
                let pause = tries.next(retry, &inner.spares, &error, is_elsewhere, left);
                let Some(pause) = pause else {
                    return Err(error);
                };
                if !pause.is_zero() {
                    tokio::time::sleep(pause).await;
                }
            }
            let outcome = match &inner.peers {
                Peers::One(peer) => self.attempt(peer).await,
                Peers::Many(balance) => self.attempt_any(balance, &mut tried).await,
            };
            failed = match outcome {
                Ok(result) => return Ok(result),
                Err(error) => Some(error),
            };
        }
    }

    /// With any server, preferably none of those `tried`.
    async fn attempt_any<R: DeserializeOwned>(
        &mut self,
        balance: &Balance<Arc<Pool>>,
        tried: &mut Vec<Arc<Server>>,
    ) -> Result<R, Error> {
        let picked = self.pick(balance, tried).await?;
        let peer = &picked.member.peer;
        let len = self.request.len();
        self.wrap_for(peer);
        let outcome = self.attempt(peer).await;
        // The next server may want other lines in front of it.
        let in_front = self.request.len().saturating_sub(len);
        self.request.drain(..in_front);
        self.tell(picked, outcome.as_ref().map(|_| ()), tried);
        outcome
    }

    pub(super) async fn pick(
        &self,
        balance: &Balance<Arc<Pool>>,
        tried: &[Arc<Server>],
    ) -> Result<Picked<Arc<Pool>>, Error> {
        upkeep::pick(self.inner, balance, tried, self.deadline(), self.timeout).await
    }

    /// Tells other calls, and this one, how its server did.
    pub(super) fn tell(
        &self,
        picked: Picked<Arc<Pool>>,
        outcome: Result<(), &Error>,
        tried: &mut Vec<Arc<Server>>,
    ) {
        if outcome.is_err() {
            tried.push(Arc::clone(&picked.member));
        }
        picked.end(outcome, self.inner.settings.ejection);
    }

    pub(super) async fn place<'b>(&self, peer: &'b Peer<Arc<Pool>>) -> Result<Place<'b>, Error> {
        match peer.pool.place(self.start) {
            Ok(place) => Ok(place),
            Err(waiting) => self.wait(peer, waiting).await,
        }
    }

    async fn wait<'b>(
        &self,
        peer: &'b Peer<Arc<Pool>>,
        waiting: oneshot::Receiver<Given>,
    ) -> Result<Place<'b>, Error> {
        match timeout_at(self.deadline(), waiting).await {
            Ok(Ok(given)) => Ok(given.into_place(&peer.pool, self.start)),
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

    /// Over a pooled connection if there is one. Then `buffer` has the answer.
    pub(super) async fn send(
        &mut self,
        peer: &Peer<Arc<Pool>>,
        place: &mut Place<'_>,
    ) -> Result<(), Error> {
        let sent = match place.line() {
            Some(line) => Some(self.send_over_used(line).await),
            None => None,
        };
        self.send_on(peer, place, sent).await
    }

    /// Where a pooled connection turned out closed before a byte was sent, or
    /// there was none, over a new one, once.
    async fn send_on(
        &mut self,
        peer: &Peer<Arc<Pool>>,
        place: &mut Place<'_>,
        sent: Option<Result<(), Failed<Socket>>>,
    ) -> Result<(), Error> {
        match sent {
            None => {}
            Some(Ok(())) => return Ok(()),
            Some(Err(Failed::Ended(_, Sent::Nothing))) => {
                place.replace_line();
                if let Some(line) = place.line() {
                    match self.send_over_used(line).await {
                        Ok(()) => return Ok(()),
                        Err(Failed::Ended(_, Sent::Nothing)) => place.lose_line(),
                        Err(failed) => return Err(self.broken(peer, &failed)),
                    }
                }
            }
            Some(Err(failed)) => return Err(self.broken(peer, &failed)),
        }
        Box::pin(self.send_over_new(peer, place)).await
    }

    async fn send_over_new(
        &mut self,
        peer: &Peer<Arc<Pool>>,
        place: &mut Place<'_>,
    ) -> Result<(), Error> {
        let settings = &self.inner.settings;
        let line = open(settings, &peer.endpoint, self.deadline(), self.timeout).await?;
        let mut ticket = self.ticket(place.set_line(line));
        let sent = poll_fn(move |context| ticket.poll(context, start_task)).await;
        sent.map_err(|failed| self.broken(peer, &failed))
    }

    #[inline]
    fn send_over_used<'b>(
        &'b mut self,
        line: &'b Arc<SocketLine>,
    ) -> impl Future<Output = Result<(), Failed<Socket>>> + 'b {
        let mut ticket = self.ticket(line).over_used();
        poll_fn(move |context| ticket.poll(context, start_task))
    }

    #[inline]
    fn ticket<'b>(&'b mut self, line: &'b Arc<SocketLine>) -> Ticket<'b, Socket> {
        let deadline = self.deadline();
        Ticket::new(line, self.id, &self.request, deadline, &mut self.buffer)
    }

    fn broken(&self, peer: &Peer<Arc<Pool>>, failed: &Failed<Socket>) -> Error {
        broken(&peer.endpoint, self.timeout, failed)
    }

    /// After an answer that was one.
    #[inline]
    pub(super) fn leave(&self, place: &mut Place<'_>) {
        if self.inner.settings.persistent {
            place.keep_line();
        }
    }
}

fn start_task(mut driver: Driver<Socket>) {
    tokio::spawn(poll_fn(move |context| driver.poll(context)));
}
