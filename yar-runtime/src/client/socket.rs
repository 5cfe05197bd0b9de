//! A socket with the framing of its answers and one alarm.

use super::alarm::Alarm;
use super::framing::{Framing, Malformed};
use super::line::{Answer, Line, Spare, Wire};
use crate::telemetry::Link;
use crate::transport::Stream;
use std::cell::RefCell;
use std::future::Future;
use std::io;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWrite};

/// A connection over a socket.
pub(super) type SocketLine = Line<Socket>;

/// The wire under a line.
pub(super) struct Socket {
    stream: Stream,
    framing: Framing,
    alarm: Alarm,
    /// Bytes written at a time at most.
    piece: usize,
    /// Room that a read has.
    room: usize,
    /// Counts the connection.
    _link: Link,
}

thread_local! {
    static SLOTS: RefCell<Vec<Spare<Socket>>> = const { RefCell::new(Vec::new()) };
}

/// Spare slots of a thread at most.
const SPARE: usize = 128;

const START: usize = 4 * 1024;
const MOST: usize = 64 * 1024;
/// With less room than this a read is not worth its system call.
const LEAST: usize = 1024;
/// How long a task looks after a connection that has no company.
const LOOK: Duration = Duration::from_millis(50);

impl Socket {
    pub(super) fn new(stream: Stream, framing: Framing, alarm: Alarm, link: Link) -> Self {
        Self {
            stream,
            framing,
            alarm,
            piece: usize::MAX,
            room: START,
            _link: link,
        }
    }

    /// Writes no more than `piece` bytes at a time, so that an error says that the
    /// peer can read nothing of them: TLS makes records, sends one after the other,
    /// and tells of the error alone when those before it have gone out.
    #[cfg(feature = "tls")]
    pub(super) fn in_records_of(mut self, piece: usize) -> Self {
        self.piece = piece;
        self
    }

    /// The same as [`is_quiet`](Wire::is_quiet), asking the kernel, too.
    pub(super) fn is_usable(&mut self) -> bool {
        self.is_quiet(&mut Context::from_waker(Waker::noop()))
            && self.stream.is_quiet_for_the_kernel()
    }
}

impl Wire for Socket {
    type Time = Instant;
    type Malformed = Malformed;

    #[inline]
    fn is_quiet(&mut self, context: &mut Context<'_>) -> bool {
        !self.framing.closes() && self.stream.is_quiet(context)
    }

    /// The buffer grows with what has come, not with what the peer says is
    /// coming.
    fn poll_read(
        &mut self,
        context: &mut Context<'_>,
        input: &mut Vec<u8>,
    ) -> Poll<io::Result<usize>> {
        if input.capacity() - input.len() < LEAST {
            input.reserve(self.room.max(input.len()));
        }
        let room = input.capacity() - input.len();
        let read = pin!(self.stream.read_buf(input)).poll(context);
        if matches!(read, Poll::Ready(Ok(count)) if count == room) {
            self.room = (self.room * 2).min(MOST);
        }
        read
    }

    /// There mostly is room, and to ask for word of it is work.
    fn poll_write(&mut self, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match self.stream.try_write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                let piece = bytes.get(..self.piece).unwrap_or(bytes);
                Pin::new(&mut self.stream).poll_write(context, piece)
            }
            written => Poll::Ready(written),
        }
    }

    #[inline]
    fn poll_flush(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    #[inline]
    fn poll_until(&mut self, context: &mut Context<'_>, time: Instant) -> Poll<()> {
        self.alarm.poll_until(context, time)
    }

    fn now(&self) -> Instant {
        Instant::now()
    }

    fn next_look(&self) -> Instant {
        Instant::now() + LOOK
    }

    #[inline]
    fn measure(&mut self, input: &[u8]) -> Result<Option<Answer>, Malformed> {
        self.framing.measure(input)
    }

    fn measure_at_end(&mut self, input: &[u8]) -> Option<Answer> {
        self.framing.measure_at_end(input)
    }

    fn spare_slot() -> Spare<Self> {
        // A thread that is about to end has none.
        let taken = SLOTS.try_with(|slots| slots.borrow_mut().pop());
        taken.ok().flatten().unwrap_or(Spare::none())
    }

    fn keep_slot(slot: Spare<Self>) {
        let _ = SLOTS.try_with(|slots| {
            let mut slots = slots.borrow_mut();
            if slots.len() < SPARE {
                slots.push(slot);
            }
        });
    }

    fn give_up(&mut self) {
        self.stream.reset_when_closed();
    }
}

#[cfg(all(test, feature = "tls"))]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::client::settings::Settings;
    use crate::client::tls::Trust;
    use crate::transport::Address;
    use std::future::poll_fn;
    use std::sync::Arc;
    use tokio::net::{TcpListener, TcpStream};
    use tokio_rustls::TlsAcceptor;
    use tokio_rustls::rustls::crypto::ring;
    use tokio_rustls::rustls::pki_types::PrivateKeyDer;
    use tokio_rustls::rustls::pki_types::pem::PemObject;
    use tokio_rustls::rustls::{ClientConfig, RootCertStore, ServerConfig};

    /// Both ends of a connection, and what a record takes.
    async fn connected(fragment: Option<usize>) -> (Stream, Stream, usize) {
        let made = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
        let key = PrivateKeyDer::from_pem_slice(made.signing_key.serialize_pem().as_bytes());
        let certificate = made.cert.der();
        let provider = Arc::new(ring::default_provider());
        let server = ServerConfig::builder_with_provider(Arc::clone(&provider))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![certificate.clone()], key.unwrap())
            .unwrap();
        let mut roots = RootCertStore::empty();
        roots.add(certificate.clone()).unwrap();
        let mut client = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        client.max_fragment_size = fragment;
        let mut trust = Trust::default();
        trust.as_configured(Arc::new(client));
        let address = Address::parse("tls://localhost:1").unwrap();
        let client = trust.tls(&address).unwrap().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).await;
        let (accepted, _) = listener.accept().await.unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(server));
        let (ours, theirs) = tokio::join!(client.greet(stream.unwrap()), acceptor.accept(accepted));
        let theirs = Stream::Tls(Box::new(theirs.unwrap().into()));
        (ours.unwrap(), theirs, client.record())
    }

    /// Of two, the first may be whole at the peer when the second fails, and
    /// the requests in it would be taken for unsent.
    #[tokio::test]
    async fn a_write_over_tls_is_one_record() {
        let address = Address::parse("tls://localhost:1").unwrap();
        let settings = Settings::new(vec![address]).unwrap();
        for (fragment, record) in [(None, 16 * 1024), (Some(517), 512)] {
            let (stream, mut peer, piece) = connected(fragment).await;
            let (framing, link) = (Framing::new(&settings), settings.telemetry.connected());
            let socket = Socket::new(stream, framing, Alarm::default(), link);
            let mut socket = socket.in_records_of(piece);
            let requests = [0; 100_000];
            let written = poll_fn(|context| socket.poll_write(context, &requests)).await;
            assert_eq!(written.unwrap(), record);
            // The peer reads a record at a time.
            let mut received = [0; 100_000];
            assert_eq!(peer.read(&mut received).await.unwrap(), record);
        }
    }
}
