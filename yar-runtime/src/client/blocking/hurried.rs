//! A socket that keeps to the deadline of a call by itself.

use super::clock::Clock;
use super::stream::wait_for;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A socket that does not wait past the deadline of a call, however many times
/// it is read and written.
pub(super) struct Hurried {
    pub(super) socket: TcpStream,
    pub(super) clock: Clock,
    /// What the socket waits for at most.
    patience: Duration,
}

impl Hurried {
    pub(super) fn new(socket: TcpStream, clock: Clock) -> Self {
        Self {
            socket,
            clock,
            patience: Duration::ZERO,
        }
    }

    /// It may wait by a little too long, which saves system calls.
    fn hurry(&mut self) -> io::Result<()> {
        let left = self.clock.left().ok_or(io::ErrorKind::TimedOut)?;
        if left.abs_diff(self.patience) > self.clock.timeout / 32 {
            self.patience = left.max(Duration::from_micros(1));
            wait_for(&self.socket, Some(self.patience))?;
        }
        Ok(())
    }
}

/// What a socket says whose time is up.
fn late(error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::WouldBlock => io::ErrorKind::TimedOut.into(),
        _ => error,
    }
}

impl Read for Hurried {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.hurry()?;
        self.socket.read(bytes).map_err(late)
    }
}

impl Write for Hurried {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.hurry()?;
        self.socket.write(bytes).map_err(late)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
