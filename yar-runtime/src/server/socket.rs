//! A TCP or Unix connection from beginning to end.

use super::Limits;
use super::connection::{Connection, End};
use super::stop::Stop;
use crate::dispatch::{Dispatcher, Origin, Service, Slot};
use crate::transport::Stream;
use crate::wire::Frame;
use std::future::poll_fn;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// Serves the connection until it ends.
pub(super) async fn serve<S: Service>(
    stream: Stream,
    dispatcher: Arc<Dispatcher<S>>,
    limits: Arc<Limits>,
    stop: Stop,
) {
    let peer = stream.peer();
    let load = Arc::clone(dispatcher.load());
    let start = move |frame: &Frame<'_>, buffer, slot: &mut Slot<'_, _>| {
        let origin = Origin {
            peer,
            ..Origin::default()
        };
        dispatcher.start(S::call, frame, &origin, buffer, slot)
    };
    let mut connection = Connection::new(stream, start, &limits, &load, stop.listen());
    drop((limits, stop, load));
    let end = poll_fn(|context| connection.poll(context)).await;
    if end == End::Answered {
        hang_up(connection.into_io()).await;
    }
}

/// Closing a socket with bytes unread resets it, and a reset may overtake the
/// answer. So the peer's bytes are thrown away until it has closed as well,
/// for a moment and up to a limit.
async fn hang_up(mut stream: Stream) {
    const PATIENCE: Duration = Duration::from_secs(1);
    const MOST: usize = 1024 * 1024;
    if stream.shutdown().await.is_err() {
        return;
    }
    let drained = async {
        // On the heap: a future is as large as its largest moment, and there
        // may be thousands that wait in a smaller one.
        let mut bytes = vec![0; 4096];
        let mut count = 0;
        while count < MOST {
            match stream.read(&mut bytes).await {
                Ok(more) if more > 0 => count += more,
                _ => break,
            }
        }
    };
    // Whether the peer closed in time makes no difference.
    let _ = tokio::time::timeout(PATIENCE, drained).await;
}
