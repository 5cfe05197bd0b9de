//! Making a connection.

use super::failure::connect_timed_out;
use super::framing::Framing;
use super::settings::Settings;
use super::socket::{Socket, SocketLine};
use crate::error::{Error, Stage};
use crate::transport::{Address, Stream};
use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// Connects within the connect timeout, and the deadline of the call, which
/// had `timeout` for all of it.
pub(super) async fn open(
    settings: &Settings,
    deadline: Instant,
    timeout: Duration,
) -> Result<Arc<SocketLine>, Error> {
    let by_timeout = Instant::now() + settings.connect_timeout;
    let mut opening = pin!(open_at_leisure(settings));
    // A connection within the machine is there as soon as the runtime has
    // looked at its sockets, and a timer would wake the thread that sleeps on
    // them for nothing.
    let first = std::future::poll_fn(|context| Poll::Ready(opening.as_mut().poll(context))).await;
    if let Poll::Ready(opened) = first {
        return opened;
    }
    tokio::task::yield_now().await;
    match timeout_at(deadline.min(by_timeout), opening).await {
        Ok(opened) => opened,
        Err(_) => {
            let after = if deadline < by_timeout {
                timeout
            } else {
                settings.connect_timeout
            };
            Err(connect_timed_out(settings, after))
        }
    }
}

async fn open_at_leisure(settings: &Settings) -> Result<Arc<SocketLine>, Error> {
    let connected = match &settings.address {
        Address::Tls(_) => Err(io::ErrorKind::Unsupported.into()),
        Address::Unix(path) => Stream::connect_unix(path).await,
        Address::Tcp(place) => Stream::connect_tcp(place).await,
        Address::Http(http) => Stream::connect_tcp(&http.place).await,
    };
    let stream = connected.map_err(|error| cannot_connect(settings, error))?;
    let link = settings.telemetry.connected();
    let socket = Socket::new(stream, Framing::new(settings), link);
    Ok(Arc::new(SocketLine::new(socket)))
}

fn cannot_connect(settings: &Settings, error: io::Error) -> Error {
    let text = format!("cannot connect to {}: {error}", settings.address);
    Error::new(Stage::Connect, text).with_source(error)
}
