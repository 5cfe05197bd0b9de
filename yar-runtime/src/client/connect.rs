//! Making a connection.

use super::alarm::Alarm;
use super::endpoint::Endpoint;
use super::failure::{connect_timed_out, look_up_timed_out};
use super::framing::Framing;
#[cfg(feature = "http")]
use super::http::{Proxy, Refused};
use super::resolve::found;
use super::settings::Settings;
use super::socket::{Socket, SocketLine};
use crate::error::{Error, Stage};
use crate::transport::{Address, Stream};
use std::future::{Future, poll_fn};
use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::task::Poll;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;

/// Connects within the connect timeout, and the deadline of the call, which
/// had `timeout` for all of it.
pub(super) async fn open(
    settings: &Settings,
    endpoint: &Endpoint,
    deadline: Instant,
    timeout: Duration,
) -> Result<Arc<SocketLine>, Error> {
    let by_timeout = Instant::now() + settings.connect_timeout;
    let by = deadline.min(by_timeout);
    let mut alarm = Alarm::default();
    let looks_up = AtomicBool::new(false);
    let mut opening = pin!(open_at_leisure(endpoint, &looks_up));
    // A connection within the machine is there as soon as the runtime has
    // looked at its sockets, and a timer would wake the thread that sleeps on
    // them for nothing.
    let mut opened = poll_fn(|context| Poll::Ready(opening.as_mut().poll(context))).await;
    if opened.is_pending() {
        tokio::task::yield_now().await;
        opened = poll_fn(|context| match opening.as_mut().poll(context) {
            Poll::Pending => alarm.poll_until(context, by).map(|()| Poll::Pending),
            opened => Poll::Ready(opened),
        })
        .await;
    }
    match opened {
        Poll::Ready(stream) => {
            let link = settings.telemetry.connected();
            let socket = Socket::new(stream?, Framing::new(settings), alarm, link);
            #[cfg(feature = "tls")]
            let socket = match &endpoint.tls {
                Some(tls) => socket.in_records_of(tls.record()),
                None => socket,
            };
            Ok(Arc::new(SocketLine::new(socket)))
        }
        Poll::Pending => {
            let after = if deadline < by_timeout {
                timeout
            } else {
                settings.connect_timeout
            };
            Err(match looks_up.load(Relaxed) {
                true => look_up_timed_out(endpoint, after),
                false => connect_timed_out(endpoint, after),
            })
        }
    }
}

/// `looks_up` tells whether it waits for the system to find a name.
async fn open_at_leisure(endpoint: &Endpoint, looks_up: &AtomicBool) -> Result<Stream, Error> {
    if let Address::Unix(path) = &endpoint.address {
        let connected = Stream::connect_unix(path).await;
        return connected.map_err(|error| cannot_connect(endpoint, error));
    }
    let connected = match &endpoint.at {
        Some(at) => connect_tcp(at).await,
        None => {
            looks_up.store(true, Relaxed);
            let found = look_up(endpoint).await?;
            looks_up.store(false, Relaxed);
            connect_tcp(&found).await
        }
    };
    let stream = connected.map_err(|error| cannot_connect(endpoint, error))?;
    prepare(endpoint, stream).await
}

async fn look_up(endpoint: &Endpoint) -> Result<Vec<SocketAddr>, Error> {
    let addresses = tokio::net::lookup_host(endpoint.place()).await;
    found(endpoint, addresses)
}

async fn connect_tcp(addresses: &[SocketAddr]) -> io::Result<TcpStream> {
    let stream = TcpStream::connect(addresses).await?;
    // It fails only on a socket that is dead already.
    let _ = stream.set_nodelay(true);
    Ok(stream)
}

/// Whatever comes before the first request.
#[cfg_attr(not(feature = "http"), allow(unused_mut, unused_variables))]
async fn prepare(endpoint: &Endpoint, mut stream: TcpStream) -> Result<Stream, Error> {
    #[cfg(feature = "http")]
    if let Some(proxy) = endpoint.tunnel() {
        let dug = dig(proxy, endpoint.address.place(), &mut stream).await;
        dug.map_err(|error| no_tunnel(endpoint, error))?;
    }
    #[cfg(feature = "tls")]
    if let Some(tls) = &endpoint.tls {
        let greeted = tls.greet(stream).await;
        return greeted.map_err(|error| tls.greeting_failed(endpoint, error));
    }
    Ok(Stream::Tcp(stream))
}

/// Has the proxy at the other end pass everything on to `place`.
#[cfg(feature = "http")]
async fn dig(proxy: &Proxy, place: &str, stream: &mut TcpStream) -> io::Result<()> {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    stream.write_all(&proxy.ask(place)).await?;
    let mut answer = Vec::new();
    while !Proxy::answer(&answer).map_err(io::Error::other)? {
        if stream.read_buf(&mut answer).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    Ok(())
}

pub(super) fn cannot_connect(endpoint: &Endpoint, error: io::Error) -> Error {
    let text = format!("cannot connect to {endpoint}: {error}");
    Error::new(Stage::Connect, text).with_source(error)
}

/// The proxy was reached, and is not willing or not able.
#[cfg(feature = "http")]
pub(super) fn no_tunnel(endpoint: &Endpoint, error: io::Error) -> Error {
    let refused = error.get_ref().is_some_and(|error| error.is::<Refused>());
    let reason = match error.kind() {
        _ if refused => error.to_string(),
        io::ErrorKind::UnexpectedEof => "it closed the connection".to_owned(),
        _ => error.to_string(),
    };
    let text = format!("cannot connect to {endpoint}: no tunnel: {reason}");
    Error::new(Stage::Connect, text).with_source(error)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    #[tokio::test]
    async fn nothing_is_held_back_for_more_to_send() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let stream = super::connect_tcp(&[address]).await.unwrap();
        assert!(stream.nodelay().unwrap());
    }
}
