//! The client and its calls.

use super::balance::Peers;
use super::batch::Batch;
use super::builder::ClientBuilder;
use super::errands;
use super::exchange::Exchange;
use super::hook::Hooked;
use super::ids::next_id;
use super::options::{CallOptions, WithOptions};
use super::packing::pack;
use super::pool::Pool;
use super::settings::Settings;
use super::spares::Spares;
use crate::error::Error;
use crate::fault::MethodError;
use crate::telemetry::Called;
use crate::value::Value;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::future::{Future, poll_fn};
use std::sync::Arc;
use std::task::Context;
use std::time::Instant;

/// Calls the methods of one service, by name.
///
/// Generated clients wrap it. Clones are cheap and share their connections.
/// Dropping the future of a call gives the call up; its connection is closed
/// where other calls cannot share it.
///
/// ```no_run
/// # use yar_runtime as yar;
/// use yar::{Client, Error, Value};
///
/// # async fn run() -> Result<(), Error> {
/// let client = Client::builder("tcp://127.0.0.1:9600").build()?;
/// let sum: i64 = client.call::<_, _, Error>("add", &(1, 2)).await?;
/// let same = client.call_value("add", vec![Value::Int(1), Value::Int(2)]).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Client {
    inner: Arc<Inner>,
    /// Of all its calls.
    options: CallOptions,
}

/// What the clones of a client share.
pub(super) struct Inner {
    pub(super) settings: Settings,
    pub(super) spares: Spares,
    pub(super) peers: Peers<Arc<Pool>>,
}

/// A client for `tcp://host:port`, `unix:///path` or `http://host:port/path`,
/// `tls://` and `https://` with the feature `tls`, with default settings and its first connection made.
///
/// ```no_run
/// # use yar_runtime as yar;
/// # async fn run() -> Result<(), yar::Error> {
/// let client: yar::Client = yar::connect("tcp://127.0.0.1:9600").await?;
/// # Ok(())
/// # }
/// ```
pub async fn connect<C: From<Client>>(uri: &str) -> Result<C, Error> {
    Client::builder(uri).connect().await.map(C::from)
}

impl Client {
    /// A client for `uri`, to be set up further.
    pub fn builder(uri: &str) -> ClientBuilder {
        ClientBuilder::new(&[uri])
    }

