//! A bound listener of any transport.

use crate::error::{Error, Stage};
use crate::transport::{Address, Stream, UnixSocket};
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use tokio::net::TcpListener;

/// A bound listener.
#[derive(Debug)]
pub(super) struct Listener {
    socket: Socket,
    protocol: Protocol,
    #[cfg(feature = "tls")]
    is_tls: bool,
}

/// What is spoken on its connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Protocol {
    /// Bare frames.
    Frames,
    /// Frames as HTTP bodies.
    #[cfg(feature = "http")]
    Http,
}

#[derive(Debug)]
enum Socket {
    Tcp(TcpListener),
    Unix(UnixSocket),
}

impl Listener {
    /// Binds, and gives the address that clients can use.
    pub(super) async fn bind(uri: &str) -> Result<(Self, String), Error> {
        let address = Address::parse(uri)?;
        if address.is_tls() && cfg!(not(feature = "tls")) {
            let text = format!("`{uri}` needs the feature `tls`, which this build leaves out");
            return Err(Error::new(Stage::Configure, text));
        }
        let (place, target, protocol) = match &address {
            Address::Tcp(place) | Address::Tls(place) => (place, "", Protocol::Frames),
            Address::Unix(path) => return Self::bind_unix(uri, path).await,
            #[cfg(feature = "http")]
            Address::Http(http) => (
                &http.place,
                http.target.trim_end_matches('/'),
                Protocol::Http,
            ),
            #[cfg(not(feature = "http"))]
            Address::Http(_) => return Err(Error::without_http()),
        };
        let bound = TcpListener::bind(place).await;
        let socket = bound.map_err(|error| cannot(uri, error))?;
        let bound = socket.local_addr().map_err(|error| cannot(uri, error))?;
        let scheme = uri.split("://").next().unwrap_or_default();
        let scheme = scheme.to_ascii_lowercase();
        let listener = Self {
            socket: Socket::Tcp(socket),
            protocol,
            #[cfg(feature = "tls")]
            is_tls: address.is_tls(),
        };
        Ok((listener, format!("{scheme}://{bound}{target}")))
    }

    async fn bind_unix(uri: &str, path: &Path) -> Result<(Self, String), Error> {
        let socket = UnixSocket::bind(path)
            .await
            .map_err(|error| cannot(uri, error))?;
        let listener = Self {
            socket: Socket::Unix(socket),
            protocol: Protocol::Frames,
            #[cfg(feature = "tls")]
            is_tls: false,
        };
        Ok((listener, format!("unix://{}", path.display())))
    }

    /// Scheme of its address.
    pub(super) fn scheme(&self) -> &'static str {
        #[cfg(feature = "tls")]
        let is_tls = self.is_tls;
        #[cfg(not(feature = "tls"))]
        let is_tls = false;
        match (&self.socket, self.protocol, is_tls) {
            (Socket::Unix(_), ..) => "unix",
            (_, Protocol::Frames, false) => "tcp",
            (_, Protocol::Frames, true) => "tls",
            #[cfg(feature = "http")]
            (_, Protocol::Http, false) => "http",
            #[cfg(feature = "http")]
            (_, Protocol::Http, true) => "https",
        }
    }

    pub(super) fn protocol(&self) -> Protocol {
        self.protocol
    }

    #[cfg(feature = "tls")]
    pub(super) fn is_tls(&self) -> bool {
        self.is_tls
    }

    pub(super) async fn accept(&self) -> io::Result<(Stream, Option<SocketAddr>)> {
        match &self.socket {
            Socket::Tcp(listener) => {
                let (stream, peer) = listener.accept().await?;
                Ok((Stream::tcp(stream), Some(peer)))
            }
            Socket::Unix(socket) => {
                let (stream, _) = socket.listener.accept().await?;
                Ok((Stream::Unix(stream), None))
            }
        }
    }
}

fn cannot(uri: &str, error: io::Error) -> Error {
    Error::new(Stage::Listen, format!("cannot listen on `{uri}`: {error}")).with_source(error)
}
