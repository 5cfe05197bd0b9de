//! A socket that keeps to the deadline of a call by itself.

use super::clock::Clock;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// A socket that does not wait past the deadline of a call, however many times
/// it is read and written.
pub(super) struct Hurried {
    pub(super) socket: TcpStream,
    pub(super) clock: Clock,
    /// What it waits for to write at most, however much time there is.
    pub(super) glance: Duration,
    /// What the socket was told.
    reading: Duration,
    writing: Duration,
}

impl Hurried {
    pub(super) fn new(socket: TcpStream, clock: Clock) -> Self {
        Self {
            socket,
            clock,
            glance: Duration::MAX,
            reading: Duration::ZERO,
            writing: Duration::ZERO,
        }
    }
}

/// Has a socket that was `told` to wait for so long wait for as long as there is
/// time, but no more than `most`. It may be by a little too long, which saves
/// system calls.
fn hurry(
    clock: &Clock,
    most: Duration,
    told: &mut Duration,
    tell: impl FnOnce(Option<Duration>) -> io::Result<()>,
) -> io::Result<()> {
    let left = clock.left().ok_or(io::ErrorKind::TimedOut)?.min(most);
    if left.abs_diff(*told) > clock.timeout.min(most) / 32 {
        *told = left.max(Duration::from_micros(1));
        tell(Some(*told))?;
    }
    Ok(())
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
        let socket = &self.socket;
        let tell = |time| socket.set_read_timeout(time);
        hurry(&self.clock, Duration::MAX, &mut self.reading, tell)?;
        self.socket.read(bytes).map_err(late)
    }
}

impl Write for Hurried {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let socket = &self.socket;
        let tell = |time| socket.set_write_timeout(time);
        hurry(&self.clock, self.glance, &mut self.writing, tell)?;
        self.socket.write(bytes).map_err(late)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
