//! A connected TCP or Unix socket, or TLS over TCP.

use socket2::SockRef;
use std::future::{Future, poll_fn};
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd};
use std::path::Path;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpStream, UnixStream};
use tokio::task::{coop, unconstrained};

/// A connected socket. TCP ones never wait for more to send (`TCP_NODELAY`):
/// every frame is one write already.
#[derive(Debug)]
pub(crate) enum Stream {
    Tcp(TcpStream),
    Unix(UnixStream),
    /// Boxed, because connections without it should not be as large.
    #[cfg(feature = "tls")]
    Tls(Box<tokio_rustls::TlsStream<TcpStream>>),
}

/// What is read from.
pub(crate) trait Source: AsyncRead {
    /// Whether something has come that the runtime does not know of yet; it will
    /// wake whoever waits to read.
    fn is_behind(&self) -> bool;
}

impl Stream {
    pub(crate) async fn connect_unix(path: &Path) -> io::Result<Self> {
        UnixStream::connect(path).await.map(Self::Unix)
    }

    /// A connection that was accepted or made.
    pub(crate) fn tcp(stream: TcpStream) -> Self {
        // It fails only on a socket that is dead already.
        let _ = stream.set_nodelay(true);
        Self::Tcp(stream)
    }

    /// Whether the peer has to be told of the end before the socket closes.
    pub(crate) fn says_farewell(&self) -> bool {
        match self {
            Self::Tcp(_) | Self::Unix(_) => false,
            #[cfg(feature = "tls")]
            Self::Tls(_) => true,
        }
    }

    /// The socket under it.
    pub(crate) fn into_socket(self) -> Self {
        #[cfg(feature = "tls")]
        if let Self::Tls(stream) = self {
            return Self::Tcp(match *stream {
                tokio_rustls::TlsStream::Client(stream) => stream.into_inner().0,
                tokio_rustls::TlsStream::Server(stream) => stream.into_inner().0,
            });
        }
        self
    }

    /// Whether the peer has sent all that it will, and all of it was read.
    /// Asks the kernel, which knows before the runtime does.
    pub(crate) fn has_ended(&self) -> bool {
        let mut byte = [MaybeUninit::uninit()];
        matches!(SockRef::from(self).peek(&mut byte), Ok(0))
    }

    /// Closing it will tell the peer that nobody waits for it any more, and leave
    /// nothing behind in either kernel. Has no effect on a Unix socket.
    pub(crate) fn reset_when_closed(&self) {
        // It fails only on a socket that is dead already.
        let _ = SockRef::from(self).set_linger(Some(Duration::ZERO));
    }

    /// Whether an idle connection can carry another request: the peer has
    /// neither closed it nor sent anything. If so, the task of `context` will
    /// be woken when that changes. Costs no system call as long as the runtime
    /// has seen no event on the socket.
    pub(crate) fn is_quiet(&mut self, context: &mut Context<'_>) -> bool {
        // A task that has used up its budget would find every socket quiet.
        let seems_quiet = if coop::has_budget_remaining() {
            self.poll_read_ready(context).is_pending()
        } else {
            self.seems_quiet_without_budget(context)
        };
        seems_quiet || self.brings_nothing(context)
    }

    #[cold]
    fn seems_quiet_without_budget(&self, context: &mut Context<'_>) -> bool {
        let ready = unconstrained(poll_fn(|context| self.poll_read_ready(context)));
        pin!(ready).poll(context).is_pending()
    }

    /// The same, by reading.
    #[cold]
    fn brings_nothing(&mut self, context: &mut Context<'_>) -> bool {
        let mut byte = [0_u8];
        let mut buffer = ReadBuf::new(&mut byte);
        let read = poll_fn(|context| Pin::new(&mut *self).poll_read(context, &mut buffer));
        pin!(unconstrained(read)).poll(context).is_pending()
    }

    /// Ready where a read may bring something.
    #[inline]
    fn poll_read_ready(&self, context: &mut Context<'_>) -> Poll<()> {
        match self {
            Self::Tcp(stream) => stream.poll_read_ready(context).map(|_| ()),
            Self::Unix(stream) => stream.poll_read_ready(context).map(|_| ()),
            #[cfg(feature = "tls")]
            Self::Tls(_) => Poll::Ready(()),
        }
    }

    /// Sends some of `bytes` where there is room for them, and does not have the
    /// task woken if there is none.
    #[inline]
    pub(crate) fn try_write(&self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Tcp(stream) => stream.try_write(bytes),
            Self::Unix(stream) => stream.try_write(bytes),
            #[cfg(feature = "tls")]
            Self::Tls(_) => Err(io::ErrorKind::WouldBlock.into()),
        }
    }

    /// The same, asking the kernel: a runtime that was busy for a while has
    /// not looked at the socket's events.
    pub(crate) fn is_quiet_for_the_kernel(&self) -> bool {
        let mut byte = [MaybeUninit::uninit()];
        would_block(&SockRef::from(self).peek(&mut byte))
    }
}

fn would_block(read: &io::Result<usize>) -> bool {
    matches!(read, Err(error) if error.kind() == io::ErrorKind::WouldBlock)
}

impl Source for Stream {
    fn is_behind(&self) -> bool {
        let mut byte = [MaybeUninit::uninit()];
        matches!(SockRef::from(self).peek(&mut byte), Ok(1..))
    }
}

impl AsFd for Stream {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Self::Tcp(stream) => stream.as_fd(),
            Self::Unix(stream) => stream.as_fd(),
            #[cfg(feature = "tls")]
            Self::Tls(stream) => stream.get_ref().0.as_fd(),
        }
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_read(context, buffer),
            Self::Unix(stream) => Pin::new(stream).poll_read(context, buffer),
            #[cfg(feature = "tls")]
            Self::Tls(stream) => Pin::new(stream).poll_read(context, buffer),
        }
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_write(context, bytes),
            Self::Unix(stream) => Pin::new(stream).poll_write(context, bytes),
            #[cfg(feature = "tls")]
            Self::Tls(stream) => Pin::new(stream).poll_write(context, bytes),
        }
    }

    #[cfg_attr(not(feature = "tls"), allow(unused_variables))]
    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tcp(_) | Self::Unix(_) => Poll::Ready(Ok(())),
            #[cfg(feature = "tls")]
            Self::Tls(stream) => Pin::new(stream).poll_flush(context),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Self::Tcp(stream) => Pin::new(stream).poll_shutdown(context),
            Self::Unix(stream) => Pin::new(stream).poll_shutdown(context),
            #[cfg(feature = "tls")]
            Self::Tls(stream) => Pin::new(stream).poll_shutdown(context),
        }
    }
}
