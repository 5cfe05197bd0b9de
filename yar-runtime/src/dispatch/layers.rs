//! Middleware: tower's layers around the calls of a server.

use super::slot::BoxCall;
use super::{Context, Reply};
use crate::error::{Error, status};
use crate::fault::MethodError;
use crate::message::ReplyHead;
use std::convert::Infallible;
use std::error::Error as StdError;
use std::fmt;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::task;
use tokio::sync::Mutex;
use tower::{BoxError, Layer, Service};

/// A call on its way to its handler: what layers are services of.
///
/// The arguments have been decoded, and the handler has not begun.
pub struct Call {
    context: Context,
    handler: BoxCall,
    head: ReplyHead,
}

impl Call {
    pub(super) fn new(context: Context, handler: BoxCall, head: ReplyHead) -> Self {
        Self {
            context,
            handler,
            head,
        }
    }

    /// Method, peer, provider, token and what else is known of the call.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.context
    }
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Call");
        debug.field("context", &self.context);
        debug.finish_non_exhaustive()
    }
}

/// The innermost service, which runs the handler.
#[derive(Debug, Clone, Copy)]
pub struct RunHandler(());

impl Service<Call> for RunHandler {
    type Response = Reply;
    type Error = Infallible;
    type Future = HandlerFuture;

    fn poll_ready(&mut self, _: &mut task::Context<'_>) -> task::Poll<Result<(), Infallible>> {
        task::Poll::Ready(Ok(()))
    }

    fn call(&mut self, call: Call) -> HandlerFuture {
        HandlerFuture(call.handler)
    }
}

/// Resolves to the handler's reply.
pub struct HandlerFuture(BoxCall);

impl Future for HandlerFuture {
    type Output = Result<Reply, Infallible>;

    fn poll(mut self: Pin<&mut Self>, context: &mut task::Context<'_>) -> task::Poll<Self::Output> {
        self.0.as_mut().poll(context).map(Ok)
    }
}

impl fmt::Debug for HandlerFuture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HandlerFuture(..)")
    }
}

/// Layers of any type around the handlers.
pub(crate) trait Layered: Send + Sync {
    /// The call, to be run through the layers.
    fn around(&self, call: Call) -> BoxCall;
}

/// Puts a layer around the handlers.
pub(crate) fn layered<L>(layer: &L) -> Box<dyn Layered>
where
    L: Layer<RunHandler>,
    L::Service: Service<Call, Response = Reply> + Send + 'static,
    <L::Service as Service<Call>>::Error: Into<BoxError>,
    <L::Service as Service<Call>>::Future: Send + 'static,
{
    let stack = layer.layer(RunHandler(()));
    Box::new(Stack(Arc::new(Mutex::new(stack))))
}

/// One service for all calls. Readiness is waited for by one call at a time,
/// first come first served, because a service keeps one waker only.
struct Stack<T>(Arc<Mutex<T>>);

impl<T> Layered for Stack<T>
where
    T: Service<Call, Response = Reply> + Send + 'static,
    T::Error: Into<BoxError>,
    T::Future: Send + 'static,
{
    fn around(&self, call: Call) -> BoxCall {
        let stack = Arc::clone(&self.0);
        let head = call.head;
        Box::pin(async move {
            let begun: Result<_, BoxError> = {
                let mut service = stack.lock().await;
                let ready = poll_fn(|context| service.poll_ready(context)).await;
                ready.map(|()| service.call(call)).map_err(Into::into)
            };
            let outcome = match begun {
                Ok(running) => running.await.map_err(Into::into),
                Err(error) => Err(error),
            };
            outcome.unwrap_or_else(|error: BoxError| refused(&head, &*error))
        })
    }
}

/// What a layer's error means to the caller.
fn refused(head: &ReplyHead, error: &(dyn StdError + 'static)) -> Reply {
    let reply = Reply::new(*head, Vec::new());
    if error.is::<tower::load_shed::error::Overloaded>() {
        return reply.say(status::TRANSPORT, "overloaded: turned away by a layer");
    }
    if error.is::<tower::timeout::error::Elapsed>() {
        return reply.throw("the method did not finish within the time of a layer");
    }
    match error.downcast_ref::<Error>() {
        Some(error) => reply.throw_exception(error.exception()),
        None => reply.throw(&error.to_string()),
    }
}
