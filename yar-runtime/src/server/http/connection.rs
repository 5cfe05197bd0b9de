//! An HTTP connection from beginning to end.

use super::caller::{Answer, Caller};
use super::line::Line;
use super::pulse::{Felt, Pulse};
use super::watch::{Late, Watch};
use crate::dispatch::Service;
use crate::server::accept::Newcomer;
use crate::server::clock::Activity;
use crate::server::farewell::hang_up;
use crate::transport::{Source, Stream};
use http::Request;
use hyper::body::Incoming;
use hyper::service::{Service as HttpService, service_fn};
use std::convert::Infallible;
use std::future::poll_fn;
use std::sync::Arc;
use std::task::{Context, Poll};

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
    let service = || {
        service_fn(move |request| async move { Ok::<_, Infallible>(caller.answer(request).await) })
    };
    let mut line = Line::new(Felt::new(stream, Arc::clone(&pulse)), service);
    let mut stopping = false;
    poll_fn(|context| {
        if !stopping && ear.hears(context) {
            pulse.stop();
            if let Poll::Ready(is_over) = wind_up(&mut line, &pulse, context) {
                stopping = true;
                if is_over {
                    return Poll::Ready(());
                }
            }
        }
        let rested = !line.is_busy();
        if turn(&mut line, &pulse, context).is_ready() {
            return Poll::Ready(());
        }
        if rested && line.is_busy() {
            watch.wakes();
        }
        if line.is_busy() && !stopping && watch.sees_rest(context) {
            line.rest();
            if turn(&mut line, &pulse, context).is_ready() {
                return Poll::Ready(());
            }
        }
        match watch.look(context) {
            Late::Nothing => Poll::Pending,
            Late::Call => turn(&mut line, &pulse, context),
            Late::Connection => {
                // One more turn for the answer, if there is a request.
                let _ = line.poll(context);
                Poll::Ready(())
            }
        }
    })
    .await;
    let is_idle = !line.is_busy();
    if let Some(stream) = line.into_stream()
        && (pulse.left_unread() || stream.is_behind() || is_idle && stream.says_farewell())
    {
        Box::pin(hang_up(stream)).await;
    }
}

/// Drives the connection. It has come to its end as well when the peer has sent
/// its last byte and waits for a handler that has to wait itself: over HTTP only
/// those close who have gone away.
fn turn<Make, Calls>(
    line: &mut Line<Make, Calls>,
    pulse: &Pulse,
    context: &mut Context<'_>,
) -> Poll<()>
where
    Make: Fn() -> Calls,
    Calls: HttpService<Request<Incoming>, Response = Answer, Error = Infallible>,
{
    let polled = line.poll(context);
    if polled.is_ready() || !pulse.ends() {
        return polled;
    }
    match pulse.activity() {
        Activity::Working => Poll::Ready(()),
        _ => line.poll(context),
    }
}

/// Begins no further request, once what has come was turned away: of one without
/// an answer its client would not know whether it has run. Whether the connection
/// has come to its end thereby.
fn wind_up<Make, Calls>(
    line: &mut Line<Make, Calls>,
    pulse: &Pulse,
    context: &mut Context<'_>,
) -> Poll<bool>
where
    Make: Fn() -> Calls,
    Calls: HttpService<Request<Incoming>, Response = Answer, Error = Infallible>,
{
    if turn(line, pulse, context).is_ready() {
        return Poll::Ready(true);
    }
    // A header of which no more has come might never end.
    if pulse.is_between_requests() {
        line.rest();
    }
    match line.is_behind() {
        true => Poll::Pending,
        false => Poll::Ready(line.stop()),
    }
}
