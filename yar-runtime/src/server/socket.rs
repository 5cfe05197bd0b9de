//! A TCP or Unix connection from beginning to end.

use super::accept::Newcomer;
use super::connection::{Connection, End};
use super::farewell::hang_up;
use crate::dispatch::{Origin, Service, Slot};
use crate::transport::Stream;
use crate::wire::RawFrame;
use std::future::{Future, poll_fn};
use std::sync::Arc;
use std::task::Context;

/// Serves the connection until it ends.
///
/// No `async fn`: that would keep its arguments for as long as it runs, beside
/// the connection that was made of them.
pub(super) fn serve<S: Service>(
    stream: Stream,
    newcomer: Newcomer<S>,
) -> impl Future<Output = ()> + Send {
    let Newcomer {
        peer,
        dispatcher,
        limits,
        heavy,
        stop,
        place,
    } = newcomer;
    let load = Arc::clone(dispatcher.load());
    let origin = Origin {
        peer,
        ..Origin::default()
    };
    let start = move |frame: &RawFrame<'_>, reply, slot: Slot<'_, _>, context: &mut Context<'_>| {
        dispatcher.start(S::call, frame, &origin, reply, slot, context)
    };
    let mut connection = Connection::new(stream, start, &limits, &load, &heavy, stop.listen());
    async move {
        let end = poll_fn(|context| connection.poll(context)).await;
        let stream = connection.into_io();
        if end == End::Answered || stream.says_farewell() {
            // On the heap: a future is as large as its largest moment, and
            // there may be thousands that wait in a smaller one.
            Box::pin(hang_up(stream)).await;
        }
        drop(place);
    }
}
