//! HTTP proxies, and the tunnels they make.

use super::basic::basic;
use super::response::{Malformed, head};
use crate::error::{Error, Stage};
use crate::transport::Address;
use std::fmt;

/// A proxy, spoken to without TLS.
#[derive(Debug)]
pub(in crate::client) struct Proxy {
    /// `host:port`, the port always there.
    pub(in crate::client) place: String,
    /// The value of the line `proxy-authorization`.
    pub(super) authorization: Option<String>,
}

/// Why a proxy makes no tunnel.
#[derive(Debug)]
pub(in crate::client) enum Refused {
    Status(u16, String),
    Malformed(Malformed),
    /// Bytes follow before the other end can have been told to send any.
    Surplus,
}

impl Proxy {
    /// From `http://[USER:PASSWORD@]HOST[:PORT]`; the scheme may be left out.
    pub(in crate::client) fn parse(uri: &str) -> Result<Self, Error> {
        let whole = match uri.split_once("://") {
            None => format!("http://{uri}"),
            Some((scheme, _)) if scheme.eq_ignore_ascii_case("http") => uri.to_owned(),
            Some((scheme, _)) => {
                let text = format!(
                    "cannot use a {scheme}:// proxy: http://[USER:PASSWORD@]HOST[:PORT] is expected"
                );
                return Err(Error::new(Stage::Configure, text));
            }
        };
        let Address::Http(http) = Address::parse(&whole)? else {
            return Err(Error::new(Stage::Configure, "a proxy must be http://"));
        };
        let user = http.user.as_ref();
        Ok(Self {
            place: http.place,
            authorization: user.map(|(name, password)| basic(name, password)),
        })
    }

    /// Asks for a tunnel to `host:port`.
    pub(in crate::client) fn ask(&self, place: &str) -> Vec<u8> {
        let mut request = format!("CONNECT {place} HTTP/1.1\r\nhost: {place}\r\n");
        if let Some(authorization) = &self.authorization {
            request.extend(["proxy-authorization: ", authorization, "\r\n"]);
        }
        request.push_str("\r\n");
        request.into_bytes()
    }

    /// Whether the tunnel is there, as far as what has come tells.
    pub(in crate::client) fn answer(input: &[u8]) -> Result<bool, Refused> {
        match head(input).map_err(Refused::Malformed)? {
            None => Ok(false),
            Some((200..=299, _, len)) if len == input.len() => Ok(true),
            Some((200..=299, _, _)) => Err(Refused::Surplus),
            Some((status, reason, _)) => Err(Refused::Status(status, reason)),
        }
    }
}

/// Without user and password.
impl fmt::Display for Proxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "http://{}", self.place)
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(407, reason) => write!(
                f,
                "it answered 407 {reason}; write its user and password into its address"
            ),
            Self::Status(status, reason) => write!(f, "it answered {status} {reason}"),
            Self::Malformed(error) => write!(f, "its answer is {error}"),
            Self::Surplus => write!(f, "it sent bytes behind its answer"),
        }
    }
}

impl std::error::Error for Refused {}
