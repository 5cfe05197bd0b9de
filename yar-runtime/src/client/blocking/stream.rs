//! A connected socket that blocks, or TLS over one.

use crate::client::connect::cannot_connect;
#[cfg(feature = "http")]
use crate::client::connect::no_tunnel;
use crate::client::endpoint::Endpoint;
use crate::client::failure::{connect_timed_out, look_up_timed_out};
#[cfg(feature = "http")]
use crate::client::http::Proxy;
use crate::client::resolve::found;
#[cfg(feature = "tls")]
use crate::client::tls::Tls;
use crate::error::Error;
use crate::transport::Address;
use socket2::SockRef;
use std::io::{self, Read, Write};
use std::mem::MaybeUninit;
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::os::unix::net::UnixStream;
use std::time::Duration;
#[cfg(feature = "tls")]
use tokio_rustls::rustls::{self, ClientConnection, StreamOwned};

use super::clock::Clock;
#[cfg(any(feature = "http", feature = "tls"))]
use super::hurried::Hurried;

// From the C library: look, do not wait, and do not end the process where the
// peer is gone. For the last, Rust has set other systems up beforehand.
const PEEK: i32 = 0x02;
const DONT_WAIT: i32 = if IS_LINUX { 0x40 } else { 0x80 };
const NO_SIGNAL: i32 = if IS_LINUX { 0x4000 } else { 0 };
const IS_LINUX: bool = cfg!(any(target_os = "linux", target_os = "android"));

/// Bytes that Linux takes over a Unix socket as one. For each such piece of a
/// longer write it waits as if it was all there is.
const PIECE: usize = 32 * 1024;

/// While it waits to write, how often a call looks at what has come.
pub(super) const GLANCE: Duration = Duration::from_millis(100);

/// A connected socket.
pub(super) enum Stream {
    Tcp(TcpStream),
    Unix(UnixStream),
    #[cfg(feature = "tls")]
    Tls(Box<StreamOwned<ClientConnection, Hurried>>),
}

impl Stream {
    pub(super) fn connect(endpoint: &Endpoint, clock: Clock) -> Result<Self, Error> {
        if let Address::Unix(path) = &endpoint.address {
            // The kernel offers no way to wait for so long and no longer.
            let connected = UnixStream::connect(path).map(Self::Unix);
            return connected.map_err(|error| cannot_connect(endpoint, error));
        }
        let or_late = |failed: fn(&Endpoint, io::Error) -> Error| {
            move |error: io::Error| match error.kind() {
                io::ErrorKind::TimedOut => connect_timed_out(endpoint, clock.timeout),
                _ => failed(endpoint, error),
            }
        };
        let addresses = match &endpoint.at {
            Some(at) => at,
            None => &look_up(endpoint, clock)?,
        };
        let stream = connect_tcp(addresses, clock).map_err(or_late(cannot_connect))?;
        #[cfg(feature = "http")]
        let stream = match endpoint.tunnel() {
            Some(proxy) => {
                let mut stream = Hurried::new(stream, clock);
                let dug = dig(proxy, endpoint.address.place(), &mut stream);
                dug.map_err(or_late(no_tunnel))?;
                stream.socket
            }
            None => stream,
        };
        #[cfg(feature = "tls")]
        if let Some(tls) = &endpoint.tls {
            return greet(tls, stream, clock).map_err(|error| match error.kind() {
                io::ErrorKind::TimedOut => connect_timed_out(endpoint, clock.timeout),
                _ => tls.greeting_failed(endpoint, error),
            });
        }
        Ok(Self::Tcp(stream))
    }

    /// Whether the peer has neither closed it nor sent anything.
    pub(super) fn is_quiet(&mut self) -> bool {
        let read = self.peek();
        if matches!(&read, Err(error) if error.kind() == io::ErrorKind::WouldBlock) {
            return true;
        }
        match self {
            #[cfg(feature = "tls")]
            Self::Tls(stream) if matches!(read, Ok(1..)) => takes_no_data(stream),
            _ => false,
        }
    }

    /// Reads what has come, if only the end.
    pub(super) fn read_now(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Tcp(_) | Self::Unix(_) => self.peek().and_then(|_| self.read(bytes)),
            #[cfg(feature = "tls")]
            Self::Tls(stream) => {
                let has_come = |socket: &TcpStream| peek(&SockRef::from(socket)).map(|_| ());
                read_tls(stream, bytes, has_come)
            }
        }
    }

    fn peek(&self) -> io::Result<usize> {
        peek(&self.socket())
    }

    /// Writes what goes out at once. TLS cannot tell before it has tried.
    #[inline]
    pub(super) fn write_now(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Tcp(_) | Self::Unix(_) => {
                let socket = self.socket();
                socket.send_with_flags(bytes, DONT_WAIT | NO_SIGNAL)
            }
            #[cfg(feature = "tls")]
            Self::Tls(_) => Err(io::ErrorKind::WouldBlock.into()),
        }
    }

    /// Closing it will tell the peer that nobody waits for it any more, and leave
    /// nothing behind in either kernel. Has no effect on a Unix socket.
    pub(super) fn reset_when_closed(&self) {
        // It fails only on a socket that is dead already.
        let _ = self.socket().set_linger(Some(Duration::ZERO));
    }

    fn socket(&self) -> SockRef<'_> {
        match self {
            Self::Tcp(stream) => SockRef::from(stream),
            Self::Unix(stream) => SockRef::from(stream),
            #[cfg(feature = "tls")]
            Self::Tls(stream) => SockRef::from(&stream.sock.socket),
        }
    }

    /// Whether something written has not gone out.
    pub(super) fn holds_back(&self) -> bool {
        match self {
            Self::Tcp(_) | Self::Unix(_) => false,
            #[cfg(feature = "tls")]
            Self::Tls(stream) => stream.conn.wants_write(),
        }
    }

    /// The call that comes has until then. TLS reads and writes as often as it
    /// needs to, and has to look at the time itself.
    #[inline]
    pub(super) fn begin(&mut self, _clock: &Clock) {
        #[cfg(feature = "tls")]
        if let Self::Tls(stream) = self {
            stream.sock.clock = *_clock;
        }
    }

    /// How long it waits at most, to read and to write.
    pub(super) fn wait_for(&self, patience: Duration) {
        // It fails for a duration of zero only.
        let patience = Some(patience);
        let _ = match self {
            Self::Tcp(stream) => wait_for(stream, patience),
            Self::Unix(stream) => stream
                .set_read_timeout(patience)
                .and_then(|()| stream.set_write_timeout(patience)),
            #[cfg(feature = "tls")]
            Self::Tls(_) => Ok(()),
        };
    }
}

