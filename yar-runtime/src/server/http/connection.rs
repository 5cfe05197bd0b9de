//! An HTTP connection from beginning to end.

use super::caller::Caller;
use super::pulse::{Felt, Pulse};
use super::watch::{Late, Watch};
use crate::dispatch::Service;
use crate::server::accept::Newcomer;
use crate::server::farewell::hang_up;
use crate::transport::Stream;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;

/// Serves the connection until it ends.
pub(in crate::server) async fn serve<S: Service>(stream: Stream, newcomer: Newcomer<S>) {
    let Newcomer {
        peer,
        dispatcher,
        limits,
        heavy,
        stop,
        place: _place,
    } = newcomer;
    let pulse = Arc::new(Pulse::default());
    let felt = Felt {
        io: stream,
        pulse: Arc::clone(&pulse),
    };
    let mut watch = Watch::new(&limits, &pulse);
    let mut ear = stop.listen();
    let caller = Caller {
        dispatcher,
        peer,
        limits,
        heavy,
        pulse: Arc::clone(&pulse),
    };
    let caller = &caller;
    let service = service_fn(|request| async { Ok::<_, Infallible>(caller.answer(request).await) });
    let mut connection = http1::Builder::new()
        .header_read_timeout(None)
        .half_close(true)
        .serve_connection(TokioIo::new(felt), service);
    let mut stopping = false;
    poll_fn(|context| {
        if !stopping && ear.hears(context) {
            stopping = true;
            Pin::new(&mut connection).graceful_shutdown();
        }
        // How a connection ends is nobody's concern any more.
        if Pin::new(&mut connection).poll(context).is_ready() {
            return Poll::Ready(());
        }
        match watch.look(context) {
            Late::Nothing => Poll::Pending,
            Late::Call => Pin::new(&mut connection).poll(context).map(|_| ()),
            Late::Connection => {
                // One more turn for the answer, if there is a request.
                let _ = Pin::new(&mut connection).poll(context);
                Poll::Ready(())
            }
        }
    })
    .await;
    if pulse.left_unread() {
        let stream = connection.into_parts().io.into_inner().io;
        Box::pin(hang_up(stream)).await;
    }
}
