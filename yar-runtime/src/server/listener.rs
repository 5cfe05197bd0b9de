//! A bound listener of any transport.

use crate::error::{Error, Stage};
use crate::transport::{Address, Stream, UnixSocket};
use std::io;
use tokio::net::TcpListener;

/// A bound listener.
#[derive(Debug)]
pub(super) struct Listener {
    socket: Socket,
    protocol: Protocol,
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
        match Address::parse(uri)? {
            Address::Tcp(place) => {
                let socket = TcpListener::bind(&place).await;
                Self::tcp(socket, "tcp", "", Protocol::Frames).map_err(|error| cannot(uri, error))
            }
            Address::Unix(path) => {
                let socket = UnixSocket::bind(&path)
                    .await
                    .map_err(|error| cannot(uri, error))?;
                let listener = Self {
                    socket: Socket::Unix(socket),
                    protocol: Protocol::Frames,
                };
                Ok((listener, format!("unix://{}", path.display())))
            }
            #[cfg(feature = "http")]
            Address::Http(http) => {
                let socket = TcpListener::bind(&http.place).await;
                let target = http.target.trim_end_matches('/');
                Self::tcp(socket, "http", target, Protocol::Http)
                    .map_err(|error| cannot(uri, error))
            }
            #[cfg(not(feature = "http"))]
            Address::Http(_) => Err(Error::without_http()),
        }
    }

    fn tcp(
        socket: io::Result<TcpListener>,
        scheme: &str,
        target: &str,
        protocol: Protocol,
    ) -> io::Result<(Self, String)> {
        let socket = socket?;
        let address = socket.local_addr()?;
        let listener = Self {
            socket: Socket::Tcp(socket),
            protocol,
        };
        Ok((listener, format!("{scheme}://{address}{target}")))
    }

    pub(super) fn protocol(&self) -> Protocol {
        self.protocol
    }

    pub(super) async fn accept(&self) -> io::Result<Stream> {
        match &self.socket {
            Socket::Tcp(listener) => listener
                .accept()
                .await
                .map(|(stream, _)| Stream::tcp(stream)),
            Socket::Unix(socket) => {
                let (stream, _) = socket.listener.accept().await?;
                Ok(Stream::Unix(stream))
            }
        }
    }
}

fn cannot(uri: &str, error: io::Error) -> Error {
    Error::new(Stage::Connect, format!("cannot listen on `{uri}`: {error}")).with_source(error)
}
