//! One call from its packed request to its unpacked answer.

use super::call::Inner;
use super::connect::open;
use super::failure::{broken, timed_out};
use super::line::{Failed, Sent, Ticket};
use super::packing::{pack, unpack};
use super::payload::{frame, payload, wrap};
use super::pool::Place;
use super::socket::{Socket, SocketLine};
use crate::error::Error;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::future::poll_fn;
use std::sync::Arc;
use tokio::time::{Instant, timeout_at};

/// A call under way.
pub(super) struct Exchange<'a> {
    inner: &'a Inner,
    id: u32,
    request: Vec<u8>,
    /// For the answer.
    buffer: Vec<u8>,
    start: Instant,
    deadline: Instant,
}

impl<'a> Exchange<'a> {
    /// Packs the request.
    pub(super) fn pack<P: Serialize + ?Sized>(
        inner: &'a Inner,
        method: &str,
        params: &P,
    ) -> Result<Self, Error> {
        let (mut request, buffer) = inner.pool.take_buffers();
        let id = inner.ids.next();
        pack(&inner.settings, id, method, params, &mut request)?;
        Ok(Self::new(inner, id, request, buffer))
    }

    fn new(inner: &'a Inner, id: u32, request: Vec<u8>, buffer: Vec<u8>) -> Self {
        let (request, buffer) = wrap(&inner.settings, request, buffer);
        let start = Instant::now();
        Self {
            inner,
            id,
            request,
            buffer,
            start,
            deadline: start + inner.settings.timeout,
        }
    }

    /// Sends the request and unpacks the answer.
    pub(super) async fn run<R: DeserializeOwned>(mut self) -> Result<R, Error> {
        let mut place = self.place().await?;
        let answer = self.send(&mut place).await?;
        let outcome = unpack(&self.inner.settings, self.id, &answer)?;
        self.leave(place);
        self.inner.pool.put_back_buffers([self.request, answer]);
        outcome
    }

    /// Sends a request that is framed already and gives the answer unread.
    pub(super) async fn relay(inner: &'a Inner, request: Vec<u8>) -> Result<Vec<u8>, Error> {
        let mut exchange = Self::new(inner, 0, request, Vec::new());
        let mut place = exchange.place().await?;
        // Over a connection of its own no id can clash with another call's.
        place.lose_shared_line();
        let answer = exchange.send(&mut place).await?;
        exchange.leave(place);
        let payload = payload(&inner.settings, &answer)?;
        Ok(frame(&inner.settings, &payload)?.to_vec())
    }

    /// Opens a connection for the calls to come.
    pub(super) async fn connect_first(inner: &Inner) -> Result<(), Error> {
        let exchange = Exchange::new(inner, 0, Vec::new(), Vec::new());
        let mut place = exchange.place().await?;
        if place.line().is_none() {
            place.set_line(open(&inner.settings, exchange.deadline).await?);
        }
        exchange.leave(place);
        Ok(())
    }

    async fn place(&self) -> Result<Place, Error> {
        let waiting = match self.inner.pool.place(self.start) {
            Ok(place) => return Ok(place),
            Err(waiting) => waiting,
        };
        match timeout_at(self.deadline, waiting).await {
            Ok(Ok(place)) => Ok(place),
            // The pool outlives those who wait, so this is the deadline.
            Ok(Err(_)) | Err(_) => {
                let settings = &self.inner.settings;
                let what = format!(
                    "waiting for one of {} connections to get free",
                    settings.max_connections
                );
                Err(timed_out(settings, settings.timeout, &what))
            }
        }
    }

    /// Over a pooled connection if there is one. Where that turns out closed
    /// before a byte was sent, over a new one, once.
    async fn send(&mut self, place: &mut Place) -> Result<Vec<u8>, Error> {
        let settings = &self.inner.settings;
        if let Some(line) = place.line() {
            match self.send_over(&Arc::clone(line)).await {
                Ok(answer) => return Ok(answer),
                Err(Failed::Ended(_, Sent::Nothing)) => place.lose_line(),
                Err(failed) => return Err(broken(settings, &failed)),
            }
        }
        let line = open(settings, self.deadline).await?;
        place.set_line(Arc::clone(&line));
        let sent = self.send_over(&line).await;
        sent.map_err(|failed| broken(settings, &failed))
    }

    async fn send_over(&mut self, line: &Arc<SocketLine>) -> Result<Vec<u8>, Failed<Socket>> {
        let buffer = std::mem::take(&mut self.buffer);
        let mut ticket = Ticket::new(line, self.id, &self.request, self.deadline, buffer);
        poll_fn(|context| {
            ticket.poll(context, |mut driver| {
                tokio::spawn(poll_fn(move |context| driver.poll(context)));
            })
        })
        .await?;
        Ok(ticket.into_answer())
    }

    /// After an answer that was one.
    fn leave(&self, mut place: Place) {
        if self.inner.settings.persistent {
            place.keep_line();
        }
    }
}
