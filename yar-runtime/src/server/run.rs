//! The server itself: listeners added, then run until told to stop.

use super::Limits;
use super::accept::{Shared, serve};
use super::listener::Listener;
use super::stop::Stop;
use crate::dispatch::{Credentials, Dispatcher, Gate, Load, Rules, Service, Verdict};
use crate::error::Error;
use crate::packager::DecodeLimits;
use std::fmt;
use std::future::Future;
use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// Serves one service on any number of addresses.
///
/// ```no_run
/// # async fn run(service: impl yar_runtime::Service) -> Result<(), yar_runtime::Error> {
/// let mut server = yar_runtime::Server::new(service);
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
    limits: Limits,
    gate: Option<Gate>,
    listeners: Vec<Listener>,
}

impl<S: Service> Server<S> {
    /// A server that listens nowhere yet.
    #[must_use]
    pub fn new(service: S) -> Self {
        Self {
            service,
            limits: Limits::default(),
            gate: None,
            listeners: Vec::new(),
        }
    }

    /// Replaces the default [`Limits`].
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Asks `admits` before each call; where it says `false` the caller gets
    /// status 32, "authentication failed".
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

    /// Starts listening on `tcp://host:port`, `unix:///path` or
    /// `http://host:port`, and returns that address with the port that was
    /// chosen where 0 was asked for. Connections are accepted once the server
    /// runs.
    ///
    /// A Unix socket's file is removed when the server ends; one that nobody
    /// listens on is replaced.
    pub async fn listen(&mut self, uri: &str) -> Result<String, Error> {
        let (listener, address) = Listener::bind(uri).await?;
        self.listeners.push(listener);
        Ok(address)
    }

    /// Serves until `stop` resolves. Then no connection is accepted any more,
    /// idle ones are closed, and running calls may finish within
    /// [`Limits::stop_timeout`].
    pub async fn run_until<T>(self, stop: impl Future<Output = T>) {
        let word = Stop::default();
        let mut listening = self.start(&word);
        stop.await;
        word.say();
        while listening.join_next().await.is_some() {}
    }

    fn start(self, word: &Stop) -> JoinSet<()> {
        let depth = DecodeLimits {
            depth: self.limits.max_depth,
            ..DecodeLimits::default()
        };
        let rules = Rules {
            gate: self.gate,
            limits: depth,
            max_body: self.limits.max_body,
            call_timeout: self.limits.call(),
            load: Arc::new(Load::new(
                self.limits.max_calls,
                self.limits.max_unfinished_bytes,
            )),
        };
        let dispatcher = Arc::new(Dispatcher::new(self.service, rules));
        let room = self.limits.max_connections.min(Semaphore::MAX_PERMITS);
        let room = Arc::new(Semaphore::new(room));
        let limits = Arc::new(self.limits);
        let mut listening = JoinSet::new();
        for listener in self.listeners {
            let shared = Shared {
                dispatcher: Arc::clone(&dispatcher),
                limits: Arc::clone(&limits),
                room: Arc::clone(&room),
                stop: word.clone(),
            };
            listening.spawn(serve(listener, shared));
        }
        listening
    }
}

impl<S> fmt::Debug for Server<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("limits", &self.limits)
            .field("listeners", &self.listeners)
            .finish_non_exhaustive()
    }
}
