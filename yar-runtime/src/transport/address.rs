//! `tcp://host:port`, `tls://host:port`, `unix:///path` and
//! `http://user:token@host:port/path`, also with `https`.

use crate::error::{Error, Stage};
use std::fmt;
use std::path::PathBuf;

/// Where to connect to or to listen on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Address {
    /// `host:port`.
    Tcp(String),
    /// `host:port`, with TLS.
    Tls(String),
    /// Path of the socket.
    Unix(PathBuf),
    Http(HttpAddress),
}

/// The parts of an `http://` or `https://` address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HttpAddress {
    /// `https`.
    pub(crate) tls: bool,
    /// `host:port` as written, for the `Host` line.
    pub(crate) authority: String,
    /// `host:port`, the port always there.
    pub(crate) place: String,
    /// Path and query, never empty.
    pub(crate) target: String,
    /// User and password as written, not decoded.
    pub(crate) user: Option<(String, String)>,
}

impl Address {
    pub(crate) fn parse(uri: &str) -> Result<Self, Error> {
        let (scheme, rest) = uri
            .split_once("://")
            .ok_or_else(|| invalid(uri, "no scheme"))?;
        match scheme.to_ascii_lowercase().as_str() {
            "tcp" => socket_place(uri, rest).map(Self::Tcp),
            "tls" => socket_place(uri, rest).map(Self::Tls),
            "unix" if rest.len() > 1 && rest.starts_with('/') => Ok(Self::Unix(rest.into())),
            "unix" => Err(invalid(uri, "no absolute path")),
            "http" => HttpAddress::parse(uri, rest, false).map(Self::Http),
            "https" => HttpAddress::parse(uri, rest, true).map(Self::Http),
            _ => Err(invalid(uri, "unknown scheme")),
        }
    }
}

impl Address {
    /// Whether TLS is spoken there.
    pub(crate) fn is_tls(&self) -> bool {
        match self {
            Self::Tls(_) => true,
            Self::Http(http) => http.tls,
            Self::Tcp(_) | Self::Unix(_) => false,
        }
    }

    /// `host:port`, the port always there; empty for a Unix socket.
    pub(crate) fn place(&self) -> &str {
        match self {
            Self::Tcp(place) | Self::Tls(place) => place,
            Self::Unix(_) => "",
            Self::Http(http) => &http.place,
        }
    }
}

impl HttpAddress {
    fn parse(uri: &str, rest: &str, tls: bool) -> Result<Self, Error> {
        let rest = rest.split('#').next().unwrap_or_default();
        let end = rest.find(['/', '?']).unwrap_or(rest.len());
        let (before, target) = rest.split_at(end);
        let (user, authority) = match before.rsplit_once('@') {
            Some((user, authority)) => (Some(user), authority),
            None => (None, before),
        };
        let target = match target.as_bytes().first() {
            Some(b'/') => target.to_owned(),
            _ => format!("/{target}"),
        };
        if target.bytes().any(|byte| !byte.is_ascii_graphic()) {
            return Err(invalid(
                uri,
                "the path has bytes that must be percent-encoded",
            ));
        }
        Ok(Self {
            tls,
            authority: authority.to_owned(),
            place: with_port(uri, authority, Some(if tls { 443 } else { 80 }))?,
            target,
            user: user.map(|user| {
                let (name, password) = user.split_once(':').unwrap_or((user, ""));
                (name.to_owned(), password.to_owned())
            }),
        })
    }
}

/// As it is written, without user and password.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(place) => write!(f, "tcp://{place}"),
            Self::Unix(path) => write!(f, "unix://{}", path.display()),
            Self::Tls(place) => write!(f, "tls://{place}"),
            Self::Http(http) => {
                let scheme = if http.tls { "https" } else { "http" };
                let target = if http.target == "/" { "" } else { &http.target };
                write!(f, "{scheme}://{}{target}", http.authority)
            }
        }
    }
}

/// A path behind `host:port` is tolerated, as PHP does.
fn socket_place(uri: &str, rest: &str) -> Result<String, Error> {
    let place = rest.split('/').next().unwrap_or_default();
    with_port(uri, place, None)
}

/// Checks `host:port`, adding the default port where there is one.
fn with_port(uri: &str, place: &str, default: Option<u16>) -> Result<String, Error> {
    // The colons of `[::1]` stand before the bracket that closes it.
    let bracket = place.rfind(']').map_or(0, |at| at + 1);
    let after = place.get(bracket..).unwrap_or_default();
    let (host_end, port) = match after.rfind(':') {
        Some(colon) => (bracket + colon, after.get(colon + 1..).unwrap_or_default()),
        None => (place.len(), ""),
    };
    if host_end == 0 {
        return Err(invalid(uri, "no host"));
    }
    if !place
        .bytes()
        .all(|byte| byte.is_ascii_graphic() && byte != b'"')
    {
        return Err(invalid(
            uri,
            "the host has characters no host name can have",
        ));
    }
    match (port, default) {
        ("", None) => Err(invalid(uri, "no port")),
        ("", Some(default)) => Ok(format!(
            "{}:{default}",
            place.get(..host_end).unwrap_or_default()
        )),
        (port, _) if port.parse::<u16>().is_ok() => Ok(place.to_owned()),
        _ => Err(invalid(uri, "the port is no number up to 65535")),
    }
}

fn invalid(uri: &str, reason: &str) -> Error {
    // The address may carry a token between `//` and `@`.
    let shown = match (uri.find("://"), uri.rfind('@')) {
        (Some(start), Some(end)) if start < end => {
            format!(
                "{}***{}",
                uri.get(..start + 3).unwrap_or_default(),
                uri.get(end..).unwrap_or_default()
            )
        }
        _ => uri.to_owned(),
    };
    Error::new(
        Stage::Configure,
        format!(
            "cannot use address `{shown}`: {reason}; \
             tcp://HOST:PORT, tls://HOST:PORT, unix:///PATH, http://HOST[:PORT][/PATH] or \
             https://HOST[:PORT][/PATH] is expected"
        ),
    )
}

#[cfg(test)]
mod tests;
