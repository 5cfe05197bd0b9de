//! A connection with hyper while there is something to do, and without it in
//! between: hyper's buffers are many times what an idle connection needs.

use super::again::Again;
use super::caller::Answer;
use super::pulse::Felt;
use crate::transport::{Source, Stream};
use bytes::Bytes;
use http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper_util::rt::TokioIo;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, ReadBuf};

type Http<Calls> = http1::Connection<TokioIo<Felt<Stream>>, Calls>;

/// The connection, `calls` making a service for hyper.
pub(super) struct Line<Make, Calls>
where
    Calls: Service<Request<Incoming>, Response = Answer, Error = Infallible>,
{
    make: Make,
    state: State<Calls>,
}

enum State<Calls>
where
    Calls: Service<Request<Incoming>, Response = Answer, Error = Infallible>,
{
    Idle(Felt<Stream>),
    Busy(Box<Busy<Calls>>),
    Over,
}

struct Busy<Calls>
where
    Calls: Service<Request<Incoming>, Response = Answer, Error = Infallible>,
{
    http: Http<Calls>,
    again: Again,
}

/// Room for the first bytes of a request; the rest is for hyper to read.
const FIRST: usize = 2 * 1024;

impl<Make, Calls> Line<Make, Calls>
where
    Make: Fn() -> Calls,
    Calls: Service<Request<Incoming>, Response = Answer, Error = Infallible>,
{
    pub(super) fn new(stream: Felt<Stream>, make: Make) -> Self {
        Self {
            make,
            state: State::Idle(stream),
        }
    }

    /// Drives the connection until it ends.
    pub(super) fn poll(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if let State::Idle(stream) = &mut self.state {
            if !stream.is_ahead() {
                let mut bytes = [0; FIRST];
                let mut buffer = ReadBuf::new(&mut bytes);
                let read = ready!(Pin::new(&mut *stream).poll_read(context, &mut buffer));
                if read.is_err() || buffer.filled().is_empty() {
                    return Poll::Ready(());
                }
                stream.put_back(Bytes::copy_from_slice(buffer.filled()));
            }
            self.work();
        }
        match &mut self.state {
            // How a connection ends is nobody's concern any more.
            State::Busy(busy) => busy.again.poll(&mut busy.http, context).map(|_| ()),
            State::Idle(_) | State::Over => Poll::Ready(()),
        }
    }

    fn work(&mut self) {
        self.state = match std::mem::replace(&mut self.state, State::Over) {
            State::Idle(stream) => {
                let http = http1::Builder::new()
                    .header_read_timeout(None)
                    .serve_connection(TokioIo::new(stream), (self.make)());
                let again = Again::new();
                State::Busy(Box::new(Busy { http, again }))
            }
            other => other,
        };
    }

    pub(super) fn is_busy(&self) -> bool {
        matches!(self.state, State::Busy(_))
    }

    /// Whether a request may have come that hyper has not seen.
    pub(super) fn is_behind(&self) -> bool {
        match &self.state {
            State::Idle(stream) => stream.io.is_behind(),
            State::Busy(_) | State::Over => false,
        }
    }

    /// Lets go of hyper. To be done between two requests only, when the answer
    /// has gone out; then it must be polled.
    pub(super) fn rest(&mut self) {
        self.state = match std::mem::replace(&mut self.state, State::Over) {
            State::Busy(busy) => {
                let parts = busy.http.into_parts();
                let mut stream = parts.io.into_inner();
                stream.put_back(parts.read_buf);
                State::Idle(stream)
            }
            other => other,
        };
    }

    /// Begins no further request; `true` if it has come to its end thereby.
    pub(super) fn stop(&mut self) -> bool {
        match &mut self.state {
            State::Busy(busy) => {
                Pin::new(&mut busy.http).graceful_shutdown();
                false
            }
            State::Idle(_) | State::Over => true,
        }
    }

    pub(super) fn into_stream(mut self) -> Option<Stream> {
        self.rest();
        match self.state {
            State::Idle(stream) => Some(stream.io),
            State::Busy(_) | State::Over => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Line;
    use crate::server::http::again::tests::Wakes;
    use crate::server::http::pulse::Felt;
    use crate::transport::Stream;
    use http::{Request, Response};
    use http_body_util::{BodyExt, Full};
    use hyper::body::Incoming;
    use hyper::service::service_fn;
    use std::convert::Infallible;
    use std::io;
    use std::sync::Arc;
    use std::task::{Context, Waker};
    use tokio::net::UnixStream;

    #[tokio::test]
    async fn a_request_is_answered_in_one_turn() -> io::Result<()> {
        let (ours, peer) = UnixStream::pair()?;
        let request = b"POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\n\r\nbody";
        assert_eq!(peer.try_write(request)?, request.len());
        ours.readable().await?;
        let mut line = Line::new(Felt::new(Stream::Unix(ours), Arc::default()), || {
            service_fn(|request: Request<Incoming>| async {
                let body = request.into_body().collect().await.unwrap_or_default();
                Ok::<_, Infallible>(Response::new(Full::from(body.to_bytes())))
            })
        });
        let wakes = Arc::<Wakes>::default();
        let waker = Waker::from(Arc::clone(&wakes));
        assert!(line.poll(&mut Context::from_waker(&waker)).is_pending());
        assert_eq!(wakes.count(), 0, "the task has woken itself");
        peer.readable().await?;
        let mut answer = [0; 1024];
        let count = peer.try_read(&mut answer)?;
        let answer = answer.get(..count).unwrap_or_default();
        assert!(answer.ends_with(b"body"), "{}", answer.escape_ascii());
        Ok(())
    }
}
