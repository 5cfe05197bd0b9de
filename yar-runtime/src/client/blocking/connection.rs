//! A connection over a blocking socket.

use super::clock::Clock;
use super::stream::{GLANCE, Stream};
use crate::client::endpoint::Endpoint;
use crate::client::failure::{ended, timed_out};
use crate::client::framing::Framing;
use crate::client::line::End;
use crate::client::settings::Settings;
use crate::error::Error;
use crate::telemetry::Link;
use std::io::{self, Read, Write};
use std::time::{Duration, Instant};

/// A connection, and the answer it brought last.
pub(super) struct Connection {
    stream: Stream,
    framing: Framing,
    /// What the socket waits for at most, to read and to write.
    patience: Duration,
    /// The peer has answered as a yar server does, which closes a connection
    /// only when it stops or nothing has come for long.
    is_kept: bool,
    input: Vec<u8>,
    filled: usize,
    answer: usize,
    /// A request goes out, or its answer has not come.
    is_due: bool,
    /// When the last call over it began.
    pub(super) used: Instant,
    /// Counts the connection.
    _link: Link,
}

/// Why an exchange failed.
pub(super) struct Failed {
    pub(super) error: Error,
    /// Not a byte of the request went out.
    pub(super) is_unsent: bool,
}

/// How far a request got.
enum Sent {
    /// It is out, at this time.
    All(Instant),
    /// The answer came before.
    Enough,
}

const START: usize = 4 * 1024;
/// What the buffer may keep between calls.
const KEEP: usize = 64 * 1024;

impl Connection {
    pub(super) fn open(
        settings: &Settings,
        endpoint: &Endpoint,
        clock: &Clock,
    ) -> Result<Box<Self>, Error> {
        let connect = Clock::start(settings.connect_timeout);
        let first = if clock.deadline() < connect.deadline() {
            clock
        } else {
            &connect
        };
        let stream = Stream::connect(endpoint, *first)?;
        let mut connection = Box::new(Self {
            stream,
            framing: Framing::new(settings),
            patience: Duration::ZERO,
            is_kept: false,
            input: Vec::new(),
            filled: 0,
            answer: 0,
            is_due: false,
            used: clock.start,
            _link: settings.telemetry.connected(),
        });
        connection.wait_for(settings.timeout);
        Ok(connection)
    }

    /// Whether the peer has neither closed it nor sent anything.
    pub(super) fn is_quiet(&mut self) -> bool {
        self.stream.is_quiet()
    }

    /// Whether the peer is one that keeps connections.
    #[inline]
    pub(super) fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// Whether all went out, nothing came but the answer, and the peer stays.
    #[inline]
    pub(super) fn is_clean(&self) -> bool {
        !self.is_due && self.filled == self.answer && !self.framing.closes()
    }

    #[inline]
    pub(super) fn answer(&self) -> &[u8] {
        self.input.get(..self.answer).unwrap_or_default()
    }

    /// The answer has been read.
    #[inline]
    pub(super) fn finish(&mut self) {
        if self.input.len() > KEEP {
            self.input = Vec::new();
        }
    }

    /// Sends a request in one write and receives a whole answer. It is `now`.
    pub(super) fn exchange(
        &mut self,
        request: &[u8],
        endpoint: &Endpoint,
        clock: &Clock,
        now: Instant,
    ) -> Result<(), Failed> {
        self.filled = 0;
        self.answer = 0;
        self.is_due = true;
        self.stream.begin(clock);
        // What goes out without waiting takes no time to speak of, so that
        // nobody need look at the clock.
        let tried = self
            .has_time(clock, now)
            .then(|| self.stream.write_now(request));
        let now = match tried {
            Some(Ok(count)) if count == request.len() => None,
            tried => match self.send(request, tried, endpoint, clock, now)? {
                Sent::All(now) => Some(now),
                Sent::Enough => return Ok(()),
            },
        };
        let received = self.receive(endpoint, clock, now);
        received.map_err(|error| Failed {
            error,
            is_unsent: false,
        })?;
        self.is_due = false;
        Ok(())
    }

