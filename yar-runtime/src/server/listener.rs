//! A bound listener of any transport.

use super::bound::{BoundSocket, Kind};
use crate::error::{Error, Stage};
use crate::transport::{Address, Stream, UnixSocket};
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use tokio::net::{TcpListener, UnixListener};
use tokio::runtime::Handle;

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
        if let Address::Unix(path) = &address {
            return Self::bind_unix(uri, path).await;
        }
        Self::check(uri, &address)?;
        let bound = TcpListener::bind(address.place()).await;
        let socket = bound.map_err(|error| cannot(uri, error))?;
        Self::over_tcp(uri, &address, socket)
    }

    /// Takes a socket that listens already, and gives its address.
    pub(super) fn adopt(socket: BoundSocket, scheme: &str) -> Result<(Self, String), Error> {
        let scheme = scheme.to_ascii_lowercase();
        if Handle::try_current().is_err() {
            let text = "a listener can be taken within a runtime of tokio only";
            return Err(Error::new(Stage::Configure, text));
        }
        let cannot = |error| cannot(&scheme, error);
        if !socket.is_stream().map_err(cannot)? {
            return Err(cannot(io::Error::other(IS_OF_PACKETS)));
        }
        if !socket.listens().map_err(cannot)? {
            return Err(cannot(io::Error::other(IS_DEAF)));
        }
        socket.stop_blocking().map_err(cannot)?;
        match (socket.0, &*scheme) {
            (Kind::Tcp(listener), "tcp" | "tls" | "http" | "https") => {
                let place = listener.local_addr().map_err(cannot)?;
                let uri = format!("{scheme}://{place}");
                let address = Address::parse(&uri)?;
                Self::check(&uri, &address)?;
                let listener = TcpListener::from_std(listener).map_err(cannot)?;
                Self::over_tcp(&uri, &address, listener)
            }
            (Kind::Unix(listener), "unix") => {
                let listener = UnixListener::from_std(listener).map_err(cannot)?;
                Self::over_unix(UnixSocket::of_another(listener).map_err(cannot)?)
            }
            (Kind::Tcp(_), _) => Err(misfit(&scheme, "TCP", "`tcp`, `tls`, `http` or `https`")),
            (Kind::Unix(_), _) => Err(misfit(&scheme, "Unix", "`unix`")),
        }
    }

    /// Whether this build can speak what is spoken there.
    fn check(uri: &str, address: &Address) -> Result<(), Error> {
        if address.is_tls() && cfg!(not(feature = "tls")) {
            let text = format!("`{uri}` needs the feature `tls`, which this build leaves out");
            return Err(Error::new(Stage::Configure, text));
        }
        #[cfg(not(feature = "http"))]
        if let Address::Http(_) = address {
            return Err(Error::without_http());
        }
        Ok(())
    }

    fn over_tcp(
        uri: &str,
        address: &Address,
        socket: TcpListener,
    ) -> Result<(Self, String), Error> {
        let (target, protocol) = match address {
            #[cfg(feature = "http")]
            Address::Http(http) => (http.target.trim_end_matches('/'), Protocol::Http),
            _ => ("", Protocol::Frames),
        };
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
        let bound = UnixSocket::bind(path).await;
        Self::over_unix(bound.map_err(|error| cannot(uri, error))?)
    }

    fn over_unix(socket: UnixSocket) -> Result<(Self, String), Error> {
        let address = format!("unix://{}", socket.path.display());
        let listener = Self {
            socket: Socket::Unix(socket),
            protocol: Protocol::Frames,
            #[cfg(feature = "tls")]
            is_tls: false,
        };
        Ok((listener, address))
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

/// Accepting would fail for as long as the server runs.
const IS_DEAF: &str = "the socket does not listen: call `listen` on it before, \
                       and where systemd made it, see that its unit says `Accept=no`";

const IS_OF_PACKETS: &str = "the socket is none of streams: make it with `SOCK_STREAM`, \
                             and where systemd made it, see that its unit says `ListenStream=`";

fn cannot(uri: &str, error: io::Error) -> Error {
    Error::new(Stage::Listen, format!("cannot listen on `{uri}`: {error}")).with_source(error)
}

fn misfit(scheme: &str, kind: &str, fitting: &str) -> Error {
    let text = format!("a {kind} listener cannot be given the scheme `{scheme}`, only {fitting}");
    Error::new(Stage::Configure, text)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::Listener;
    use crate::server::BoundSocket;
    use socket2::SockRef;
    use tokio::net::TcpStream;

    #[tokio::test]
    async fn what_is_accepted_does_not_wait_for_more_to_send() {
        let own = Listener::bind("tcp://127.0.0.1:0").await.unwrap();
        let socket = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let given = Listener::adopt(BoundSocket::from(socket), "tcp").unwrap();
        for (listener, address) in [own, given] {
            let place = address.strip_prefix("tcp://").unwrap();
            let _peer = TcpStream::connect(place).await.unwrap();
            let (stream, _) = listener.accept().await.unwrap();
            assert!(SockRef::from(&stream).tcp_nodelay().unwrap());
        }
    }
}
