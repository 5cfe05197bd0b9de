//! The client and its calls.

use super::connection::Connection;
use super::pool::{Place, Pool};
use crate::client::ClientBuilder;
use crate::client::failure::timed_out;
use crate::client::hook::Hooked;
use crate::client::ids::Ids;
use crate::client::options::CallOptions;
use crate::client::packing::{pack, unpack};
use crate::client::payload::wrap;
use crate::client::settings::Settings;
use crate::error::Error;
use crate::fault::MethodError;
use crate::value::Value;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Calls the methods of one service, by name, and waits for their answers.
///
/// Clones are cheap and share their connections; threads may call at the same
/// time, each call over a connection of its own.
///
/// ```no_run
/// use yar_runtime::{Error, blocking};
///
/// # fn main() -> Result<(), Error> {
/// let client: blocking::Client = blocking::connect("tcp://127.0.0.1:9600")?;
/// let sum: i64 = client.call::<_, _, Error>("add", &(1, 2))?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Client(Arc<Inner>);

struct Inner {
    settings: Settings,
    ids: Ids,
    pool: Pool,
}

/// A client with default settings and its first connection made.
pub fn connect<C: From<Client>>(uri: &str) -> Result<C, Error> {
    let client = Client::builder(uri).build_blocking()?;
    let clock = Clock::start(client.0.settings.timeout);
    let mut place = client.place(clock)?;
    place.connection = Some(Connection::open(&client.0.settings, clock)?);
    client.keep(place);
    Ok(C::from(client))
}

impl Client {
    /// A client for `uri`, to be set up further and then made by
    /// [`ClientBuilder::build_blocking`].
    pub fn builder(uri: &str) -> ClientBuilder {
        ClientBuilder::new(uri)
    }

    pub(in crate::client) fn new(settings: Settings) -> Self {
        let pool = Pool::new(settings.max_connections, settings.idle_timeout);
        Self(Arc::new(Inner {
            settings,
            ids: Ids::new(),
            pool,
        }))
    }

    /// Calls `method` with `params`, a tuple with one element for each
    /// argument.
    pub fn call<P, R, E>(&self, method: &str, params: &P) -> Result<R, E::Client>
    where
        P: Serialize + ?Sized,
        R: DeserializeOwned,
        E: MethodError,
    {
        self.call_with::<P, R, E>(&CallOptions::new(), method, params)
    }

    /// The same with options of its own.
    pub fn call_with<P, R, E>(
        &self,
        options: &CallOptions,
        method: &str,
        params: &P,
    ) -> Result<R, E::Client>
    where
        P: Serialize + ?Sized,
        R: DeserializeOwned,
        E: MethodError,
    {
        let hooks = Hooked::new(&self.0.settings, method);
        let called = self.0.settings.telemetry.begin(method);
        let outcome = called.within(|| self.exchange(options, method, params));
        if let Some(hooks) = hooks {
            hooks.after(&outcome);
        }
        outcome.map_err(E::from_call)
    }

    /// Calls `method` with arguments and a result of any type.
    pub fn call_value(&self, method: &str, params: Vec<Value>) -> Result<Value, Error> {
        self.call::<_, Value, Error>(method, &params)
    }

    fn exchange<P, R>(&self, options: &CallOptions, method: &str, params: &P) -> Result<R, Error>
    where
        P: Serialize + ?Sized,
        R: DeserializeOwned,
    {
        let Inner {
            settings,
            ids,
            pool,
        } = &*self.0;
        let clock = Clock::start(options.timeout.unwrap_or(settings.timeout));
        let id = ids.next();
        let (mut request, buffer) = pool.take_buffers();
        pack(settings, id, method, params, &mut request)?;
        let (request, buffer) = wrap(settings, request, buffer);
        let mut tried = 1;
        let outcome = loop {
            let error = match self.attempt(id, &request, clock) {
                Ok(result) => break Ok(result),
                Err(error) => error,
            };
            let pause = settings.retry.next(&error, options.idempotent, tried);
            let pause = pause.filter(|pause| clock.left().is_some_and(|left| *pause < left));
            match pause.filter(|_| pool.spend_on_retry()) {
                Some(pause) => std::thread::sleep(pause),
                None => break Err(error),
            }
            tried += 1;
        };
        pool.put_back_buffers([request, buffer]);
        outcome
    }

    fn attempt<R: DeserializeOwned>(
        &self,
        id: u32,
        request: &[u8],
        clock: Clock,
    ) -> Result<R, Error> {
        let mut place = self.place(clock)?;
        let mut connection = self.send(place.connection.take(), request, clock)?;
        let settings = &self.0.settings;
        let (sent, received) = (request.len(), connection.answer().len());
        settings.telemetry.exchanged(sent, received);
        let outcome = unpack(settings, id, connection.answer())?;
        connection.finish();
        place.connection = Some(connection);
        self.keep(place);
        outcome
    }

    /// Over a pooled connection if there is one. Where that turns out closed
    /// before a byte was sent, over a new one, once.
    fn send(
        &self,
        pooled: Option<Connection>,
        request: &[u8],
        clock: Clock,
    ) -> Result<Connection, Error> {
        let settings = &self.0.settings;
        if let Some(mut connection) = pooled {
            match connection.exchange(request, settings, clock) {
                Ok(()) => return Ok(connection),
                Err(failed) if failed.is_unsent => {}
                Err(failed) => return Err(failed.error),
            }
        }
        let mut connection = Connection::open(settings, clock)?;
        match connection.exchange(request, settings, clock) {
            Ok(()) => Ok(connection),
            Err(failed) => Err(failed.error),
        }
    }

    fn place(&self, clock: Clock) -> Result<Place<'_>, Error> {
        let settings = &self.0.settings;
        self.0.pool.place(clock).ok_or_else(|| {
            let what = format!(
                "waiting for one of {} connections to get free",
                settings.max_connections
            );
            timed_out(settings, clock.timeout, &what).unsent()
        })
    }

    fn keep(&self, mut place: Place<'_>) {
        let is_clean = place.connection.as_ref().is_some_and(Connection::is_clean);
        if !self.0.settings.persistent || !is_clean {
            place.connection = None;
        }
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Client").field(&self.0.settings).finish()
    }
}

/// How long a call may still take.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    pub(super) deadline: Instant,
    /// What it had for all of it.
    pub(super) timeout: Duration,
}

impl Clock {
    pub(super) fn start(timeout: Duration) -> Self {
        Self {
            deadline: Instant::now() + timeout,
            timeout,
        }
    }

    /// `None` when the time is up.
    pub(super) fn left(self) -> Option<Duration> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        (!left.is_zero()).then_some(left)
    }
}
