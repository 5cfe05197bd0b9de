//! From an HTTP request to its response. Knows nothing of connections.

use super::info_page;
use super::path::normal;
use super::pulse::Pulse;
use crate::dispatch::{
    Beside, Dispatcher, Hoard, Origin, Reply, STOPPING, Service, Slot, UNFINISHED, too_large,
    unread, unreadable,
};
use crate::error::status;
use crate::server::Limits;
use crate::server::clock::Activity;
use crate::server::heavy::{Heavy, Turn};
use crate::transport::{BodyError, BoxError, read_body_within};
use crate::wire::{FrameError, HEADER_LEN, Layout, PACKAGER_LEN, RawFrame};
use bytes::Bytes;
use http::header::{self, HeaderMap, HeaderValue};
use http::request::Parts;
use http::{Method, Request, Response, StatusCode};
use http_body_util::Full;
use hyper::body::Body;
use std::future::{Future, poll_fn};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

pub(super) type Answer = Response<Full<Bytes>>;

/// Bytes that most answers fit into, so that their buffer need not grow.
const ANSWER: usize = 256;

/// What the requests of a connection share.
pub(super) struct Caller<S> {
    pub(super) dispatcher: Arc<Dispatcher<S>>,
    pub(super) limits: Arc<Limits>,
    pub(super) peer: Option<SocketAddr>,
    pub(super) heavy: Heavy,
    pub(super) pulse: Arc<Pulse>,
}

impl<S: Service> Caller<S> {
    pub(super) async fn answer<B>(&self, request: Request<B>) -> Answer
    where
        B: Body<Data = Bytes>,
        B::Error: Into<BoxError>,
    {
        let (parts, body) = request.into_parts();
        let Parts {
            method,
            uri,
            headers,
            ..
        } = parts;
        if method != Method::POST && !body.is_end_stream() {
            self.pulse.need_hyper();
        }
        let path = normal(uri.path());
        let answer = match (&method, path) {
            (&(Method::POST | Method::GET | Method::HEAD), None) => {
                let text = "the path has an encoding that could be read in more than one way\n";
                self.close(plain(StatusCode::BAD_REQUEST, text))
            }
            (&Method::POST, Some(path)) => self.call(headers, &path, body).await,
            // Of an answer to HEAD hyper sends no more than the header.
            (&(Method::GET | Method::HEAD), Some(path)) if self.dispatcher.has_info_page() => {
                self.describe(&path, &headers)
            }
            (&(Method::GET | Method::HEAD), _) => plain(
                StatusCode::FORBIDDEN,
                "this server does not describe itself\n",
            ),
            _ => {
                let text = "POST calls a method, GET describes the service\n";
                let mut answer = plain(StatusCode::METHOD_NOT_ALLOWED, text);
                let allowed = HeaderValue::from_static("GET, HEAD, POST");
                answer.headers_mut().insert(header::ALLOW, allowed);
                answer
            }
        };
        self.pulse.enter(Activity::Idle);
        answer
    }

    fn describe(&self, path: &str, headers: &HeaderMap) -> Answer {
        let others = self.dispatcher.others();
        match others.at(path) {
            Some(service) => info_page::answer(service.info(), &[], headers),
            None => {
                let others: Vec<_> = others.list().collect();
                info_page::answer(self.dispatcher.info(), &others, headers)
            }
        }
    }

    async fn call<B>(&self, headers: HeaderMap, path: &str, body: B) -> Answer
    where
        B: Body<Data = Bytes>,
        B::Error: Into<BoxError>,
    {
        // `max_body` counts the packager name but not the header.
        let most = self.limits.max_body.saturating_add(HEADER_LEN);
        // A body that is not asked for need not be sent: hyper says `Continue`
        // at the first read.
        if body.size_hint().lower() > most as u64 {
            return self.too_large();
        }
        self.pulse.enter(Activity::InBody);
        let mut hoard = self.dispatcher.load().hoard();
        let reading = read_body_within(body, most, |length| hoard.set(length));
        let body = self.in_time(reading).await;
        self.pulse.enter(Activity::Working);
        match body {
            Some(Ok(_)) | None if self.pulse.is_stopping() => {
                self.refuse(status::TRANSPORT, STOPPING)
            }
            Some(Ok(Some(body))) => self.run(&body, hoard, headers, path).await,
            Some(Ok(None)) => self.refuse(status::TRANSPORT, UNFINISHED),
            Some(Err(BodyError::TooLong)) => self.too_large(),
            Some(Err(BodyError::Broken(error))) => self.refuse(
                status::PROTOCOL,
                &format!("the request body could not be read: {error}"),
            ),
            None => self.refuse(status::PROTOCOL, "the request body did not come in time"),
        }
    }

    fn too_large(&self) -> Answer {
        let text = too_large(self.limits.max_body);
        let mut answer = self.refuse(status::PROTOCOL, &text);
        *answer.status_mut() = StatusCode::PAYLOAD_TOO_LARGE;
        answer
    }

    /// The rest of the request is not worth reading.
    fn refuse(&self, status: i64, text: &str) -> Answer {
        self.close(framed(Reply::blank().say(status, text)))
    }

