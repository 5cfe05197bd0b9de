//! A connection over a blocking socket.

use super::client::Clock;
use crate::client::failure::{connect_timed_out, ended, timed_out};
use crate::client::framing::Framing;
use crate::client::line::End;
use crate::client::settings::Settings;
use crate::error::{Error, Stage};
use crate::telemetry::Link;
use crate::transport::Address;
use socket2::SockRef;
use std::io::{self, Read, Write};
use std::mem::MaybeUninit;
use std::net::{TcpStream, ToSocketAddrs};
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// A connection, and the answer it brought last.
pub(super) struct Connection {
    stream: Stream,
    framing: Framing,
    /// What the socket waits for at most, to read and to write.
    patience: Duration,
    input: Vec<u8>,
    filled: usize,
    answer: usize,
    /// Counts the connection.
    _link: Link,
}

enum Stream {
    Tcp(TcpStream),
    Unix(UnixStream),
}

/// Why an exchange failed.
pub(super) struct Failed {
    pub(super) error: Error,
    /// Not a byte of the request went out.
    pub(super) is_unsent: bool,
}

const START: usize = 4 * 1024;
/// What the buffer may keep between calls.
const KEEP: usize = 64 * 1024;

impl Connection {
    pub(super) fn open(settings: &Settings, clock: Clock) -> Result<Self, Error> {
        let connect = Clock::start(settings.connect_timeout);
        let first = if clock.deadline < connect.deadline {
            clock
        } else {
            connect
        };
        let stream = match &settings.address {
            Address::Tls(_) => Err(io::ErrorKind::Unsupported.into()),
            // The kernel offers no way to wait for so long and no longer.
            Address::Unix(path) => UnixStream::connect(path).map(Stream::Unix),
            Address::Tcp(place) => connect_tcp(place, first),
            Address::Http(http) => connect_tcp(&http.place, first),
        };
        let stream = stream.map_err(|error| {
            if error.kind() == io::ErrorKind::TimedOut {
                return connect_timed_out(settings, first.timeout);
            }
            let text = format!("cannot connect to {}: {error}", settings.address);
            Error::new(Stage::Connect, text).with_source(error)
        })?;
        let mut connection = Self {
            stream,
            framing: Framing::new(settings),
            patience: Duration::ZERO,
            input: Vec::new(),
            filled: 0,
            answer: 0,
            _link: settings.telemetry.connected(),
        };
        connection.wait_for(settings.timeout);
        Ok(connection)
    }

    /// Whether the peer has neither closed it nor sent anything.
    pub(super) fn is_quiet(&self) -> bool {
        // From the C library: look, and do not wait.
        const PEEK: i32 = 0x02;
        const DONT_WAIT: i32 = if cfg!(any(target_os = "linux", target_os = "android")) {
            0x40
        } else {
            0x80
        };
        let mut byte = [MaybeUninit::uninit()];
        let socket = match &self.stream {
            Stream::Tcp(stream) => SockRef::from(stream),
            Stream::Unix(stream) => SockRef::from(stream),
        };
        let read = socket.recv_with_flags(&mut byte, PEEK | DONT_WAIT);
        matches!(read, Err(error) if error.kind() == io::ErrorKind::WouldBlock)
    }

    /// Whether nothing came but the answer, and the peer stays.
    pub(super) fn is_clean(&self) -> bool {
        self.filled == self.answer && !self.framing.closes()
    }

    pub(super) fn answer(&self) -> &[u8] {
        self.input.get(..self.answer).unwrap_or_default()
    }

    /// The answer has been read.
    pub(super) fn finish(&mut self) {
        if self.input.len() > KEEP {
            self.input = Vec::new();
        }
    }

    /// Sends a request in one write and receives a whole answer.
    pub(super) fn exchange(
        &mut self,
        request: &[u8],
        settings: &Settings,
        clock: Clock,
    ) -> Result<(), Failed> {
        self.filled = 0;
        self.answer = 0;
        self.send(request, settings, clock)?;
        self.receive(settings, clock).map_err(|error| Failed {
            error,
            is_unsent: false,
        })
    }

