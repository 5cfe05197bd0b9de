//! The server itself: listeners added, then run until told to stop.

use super::accept::{Shared, serve};
use super::heavy::Heavy;
#[cfg(feature = "http")]
use super::http::HttpService;
use super::listener::Listener;
use super::stop::Stop;
#[cfg(feature = "tls")]
use super::tls::Tls;
use super::{BoundSocket, Limits, Report};
#[cfg(feature = "tower")]
use crate::dispatch::{Call, Layered, Reply, RunHandler, layered};
use crate::dispatch::{Credentials, Dispatcher, Gate, Load, Routes, Rules, Service, Verdict};
use crate::error::Error;
#[cfg(feature = "tls")]
use crate::error::Stage;
use crate::packager::DecodeLimits;
use std::fmt;
use std::future::Future;
use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// Serves one service, or [several](Server::route), on any number of addresses.
///
/// ```no_run
/// # use yar_runtime as yar;
/// # async fn run(service: impl yar::Service) -> Result<(), yar::Error> {
/// let mut server = yar::Server::new(service);
/// let address = server.listen("tcp://127.0.0.1:0").await?;
/// println!("listening on {address}");
/// server.run_until(std::future::pending::<()>()).await;
/// # Ok(())
/// # }
/// ```
///
/// Both frame layouts, all packagers and requests with and without the bit
/// that keeps a connection are understood everywhere. Requests of one
/// connection run beside one another and are answered in order, or as they
/// are ready if the client matches answers by id.
pub struct Server<S> {
    service: S,
    others: Routes,
    #[cfg(feature = "http")]
    info_page: bool,
    limits: Limits,
    gate: Option<Gate>,
    listeners: Vec<Listener>,
    #[cfg(feature = "tls")]
    tls: Option<Tls>,
    #[cfg(feature = "tower")]
    layers: Vec<Box<dyn Layered>>,
}

impl<S: Service> Server<S> {
    /// A server that listens nowhere yet.
    #[must_use]
    pub fn new(service: S) -> Self {
        Self {
            service,
            others: Routes::default(),
            #[cfg(feature = "http")]
            info_page: true,
            limits: Limits::default(),
            gate: None,
            listeners: Vec::new(),
            #[cfg(feature = "tls")]
            tls: None,
            #[cfg(feature = "tower")]
            layers: Vec::new(),
        }
    }

    /// Replaces the default [`Limits`].
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Serves another service beside the first, on the same addresses.
    ///
    /// Over HTTP a request for this path is for it; requests for any other path
    /// are for the first service. Everywhere a method can be called with the
    /// name of its service in front, `Users.find`, the package before that if
    /// need be; the first service of a name or a path is the one meant.
    #[must_use]
    pub fn route(mut self, path: &str, service: impl Service) -> Self {
        self.others.add(path, service);
        self
    }

    /// Whether an HTTP GET is answered with a page about the service at that
    /// path, or with JSON where the request accepts `application/json`. It is,
    /// unless `false` is given here; then the answer is 403.
    #[cfg(feature = "http")]
    #[must_use]
    pub fn with_info_page(mut self, info_page: bool) -> Self {
        self.info_page = info_page;
        self
    }