    /// A request that is all there and not begun.
    fn turn_away(&self, frame: &RawFrame<'_>, text: &str) -> Answer {
        let answer = Reply::blank().anew(unread(frame));
        self.close(framed(answer.say(status::TRANSPORT, text)))
    }

    /// The last answer of its connection.
    fn close(&self, mut answer: Answer) -> Answer {
        self.pulse.leave_unread();
        let close = HeaderValue::from_static("close");
        answer.headers_mut().insert(header::CONNECTION, close);
        answer
    }

    /// `None` once the connection's deadline has passed, or the server stops.
    async fn in_time<T>(&self, reading: impl Future<Output = T>) -> Option<T> {
        let mut reading = pin!(reading);
        poll_fn(|context| match reading.as_mut().poll(context) {
            Poll::Pending if self.pulse.is_late() || self.pulse.is_stopping() => Poll::Ready(None),
            read => read.map(Some),
        })
        .await
    }

    /// Waits for the turn of a large request, unless the server stops.
    async fn turn(&self) -> Result<Turn, String> {
        let mut turn = self.heavy.turn();
        poll_fn(|context| match self.pulse.is_stopping() {
            true => Poll::Ready(Err(STOPPING.to_owned())),
            false => turn.as_mut().poll(context),
        })
        .await
    }

    /// The body is hoarded until the call has begun.
    async fn run(
        &self,
        body: &[u8],
        mut hoard: Hoard,
        mut headers: HeaderMap,
        path: &str,
    ) -> Answer {
        let frame = match RawFrame::whole(body) {
            Ok(frame) => frame,
            Err(error) => return framed(malformed(body, &error)),
        };
        let origin = Origin {
            peer: self.peer,
            path: Some(path),
            headers: Some(&headers),
        };
        let mut slot = Slot {
            own: pin!(None),
            beside: &mut Beside::default(),
        };
        let dispatcher = &self.dispatcher;
        let mut turn = Turn::default();
        if self.heavy.is_for(body.len()) {
            if !hoard.set(body.len()) {
                return self.turn_away(&frame, UNFINISHED);
            }
            turn = match self.turn().await {
                Ok(turn) => turn,
                Err(reason) => return self.turn_away(&frame, &reason),
            };
            self.pulse.enter(Activity::Working);
        }
        let begun = poll_fn(|context| {
            let reply = Reply::new(unreadable(Layout::Yar), Vec::with_capacity(ANSWER));
            let slot = slot.again();
            let start = || dispatcher.start(S::call, &frame, &origin, reply, slot, context);
            // It may have much to do before it first has to wait.
            Poll::Ready(turn.run(start))
        });
        let begun = begun.await;
        drop((turn, hoard));
        let reply = match begun {
            Poll::Ready(reply) => reply,
            Poll::Pending => {
                let place = dispatcher.load().enter();
                let mut first = Some(Poll::Pending);
                let reply = poll_fn(|context| {
                    match first.take().unwrap_or_else(|| slot.again().poll(context)) {
                        Poll::Pending if self.pulse.takes_too_long() => {
                            Poll::Ready(slot.again().give_up(self.limits.call()))
                        }
                        poll => poll,
                    }
                });
                let reply = reply.await;
                place.leave();
                reply
            }
        };
        let lines = slot
            .beside
            .context
            .take()
            .map(|context| context.take_headers());
        // Hyper reads the next request into the map of this answer.
        headers.clear();
        let mut answer = framed_with(headers, reply);
        if let Some(mut lines) = lines {
            for name in [
                header::CONTENT_LENGTH,
                header::TRANSFER_ENCODING,
                header::CONNECTION,
            ] {
                lines.remove(name);
            }
            answer.headers_mut().extend(lines);
        }
        answer
    }
}

fn plain(status: StatusCode, text: &'static str) -> Answer {
    let mut answer = Response::new(Full::from(text));
    *answer.status_mut() = status;
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    answer.headers_mut().insert(header::CONTENT_TYPE, kind);
    answer
}

fn framed(reply: Reply) -> Answer {
    framed_with(HeaderMap::new(), reply)
}

/// Its header lines in `headers`, which are empty.
fn framed_with(mut headers: HeaderMap, reply: Reply) -> Answer {
    let kind = HeaderValue::from_static("application/octet-stream");
    headers.insert(header::CONTENT_TYPE, kind);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    let mut answer = Response::new(Full::from(reply.into_frame()));
    *answer.headers_mut() = headers;
    answer
}

/// The statuses and texts are PHP's.
fn malformed(body: &[u8], error: &FrameError) -> Reply {
    let start = |from: usize, most: usize| {
        let end = body.len().min(from + most);
        let bytes = body.get(from..end).unwrap_or_default();
        let name = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
        name.escape_ascii().to_string()
    };
    let (status, text) = match error {
        _ if body.is_empty() => (status::PACKAGER, "empty request body".to_owned()),
        _ if body.len() < HEADER_LEN => {
            let text = "malformed request, 82 bytes expected at least";
            (status::PROTOCOL, text.to_owned())
        }
        FrameError::Magic => (
            status::PACKAGER,
            format!("malformed request header '{}'", start(0, 10)),
        ),
        _ => (
            status::PACKAGER,
            format!("unsupported packager '{}'", start(HEADER_LEN, PACKAGER_LEN)),
        ),
    };
    Reply::blank().say(status, &text)
}
