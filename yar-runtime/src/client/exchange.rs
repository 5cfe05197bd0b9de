//! One call from its packed request to its unpacked answer.

use super::balance::{Balance, Member, Peer, Peers, Picked};
use super::call::Inner;
use super::connect::open;
use super::failure::{broken, timed_out};
use super::line::{Driver, End, Failed, Sent, Ticket};
use super::options::CallOptions;
use super::packing::unpack;
use super::payload::wrap;
use super::pool::{Given, Place, Pool};
use super::retry::Tries;
use super::socket::{Socket, SocketLine};
use super::upkeep;
use super::usual::{Detour, Passage};
use crate::error::Error;
use serde::de::DeserializeOwned;
use std::future::{Future, poll_fn};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use tokio::time::timeout_at;

/// A call under way.
pub(super) struct Exchange<'a> {
    pub(super) inner: &'a Arc<Inner>,
    pub(super) id: u32,
    /// Ends with the frame of the request.
    pub(super) request: Vec<u8>,
    /// For the answer.
    pub(super) buffer: Vec<u8>,
    pub(super) start: Instant,
    pub(super) timeout: Duration,
    is_idempotent: bool,
    /// While the call goes the usual way.
    pub(super) passage: Option<Passage<'a>>,
}

/// One of several servers.
pub(super) type Server = Member<Arc<Pool>>;

impl<'a> Exchange<'a> {
    /// One with buffers of which the first has the packed request. `start` is
    /// when the call began.
    #[inline]
    pub(super) fn new(
        inner: &'a Arc<Inner>,
        options: &CallOptions,
        id: u32,
        start: Instant,
        (mut request, mut buffer): (Vec<u8>, Vec<u8>),
    ) -> Self {
        if inner.settings.is_http
            && let Peers::One(peer) = &inner.peers
        {
            (request, buffer) = wrap(&peer.endpoint, request, buffer);
        }
        Self {
            inner,
            id,
            request,
            buffer,
            start,
            timeout: options.timeout.unwrap_or(inner.settings.timeout),
            is_idempotent: options.idempotent,
            passage: None,
        }
    }

    /// One whose request is a frame already.
    pub(super) fn of(inner: &'a Arc<Inner>, request: Vec<u8>) -> Self {
        let buffers = (request, Vec::new());
        Self::new(inner, &CallOptions::new(), 0, Instant::now(), buffers)
    }

    /// Puts in front of the request what the server that was picked wants there.
    pub(super) fn wrap_for(&mut self, peer: &Peer<Arc<Pool>>) {
        let request = std::mem::take(&mut self.request);
        let buffer = std::mem::take(&mut self.buffer);
        (self.request, self.buffer) = wrap(&peer.endpoint, request, buffer);
    }

    /// Goes on with a call that has not gone [the usual way](Self::poll_answer).
    pub(super) async fn go_on<R: DeserializeOwned>(
        &mut self,
        detour: Box<Detour<'a>>,
    ) -> Result<R, Error> {
        let failed = match self.end_first(detour).await {
            Ok(result) => {
                self.put_back_buffers();
                return Ok(result);
            }
            Err(failed) => failed,
        };
        let outcome = self.persist(failed).await;
        self.put_back_buffers();
        outcome
    }

    /// Brings the first try to its end; no error where there was none.
    async fn end_first<R: DeserializeOwned>(
        &mut self,
        detour: Box<Detour<'a>>,
    ) -> Result<R, Option<Error>> {
        let inner = self.inner;
        let outcome = match (&inner.peers, *detour) {
            (_, Detour::Error(error)) => Err(error),
            (Peers::One(peer), Detour::Crowded(waiting)) => self.attempt(peer, Err(waiting)).await,
            (Peers::One(peer), Detour::Failed(passage, failed)) => {
                self.go_on_from(peer, passage, failed).await
            }
            _ => return Err(None),
        };
        outcome.map_err(Some)
    }

    async fn go_on_from<R: DeserializeOwned>(
        &mut self,
        peer: &Peer<Arc<Pool>>,
        mut passage: Passage<'_>,
        failed: Option<Failed<Socket>>,
    ) -> Result<R, Error> {
        let place = &mut passage.place;
        self.send_on(peer, place, failed.map(Err)).await?;
        self.received(peer, place)
    }

    /// Not a field: calls are moved about, and should be small.
    #[inline]
    pub(super) fn deadline(&self) -> Instant {
        self.start + self.timeout
    }

    #[inline]
    pub(super) fn put_back_buffers(&mut self) {
        let (request, buffer) = (&mut self.request, &mut self.buffer);
        self.inner.spares.put_back_buffers(request, buffer);
    }

    async fn attempt<R: DeserializeOwned>(
        &mut self,
        peer: &Peer<Arc<Pool>>,
        place: Result<Place<'_>, oneshot::Receiver<Given>>,
    ) -> Result<R, Error> {
        let mut place = match place {
            Ok(place) => place,
            Err(waiting) => self.wait(peer, waiting).await?,
        };
        self.send(peer, &mut place).await?;
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
        let (endpoint, answer) = (&peer.endpoint, &self.buffer);
        unpack(settings, endpoint, self.id, answer, || self.leave(place))
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
                let is_elsewhere = error.is_of_connection() || inner.peers.has_others(&tried);
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
                Peers::One(peer) => {
                    let place = peer.pool.place(self.start);
                    self.attempt(peer, place).await
                }
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
        let place = peer.pool.place(self.start);
        let outcome = self.attempt(peer, place).await;
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
        match timeout_at(self.deadline().into(), waiting).await {
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
        if let Some(sent) = sent {
            if self.is_settled(peer, sent)? {
                return Ok(());
            }
            place.replace_line();
            if let Some(line) = place.line() {
                let sent = self.send_over_used(line).await;
                if self.is_settled(peer, sent)? {
                    return Ok(());
                }
                place.lose_line();
            }
        }
        Box::pin(self.send_over_new(peer, place)).await
    }

    /// Whether there is an answer, and not just a connection that was closed
    /// before a byte was sent. One whose peer reads nothing is not closed, and a
    /// new one would be one too many beside it.
    fn is_settled(
        &self,
        peer: &Peer<Arc<Pool>>,
        sent: Result<(), Failed<Socket>>,
    ) -> Result<bool, Error> {
        match sent {
            Ok(()) => Ok(true),
            Err(Failed::Ended(end, Sent::Nothing)) if !matches!(*end, End::Stalled) => Ok(false),
            Err(failed) => Err(self.broken(peer, &failed)),
        }
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

pub(super) fn start_task(mut driver: Driver<Socket>) {
    tokio::spawn(poll_fn(move |context| driver.poll(context)));
}