    /// Asks `admits` before each call; where it says `false` the caller gets
    /// status 32, "authentication failed". Takes the place of a hook given before.
    ///
    /// It returns `bool`, or a future of `bool` where it has to ask somebody
    /// else (see [`Verdict`]); the call's arguments are decoded meanwhile, and
    /// the wait counts as part of the call. It runs on the connection's task
    /// and must not block.
    #[must_use]
    pub fn with_authentication<V, When>(
        mut self,
        admits: impl Fn(&Credentials<'_>) -> V + Send + Sync + 'static,
    ) -> Self
    where
        V: Verdict<When>,
    {
        self.gate = Some(Arc::new(move |caller| admits(caller).decide()));
        self
    }

    /// Puts a layer of tower around every call, outside of those that are there
    /// already. It sees calls that passed authentication and whose method
    /// exists, their arguments decoded.
    ///
    /// Of errors, tower's own for overload are answered with status 16, those
    /// for timeouts with status 64; [`Error`] travels as the exception it is,
    /// and every other one as an exception with its text.
    #[cfg(feature = "tower")]
    #[must_use]
    pub fn layer<L>(mut self, layer: L) -> Self
    where
        L: tower::Layer<RunHandler>,
        L::Service: tower::Service<Call, Response = Reply> + Send + 'static,
        <L::Service as tower::Service<Call>>::Error: Into<tower::BoxError>,
        <L::Service as tower::Service<Call>>::Future: Send + 'static,
    {
        self.layers.push(layered(&layer));
        self
    }

    /// Gives the server what it needs for `tls://` and `https://` addresses.
    /// Without it they cannot be listened on.
    #[cfg(feature = "tls")]
    #[must_use]
    pub fn with_tls(mut self, tls: Tls) -> Self {
        self.tls = Some(tls);
        self
    }

    /// Starts listening on `tcp://host:port`, `unix:///path`,
    /// `http://host:port`, or [with TLS](Server::with_tls) `tls://host:port` or
    /// `https://host:port`, and returns that address with the port that was
    /// chosen where 0 was asked for. Connections are accepted once the server
    /// runs.
    ///
    /// Every path is served, whatever path an `http://` address has. A Unix
    /// socket's file is removed when the server ends; one that nobody
    /// listens on is replaced.
    pub async fn listen(&mut self, uri: &str) -> Result<String, Error> {
        let (listener, address) = Listener::bind(uri).await?;
        self.add(listener, uri)?;
        Ok(address)
    }

    /// Listens on a socket that is bound and listens already: one that a service
    /// manager hands over, or a test. `scheme` says what is spoken there, `tcp`,
    /// `http`, or [with TLS](Server::with_tls) `tls` or `https`, and `unix` on a
    /// Unix socket. Returns its address: where clients find it, unless it is bound
    /// to all addresses (`0.0.0.0`) or is a Unix socket without a path.
    ///
    /// ```no_run
    /// # use yar_runtime as yar;
    /// # async fn run(service: impl yar::Service) -> Result<(), Box<dyn std::error::Error>> {
    /// let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    /// let mut server = yar::Server::new(service);
    /// let address = server.listen_on(listener, "tcp")?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// The socket need not be in non-blocking mode. The file of a Unix socket
    /// is left to whoever made it. To be called within a runtime of tokio.
    pub fn listen_on(
        &mut self,
        socket: impl Into<BoundSocket>,
        scheme: &str,
    ) -> Result<String, Error> {
        let (listener, address) = Listener::adopt(socket.into(), scheme)?;
        self.add(listener, &address)?;
        Ok(address)
    }

    #[cfg_attr(not(feature = "tls"), allow(unused_variables))]
    fn add(&mut self, listener: Listener, uri: &str) -> Result<(), Error> {
        #[cfg(feature = "tls")]
        if listener.is_tls() && self.tls.is_none() {
            let text = format!("`{uri}` needs a certificate: call `Server::with_tls` first");
            return Err(Error::new(Stage::Configure, text));
        }
        self.listeners.push(listener);
        Ok(())
    }

    /// Serves until `stop` resolves. Then no connection is accepted any more,
    /// idle ones are closed, requests that have not begun are answered with
    /// status 16, and running calls may finish within [`Limits::stop_timeout`].
    pub async fn run_until<T>(self, stop: impl Future<Output = T>) -> Report {
        let word = Stop::default();
        let load = load(&self.limits);
        let mut listening = self.start(&word, &load);
        stop.await;
        // Counted by their ends: one that begins just now is running, too.
        let (finished, cut_off) = (load.finished(), load.cut_off());
        word.say();
        while listening.join_next().await.is_some() {}
        Report {
            finished: load.finished().saturating_sub(finished),
            cut_off: load.cut_off().saturating_sub(cut_off),
        }
    }

    /// The HTTP side of this server as a service, to be mounted in a server of
    /// hyper's or axum's. Addresses that were listened on are closed.
    #[cfg(feature = "http")]
    #[must_use]
    pub fn into_http_service(self) -> HttpService<S> {
        let limits = self.limits.clone();
        let (dispatcher, _) = self.take_apart(&load(&limits));
        HttpService::new(dispatcher, limits)
    }

    fn start(self, word: &Stop, load: &Arc<Load>) -> JoinSet<()> {
        let room = self.limits.max_connections.min(Semaphore::MAX_PERMITS);
        let room = Arc::new(Semaphore::new(room));
        let limits = Arc::new(self.limits.clone());
        let heavy = Heavy::new(&limits);
        #[cfg(feature = "tls")]
        let tls = self.tls.clone();
        let (dispatcher, listeners) = self.take_apart(load);
        let dispatcher = Arc::new(dispatcher);
        let mut listening = JoinSet::new();
        for listener in listeners {
            let shared = Shared {
                dispatcher: Arc::clone(&dispatcher),
                limits: Arc::clone(&limits),
                heavy: heavy.clone(),
                room: Arc::clone(&room),
                stop: word.clone(),
                #[cfg(feature = "tls")]
                tls: tls.clone().filter(|_| listener.is_tls()),
            };
            listening.spawn(serve(listener, shared));
        }
        listening
    }

    fn take_apart(self, load: &Arc<Load>) -> (Dispatcher<S>, Vec<Listener>) {
        let rules = Rules {
            gate: self.gate,
            limits: DecodeLimits {
                depth: self.limits.max_depth,
                ..DecodeLimits::default()
            },
            max_body: self.limits.max_body,
            call_timeout: self.limits.call(),
            #[cfg(feature = "http")]
            info_page: self.info_page,
            load: Arc::clone(load),
            #[cfg(feature = "tower")]
            layers: self.layers,
        };
        let dispatcher = Dispatcher::new(self.service, self.others, rules);
        (dispatcher, self.listeners)
    }
}

fn load(limits: &Limits) -> Arc<Load> {
    Arc::new(Load::new(limits.max_calls, limits.max_unfinished_bytes))
}

impl<S> fmt::Debug for Server<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("limits", &self.limits)
            .field("listeners", &self.listeners)
            .finish_non_exhaustive()
    }
}
