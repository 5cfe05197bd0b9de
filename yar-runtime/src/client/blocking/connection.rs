//! A connection over a blocking socket.

use super::clock::Clock;
use super::stream::Stream;
use crate::client::endpoint::Endpoint;
use crate::client::failure::{ended, timed_out};
use crate::client::framing::Framing;
use crate::client::line::End;
use crate::client::settings::Settings;
use crate::error::Error;
use crate::telemetry::Link;
use std::io::{self, Read, Write};
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
    /// A request went out, and its answer has not come.
    is_due: bool,
    /// Counts the connection.
    _link: Link,
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
    pub(super) fn open(
        settings: &Settings,
        endpoint: &Endpoint,
        clock: Clock,
    ) -> Result<Self, Error> {
        let connect = Clock::start(settings.connect_timeout);
        let first = if clock.deadline < connect.deadline {
            clock
        } else {
            connect
        };
        let stream = Stream::connect(endpoint, first)?;
        let mut connection = Self {
            stream,
            framing: Framing::new(settings),
            patience: Duration::ZERO,
            input: Vec::new(),
            filled: 0,
            answer: 0,
            is_due: false,
            _link: settings.telemetry.connected(),
        };
        connection.wait_for(settings.timeout);
        Ok(connection)
    }

    /// Whether the peer has neither closed it nor sent anything.
    pub(super) fn is_quiet(&mut self) -> bool {
        self.stream.is_quiet()
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
        endpoint: &Endpoint,
        clock: Clock,
    ) -> Result<(), Failed> {
        self.filled = 0;
        self.answer = 0;
        self.is_due = true;
        self.send(request, settings, endpoint, clock)?;
        self.receive(settings, endpoint, clock)
            .map_err(|error| Failed {
                error,
                is_unsent: false,
            })?;
        self.is_due = false;
        Ok(())
    }

    fn send(
        &mut self,
        request: &[u8],
        settings: &Settings,
        endpoint: &Endpoint,
        clock: Clock,
    ) -> Result<(), Failed> {
        let mut rest = request;
        while !rest.is_empty() || self.stream.holds_back() {
            let error = match self.hurry(settings, clock) {
                Err(Late) => timed_out(endpoint, clock.timeout, "sending the request"),
                Ok(()) => match self.push(rest) {
                    Ok(count) => {
                        rest = rest.get(count..).unwrap_or_default();
                        continue;
                    }
                    Err(error) if is_passing(&error) => continue,
                    Err(error) => ended(endpoint, &End::Send(error)),
                },
            };
            let is_unsent = rest.len() == request.len();
            return Err(Failed { error, is_unsent });
        }
        Ok(())
    }

    /// Writes some of `rest`, or what the stream itself has held back.
    fn push(&mut self, rest: &[u8]) -> io::Result<usize> {
        if rest.is_empty() {
            return self.stream.flush().map(|()| 0);
        }
        match self.stream.write(rest)? {
            0 => Err(io::ErrorKind::WriteZero.into()),
            count => Ok(count),
        }
    }

    fn receive(
        &mut self,
        settings: &Settings,
        endpoint: &Endpoint,
        clock: Clock,
    ) -> Result<(), Error> {
        loop {
            // The buffer grows with what has come, not with what the peer says
            // is coming.
            if self.filled == self.input.len() {
                let grown = self.input.len().saturating_mul(2).max(START);
                self.input.resize(grown, 0);
            }
            if self.hurry(settings, clock).is_err() {
                return Err(timed_out(endpoint, clock.timeout, "receiving the answer"));
            }
            let room = self.input.get_mut(self.filled..).unwrap_or_default();
            let count = match self.stream.read(room) {
                Ok(count) => count,
                Err(error) if is_passing(&error) => continue,
                Err(error) => return Err(ended(endpoint, &End::Receive(error))),
            };
            self.filled += count;
            let received = self.input.get(..self.filled).unwrap_or_default();
            let found = if count == 0 {
                let found = self.framing.measure_at_end(received);
                Some(found.ok_or_else(|| ended(endpoint, &End::closed(received)))?)
            } else {
                let found = self.framing.measure(received);
                found.map_err(|error| ended(endpoint, &End::malformed(error, received)))?
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
        self.stream.wait_for(patience);
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if self.is_due {
            self.stream.reset_when_closed();
        }
    }
}

/// The deadline has passed.
struct Late;

/// The loop looks at the deadline and tries again.
fn is_passing(error: &io::Error) -> bool {
    use io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), Interrupted | TimedOut | WouldBlock)
}
