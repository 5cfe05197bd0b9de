//! A connection over TCP or a Unix socket.

use super::failure::{Failure, excerpt, protocol, timed_out};
use super::settings::Settings;
use crate::error::{Error, Stage};
use crate::transport::{Address, Stream};
use crate::wire::{Frame, FrameError, peek};
use std::future::{Future, poll_fn};
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep};

/// A connection over TCP or a Unix socket, and the answer it brought last.
pub(super) struct SocketLink {
    stream: Stream,
    /// Moved from call to call, which is cheaper than a timer for each.
    timer: Pin<Box<Sleep>>,
    input: Vec<u8>,
    filled: usize,
    answer: usize,
}

const START: usize = 4 * 1024;
/// What the buffer may keep between calls.
const KEEP: usize = 64 * 1024;

impl SocketLink {
    pub(super) async fn open(settings: &Settings) -> Result<Self, Error> {
        let connected = match &settings.address {
            Address::Unix(path) => Stream::connect_unix(path).await,
            Address::Tcp(place) => Stream::connect_tcp(place).await,
            Address::Http(http) => Stream::connect_tcp(&http.place).await,
        };
        let stream = connected.map_err(|error| cannot_connect(settings, error))?;
        Ok(Self {
            stream,
            timer: Box::pin(tokio::time::sleep(settings.timeout)),
            input: Vec::new(),
            filled: 0,
            answer: 0,
        })
    }

    /// Whether the peer has neither closed the connection nor sent anything.
    pub(super) fn is_usable(&self, unused: Duration) -> bool {
        /// Servers keep idle connections longer than this, and a system call
        /// for every call would be felt.
        const FRESH: Duration = Duration::from_millis(500);
        self.stream.is_quiet() && (unused < FRESH || self.stream.is_quiet_for_the_kernel())
    }

    pub(super) fn is_clean(&self) -> bool {
        self.filled == self.answer
    }

    pub(super) fn answer(&self, settings: &Settings) -> Result<Frame<'_>, Error> {
        match peek(self.received(), settings.max_body) {
            Ok(Some(frame)) => Ok(frame),
            Ok(None) => Err(protocol(settings, "no whole answer was received")),
            Err(error) => Err(no_frame(settings, &error, self.received())),
        }
    }

    /// Sends a request in one write and receives a whole answer.
    pub(super) async fn exchange(
        &mut self,
        request: &[u8],
        settings: &Settings,
        deadline: Instant,
    ) -> Result<(), Failure> {
        self.timer.as_mut().reset(deadline);
        self.filled = 0;
        self.answer = 0;
        if self.input.len() > KEEP {
            self.input = Vec::new();
        }
        let mut sent = 0;
        poll_fn(|context| self.poll_send(request, &mut sent, settings, context)).await?;
        poll_fn(|context| self.poll_receive(settings, context))
            .await
            .map_err(Failure::Failed)
    }

    fn poll_send(
        &mut self,
        request: &[u8],
        sent: &mut usize,
        settings: &Settings,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Failure>> {
        while let Some(rest) = request.get(*sent..).filter(|rest| !rest.is_empty()) {
            let error = match Pin::new(&mut self.stream).poll_write(context, rest) {
                Poll::Ready(Ok(count)) if count > 0 => {
                    *sent += count;
                    continue;
                }
                Poll::Ready(Ok(_)) => cannot_send(settings, io::ErrorKind::WriteZero.into()),
                Poll::Ready(Err(error)) => cannot_send(settings, error),
                Poll::Pending if self.timer.as_mut().poll(context).is_pending() => {
                    return Poll::Pending;
                }
                Poll::Pending => {
                    let error = timed_out(settings, settings.timeout, "sending the request");
                    return Poll::Ready(Err(Failure::Failed(error)));
                }
            };
            return Poll::Ready(Err(if *sent == 0 {
                Failure::Unsent(error)
            } else {
                Failure::Failed(error)
            }));
        }
        Poll::Ready(Ok(()))
    }

    fn poll_receive(
        &mut self,
        settings: &Settings,
        context: &mut Context<'_>,
    ) -> Poll<Result<(), Error>> {
        loop {
            let before = self.filled;
            match self.poll_read(context) {
                Poll::Ready(Ok(())) if self.filled == before => {
                    return Poll::Ready(Err(cut_off(settings, self.received())));
                }
                Poll::Ready(Ok(())) => {}
                Poll::Ready(Err(error)) => {
                    return Poll::Ready(Err(cannot_receive(settings, self.filled, error)));
                }
                Poll::Pending if self.timer.as_mut().poll(context).is_pending() => {
                    return Poll::Pending;
                }
                Poll::Pending => {
                    let what = format!("receiving the answer, {} bytes of it here", self.filled);
                    return Poll::Ready(Err(timed_out(settings, settings.timeout, &what)));
                }
            }
            match peek(self.received(), settings.max_body) {
                Ok(Some(frame)) => {
                    self.answer = frame.len;
                    return Poll::Ready(Ok(()));
                }
                Ok(None) => {}
                Err(error) => {
                    return Poll::Ready(Err(no_frame(settings, &error, self.received())));
                }
            }
        }
    }

    /// Reads once. The buffer grows with what has come, not with what the
    /// peer says is coming.
    fn poll_read(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.filled == self.input.len() {
            let grown = self.input.len().saturating_mul(2).max(START);
            self.input.resize(grown, 0);
        }
        let room = self.input.get_mut(self.filled..).unwrap_or_default();
        let mut window = ReadBuf::new(room);
        let read = Pin::new(&mut self.stream).poll_read(context, &mut window);
        self.filled += window.filled().len();
        read
    }

    fn received(&self) -> &[u8] {
        self.input.get(..self.filled).unwrap_or_default()
    }
}

fn cannot_connect(settings: &Settings, error: io::Error) -> Error {
    let text = format!("cannot connect to {}: {error}", settings.address);
    Error::new(Stage::Connect, text).with_source(error)
}

fn cannot_send(settings: &Settings, error: io::Error) -> Error {
    let text = format!("{}: cannot send the request: {error}", settings.address);
    Error::new(Stage::Send, text).with_source(error)
}

fn cannot_receive(settings: &Settings, received: usize, error: io::Error) -> Error {
    let text = format!(
        "{}: cannot receive the answer after {received} bytes of it: {error}",
        settings.address
    );
    Error::new(Stage::Receive, text).with_source(error)
}

fn cut_off(settings: &Settings, received: &[u8]) -> Error {
    let text = if received.is_empty() {
        format!(
            "{}: the peer closed the connection without an answer",
            settings.address
        )
    } else {
        format!(
            "{}: the peer closed the connection within its answer, after {} bytes: {}",
            settings.address,
            received.len(),
            excerpt(received)
        )
    };
    Error::new(Stage::Receive, text)
}

fn no_frame(settings: &Settings, error: &FrameError, received: &[u8]) -> Error {
    let text = format!("expected an answer, got {error}: {}", excerpt(received));
    protocol(settings, &text).with_source(error.clone())
}