    fn send(&mut self, request: &[u8], settings: &Settings, clock: Clock) -> Result<(), Failed> {
        let mut rest = request;
        while !rest.is_empty() {
            let error = match self.hurry(settings, clock) {
                Err(Late) => timed_out(settings, clock.timeout, "sending the request"),
                Ok(()) => match self.stream.write(rest) {
                    Ok(count) if count > 0 => {
                        rest = rest.get(count..).unwrap_or_default();
                        continue;
                    }
                    Ok(_) => ended(settings, &End::Send(io::ErrorKind::WriteZero.into())),
                    Err(error) if is_passing(&error) => continue,
                    Err(error) => ended(settings, &End::Send(error)),
                },
            };
            let is_unsent = rest.len() == request.len();
            return Err(Failed { error, is_unsent });
        }
        Ok(())
    }

    fn receive(&mut self, settings: &Settings, clock: Clock) -> Result<(), Error> {
        loop {
            // The buffer grows with what has come, not with what the peer says
            // is coming.
            if self.filled == self.input.len() {
                let grown = self.input.len().saturating_mul(2).max(START);
                self.input.resize(grown, 0);
            }
            if self.hurry(settings, clock).is_err() {
                return Err(timed_out(settings, clock.timeout, "receiving the answer"));
            }
            let room = self.input.get_mut(self.filled..).unwrap_or_default();
            let count = match self.stream.read(room) {
                Ok(count) => count,
                Err(error) if is_passing(&error) => continue,
                Err(error) => return Err(ended(settings, &End::Receive(error))),
            };
            self.filled += count;
            let received = self.input.get(..self.filled).unwrap_or_default();
            let found = if count == 0 {
                let found = self.framing.measure_at_end(received);
                Some(found.ok_or_else(|| ended(settings, &End::closed(received)))?)
            } else {
                let found = self.framing.measure(received);
                found.map_err(|error| ended(settings, &End::malformed(error, received)))?
            };
            if let Some(found) = found {
                self.answer = found.len;
                return Ok(());
            }
        }
    }

    /// Sees to it that the socket does not wait past the deadline. It may by a
    /// little, which saves a system call for every call.
    fn hurry(&mut self, settings: &Settings, clock: Clock) -> Result<(), Late> {
        let left = clock.left().ok_or(Late)?;
        let slack = settings.timeout / 32;
        if left > settings.timeout.saturating_sub(slack) && self.patience == settings.timeout {
            return Ok(());
        }
        let patience = if left > settings.timeout.saturating_sub(slack) {
            settings.timeout
        } else {
            left
        };
        self.wait_for(patience);
        Ok(())
    }

    fn wait_for(&mut self, patience: Duration) {
        self.patience = patience;
        // It fails for a duration of zero only, and the deadline is looked at
        // all the same.
        let patience = Some(patience.max(Duration::from_micros(1)));
        let _ = match &self.stream {
            Stream::Tcp(stream) => stream
                .set_read_timeout(patience)
                .and_then(|()| stream.set_write_timeout(patience)),
            Stream::Unix(stream) => stream
                .set_read_timeout(patience)
                .and_then(|()| stream.set_write_timeout(patience)),
        };
    }
}

/// The deadline has passed.
struct Late;

/// The loop looks at the deadline and tries again.
fn is_passing(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), Interrupted | TimedOut | WouldBlock)
}

fn connect_tcp(place: &str, clock: Clock) -> io::Result<Stream> {
    let mut last = io::Error::new(io::ErrorKind::NotFound, "the name has no address");
    for address in place.to_socket_addrs()? {
        let left = clock.left().ok_or(io::ErrorKind::TimedOut)?;
        match TcpStream::connect_timeout(&address, left) {
            Ok(stream) => {
                // It fails only on a socket that is dead already.
                let _ = stream.set_nodelay(true);
                return Ok(Stream::Tcp(stream));
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}

impl Read for Stream {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Tcp(stream) => stream.read(bytes),
            Self::Unix(stream) => stream.read(bytes),
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Tcp(stream) => stream.write(bytes),
            Self::Unix(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
