//! A listening socket that somebody else has bound.

use socket2::{SockRef, Type};
use std::io;
use std::net;
use std::os::unix::net as unix;

/// A listening socket for [`Server::listen_on`](super::Server::listen_on), from a
/// service manager or from whoever else has bound it. Made of a
/// [`std::net::TcpListener`] or a [`std::os::unix::net::UnixListener`]; those of
/// tokio have `into_std`.
#[derive(Debug)]
pub struct BoundSocket(pub(super) Kind);

#[derive(Debug)]
pub(super) enum Kind {
    Tcp(net::TcpListener),
    Unix(unix::UnixListener),
}

impl BoundSocket {
    /// Whether what comes over it is a stream of bytes: of packets that are too long
    /// for a read the rest would be lost.
    pub(super) fn is_stream(&self) -> io::Result<bool> {
        Ok(self.socket().r#type()? == Type::STREAM)
    }

    /// Whether it listens already; not every system can be asked.
    pub(super) fn listens(&self) -> io::Result<bool> {
        let socket = self.socket();
        #[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd"))]
        return socket.is_listener();
        #[cfg(not(any(target_os = "linux", target_os = "android", target_os = "freebsd")))]
        socket.local_addr().map(|_| true)
    }

    fn socket(&self) -> SockRef<'_> {
        match &self.0 {
            Kind::Tcp(listener) => SockRef::from(listener),
            Kind::Unix(listener) => SockRef::from(listener),
        }
    }

    /// Whoever bound it need not have thought of this.
    pub(super) fn stop_blocking(&self) -> io::Result<()> {
        match &self.0 {
            Kind::Tcp(listener) => listener.set_nonblocking(true),
            Kind::Unix(listener) => listener.set_nonblocking(true),
        }
    }
}

impl From<net::TcpListener> for BoundSocket {
    fn from(listener: net::TcpListener) -> Self {
        Self(Kind::Tcp(listener))
    }
}

impl From<unix::UnixListener> for BoundSocket {
    fn from(listener: unix::UnixListener) -> Self {
        Self(Kind::Unix(listener))
    }
}
