//! One call from its packed request to its unpacked answer.

use super::call::Inner;
use super::connect::open;
use super::failure::{broken, timed_out};
use super::line::{Driver, Failed, Sent, Ticket};
use super::options::CallOptions;
use super::packing::{pack, unpack};
use super::payload::{frame, payload, wrap};
use super::pool::Place;
use super::socket::{Socket, SocketLine};
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
    inner: &'a Inner,
    id: u32,
    request: Vec<u8>,
    /// For the answer.
    buffer: Vec<u8>,
    start: Instant,
    timeout: Duration,
    deadline: Instant,
    is_idempotent: bool,
}

impl<'a> Exchange<'a> {
    /// Packs the request.
    pub(super) fn pack<P: Serialize + ?Sized>(
        inner: &'a Inner,
        options: &CallOptions,
        method: &str,
        params: &P,
    ) -> Result<Self, Error> {
        let (mut request, buffer) = inner.pool.take_buffers();
        let id = inner.ids.next();
        pack(&inner.settings, id, method, params, &mut request)?;
        let (request, buffer) = wrap(&inner.settings, request, buffer);
        Ok(Self::new(inner, id, options, request, buffer))
    }

    fn new(
        inner: &'a Inner,
        id: u32,
        options: &CallOptions,
        request: Vec<u8>,
        buffer: Vec<u8>,
    ) -> Self {
        let start = Instant::now();
        let timeout = options.timeout.unwrap_or(inner.settings.timeout);
        Self {
            inner,
            id,
            request,
            buffer,
            start,
            timeout,
            deadline: start + timeout,
            is_idempotent: options.idempotent,
        }
    }

    /// Sends the request and unpacks the answer.
    pub(super) async fn run<R: DeserializeOwned>(mut self) -> Result<R, Error> {
        let first = match self.attempt().await {
            Ok(result) => {
                self.put_back_buffers();
                return Ok(result);
            }
            Err(error) => error,
        };
        // Boxed, so that calls that go well need not make room for it.
        let outcome = Box::pin(self.try_again(first)).await;
        self.put_back_buffers();
        outcome
    }

    fn put_back_buffers(self) {
        let pool = &self.inner.pool;
        pool.put_back_buffers([self.request, self.buffer]);
    }

    async fn attempt<R: DeserializeOwned>(&mut self) -> Result<R, Error> {
        let mut place = match self.inner.pool.place(self.start) {
            Ok(place) => place,
            Err(waiting) => self.wait(waiting).await?,
        };
        self.buffer = self.send(&mut place).await?;
        let (sent, received) = (self.request.len(), self.buffer.len());
        self.inner.settings.telemetry.exchanged(sent, received);
        let outcome = unpack(&self.inner.settings, self.id, &self.buffer)?;
        self.leave(place);
        outcome
    }

    async fn try_again<R: DeserializeOwned>(&mut self, first: Error) -> Result<R, Error> {
        let retry = &self.inner.settings.retry;
        let mut error = first;
        let mut tried = 1;
        while let Some(pause) = retry.next(&error, self.is_idempotent, tried) {
            let resumes = Instant::now() + pause;
            if resumes >= self.deadline || !self.inner.pool.spend_on_retry() {
                break;
            }
            tokio::time::sleep_until(resumes).await;
            tried += 1;
            error = match self.attempt().await {
                Ok(result) => return Ok(result),
                Err(error) => error,
            };
        }
        Err(error)
    }

    /// Sends a request that is framed already and gives the answer unread.
    pub(super) async fn relay(inner: &'a Inner, request: Vec<u8>) -> Result<Vec<u8>, Error> {
        let (request, buffer) = wrap(&inner.settings, request, Vec::new());
        let mut exchange = Self::new(inner, 0, &CallOptions::new(), request, buffer);
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
        let options = CallOptions::new();
        let exchange = Exchange::new(inner, 0, &options, Vec::new(), Vec::new());
        let mut place = exchange.place().await?;
        if place.line().is_none() {
            let line = open(&inner.settings, exchange.deadline, exchange.timeout).await?;
            place.set_line(line);
        }
        exchange.leave(place);
        Ok(())
    }

    async fn place(&self) -> Result<Place, Error> {
        match self.inner.pool.place(self.start) {
            Ok(place) => Ok(place),
            Err(waiting) => self.wait(waiting).await,
        }
    }

    async fn wait(&self, waiting: oneshot::Receiver<Place>) -> Result<Place, Error> {
        match timeout_at(self.deadline, waiting).await {
            Ok(Ok(place)) => Ok(place),
            // The pool outlives those who wait, so this is the deadline.
            Ok(Err(_)) | Err(_) => {
                let settings = &self.inner.settings;
                let what = format!(
                    "waiting for one of {} connections to get free",
                    settings.max_connections
                );
                Err(timed_out(settings, self.timeout, &what).unsent())
            }
        }
    }

    /// Over a pooled connection if there is one. Where that turns out closed
    /// before a byte was sent, over a new one, once.
    async fn send(&mut self, place: &mut Place) -> Result<Vec<u8>, Error> {
        if let Some(line) = place.line() {
            match self.send_over(line).await {
                Ok(answer) => return Ok(answer),
                Err(Failed::Ended(_, Sent::Nothing)) => place.lose_line(),
                Err(failed) => return Err(broken(&self.inner.settings, self.timeout, &failed)),
            }
        }
        Box::pin(self.send_over_new(place)).await
    }

    async fn send_over_new(&mut self, place: &mut Place) -> Result<Vec<u8>, Error> {
        let settings = &self.inner.settings;
        let line = open(settings, self.deadline, self.timeout).await?;
        let sent = self.send_over(place.set_line(line)).await;
        sent.map_err(|failed| broken(settings, self.timeout, &failed))
    }

    fn send_over<'b>(
        &'b mut self,
        line: &'b Arc<SocketLine>,
    ) -> impl Future<Output = Result<Vec<u8>, Failed<Socket>>> + 'b {
        let buffer = std::mem::take(&mut self.buffer);
        let mut ticket = Ticket::new(line, self.id, &self.request, self.deadline, buffer);
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