/// Does not wait.
fn peek(socket: &SockRef<'_>) -> io::Result<usize> {
    let mut byte = [MaybeUninit::uninit()];
    socket.recv_with_flags(&mut byte, PEEK | DONT_WAIT)
}

fn wait_for(stream: &TcpStream, patience: Option<Duration>) -> io::Result<()> {
    stream.set_read_timeout(patience)?;
    stream.set_write_timeout(patience)
}

/// The system offers no way to wait for so long and no longer.
fn look_up(endpoint: &Endpoint, clock: Clock) -> Result<Vec<SocketAddr>, Error> {
    let found = found(endpoint, endpoint.place().to_socket_addrs())?;
    match clock.left() {
        Some(_) => Ok(found),
        None => Err(look_up_timed_out(endpoint, clock.timeout)),
    }
}

/// To the first address that takes it; there is at least one.
fn connect_tcp(addresses: &[SocketAddr], clock: Clock) -> io::Result<TcpStream> {
    let mut last = io::ErrorKind::NotFound.into();
    for address in addresses {
        let left = clock.left().ok_or(io::ErrorKind::TimedOut)?;
        match TcpStream::connect_timeout(address, left) {
            Ok(stream) => {
                // It fails only on a socket that is dead already.
                let _ = stream.set_nodelay(true);
                return Ok(stream);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// Has the proxy at the other end pass everything on to `place`.
#[cfg(feature = "http")]
fn dig(proxy: &Proxy, place: &str, stream: &mut Hurried) -> io::Result<()> {
    stream.write_all(&proxy.ask(place))?;
    let mut answer = Vec::new();
    while !Proxy::answer(&answer).map_err(io::Error::other)? {
        let mut bytes = [0; 1024];
        match stream.read(&mut bytes)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            count => answer.extend_from_slice(bytes.get(..count).unwrap_or_default()),
        }
    }
    Ok(())
}

#[cfg(feature = "tls")]
fn greet(tls: &Tls, stream: TcpStream, clock: Clock) -> io::Result<Stream> {
    let mut session = tls.session()?;
    let mut stream = Hurried::new(stream, clock);
    while session.is_handshaking() {
        session.complete_io(&mut stream)?;
    }
    stream.glance = GLANCE;
    let stream = StreamOwned::new(session, stream);
    Ok(Stream::Tls(Box::new(stream)))
}

/// Reads, and nothing else: what waits to go out may find nobody. The socket is
/// read only where it `may_be`.
#[cfg(feature = "tls")]
fn read_tls(
    stream: &mut StreamOwned<ClientConnection, Hurried>,
    bytes: &mut [u8],
    may_be: impl Fn(&TcpStream) -> io::Result<()>,
) -> io::Result<usize> {
    let StreamOwned { conn, sock, .. } = stream;
    loop {
        match conn.reader().read(bytes) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            read => return read,
        }
        may_be(&sock.socket)?;
        conn.read_tls(sock)?;
        if let Err(error) = conn.process_new_packets() {
            // There may be an alert to say why.
            let _ = conn.write_tls(sock);
            return Err(io::Error::new(io::ErrorKind::InvalidData, error));
        }
    }
}

/// Whether what has come is of TLS itself, tickets for later sessions.
#[cfg(feature = "tls")]
fn takes_no_data(stream: &mut StreamOwned<ClientConnection, Hurried>) -> bool {
    let mut byte = [0];
    let StreamOwned { conn, sock, .. } = stream;
    let socket = &mut sock.socket;
    if socket.set_nonblocking(true).is_err() {
        return false;
    }
    let read = rustls::Stream::new(conn, socket).read(&mut byte);
    let is_restored = socket.set_nonblocking(false).is_ok();
    let is_quiet = matches!(read, Err(error) if error.kind() == io::ErrorKind::WouldBlock);
    is_quiet && is_restored
}

impl Read for Stream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Tcp(stream) => stream.read(bytes),
            Self::Unix(stream) => stream.read(bytes),
            #[cfg(feature = "tls")]
            Self::Tls(stream) => read_tls(stream, bytes, |_| Ok(())),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Tcp(stream) => stream.write(bytes),
            Self::Unix(stream) => stream.write(bytes.get(..PIECE).unwrap_or(bytes)),
            #[cfg(feature = "tls")]
            Self::Tls(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Tcp(_) | Self::Unix(_) => Ok(()),
            #[cfg(feature = "tls")]
            Self::Tls(stream) => stream.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::{Clock, Duration, connect_tcp};

    #[test]
    fn nothing_is_held_back_for_more_to_send() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let clock = Clock::start(Duration::from_secs(60));
        let stream = connect_tcp(&[address], clock).unwrap();
        assert!(stream.nodelay().unwrap());
    }
}
