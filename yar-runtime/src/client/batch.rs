//! Calls that are made together.

use super::call::{Client, finish};
use super::options::CallOptions;
use crate::fault::MethodError;
use futures_util::stream::{FuturesUnordered, StreamExt};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt;
use std::future::Future;
use std::pin::Pin;

/// Calls that run beside one another, each with its own deadline and outcome.
/// Made by [`Client::batch`].
///
/// ```no_run
/// # use yar_runtime as yar;
/// use yar::{Client, Error};
///
/// # async fn run(client: Client) {
/// let mut batch = client.batch::<i64, Error>();
/// batch.call("add", &(1, 2));
/// batch.call("add", &(3, 4));
/// for sum in batch.run().await {
///     println!("{sum:?}");
/// }
/// # }
/// ```
#[must_use = "nothing is sent before `run` is awaited"]
pub struct Batch<'a, R, E: MethodError> {
    client: &'a Client,
    calls: Vec<Call<'a, Result<R, E::Client>>>,
}

/// One call of any method.
type Call<'a, Outcome> = Pin<Box<dyn Future<Output = Outcome> + Send + 'a>>;

impl<'a, R, E> Batch<'a, R, E>
where
    R: DeserializeOwned + Send + 'a,
    E: MethodError,
{
    pub(super) fn new(client: &'a Client) -> Self {
        Self {
            client,
            calls: Vec::new(),
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
        let begun = self.client.begin(options, method, params);
        self.calls.push(Box::pin(finish::<R, E>(begun)));
    }

    /// Makes the calls; an outcome for each, in the order they were added.
    pub async fn run(self) -> Vec<Result<R, E::Client>> {
        let numbered = self.calls.into_iter().enumerate();
        let calls = numbered.map(|(number, call)| async move { (number, call.await) });
        let running: FuturesUnordered<_> = calls.collect();
        let mut outcomes: Vec<_> = running.collect().await;
        outcomes.sort_by_key(|(number, _)| *number);
        outcomes.into_iter().map(|(_, outcome)| outcome).collect()
    }
}

impl<R, E: MethodError> fmt::Debug for Batch<'_, R, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let calls = self.calls.len();
        f.debug_struct("Batch").field("calls", &calls).finish()
    }
}
