//! The client and its calls.

use super::batch::Batch;
use super::exchange::Exchange;
use super::pool::Pool;
use super::relay::relay;
use crate::client::ClientBuilder;
use crate::client::balance::Peers;
use crate::client::hook::Hooked;
use crate::client::options::{CallOptions, WithOptions};
use crate::client::settings::Settings;
use crate::client::spares::Spares;
use crate::error::Error;
use crate::fault::MethodError;
use crate::value::Value;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::sync::Arc;

/// Calls the methods of one service, by name, and waits for their answers.
///
/// Clones are cheap and share their connections; threads may call at the same
/// time, each call over a connection of its own.
///
/// ```no_run
/// # use yar_runtime as yar;
/// use yar::{Error, blocking};
///
/// # fn main() -> Result<(), Error> {
/// let client: blocking::Client = blocking::connect("tcp://127.0.0.1:9600")?;
/// let sum: i64 = client.call::<_, _, Error>("add", &(1, 2))?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Client {
    pub(super) inner: Arc<Inner>,
    /// Of all its calls.
    pub(super) options: CallOptions,
}

/// What the clones of a client share.
pub(super) struct Inner {
    pub(super) settings: Settings,
    pub(super) spares: Spares,
    pub(super) peers: Peers<Pool>,
}

/// A client with default settings and its first connection made.
pub fn connect<C: From<Client>>(uri: &str) -> Result<C, Error> {
    Client::builder(uri).connect_blocking().map(C::from)
}

impl Client {
    /// A client for `uri`, to be set up further and then made by
    /// [`ClientBuilder::build_blocking`].
    pub fn builder(uri: &str) -> ClientBuilder {
        ClientBuilder::new(&[uri])
    }

    /// A client for several servers that can stand in for one another, as
    /// [`Client::balanced`](crate::Client::balanced) makes one.
    pub fn balanced<Uri: AsRef<str>>(uris: impl IntoIterator<Item = Uri>) -> ClientBuilder {
        ClientBuilder::new(&Vec::from_iter(uris))
    }

    pub(in crate::client) fn new(settings: Settings) -> Result<Self, Error> {
        let peers = Peers::new(&settings, Pool::of)?;
        let has_others = matches!(peers, Peers::Many(_));
        Ok(Self {
            inner: Arc::new(Inner {
                spares: Spares::new(settings.retry.budget(has_others)),
                settings,
                peers,
            }),
            options: CallOptions::new(),
        })
    }

    pub(in crate::client) fn connect_first(&self) -> Result<(), Error> {
        Exchange::connect_first(&self.inner)
    }

    /// Calls `method` with `params`, a tuple with one element for each
    /// argument.
    ///
    /// `P` is the type of the arguments, `R` that of the result, and `E` the
    /// [error](MethodError) that the method declares: [`Error`] where it
    /// declares none.
    ///
    /// ```no_run
    /// # use yar_runtime as yar;
    /// # fn run(client: yar::blocking::Client) -> Result<(), yar::Error> {
    /// let sum = client.call::<_, i64, yar::Error>("add", &(1, 2))?;
    /// # Ok(())
    /// # }
    /// ```
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
        let inner = &self.inner;
        let options = &options.or(&self.options);
        let hooks = Hooked::new(&inner.settings, method);
        let mut called = inner.settings.telemetry.begin(method);
        let outcome = called.within(|| Exchange::make(inner, options, method, params));
        if let Some(hooks) = hooks {
            hooks.after(&outcome);
        }
        outcome.map_err(E::from_call)
    }

    /// Calls that are to run beside one another, in threads.
    pub fn batch<'a, R, E>(&'a self) -> Batch<'a, R, E>
    where
        R: DeserializeOwned + Send + 'a,
        E: MethodError,
    {
        Batch::new(self)
    }

    /// Calls `method` with arguments and a result of any type: what
    /// [`call`](Self::call) does with [`Value`] for `R` and [`Error`] for `E`.
    pub fn call_value(&self, method: &str, params: Vec<Value>) -> Result<Value, Error> {
        self.call::<_, Value, Error>(method, &params)
    }

    /// Sends a whole frame as it is and gives the answer, a whole frame too,
    /// without a look at its body. For tools that show or pass on what
    /// travels: nothing of the client's settings goes into the request.
    pub fn relay(&self, request: Vec<u8>) -> Result<Vec<u8>, Error> {
        relay(&self.inner, &self.options, request)
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("settings", &self.inner.settings)
            .field("options", &self.options)
            .finish()
    }
}

impl WithOptions for Client {
    fn with_options(&self, options: &CallOptions) -> Self {
        Self {
            inner: Arc::clone(&self.inner),
            options: options.or(&self.options),
        }
    }
}
