//! A server that calls can go to, and the way there.

#[cfg(feature = "http")]
use super::http::{Proxy, RequestLines};
use super::settings::Settings;
#[cfg(feature = "tls")]
use super::tls::Tls;
use crate::error::Error;
use crate::transport::Address;
use std::fmt;
use std::net::SocketAddr;
#[cfg(feature = "http")]
use std::sync::Arc;

/// What is known of one server before there is a connection.
pub(super) struct Endpoint {
    pub(super) address: Address,
    /// Where to connect to instead of looking up the name.
    pub(super) at: Option<Vec<SocketAddr>>,
    #[cfg(feature = "http")]
    pub(super) proxy: Option<Arc<Proxy>>,
    #[cfg(feature = "tls")]
    pub(super) tls: Option<Tls>,
    /// What stands before every request over HTTP.
    #[cfg(feature = "http")]
    pub(super) lines: Option<RequestLines>,
}

impl Endpoint {
    /// `at` is one of the addresses that the name has, if it has been looked
    /// up.
    pub(super) fn new(
        settings: &Settings,
        address: &Address,
        at: Option<SocketAddr>,
    ) -> Result<Self, Error> {
        #[cfg(feature = "http")]
        let proxy = (settings.proxy.clone()).filter(|_| !matches!(address, Address::Unix(_)));
        let mut endpoint = Self {
            address: address.clone(),
            at: at.map(|at| vec![at]),
            #[cfg(feature = "http")]
            lines: RequestLines::of(settings, address, proxy.as_deref()),
            #[cfg(feature = "http")]
            proxy,
            #[cfg(feature = "tls")]
            tls: settings.trust.tls(address)?,
        };
        if endpoint.at.is_none() {
            endpoint.at = settings.resolve.find(endpoint.place()).map(<[_]>::to_vec);
        }
        Ok(endpoint)
    }

    /// `host:port` to connect to; empty for a Unix socket.
    pub(super) fn place(&self) -> &str {
        #[cfg(feature = "http")]
        if let Some(proxy) = &self.proxy {
            return &proxy.place;
        }
        self.address.place()
    }

    /// Whether its name has been looked up with this outcome.
    pub(super) fn is_at(&self, place: Option<SocketAddr>) -> bool {
        match (self.at.as_deref(), place) {
            (Some([at]), Some(place)) => *at == place,
            (at, place) => at.is_none() && place.is_none(),
        }
    }

    /// What metrics call it: where it is, if its name was looked up.
    pub(super) fn told(&self) -> String {
        match self.at.as_deref() {
            Some([at]) => at.to_string(),
            _ => self.address.to_string(),
        }
    }

    /// The proxy that has to be asked for a tunnel. Plain HTTP needs none.
    #[cfg(feature = "http")]
    pub(super) fn tunnel(&self) -> Option<&Proxy> {
        let is_plain = matches!(&self.address, Address::Http(http) if !http.tls);
        self.proxy.as_deref().filter(|_| !is_plain)
    }
}

/// As errors name it, without anything secret.
impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.address.fmt(f)?;
        match self.at.as_deref() {
            Some([at]) if self.address.place() != at.to_string() => write!(f, " at {at}")?,
            _ => {}
        }
        #[cfg(feature = "http")]
        if let Some(proxy) = &self.proxy {
            write!(f, " through the proxy {proxy}")?;
        }
        Ok(())
    }
}