    /// A client for several servers that can stand in for one another, to be
    /// set up further.
    ///
    /// Of two servers that are drawn for a call the less busy one gets it. One
    /// that fails is left alone for a while, and looked after. A call that
    /// failed is made again with another server, where [`Retry`](super::Retry)
    /// allows it.
    ///
    /// ```
    /// # use yar_runtime as yar;
    /// # fn main() -> Result<(), yar::Error> {
    /// let uris = ["tcp://10.0.0.7:9600", "tcp://10.0.0.8:9600"];
    /// let client = yar::Client::balanced(uris).build()?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn balanced<Uri: AsRef<str>>(uris: impl IntoIterator<Item = Uri>) -> ClientBuilder {
        ClientBuilder::new(&Vec::from_iter(uris))
    }

    pub(super) fn new(settings: Settings) -> Result<Self, Error> {
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

    pub(super) async fn connect_first(&self) -> Result<(), Error> {
        errands::connect_first(&self.inner).await
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
    /// # async fn run(client: yar::Client) -> Result<(), yar::Error> {
    /// let sum = client.call::<_, i64, yar::Error>("add", &(1, 2)).await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// The request is packed at once, and time counts from then on; nothing
    /// is sent before the future is polled.
    #[inline]
    pub fn call<'a, P, R, E>(
        &'a self,
        method: &str,
        params: &P,
    ) -> impl Future<Output = Result<R, E::Client>> + Send + use<'a, P, R, E>
    where
        P: Serialize + ?Sized,
        R: DeserializeOwned,
        E: MethodError,
    {
        finish::<R, E>(self.begin(&CallOptions::new(), method, params))
    }

    /// The same with options of its own.
    #[inline]
    pub fn call_with<'a, P, R, E>(
        &'a self,
        options: &CallOptions,
        method: &str,
        params: &P,
    ) -> impl Future<Output = Result<R, E::Client>> + Send + use<'a, P, R, E>
    where
        P: Serialize + ?Sized,
        R: DeserializeOwned,
        E: MethodError,
    {
        finish::<R, E>(self.begin(options, method, params))
    }

    // Inlined, so that a call is made where it is awaited and not moved there.
    #[inline]
    pub(crate) fn begin<P: Serialize + ?Sized>(
        &self,
        options: &CallOptions,
        method: &str,
        params: &P,
    ) -> Begun<'_> {
        let inner = &self.inner;
        let options = &options.or(&self.options);
        let hooks = Hooked::new(&inner.settings, method);
        let called = inner.settings.telemetry.begin(method);
        let (mut request, buffer) = inner.spares.take_buffers();
        let (id, start) = (next_id(), Instant::now());
        let packed = pack(&inner.settings, options, id, method, params, &mut request);
        Begun {
            hooks,
            called,
            exchange: Exchange::new(inner, options, id, start, (request, buffer)),
            packed,
        }
    }

    /// Calls that are to run beside one another.
    pub fn batch<'a, R, E>(&'a self) -> Batch<'a, R, E>
    where
        R: DeserializeOwned + Send + 'a,
        E: MethodError,
    {
        Batch::new(self)
    }

    /// Calls `method` with arguments and a result of any type: what
    /// [`call`](Self::call) does with [`Value`] for `R` and [`Error`] for `E`.
    pub async fn call_value(&self, method: &str, params: Vec<Value>) -> Result<Value, Error> {
        let call = self.call::<_, Value, Error>(method, &params);
        drop(params);
        call.await
    }

    /// Sends a whole frame as it is and gives the answer, a whole frame too,
    /// without a look at its body. For tools that show or pass on what
    /// travels: nothing of the client's settings goes into the request.
    pub async fn relay(&self, request: Vec<u8>) -> Result<Vec<u8>, Error> {
        errands::relay(&self.inner, &self.options, request).await
    }
}

/// A call whose request is packed, or cannot be.
pub struct Begun<'a> {
    hooks: Option<Box<Hooked<'a>>>,
    called: Called,
    exchange: Exchange<'a>,
    packed: Result<(), Error>,
}

impl Begun<'_> {
    /// Makes the call, once.
    #[inline]
    pub(crate) async fn finish<R, E>(&mut self) -> Result<R, E::Client>
    where
        R: DeserializeOwned,
        E: MethodError,
    {
        let outcome = match std::mem::replace(&mut self.packed, Ok(())) {
            Ok(()) => {
                let (called, exchange) = (&self.called, &mut self.exchange);
                let outcome = 'made: {
                    let poll =
                        |context: &mut Context<'_>| called.inside(|| exchange.poll_answer(context));
                    let answered = poll_fn(poll).await;
                    let mut read = || called.inside(|| exchange.usual_result());
                    let detour = match answered.and_then(|()| read()) {
                        Ok(result) => break 'made Ok(result),
                        Err(detour) => detour,
                    };
                    // Boxed, so that calls that go well need not make room for
                    // it.
                    called.around(Box::pin(exchange.go_on(detour))).await
                };
                self.called.ended(&outcome);
                outcome
            }
            Err(error) => self.called.within(|| Err(error)),
        };
        if let Some(hooks) = &self.hooks {
            hooks.after(&outcome);
        }
        outcome.map_err(E::from_call)
    }
}

impl fmt::Debug for Begun<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Begun").finish_non_exhaustive()
    }
}

/// Makes the call.
#[expect(
    clippy::manual_async_fn,
    reason = "an async function would move its arguments when it is first polled"
)]
#[inline]
pub(super) fn finish<'a, R: DeserializeOwned, E: MethodError>(
    mut begun: Begun<'a>,
) -> impl Future<Output = Result<R, E::Client>> + Send + use<'a, R, E> {
    async move { begun.finish::<R, E>().await }
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
