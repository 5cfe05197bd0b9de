//! One call from its packed request to its unpacked answer.

use super::call::Inner;
use super::connect::open;
use super::failure::{bad_body, broken, protocol, timed_out};
use super::line::{Failed, Sent, Ticket};
use super::payload::{frame, payload, wrap};
use super::pool::Place;
use super::settings::Settings;
use super::socket::{Socket, SocketLine};
use crate::error::{Error, Stage};
use crate::message::{RequestHead, Response, write_request};
use crate::packager::Packager;
use crate::transport::Address;
use crate::wire::{HEADER_LEN, RESERVED_ANY_ORDER, RESERVED_KEEP};
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
        let settings = &inner.settings;
        let (mut request, buffer) = inner.pool.take_buffers();
        let head = request_head(settings, inner.ids.next());
        write_request(&mut request, &head, method, params).map_err(|error| {
            let text = format!(
                "the arguments of `{method}` cannot be packed as {}: {error}",
                settings.packager.name()
            );
            Error::new(Stage::Packager, text).with_source(error)
        })?;
        let length = request.len().saturating_sub(HEADER_LEN);
        if length > settings.max_body {
            let text = format!(
                "the arguments of `{method}` pack into {length} bytes, more than the {} allowed",
                settings.max_body
            );
            return Err(Error::new(Stage::Packager, text));
        }
        Ok(Self::new(inner, head.id, request, buffer))
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
        let outcome = self.unpack(&answer)?;
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
    /// The outer error is one that spoils the connection.
    fn unpack<R: DeserializeOwned>(&self, answer: &[u8]) -> Result<Result<R, Error>, Error> {
        let settings = &self.inner.settings;
        let payload = payload(settings, answer)?;
        let frame = frame(settings, &payload)?;
        let packager = Packager::from_wire(frame.packager).ok_or_else(|| {
            let name = frame.packager.escape_ascii();
            protocol(
                settings,
                &format!("the answer has the unknown packager \"{name}\""),
            )
        })?;
        let response = Response::<R>::read(packager, frame.body, &settings.decoding)
            .map_err(|error| bad_body(settings, packager, frame.body, error))?;
        // Zero is what servers answer that could not read the request.
        if response.id != 0 && response.id != i64::from(self.id) {
            let what = format!(
                "expected the answer to request {}, got {}",
                self.id, response.id
            );
            return Err(protocol(settings, &what));
        }
        Ok(response.outcome)
    }
}

fn request_head(settings: &Settings, id: u32) -> RequestHead<'_> {
    // Over HTTP the header lines say whether to keep the connection.
    let keep = settings.persistent && !matches!(settings.address, Address::Http(_));
    RequestHead {
        id,
        layout: settings.layout,
        packager: settings.packager,
        reserved: if keep {
            RESERVED_KEEP | RESERVED_ANY_ORDER
        } else {
            0
        },
        provider: &settings.provider,
        token: &settings.token,
    }
}