    /// Goes on after what was `tried`. A peer may answer before it has read all,
    /// and read no further.
    #[cold]
    fn send(
        &mut self,
        request: &[u8],
        mut tried: Option<io::Result<usize>>,
        endpoint: &Endpoint,
        clock: &Clock,
        mut now: Instant,
    ) -> Result<Sent, Failed> {
        let mut rest = request;
        let mut may_wait = false;
        loop {
            let is_unsent = rest.len() == request.len();
            let failed = |error| Failed { error, is_unsent };
            let most = if may_wait { GLANCE } else { Duration::MAX };
            if self.hurry(clock, now, most).is_err() {
                let error = timed_out(endpoint, clock.timeout, "sending the request");
                return Err(failed(error));
            }
            match tried.take().unwrap_or_else(|| self.push(rest, may_wait)) {
                Err(error) if !is_passing(&error) => {
                    let answered = self.hear_out(endpoint, clock, error, is_unsent);
                    return answered.map(|()| Sent::Enough).map_err(failed);
                }
                pushed => rest = rest.get(pushed.unwrap_or(0)..).unwrap_or_default(),
            }
            if may_wait {
                now = Instant::now();
            }
            if rest.is_empty() && !self.stream.holds_back() {
                return Ok(Sent::All(now));
            }
            may_wait = true;
            let has_begun = rest.len() < request.len();
            let is_unsent = false;
            if has_begun
                && self
                    .listen(endpoint)
                    .map_err(|error| Failed { error, is_unsent })?
            {
                return Ok(Sent::Enough);
            }
        }
    }

    /// Takes in what has come. Whether that is a whole answer.
    fn listen(&mut self, endpoint: &Endpoint) -> Result<bool, Error> {
        self.make_room();
        let room = self.input.get_mut(self.filled..).unwrap_or_default();
        match self.stream.read_now(room) {
            Ok(count) => self.take_in(count, endpoint),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                Err(ended(endpoint, &End::Receive(error)))
            }
            // Writing will tell.
            Err(_) => Ok(false),
        }
    }

    /// The peer takes no more, and may have answered what it had of the request.
    fn hear_out(
        &mut self,
        endpoint: &Endpoint,
        clock: &Clock,
        error: io::Error,
        is_unsent: bool,
    ) -> Result<(), Error> {
        let error = ended(endpoint, &End::Send(error));
        if is_unsent {
            return Err(error);
        }
        let received = self.receive(endpoint, clock, Some(Instant::now()));
        received.map_err(|other| match self.filled {
            0 if !other.is_tls() => error,
            _ => other,
        })
    }

    /// Writes some of `rest`, or what the stream itself has held back.
    fn push(&mut self, rest: &[u8], may_wait: bool) -> io::Result<usize> {
        if !may_wait {
            return self.stream.write_now(rest);
        }
        if rest.is_empty() {
            return self.stream.flush().map(|()| 0);
        }
        match self.stream.write(rest)? {
            0 => Err(io::ErrorKind::WriteZero.into()),
            count => Ok(count),
        }
    }

    /// `now` is `None` where it is known that there is time.
    #[inline(always)]
    fn receive(
        &mut self,
        endpoint: &Endpoint,
        clock: &Clock,
        mut now: Option<Instant>,
    ) -> Result<(), Error> {
        loop {
            if now.is_some_and(|now| self.hurry(clock, now, Duration::MAX).is_err()) {
                return Err(timed_out(endpoint, clock.timeout, "receiving the answer"));
            }
            self.make_room();
            let room = self.input.get_mut(self.filled..).unwrap_or_default();
            match self.stream.read(room) {
                Ok(count) if self.take_in(count, endpoint)? => return Ok(()),
                Err(error) if !is_passing(&error) => {
                    return Err(ended(endpoint, &End::Receive(error)));
                }
                _ => now = Some(Instant::now()),
            }
        }
    }

    /// The buffer grows with what has come, not with what the peer says is
    /// coming.
    #[inline]
    fn make_room(&mut self) {
        if self.filled == self.input.len() {
            let grown = self.input.len().saturating_mul(2).max(START);
            self.input.resize(grown, 0);
        }
    }

    /// So many bytes have come; 0 are the end of the stream. Whether there is a
    /// whole answer.
    #[inline(always)]
    fn take_in(&mut self, count: usize, endpoint: &Endpoint) -> Result<bool, Error> {
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
            self.is_kept = found.any_order;
        }
        Ok(found.is_some())
    }

    /// Whether the socket waits just as long as the call has.
    #[inline]
    fn has_time(&self, clock: &Clock, now: Instant) -> bool {
        now == clock.start && self.patience == clock.timeout
    }

    /// Sees to it that the socket does not wait past the deadline, nor for more
    /// than `most`. It may by a little, which saves a system call for every call.
    #[cold]
    fn hurry(&mut self, clock: &Clock, now: Instant, most: Duration) -> Result<(), Late> {
        let left = clock.left_at(now).ok_or(Late)?.min(most);
        if left.abs_diff(self.patience) > clock.timeout / 32 {
            self.wait_for(left);
        }
        Ok(())
    }

    fn wait_for(&mut self, patience: Duration) {
        // A socket refuses to wait for no time at all. The deadline is looked at
        // all the same.
        self.patience = patience.max(Duration::from_micros(1));
        self.stream.wait_for(self.patience);
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
