//! A server's HTTP side as a service, for other people's HTTP servers.

use super::caller::{Answer, Caller};
use super::pulse::Pulse;
use super::watch::{Late, Watch};
use crate::dispatch::{Dispatcher, Service};
use crate::server::Limits;
use crate::server::heavy::Heavy;
use crate::transport::BoxError;
use bytes::Bytes;
use http::Request;
use hyper::body::Body;
use std::convert::Infallible;
use std::fmt;
use std::future::{Future, poll_fn};
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;

/// Answers HTTP requests inside another HTTP server, such as hyper or axum.
/// Made by `Server::into_http_service`.
///
/// It is a `hyper::service::Service`, and with the feature `tower` a
/// `tower::Service`, of requests with any body of [`Bytes`]. Clones share the
/// services and their limits. Connections are the other server's affair, and so
/// are limits of connections, of header lines and of idle time. The peer's
/// address is known to hooks and handlers if the request has a
/// [`SocketAddr`] among its extensions.
pub struct HttpService<S> {
    dispatcher: Arc<Dispatcher<S>>,
    limits: Arc<Limits>,
}

/// Resolves to the response.
pub type HttpFuture = Pin<Box<dyn Future<Output = Result<Answer, Infallible>> + Send>>;

impl<S: Service> HttpService<S> {
    pub(in crate::server) fn new(dispatcher: Dispatcher<S>, limits: Limits) -> Self {
        Self {
            dispatcher: Arc::new(dispatcher),
            limits: Arc::new(limits),
        }
    }

    fn respond<B>(&self, request: Request<B>) -> HttpFuture
    where
        B: Body<Data = Bytes> + Send + 'static,
        B::Error: Into<BoxError>,
    {
        let pulse = Arc::new(Pulse::default());
        let mut watch = Watch::new(&self.limits, &pulse);
        let caller = Caller {
            dispatcher: Arc::clone(&self.dispatcher),
            limits: Arc::clone(&self.limits),
            // The other server's runtime may allow of no other way.
            heavy: Heavy::nowhere(),
            peer: request.extensions().get::<SocketAddr>().copied(),
            pulse,
        };
        Box::pin(async move {
            let mut answering = pin!(caller.answer(request));
            let answer = poll_fn(|context| match answering.as_mut().poll(context) {
                Poll::Pending if watch.look(context) != Late::Nothing => {
                    // It finds out by itself what it is late for.
                    answering.as_mut().poll(context)
                }
                answer => answer,
            })
            .await;
            Ok(answer)
        })
    }
}

impl<S> Clone for HttpService<S> {
    fn clone(&self) -> Self {
        Self {
            dispatcher: Arc::clone(&self.dispatcher),
            limits: Arc::clone(&self.limits),
        }
    }
}

impl<S> fmt::Debug for HttpService<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpService")
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

impl<S, B> hyper::service::Service<Request<B>> for HttpService<S>
where
    S: Service,
    B: Body<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    type Response = Answer;
    type Error = Infallible;
    type Future = HttpFuture;

    fn call(&self, request: Request<B>) -> HttpFuture {
        self.respond(request)
    }
}

#[cfg(feature = "tower")]
impl<S, B> tower::Service<Request<B>> for HttpService<S>
where
    S: Service,
    B: Body<Data = Bytes> + Send + 'static,
    B::Error: Into<BoxError>,
{
    type Response = Answer;
    type Error = Infallible;
    type Future = HttpFuture;

    fn poll_ready(&mut self, _: &mut std::task::Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> HttpFuture {
        self.respond(request)
    }
}
