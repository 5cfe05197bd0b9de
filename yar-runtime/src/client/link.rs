//! A connection of any transport, as the pool keeps it.

use super::failure::{Failure, timed_out};
#[cfg(feature = "http")]
use super::http::HttpLink;
use super::settings::Settings;
use super::socket::SocketLink;
use crate::error::Error;
#[cfg(feature = "http")]
use crate::transport::Address;
use crate::wire::Frame;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// A connection of any transport.
pub(super) enum Link {
    Socket(Box<SocketLink>),
    #[cfg(feature = "http")]
    Http(Box<HttpLink>),
}

impl Link {
    /// Connects within the connect timeout, and the deadline of the call.
    pub(super) async fn open(settings: &Settings, deadline: Instant) -> Result<Self, Error> {
        let by_timeout = Instant::now() + settings.connect_timeout;
        let opening = timeout_at(deadline.min(by_timeout), Self::open_at_leisure(settings));
        match opening.await {
            Ok(opened) => opened,
            Err(_) => {
                let whole = deadline < by_timeout;
                let after = if whole {
                    settings.timeout
                } else {
                    settings.connect_timeout
                };
                Err(timed_out(settings, after, "connecting"))
            }
        }
    }

    async fn open_at_leisure(settings: &Settings) -> Result<Self, Error> {
        match &settings.address {
            #[cfg(feature = "http")]
            Address::Http(http) => {
                let link = HttpLink::open(http, settings).await?;
                Ok(Self::Http(Box::new(link)))
            }
            _ => Ok(Self::Socket(Box::new(SocketLink::open(settings).await?))),
        }
    }

    pub(super) async fn exchange(
        &mut self,
        request: &[u8],
        settings: &Settings,
        deadline: Instant,
    ) -> Result<(), Failure> {
        match self {
            Self::Socket(link) => link.exchange(request, settings, deadline).await,
            #[cfg(feature = "http")]
            Self::Http(link) => link.exchange(request, settings, deadline).await,
        }
    }

    /// The answer that the last exchange brought.
    pub(super) fn answer(&self, settings: &Settings) -> Result<Frame<'_>, Error> {
        match self {
            Self::Socket(link) => link.answer(settings),
            #[cfg(feature = "http")]
            Self::Http(link) => link.answer(settings),
        }
    }

    /// Whether nothing came but the answer.
    pub(super) fn is_clean(&self) -> bool {
        match self {
            Self::Socket(link) => link.is_clean(),
            #[cfg(feature = "http")]
            Self::Http(link) => link.is_open(),
        }
    }

    /// Whether it can carry another request after lying unused for a while.
    pub(super) fn is_usable(&self, unused: Duration) -> bool {
        match self {
            Self::Socket(link) => link.is_usable(unused),
            #[cfg(feature = "http")]
            Self::Http(link) => link.is_open(),
        }
    }
}
