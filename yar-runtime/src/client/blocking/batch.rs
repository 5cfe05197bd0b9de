//! Calls that are made together.

use super::client::Client;
use super::exchange::Exchange;
use crate::client::hook::Hooked;
use crate::client::options::CallOptions;
use crate::error::Error;
use crate::fault::MethodError;
use crate::telemetry::Called;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::marker::PhantomData;
use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, Scope, ScopedJoinHandle, scope};

/// Calls that run beside one another, each with its own deadline and outcome.
/// Made by [`Client::batch`].
///
/// ```no_run
/// # use yar_runtime as yar;
/// use yar::{Error, blocking};
///
/// # fn run(client: blocking::Client) {
/// let mut batch = client.batch::<i64, Error>();
/// batch.call("add", &(1, 2));
/// batch.call("add", &(3, 4));
/// for sum in batch.run() {
///     println!("{sum:?}");
/// }
/// # }
/// ```
#[must_use = "nothing is sent before `run` is called"]
pub struct Batch<'a, R, E: MethodError> {
    client: &'a Client,
    calls: Vec<Call<'a>>,
    outcome: PhantomData<fn() -> (R, E)>,
}

/// Threads of a batch at most. Each takes a stack, and a connection.
const THREADS: usize = 64;

impl<'a, R, E> Batch<'a, R, E>
where
    R: DeserializeOwned + Send + 'a,
    E: MethodError,
{
    pub(super) fn new(client: &'a Client) -> Self {
        Self {
            client,
            calls: Vec::new(),
            outcome: PhantomData,
        }
    }

    /// Adds a call. It is packed at once, and its time counts from now on.
    pub fn call<P: Serialize + ?Sized>(&mut self, method: &str, params: &P) {
        self.call_with(&CallOptions::new(), method, params);
    }

    /// The same with options of its own.
    pub fn call_with<P: Serialize + ?Sized>(
        &mut self,
        options: &CallOptions,
        method: &str,
        params: &P,
    ) {
        let options = options.or(&self.client.options);
        self.calls
            .push(Call::begin(self.client, &options, method, params));
    }

    /// Makes the calls, in this thread and in up to 63 more, no more of them at
    /// a time than the client may have connections to a server; an outcome for
    /// each, in the order they were added.
    pub fn run(self) -> Vec<Result<R, E::Client>> {
        let most = self.client.inner.settings.max_connections.min(THREADS);
        let helpers = self.calls.len().min(most).saturating_sub(1);
        let calls = Mutex::new(self.calls.into_iter().enumerate());
        let next = || calls.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || -> Vec<_> {
            let made = std::iter::from_fn(next);
            made.map(|(number, call)| (number, call.make::<R, E>()))
                .collect()
        };
        let mut outcomes = scope(|scope| {
            let helpers = (0..helpers).map_while(|_| start(scope, work));
            let helpers: Vec<_> = helpers.collect();
            let mut outcomes = work();
            for helper in helpers {
                outcomes.extend(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
            }
            outcomes
        });
        outcomes.sort_unstable_by_key(|(number, _)| *number);
        outcomes.into_iter().map(|(_, outcome)| outcome).collect()
    }
}

/// Where there can be no further thread, those that are there do its work.
fn start<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> Option<ScopedJoinHandle<'scope, T>> {
    let builder = Builder::new().name("yar-batch".to_owned());
    builder.spawn_scoped(scope, work).ok()
}

impl<R, E: MethodError> fmt::Debug for Batch<'_, R, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let calls = self.calls.len();
        f.debug_struct("Batch").field("calls", &calls).finish()
    }
}

/// A call whose request is packed, or cannot be.
struct Call<'a> {
    hooks: Option<Box<Hooked<'a>>>,
    called: Called,
    exchange: Result<Exchange<'a>, Error>,
}

impl<'a> Call<'a> {
    fn begin<P: Serialize + ?Sized>(
        client: &'a Client,
        options: &CallOptions,
        method: &str,
        params: &P,
    ) -> Self {
        let settings = &client.inner.settings;
        let hooks = Hooked::new(settings, method);
        let called = settings.telemetry.begin(method);
        let begin = || Exchange::begin(&client.inner, options, method, params);
        let exchange = called.inside(begin);
        Self {
            hooks,
            called,
            exchange,
        }
    }

    fn make<R: DeserializeOwned, E: MethodError>(self) -> Result<R, E::Client> {
        let (hooks, mut called, exchange) = (self.hooks, self.called, self.exchange);
        let outcome = called.within(|| exchange?.run_late());
        if let Some(hooks) = hooks {
            hooks.after(&outcome);
        }
        outcome.map_err(E::from_call)
    }
}
