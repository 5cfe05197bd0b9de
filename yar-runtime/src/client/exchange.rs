//! One call from its packed request to its unpacked answer.

use super::call::Inner;
use super::failure::{Failure, bad_body, protocol, timed_out};
use super::link::Link;
use super::settings::Settings;
use crate::error::{Error, Stage};
use crate::message::{RequestHead, Response, write_request};
use crate::packager::Packager;
use crate::transport::Address;
use crate::wire::{HEADER_LEN, RESERVED_KEEP};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::SemaphorePermit;
use tokio::time::{Instant, timeout_at};

/// A call under way.
pub(super) struct Exchange<'a> {
    inner: &'a Inner,
    id: u32,
    request: Vec<u8>,
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
        let deadline = Instant::now() + settings.timeout;
        let mut request = inner.pool.take_buffer();
        let head = request_head(settings, inner.ids.next());
        if let Err(error) = write_request(&mut request, &head, method, params) {
            let text = format!(
                "the arguments of `{method}` cannot be packed as {}: {error}",
                settings.packager.name()
            );
            return Err(Error::new(Stage::Packager, text).with_source(error));
        }
        let length = request.len().saturating_sub(HEADER_LEN);
        if length > settings.max_body {
            let text = format!(
                "the arguments of `{method}` pack into {length} bytes, more than the {} allowed",
                settings.max_body
            );
            return Err(Error::new(Stage::Packager, text));
        }
        Ok(Self {
            inner,
            id: head.id,
            request,
            deadline,
        })
    }

    /// Sends the request and unpacks the answer.
    pub(super) async fn run<R: DeserializeOwned>(self) -> Result<R, Error> {
        let inner = self.inner;
        let place = self.wait_for_room().await?;
        let link = self.send(link_of(inner)).await?;
        let outcome = self.unpack(&link)?;
        if inner.settings.persistent && link.is_clean() {
            inner.pool.put_back(link);
        }
        drop(place);
        inner.pool.put_back_buffer(self.request);
        outcome
    }

    /// Sends a request that is framed already and gives the answer unread.
    pub(super) async fn relay(inner: &'a Inner, request: Vec<u8>) -> Result<Vec<u8>, Error> {
        let exchange = Self {
            inner,
            id: 0,
            request,
            deadline: Instant::now() + inner.settings.timeout,
        };
        let place = exchange.wait_for_room().await?;
        let link = exchange.send(link_of(inner)).await?;
        let answer = link.answer(&inner.settings)?.to_vec();
        if inner.settings.persistent && link.is_clean() {
            inner.pool.put_back(link);
        }
        drop(place);
        Ok(answer)
    }

    /// Opens a connection for the calls to come.
    pub(super) async fn connect_first(inner: &Inner) -> Result<(), Error> {
        let deadline = Instant::now() + inner.settings.timeout;
        let link = Link::open(&inner.settings, deadline).await?;
        if inner.settings.persistent {
            inner.pool.put_back(link);
        }
        Ok(())
    }

    async fn wait_for_room(&self) -> Result<SemaphorePermit<'a>, Error> {
        let pool = &self.inner.pool;
        if let Ok(place) = pool.room.try_acquire() {
            return Ok(place);
        }
        let settings = &self.inner.settings;
        let acquired = timeout_at(self.deadline, pool.room.acquire()).await;
        match acquired {
            Ok(Ok(place)) => Ok(place),
            // The semaphore is never closed, so this is the deadline.
            Ok(Err(_)) | Err(_) => {
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
    async fn send(&self, pooled: Option<Link>) -> Result<Link, Error> {
        let settings = &self.inner.settings;
        if let Some(mut link) = pooled {
            match link.exchange(&self.request, settings, self.deadline).await {
                Ok(()) => return Ok(link),
                Err(Failure::Failed(error)) => return Err(error),
                Err(Failure::Unsent(_)) => {}
            }
        }
        let mut link = Link::open(settings, self.deadline).await?;
        match link.exchange(&self.request, settings, self.deadline).await {
            Ok(()) => Ok(link),
            Err(Failure::Failed(error) | Failure::Unsent(error)) => Err(error),
        }
    }

    /// The outer error is one that spoils the connection.
    fn unpack<R: DeserializeOwned>(&self, link: &Link) -> Result<Result<R, Error>, Error> {
        let settings = &self.inner.settings;
        let frame = link.answer(settings)?;
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

fn link_of(inner: &Inner) -> Option<Link> {
    inner.pool.take(inner.settings.idle_timeout)
}

fn request_head(settings: &Settings, id: u32) -> RequestHead<'_> {
    // Over HTTP the header lines say whether to keep the connection.
    let keep = settings.persistent && !matches!(settings.address, Address::Http(_));
    RequestHead {
        id,
        layout: settings.layout,
        packager: settings.packager,
        reserved: if keep { RESERVED_KEEP } else { 0 },
        provider: &settings.provider,
        token: &settings.token,
    }
}
